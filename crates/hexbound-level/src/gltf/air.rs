//! The sky and haze described by the scene's custom properties, which Blender writes as extras. A missing
//! value keeps its default of an afternoon; an invalid one does, too, with a warning.

use glam::{DVec3, Vec3};
use gltf::json::Root;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{document::shown_scene, extras::properties};
use crate::{Air, Code, Finding};

/// The greatest light of a sky, where a sunlit white wall is about 3.
const MAX_SKY_LIGHT: f64 = 20.0;
/// The densest haze, per meter: visibility ends at half a meter.
const MAX_FOG_DENSITY: f64 = 2.0;
/// The least and the greatest height over which haze may thin out, meters.
const FOG_HEIGHTS: [f64; 2] = [0.1, 10_000.0];

/// Reads the air of the shown scene.
pub(super) fn read_air(root: &Root, findings: &mut Vec<Finding>) -> Air {
    let scene = shown_scene(root);
    let Some(Value::Object(properties)) = scene.and_then(|scene| properties(&scene.extras)) else {
        return Air::default();
    };
    let mut reader = AirReader {
        properties: &properties,
        findings,
    };
    let default = Air::default();
    Air {
        zenith: reader.color("sky_zenith", default.zenith),
        horizon: reader.color("sky_horizon", default.horizon),
        ground: reader.color("sky_ground", default.ground),
        sun_strength: reader.number("sun_strength", [0.0, MAX_SKY_LIGHT], default.sun_strength),
        haze: reader.number("haze", [0.0, MAX_FOG_DENSITY], default.haze),
        haze_height: reader.number("haze_height", FOG_HEIGHTS, default.haze_height),
    }
}

struct AirReader<'a> {
    properties: &'a Map<String, Value>,
    findings: &'a mut Vec<Finding>,
}

impl AirReader<'_> {
    fn number(&mut self, name: &str, [least, most]: [f64; 2], default: f32) -> f32 {
        let expected = format!("no number from {least} to {most}: it stays {default}");
        self.read(name, default, &expected, |given| {
            let number = given.as_f64().filter(|x| (least..=most).contains(x));
            number.map(|number| number as f32)
        })
    }

    fn color(&mut self, name: &str, default: Vec3) -> Vec3 {
        let expected = format!(
            "not three numbers from 0 to {MAX_SKY_LIGHT} (linear red, green and blue): it stays as in \
             the afternoon"
        );
        self.read(name, default, &expected, |given| {
            let is_light = |number: &f64| (0.0..=MAX_SKY_LIGHT).contains(number);
            let color = <[f64; 3]>::deserialize(given).ok();
            let color = color.filter(|color| color.iter().all(is_light));
            color.map(|color| DVec3::from(color).as_vec3())
        })
    }

    /// The property as `value` reads it, or `default`; an invalid property adds a warning that names the
    /// expected value.
    fn read<T>(
        &mut self,
        name: &str,
        default: T,
        expected: &str,
        value: impl FnOnce(&Value) -> Option<T>,
    ) -> T {
        let Some(given) = self.properties.get(name) else {
            return default;
        };
        value(given).unwrap_or_else(|| {
            let problem = format!("the scene's {name} is {given}, {expected}");
            self.findings.push(Finding::new(Code::BadValue, problem));
            default
        })
    }
}
