//! Converts a draft's lamps to the game's scale of brightness and dims crowded ones.

use glam::{DVec3, Vec3};

use super::DraftLight;
use crate::{Code, Finding, Light, light::range_of};

/// The most lamps that a level may have.
const MAX_LAMPS: usize = 1024;
/// The strength assigned to the median of a file's lamps.
pub(crate) const MEDIAN_STRENGTH: f32 = 8.0;
/// The greatest ratio of a lamp's strength to that of the median lamp.
pub(crate) const MAX_RATIO: f32 = 24.0;

/// The lamps in local coordinates, at the game's scale of brightness. Exporters disagree about the unit,
/// so the median becomes a usual lamp and the others keep their ratio to it, within limits. Crowded lamps
/// are dimmed; `is_occluded` tests whether a solid is between two points.
pub(crate) fn scaled(
    mut lights: Vec<DraftLight>,
    origin: DVec3,
    is_occluded: impl Fn(Vec3, Vec3) -> bool,
    findings: &mut Vec<Finding>,
) -> Vec<Light> {
    // The sort is stable: of equals the first in the file stay.
    lights.sort_by(|a, b| b.intensity.total_cmp(&a.intensity));
    if lights.len() > MAX_LAMPS {
        let count = lights.len();
        let problem =
            format!("there are {count} lights, the {MAX_LAMPS} strongest shine: leave some out");
        findings.push(Finding::new(Code::TooManyLamps, problem));
        lights.truncate(MAX_LAMPS);
    }
    let Some(median) = lights.get(lights.len() / 2).map(|light| light.intensity) else {
        return Vec::new();
    };
    let mut lights: Vec<Light> = (lights.into_iter())
        .map(|light| {
            let ratio = light.intensity / median;
            if ratio > MAX_RATIO {
                let problem = format!(
                    "it is {ratio:.0} times as strong as the file's middle light and is held to \
                     {MAX_RATIO} times"
                );
                let code = Code::TooStrongLamp;
                findings.push(Finding::about("light", &light.name, code, problem));
            }
            let strength = MEDIAN_STRENGTH * ratio.min(MAX_RATIO);
            let range = range_of(strength);
            Light {
                position: (light.position - origin).as_vec3(),
                range: light.range.map_or(range, |given| given.min(range)),
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
            let problem = "it is farther than 1,000 km from the level, it stays dark";
            let code = Code::StrayGeometry;
            findings.push(Finding::about("light", &light.name, code, problem));
        }
        within
    });
    dim_crowds(&mut lights, is_occluded, findings);
    lights
}

/// The greatest brightness of the other lamps at a lamp's position: twice that of a usual lamp on a wall
/// two meters away. More makes a room white.
const MAX_BRIGHTNESS_OF_OTHERS: f32 = 4.0;
/// The least distance that counts between two lamps, and the distance from which lamps don't count,
/// meters.
const CROWD_DISTANCES: [f32; 2] = [2.0, 15.0];
/// The most lamps of a crowd that are tested for walls between them; the rest counts as visible.
const MAX_OCCLUSION_TESTS: usize = 64;
/// The radius of a lamp's own body, meters.
const LAMP_RADIUS: f32 = 0.5;

/// Weakens lamps that hang close together in one room, so that together they are about as bright as a
/// few.
fn dim_crowds(
    lights: &mut [Light],
    is_occluded: impl Fn(Vec3, Vec3) -> bool,
    findings: &mut Vec<Finding>,
) {
    let shares: Vec<f32> = (lights.iter())
        .map(|light| {
            MAX_BRIGHTNESS_OF_OTHERS
                / others_at(light, lights, &is_occluded).max(MAX_BRIGHTNESS_OF_OTHERS)
        })
        .collect();
    let dimmed = shares.iter().filter(|share| **share < 1.0).count();
    if dimmed > 0 {
        let least = shares.iter().copied().fold(1.0, f32::min) * 100.0;
        let problem = format!(
            "{dimmed} lights hang so close together that they would make all white: they are \
             dimmed, the most to {least:.0} %"
        );
        let weakest = (0..lights.len()).min_by(|a, b| shares[*a].total_cmp(&shares[*b]));
        let finding = Finding::new(Code::TooManyLamps, problem);
        findings.push(match weakest {
            Some(weakest) => finding.at(lights[weakest].position),
            None => finding,
        });
    }
    for (light, share) in lights.iter_mut().zip(shares) {
        light.strength *= share;
    }
}

/// The brightness that all other visible lamps but the strongest add at the position of `light`.
fn others_at(light: &Light, lights: &[Light], is_occluded: impl Fn(Vec3, Vec3) -> bool) -> f32 {
    let mut others: Vec<(f32, Vec3)> = (lights.iter())
        .filter(|other| !std::ptr::eq(*other, light))
        .filter_map(|other| {
            let distance = other
                .position
                .distance(light.position)
                .max(CROWD_DISTANCES[0]);
            let added = other.strength / (distance * distance);
            (distance < CROWD_DISTANCES[1].min(other.range)).then_some((added, other.position))
        })
        .collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0));
    // A single lamp is no crowd, however strong.
    let others = others.get(1..).unwrap_or_default();
    let sum = |others: &[(f32, Vec3)]| others.iter().map(|(added, _)| added).sum::<f32>();
    if sum(others) <= MAX_BRIGHTNESS_OF_OTHERS {
        return sum(others);
    }
    let (near, rest) = others.split_at(others.len().min(MAX_OCCLUSION_TESTS));
    let seen: f32 = (near.iter())
        .filter(|(_, position)| {
            let offset = *position - light.position;
            let body = offset.clamp_length_max(LAMP_RADIUS.min(0.5 * offset.length()));
            !is_occluded(light.position + body, *position - body)
        })
        .map(|(added, _)| added)
        .sum();
    seen + sum(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixty lamps a meter apart, ten in a row.
    fn crowd() -> Vec<Light> {
        let place = |index: usize| Vec3::new((index % 10) as f32, 3.0, (index / 10) as f32);
        let lamp = |index| Light::point(place(index), Vec3::ONE, MEDIAN_STRENGTH);
        (0..60).map(lamp).collect()
    }

    #[test]
    fn a_crowd_of_lamps_is_dimmed_with_a_warning_unless_walls_are_between() {
        let mut together = crowd();
        let mut findings = Vec::new();
        dim_crowds(&mut together, |_, _| false, &mut findings);
        for light in &together {
            let strength = light.strength;
            assert!(strength < 0.5 * MEDIAN_STRENGTH, "{strength}");
            let others = others_at(light, &together, |_, _| false);
            assert!(others < 2.0 * MAX_BRIGHTNESS_OF_OTHERS, "{others}");
        }
        assert!(findings[0].problem.starts_with("60 lights"), "{findings:?}");
        let mut apart = crowd();
        dim_crowds(&mut apart, |_, _| true, &mut findings);
        assert_eq!(apart, crowd());
        assert_eq!(findings.len(), 1);
    }

    #[test]
    fn a_few_lamps_and_one_strong_one_keep_their_strength() {
        let few = || -> Vec<Light> {
            let at = |x: f32, strength: f32| Light::point(Vec3::X * x, Vec3::ONE, strength);
            let usual = MEDIAN_STRENGTH;
            vec![at(0.0, usual), at(3.0, usual), at(40.0, MAX_RATIO * usual)]
        };
        for count in 0..=few().len() {
            let mut lights = few();
            lights.truncate(count);
            dim_crowds(&mut lights, |_, _| false, &mut Vec::new());
            assert_eq!(lights, few()[..count]);
        }
    }
}
