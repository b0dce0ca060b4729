//! The lamps of a level: point and spot lights of KHR_lights_punctual, checked and brought to the
//! game's scale of brightness. The sun is read in `nodes`; nothing here shines.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::{DAffine3, DVec3, Vec3};
use gltf::json::{
    Node, Root, extensions::scene::khr_lights_punctual::Type as LightType, validation::Checked,
};

use super::Scale;

/// A lamp that stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// The node's name, for messages.
    pub name: String,
    /// Meters, local.
    pub position: Vec3,
    /// Linear, at most 1.
    pub color: Vec3,
    /// What a white wall that faces the lamp one meter away looks like; in the sun, such a wall
    /// is about 3.
    pub strength: f32,
    /// Meters at which the light has gone.
    pub range: f32,
    /// Of a spot light.
    pub cone: Option<Cone>,
}

/// Where a spot light shines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Unit.
    pub direction: Vec3,
    /// Radians from the axis to where the light begins to fade.
    pub inner: f32,
    /// Radians from the axis to where it ends; larger than `inner`.
    pub outer: f32,
}

impl Light {
    /// Shines to all sides; `strength` as in [`Light::strength`].
    pub fn point(position: Vec3, color: Vec3, strength: f32) -> Self {
        Self {
            name: String::from("light"),
            position,
            color,
            strength,
            range: reach(strength),
            cone: None,
        }
    }

    /// Shines along `direction`, fully up to `inner` and not at all from `outer` radians on.
    pub fn spot(mut self, direction: Vec3, inner: f32, outer: f32) -> Self {
        self.cone = Some(Cone {
            direction: direction.normalize_or(Vec3::NEG_Y),
            inner,
            outer,
        });
        self
    }

    /// What reaches a surface that faces the lamp `offset` meters from it, walls apart.
    pub fn falling_on(&self, offset: Vec3) -> f32 {
        let squared = offset.length_squared();
        let share = squared / (self.range * self.range);
        let window = (1.0 - share * share).clamp(0.0, 1.0);
        let cone = self.cone.map_or(1.0, |cone| {
            cone.share(offset.normalize_or(cone.direction).dot(cone.direction))
        });
        self.strength * window * cone / squared.max(NEAREST * NEAREST)
    }
}

impl Cone {
    /// The share of the light at an angle from the axis given by its cosine, as glTF has it.
    pub fn share(&self, cosine: f32) -> f32 {
        let (scale, offset) = self.slope();
        let linear = (cosine * scale + offset).clamp(0.0, 1.0);
        linear * linear
    }

    /// The share's root is the angle's cosine times `.0` plus `.1`, cut to 0..1.
    pub fn slope(&self) -> (f32, f32) {
        let (inner, outer) = (libm::cosf(self.inner), libm::cosf(self.outer));
        let scale = 1.0 / (inner - outer).max(1e-3);
        (scale, -outer * scale)
    }
}

/// Meters. Nearer, the light grows no more: lamps have a size.
pub const NEAREST: f32 = 0.1;
/// Lamps of a level, at most.
const MOST: usize = 1024;
/// The strength that the middle one of a file's lamps gets.
const USUAL: f32 = 8.0;
/// A lamp may be so many times as strong as the middle one.
const STRONGEST: f32 = 24.0;
/// What is weaker than this is not seen.
const FAINT: f32 = 0.012;
/// Meters.
const FARTHEST: f32 = 120.0;

/// The distance at which a lamp without a range is too weak to be seen, meters.
fn reach(strength: f32) -> f32 {
    (strength / FAINT).sqrt().clamp(0.5, FARTHEST)
}

/// A lamp as the file has it.
#[derive(Clone, Debug)]
pub struct FileLight {
    name: String,
    position: DVec3,
    color: Vec3,
    /// Candela, above zero.
    intensity: f32,
    range: Option<f32>,
    cone: Option<Cone>,
}

impl FileLight {
    /// A node's transform does not change a lamp's range; a file's unit does.
    pub fn scale_range(&mut self, scale: Scale) {
        self.range =
            (self.range).map(|range| (range * scale.factor() as f32).max(f32::MIN_POSITIVE));
    }
}

