//! The lights of KHR_lights_punctual, checked: lamps (point and spot lights) and the sun (the first
//! directional light).

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::{DAffine3, DVec3, Vec3};
use gltf::json::{
    Node, Root, extensions::scene::khr_lights_punctual::Type as LightType, validation::Checked,
};

use crate::{Code, Cone, Finding, Scale, Sun, build::DraftLight};

/// The lamp at `node`, if it has a point or spot light that shines.
pub(super) fn light_of(
    root: &Root,
    node: &Node,
    name: &str,
    transform: &DAffine3,
    findings: &mut Vec<Finding>,
) -> Option<DraftLight> {
    let named = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?;
    let mut tell =
        |code, problem: &str| findings.push(Finding::about("light", name, code, problem));
    let Some(light) = root.get(named.light) else {
        tell(
            Code::LeftOut,
            "the file has no light of that number, it stays dark",
        );
        return None;
    };
    let is_spot = match light.type_ {
        Checked::Valid(LightType::Point) => false,
        Checked::Valid(LightType::Spot) => true,
        Checked::Valid(LightType::Directional) => return None,
        Checked::Invalid => {
            tell(Code::LeftOut, "its type is unknown, it stays dark");
            return None;
        }
    };
    let mut warn = |problem: &str| tell(Code::BadValue, problem);
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
        tell(
            Code::DarkLamp,
            "its intensity or its color is zero, it shines nowhere",
        );
        return None;
    }
    let mut warn = |problem: &str| tell(Code::BadValue, problem);
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
    Some(DraftLight {
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

/// Brings a lamp's range to meters. A node's transform does not change it; a file's unit does.
pub(super) fn scale_range(light: &mut DraftLight, scale: Scale) {
    light.range = (light.range).map(|range| (range * scale.factor() as f32).max(f32::MIN_POSITIVE));
}

/// The sun at `node`, if it has a directional light that points anywhere.
pub(super) fn sun_of(document: &Root, node: &Node, transform: &DAffine3) -> Option<Sun> {
    let named = node.extensions.as_ref()?.khr_lights_punctual.as_ref()?;
    let light = document.get(named.light)?;
    if light.type_ != Checked::Valid(LightType::Directional) {
        return None;
    }
    let direction = transform.transform_vector3(DVec3::NEG_Z).as_vec3();
    let color = Vec3::from(light.color).max(Vec3::ZERO);
    let brightest = color.max_element();
    Some(Sun {
        direction: direction.try_normalize()?,
        color: if brightest > 0.0 && color.is_finite() {
            color / brightest
        } else {
            Vec3::ONE
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Light,
        build::lights::{MAX_BRIGHTNESS, USUAL_BRIGHTNESS, scaled},
        gltf::{document::tests::document, nodes},
        light::MAX_LIGHT_REACH,
    };

    /// The lamps of a file with one node for each of `lights`, and what was said.
    fn read(lights: &str, count: usize) -> (Vec<Light>, Vec<Finding>) {
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
        let mut findings = Vec::new();
        let hierarchy = nodes::walk(&document, Scale::METERS, &mut findings).unwrap();
        let origin = DVec3::new(0.0, 1.0, 0.0);
        let lights = scaled(hierarchy.lights, origin, |_, _| false, &mut findings);
        (lights, findings)
    }

    #[test]
    fn points_and_spots_come_with_their_place_and_color() {
        let (lights, findings) = read(
            r#"{"type":"point","color":[0.5,0.25,0],"intensity":200,"range":7},
            {"type":"spot","intensity":100,"spot":{"innerConeAngle":0.2,"outerConeAngle":0.5}},
            {"type":"directional","intensity":3}"#,
            3,
        );
        assert_eq!(findings, []);
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
        assert_eq!(
            strengths(10870.0),
            [
                4.0 * USUAL_BRIGHTNESS,
                USUAL_BRIGHTNESS,
                0.5 * USUAL_BRIGHTNESS
            ]
        );
        assert_eq!(strengths(10870.0), strengths(16.0));
    }

    #[test]
    fn one_lamp_like_a_lighthouse_is_held_back() {
        let lamp = r#"{"type":"point","intensity":10}"#;
        let all = [lamp, r#"{"type":"point","intensity":1e30}"#, lamp].join(",");
        let (lights, findings) = read(&all, 3);
        assert_eq!(lights[0].strength, MAX_BRIGHTNESS * USUAL_BRIGHTNESS);
        assert!(lights[0].range <= MAX_LIGHT_REACH);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].problem.contains("lamp 1"), "{findings:?}");
    }

    #[test]
    fn nonsense_is_warned_about_by_name_and_stays_dark() {
        let (lights, findings) = read(
            r#"{"type":"point","intensity":-3},{"type":"point","color":[-1,0,0]},
            {"type":"point","range":-1},{"type":"point","range":1e30},
            {"type":"spot","spot":{"innerConeAngle":0.9,"outerConeAngle":7}},
            {"type":"point","intensity":0}"#,
            6,
        );
        assert_eq!(lights.len(), 3);
        assert!(lights.iter().all(|light| light.range <= MAX_LIGHT_REACH));
        let cone = lights[2].cone.unwrap();
        assert_eq!([cone.inner, cone.outer], [0.0, FRAC_PI_4]);
        for (index, name) in ["lamp 0", "lamp 1", "lamp 2", "lamp 4", "lamp 4", "lamp 5"]
            .iter()
            .enumerate()
        {
            assert!(findings[index].problem.contains(name), "{findings:?}");
        }
        assert_eq!(findings.len(), 6, "{findings:?}");
    }

    #[test]
    fn a_light_that_is_not_there_is_said() {
        let (lights, findings) = read(r#"{"type":"point"}"#, 2);
        assert_eq!((lights.len(), findings.len()), (1, 1));
    }
}
