//! Numbers and colors of a material's extension.

use glam::Vec3;
use serde_json::Value;

/// The factor `name` (without `Factor`); a factor whose default is 0 is reduced by its texture.
pub(super) fn share(extension: &Value, name: &str, default: f32) -> f32 {
    let factor = number(extension, &format!("{name}Factor"), default);
    match default == 0.0 {
        true => factor * textured_share(extension, name),
        false => factor,
    }
}

/// The assumed mean of the factor's texture, which is not read; 1 without a texture.
pub(super) fn textured_share(extension: &Value, name: &str) -> f32 {
    match extension.get(format!("{name}Texture")) {
        Some(_) => 0.6,
        None => 1.0,
    }
}

/// The number `name`; the default if it is missing or negative.
pub(super) fn number(extension: &Value, name: &str, default: f32) -> f32 {
    let given = extension.get(name).and_then(Value::as_f64);
    let given = given.map(|given| given as f32);
    given
        .filter(|given| given.is_finite() && *given >= 0.0)
        .unwrap_or(default)
}

/// The color `name`.
pub(super) fn color(extension: &Value, name: &str, default: Vec3) -> Vec3 {
    let given = extension.get(name).and_then(Value::as_array);
    let channel = |given: &Vec<Value>, at: usize| Some(given.get(at)?.as_f64()? as f32);
    let read = |given: &Vec<Value>| {
        let [red, green, blue] = [0, 1, 2].map(|at| channel(given, at));
        Some(Vec3::new(red?, green?, blue?))
    };
    let given = given.and_then(read).filter(|color| color.is_finite());
    given.map_or(default, |color| color.max(Vec3::ZERO))
}