/// The lamp at `node`, if it has one that shines; the sun is none.
pub fn light_of(
    root: &Root,
    node: &Node,
    name: &str,
    transform: &DAffine3,
    warnings: &mut Vec<String>,
) -> Option<FileLight> {
    let named = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?;
    let mut warn = |problem: &str| warnings.push(format!("light \"{name}\": {problem}"));
    let Some(light) = root.get(named.light) else {
        warn("the file has no light of that number, it stays dark");
        return None;
    };
    let is_spot = match light.type_ {
        Checked::Valid(LightType::Point) => false,
        Checked::Valid(LightType::Spot) => true,
        Checked::Valid(LightType::Directional) => return None,
        Checked::Invalid => {
            warn("its type is unknown, it stays dark");
            return None;
        }
    };
    if !light.intensity.is_finite() || light.intensity < 0.0 {
        warn("its intensity is negative or not a number, it stays dark");
        return None;
    }
    let given = Vec3::from(light.color);
    if !given.is_finite() || given.min_element() < 0.0 {
        warn("its color is negative or not a number, it stays dark");
        return None;
    }
    let brightest = given.max_element();
    let intensity = light.intensity * brightest;
    if intensity <= 0.0 {
        return None;
    }
    let range = light.range.filter(|range| {
        let usable = range.is_finite() && *range > 0.0;
        if !usable {
            warn("its range is no distance above zero and is left out");
        }
        usable
    });
    let cone = is_spot.then(|| {
        let spot = light.spot.as_ref();
        let angles = spot.map_or([0.0, FRAC_PI_4], |spot| {
            [spot.inner_cone_angle, spot.outer_cone_angle]
        });
        let direction = transform.transform_vector3(DVec3::NEG_Z).as_vec3();
        cone(direction, angles, &mut warn)
    });
    Some(FileLight {
        name: name.to_string(),
        position: transform.translation,
        color: given / brightest,
        intensity,
        range,
        cone,
    })
}

fn cone(direction: Vec3, [inner, outer]: [f32; 2], warn: &mut impl FnMut(&str)) -> Cone {
    let mut cone = Cone {
        direction: direction.normalize_or(Vec3::NEG_Y),
        inner,
        outer,
    };
    if !(outer > 0.0 && outer <= FRAC_PI_2 + 1e-4) {
        warn("its outer cone angle is not between 0 and 90°, 45° is taken");
        cone.outer = FRAC_PI_4;
    }
    if !(inner >= 0.0 && inner < cone.outer) {
        warn("its inner cone angle is not between 0 and the outer one, it fades from the axis on");
        cone.inner = 0.0;
    }
    cone
}

/// Brings the file's lamps to the game's scale: exporters disagree about the unit, so the middle
/// one becomes a usual lamp and the others keep their relation to it, within limits. Lamps in a
/// crowd are dimmed; `parted` says whether something solid is between two places.
pub fn scaled(
    mut lights: Vec<FileLight>,
    origin: DVec3,
    parted: impl Fn(Vec3, Vec3) -> bool,
    warnings: &mut Vec<String>,
) -> Vec<Light> {
    // The sort is stable: of equals the first in the file stay.
    lights.sort_by(|a, b| b.intensity.total_cmp(&a.intensity));
    if lights.len() > MOST {
        let count = lights.len();
        warnings.push(format!(
            "there are {count} lights, the {MOST} strongest shine: leave some out"
        ));
        lights.truncate(MOST);
    }
    let Some(middle) = lights.get(lights.len() / 2).map(|light| light.intensity) else {
        return Vec::new();
    };
    let mut lights: Vec<Light> = (lights.into_iter())
        .map(|light| {
            let relation = light.intensity / middle;
            if relation > STRONGEST {
                warnings.push(format!(
                    "light \"{}\": it is {relation:.0} times as strong as the file's middle \
                     light and is held to {STRONGEST} times",
                    light.name
                ));
            }
            let strength = USUAL * relation.min(STRONGEST);
            let reach = reach(strength);
            Light {
                position: (light.position - origin).as_vec3(),
                range: light.range.map_or(reach, |range| range.min(reach)),
                name: light.name,
                color: light.color,
                strength,
                cone: light.cone,
            }
        })
        .collect();
    lights.retain(|light| {
        let within = light.position.is_finite() && light.position.length() < 1e6;
        if !within {
            warnings.push(format!(
                "light \"{}\": it is farther than 1,000 km from the level, it stays dark",
                light.name
            ));
        }
        within
    });
    dim_crowds(&mut lights, parted, warnings);
    lights
}

/// What the others may add where a lamp hangs, in lamps' strengths by the square of the meters:
/// twice what the lamp itself gives a wall two meters away. More makes a room white.
const MOST_OF_OTHERS: f32 = 4.0;
/// Meters. Nearer lamps count as so far away, and farther ones than the second not at all.
const CROWD: [f32; 2] = [2.0, 15.0];
/// Lamps of a crowd between which walls are looked for; the rest counts as seen.
const LOOKED_FOR: usize = 64;
/// Meters about a lamp that are its own body.
const BODY: f32 = 0.5;

