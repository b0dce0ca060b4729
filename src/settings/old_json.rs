//! The settings of earlier versions, which stood in a JSON file. They are taken over once.

use serde::Deserialize;
use serde_json::Value;

use super::{Exposure, Sensitivity, Settings, USUAL_SHAPE};

/// The settings that a file of an earlier version holds. What can't be read there is left out; so
/// is what was the usual value then.
pub(super) fn read(text: &str) -> Settings {
    let mut settings = Settings::default();
    let Ok(Value::Object(old)) = serde_json::from_str(text.trim_start_matches('\u{feff}')) else {
        return settings;
    };
    let number = |key: &str, usual: f64| {
        let value = old.get(key).and_then(Value::as_f64)?;
        (value != usual).then_some(value as f32)
    };
    let switch = |key: &str| old.get(key).and_then(Value::as_bool).unwrap_or_default();
    if let Some(radians) = number("sensitivity", 0.0022) {
        settings.sensitivity = Sensitivity::PerCount(radians.clamp(0.0001, 0.01));
    }
    if let Some(upright) = number("field_of_view", 60.0) {
        let across = ((upright.to_radians() * 0.5).tan() * USUAL_SHAPE).atan() * 2.0;
        settings.field_of_view = across.to_degrees().round().clamp(60.0, 120.0);
    }
    let within = |place: &mut f32, found: Option<f32>, most: f32| {
        *place = found.unwrap_or(*place).clamp(0.0, most);
    };
    within(&mut settings.volumes.master, number("volume", 1.0), 1.0);
    within(&mut settings.coyote_time, number("coyote_time", -1.0), 1.0);
    within(&mut settings.jump_buffer, number("jump_buffer", -1.0), 1.0);
    if let Some(cap) = number("frame_cap", 240.0) {
        settings.frame_cap = cap.clamp(10.0, 1000.0) as u32;
    }
    if let Some(pace) = number("pace", 1.0) {
        settings.pace = f64::from(pace.clamp(0.25, 1.0));
    }
    if let Some(stops) = old.get("exposure").and_then(|it| it.get("fixed")) {
        settings.exposure = Exposure::Fixed;
        settings.exposure_stops = stops.as_f64().unwrap_or_default().clamp(-4.0, 4.0) as f32;
    }
    settings.invert_y = switch("invert_y");
    settings.low_flash = switch("low_flash");
    settings.aim_line = switch("aim_line");
    settings.endless_balls = switch("endless_balls");
    take(&mut settings.explosion_pool, old.get("explosion_pool"));
    take(&mut settings.prop_rays, old.get("prop_rays"));
    take(&mut settings.prop_stop, old.get("prop_stop"));
    settings
}

/// Takes a value over, if there is one.
fn take<T: for<'a> Deserialize<'a>>(place: &mut T, found: Option<&Value>) {
    if let Some(value) = found.and_then(|it| T::deserialize(it).ok()) {
        *place = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::Volumes;
    use crate::sim::{PoolPolicy, PropStop};

    #[test]
    fn what_was_set_is_taken_over() {
        let settings = read(
            r#"{"sensitivity": 0.001, "invert_y": true, "field_of_view": 75, "volume": 0.5,
                "frame_cap": 60, "explosion_pool": "reuse", "exposure": {"fixed": -1.5},
                "prop_stop": "rays", "coyote_time": 0.2, "pace": 0.5}"#,
        );
        let expected = Settings {
            sensitivity: Sensitivity::PerCount(0.001),
            invert_y: true,
            field_of_view: 108.0,
            volumes: Volumes {
                master: 0.5,
                ..Settings::default().volumes
            },
            frame_cap: 60,
            explosion_pool: PoolPolicy::Reuse,
            exposure: Exposure::Fixed,
            exposure_stops: -1.5,
            prop_stop: PropStop::Rays,
            coyote_time: 0.2,
            pace: 0.5,
            ..Settings::default()
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn what_was_usual_then_or_makes_no_sense_is_left_out() {
        let old =
            r#"{"sensitivity": 0.0022, "field_of_view": 60.0, "volume": "loud", "pace": null}"#;
        for text in [old, "", "[1]", "{ broken"] {
            assert_eq!(read(text), Settings::default(), "{text}");
        }
    }
}