/// Makes lamps that hang close together in one room weaker, so that all together are about as
/// bright as a few.
fn dim_crowds(
    lights: &mut [Light],
    parted: impl Fn(Vec3, Vec3) -> bool,
    warnings: &mut Vec<String>,
) {
    let shares: Vec<f32> = (lights.iter())
        .map(|light| MOST_OF_OTHERS / others_at(light, lights, &parted).max(MOST_OF_OTHERS))
        .collect();
    let dimmed = shares.iter().filter(|share| **share < 1.0).count();
    if dimmed > 0 {
        let least = shares.iter().copied().fold(1.0, f32::min) * 100.0;
        warnings.push(format!(
            "{dimmed} lights hang so close together that they would make all white: they are \
             dimmed, the most to {least:.0} %"
        ));
    }
    for (light, share) in lights.iter_mut().zip(shares) {
        light.strength *= share;
    }
}

/// What all other lamps that are in sight, but for the strongest, add where `light` hangs.
fn others_at(light: &Light, lights: &[Light], parted: impl Fn(Vec3, Vec3) -> bool) -> f32 {
    let mut others: Vec<(f32, Vec3)> = (lights.iter())
        .filter(|other| !std::ptr::eq(*other, light))
        .filter_map(|other| {
            let distance = other.position.distance(light.position).max(CROWD[0]);
            let added = other.strength / (distance * distance);
            (distance < CROWD[1].min(other.range)).then_some((added, other.position))
        })
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0));
    // One alone is no crowd, however strong it is.
    let others = others.get(1..).unwrap_or_default();
    let sum = |others: &[(f32, Vec3)]| others.iter().map(|(added, _)| added).sum::<f32>();
    if sum(others) <= MOST_OF_OTHERS {
        return sum(others);
    }
    let (near, rest) = others.split_at(others.len().min(LOOKED_FOR));
    let seen: f32 = (near.iter())
        .filter(|(_, position)| {
            let way = *position - light.position;
            let body = way.clamp_length_max(BODY.min(0.5 * way.length()));
            !parted(light.position + body, *position - body)
        })
        .map(|(added, _)| added)
        .sum();
    seen + sum(rest)
}

#[cfg(test)]
mod tests {
    use super::{super::document::tests::document, *};

    /// The lamps of a file with one node for each of `lights`, and what was said.
    fn read(lights: &str, count: usize) -> (Vec<Light>, Vec<String>) {
        let nodes: Vec<String> = (0..count)
            .map(|index| {
                format!(
                    r#"{{"name":"lamp {index}","translation":[{index},2,3],
                    "extensions":{{"KHR_lights_punctual":{{"light":{index}}}}}}}"#
                )
            })
            .collect();
        let nodes = nodes.join(",");
        let document = document(&format!(
            r#"{{"extensions":{{"KHR_lights_punctual":{{"lights":[{lights}]}}}},"nodes":[{nodes}]}}"#
        ));
        let mut warnings = Vec::new();
        let hierarchy = super::super::nodes::walk(&document, Scale::METERS, &mut warnings).unwrap();
        let origin = DVec3::new(0.0, 1.0, 0.0);
        let lights = scaled(hierarchy.lights, origin, |_, _| false, &mut warnings);
        (lights, warnings)
    }

    /// Sixty lamps a meter apart, ten in a row.
    fn crowd() -> Vec<Light> {
        let place = |index: usize| Vec3::new((index % 10) as f32, 3.0, (index / 10) as f32);
        let lamp = |index| Light::point(place(index), Vec3::ONE, USUAL);
        (0..60).map(lamp).collect()
    }

    #[test]
    fn a_crowd_of_lamps_is_dimmed_and_said_unless_walls_part_them() {
        let mut together = crowd();
        let mut warnings = Vec::new();
        dim_crowds(&mut together, |_, _| false, &mut warnings);
        for light in &together {
            assert!(light.strength < 0.5 * USUAL, "{}", light.strength);
            let others = others_at(light, &together, |_, _| false);
            assert!(others < 2.0 * MOST_OF_OTHERS, "{others}");
        }
        assert!(warnings[0].starts_with("60 lights"), "{warnings:?}");
        let mut apart = crowd();
        dim_crowds(&mut apart, |_, _| true, &mut warnings);
        assert_eq!(apart, crowd());
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn a_few_lamps_and_one_strong_one_keep_their_strength() {
        let few = || -> Vec<Light> {
            let at = |x: f32, strength: f32| Light::point(Vec3::X * x, Vec3::ONE, strength);
            vec![at(0.0, USUAL), at(3.0, USUAL), at(40.0, STRONGEST * USUAL)]
        };
        for count in 0..=few().len() {
            let mut lights = few();
            lights.truncate(count);
            dim_crowds(&mut lights, |_, _| false, &mut Vec::new());
            assert_eq!(lights, few()[..count]);
        }
    }

    #[test]
    fn points_and_spots_come_with_their_place_and_color() {
        let (lights, warnings) = read(
            r#"{"type":"point","color":[0.5,0.25,0],"intensity":200,"range":7},
            {"type":"spot","intensity":100,"spot":{"innerConeAngle":0.2,"outerConeAngle":0.5}},
            {"type":"directional","intensity":3}"#,
            3,
        );
        assert_eq!(warnings, [""; 0]);
        assert_eq!(lights.len(), 2);
        assert_eq!(lights[0].position, Vec3::new(0.0, 1.0, 3.0));
        assert_eq!(lights[0].color, Vec3::new(1.0, 0.5, 0.0));
        assert_eq!(lights[0].range, 7.0);
        let cone = lights[1].cone.unwrap();
        assert_eq!(cone.direction, Vec3::NEG_Z);
        assert_eq!([cone.inner, cone.outer], [0.2, 0.5]);
    }

    #[test]
    fn the_unit_of_the_exporter_does_not_matter_but_relations_do() {
        let strengths = |unit: f32| -> Vec<f32> {
            let light = |share: f32| format!(r#"{{"type":"point","intensity":{}}}"#, unit * share);
            let all = [light(4.0), light(1.0), light(0.5)].join(",");
            let (lights, _) = read(&all, 3);
            lights.iter().map(|light| light.strength).collect()
        };
        assert_eq!(strengths(10870.0), [4.0 * USUAL, USUAL, 0.5 * USUAL]);
        assert_eq!(strengths(10870.0), strengths(16.0));
    }

    #[test]
    fn one_lamp_like_a_lighthouse_is_held_back() {
        let lamp = r#"{"type":"point","intensity":10}"#;
        let all = [lamp, r#"{"type":"point","intensity":1e30}"#, lamp].join(",");
        let (lights, warnings) = read(&all, 3);
        assert_eq!(lights[0].strength, STRONGEST * USUAL);
        assert!(lights[0].range <= FARTHEST);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].contains("lamp 1"), "{warnings:?}");
    }

    #[test]
    fn nonsense_is_warned_about_by_name_and_stays_dark() {
        let (lights, warnings) = read(
            r#"{"type":"point","intensity":-3},{"type":"point","color":[-1,0,0]},
            {"type":"point","range":-1},{"type":"point","range":1e30},
            {"type":"spot","spot":{"innerConeAngle":0.9,"outerConeAngle":7}},
            {"type":"point","intensity":0}"#,
            6,
        );
        assert_eq!(lights.len(), 3);
        assert!(lights.iter().all(|light| light.range <= FARTHEST));
        let cone = lights[2].cone.unwrap();
        assert_eq!([cone.inner, cone.outer], [0.0, FRAC_PI_4]);
        for (index, name) in ["lamp 0", "lamp 1", "lamp 2", "lamp 4", "lamp 4"]
            .iter()
            .enumerate()
        {
            assert!(warnings[index].contains(name), "{warnings:?}");
        }
        assert_eq!(warnings.len(), 5, "{warnings:?}");
    }

    #[test]
    fn a_light_that_is_not_there_is_said() {
        let (lights, warnings) = read(r#"{"type":"point"}"#, 2);
        assert_eq!((lights.len(), warnings.len()), (1, 1));
    }

    #[test]
    fn light_falls_with_the_square_and_ends_at_its_range_and_cone() {
        let light = Light::point(Vec3::ZERO, Vec3::ONE, 8.0);
        let near = light.falling_on(Vec3::X * 2.0);
        assert!((near - 2.0).abs() < 1e-3, "{near}");
        assert!((near / light.falling_on(Vec3::X * 4.0) - 4.0).abs() < 0.01);
        assert_eq!(light.falling_on(Vec3::X * light.range), 0.0);
        let spot = light.spot(Vec3::NEG_Y, 0.3, 0.5);
        let at = |angle: f32| {
            let (sine, cosine) = libm::sincosf(angle);
            spot.falling_on(Vec3::new(sine, -cosine, 0.0) * 2.0)
        };
        assert!((at(0.0) - near).abs() < 1e-5 && (at(0.29) - near).abs() < 1e-5);
        assert!(at(0.4) > 0.0 && at(0.4) < near);
        assert_eq!(at(0.51), 0.0);
    }
}
