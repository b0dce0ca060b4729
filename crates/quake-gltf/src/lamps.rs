//! The lamps and suns of a map, as glTF lights. The level loader decides how many of them shine, and how
//! strongly.

use glam::{DVec3, Quat, Vec3};
use serde_json::{Value, json};

use super::{entity::Entity, glb::Glb, glb_mesh::MeshMaker};

/// The strength of a lamp without its own.
const DEFAULT_LIGHT: f64 = 300.0;
/// The range of a lamp in units of the map, per unit of its strength.
const RANGE_PER_STRENGTH: f64 = 1.5;
/// The pitch of a sun without its own, degrees; negative is down.
const DEFAULT_PITCH: f64 = -60.0;

/// Adds the light of an entity: a lamp, or the sun of a Half-Life map.
pub(crate) fn add(glb: &mut Glb, maker: &MeshMaker, entity: &Entity) {
    let (color, strength) = color_and_strength(entity);
    if entity.class() == "light_environment" {
        let pitch = entity.number_of("pitch");
        let tilt = || {
            entity
                .vector("angles")
                .map(|angles| angles.x)
                .filter(|tilt| *tilt != 0.0)
        };
        let pitch = pitch.or_else(tilt).unwrap_or(DEFAULT_PITCH);
        add_sun(glb, entity.yaw(), -pitch.abs(), color);
        return;
    }
    let Some(place) = entity.vector("origin") else {
        return;
    };
    if strength <= 0.0 {
        return;
    }
    let range = maker.place(DVec3::X * strength * RANGE_PER_STRENGTH).x;
    let light = json!({
        "type": "point", "color": color, "range": range,
        "intensity": (strength / DEFAULT_LIGHT).powi(2) * 100.0,
    });
    let extensions = glb.light(light);
    glb.add_root(json!({
        "name": format!("light {}", entity.number),
        "translation": maker.place(place).to_array(),
        "extensions": extensions,
    }));
}

/// Adds the sun that the world's keys `_sunlight`, `_sun_mangle` and `_sunlight_color` define.
pub(crate) fn add_sun_of_world(glb: &mut Glb, world: &Entity) {
    if world
        .number_of("_sunlight")
        .is_some_and(|strength| strength > 0.0)
    {
        let mangle = world.vector("_sun_mangle");
        let [yaw, pitch, _] = mangle
            .unwrap_or(DVec3::new(0.0, DEFAULT_PITCH, 0.0))
            .to_array();
        let color = world.vector("_sunlight_color").map_or([1.0; 3], linear);
        add_sun(glb, yaw, -pitch.abs(), color);
    }
}

/// Adds the sun; `yaw` and `pitch` are the direction of its light in degrees.
fn add_sun(glb: &mut Glb, yaw: f64, pitch: f64, color: [f64; 3]) {
    let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
    let direction = DVec3::new(
        pitch.cos() * yaw.cos(),
        pitch.sin(),
        -pitch.cos() * yaw.sin(),
    );
    let turn = Quat::from_rotation_arc(Vec3::NEG_Z, direction.as_vec3().normalize_or(Vec3::NEG_Y));
    let extensions = glb.light(json!({"type": "directional", "color": color}));
    glb.add_root(json!({"name": "sun", "rotation": turn.to_array(), "extensions": extensions}));
}

/// The color of a lamp, linear with a brightest channel of 1, and its strength.
fn color_and_strength(entity: &Entity) -> ([f64; 3], f64) {
    let of = |key: &str| entity.vector(key);
    let color = of("_light")
        .or_else(|| of("_color"))
        .or_else(|| of("color"));
    let fourth =
        (entity.value("_light")).and_then(|light| light.split_whitespace().nth(3)?.parse().ok());
    let strength = (fourth.filter(|strength: &f64| strength.is_finite()))
        .or_else(|| entity.number_of("light"))
        .unwrap_or(DEFAULT_LIGHT);
    let strength = strength.min(10.0 * DEFAULT_LIGHT);
    (color.map_or([1.0; 3], linear), strength)
}

/// Scales a color of any range to a brightest channel of 1, and squares it, which is near the conversion
/// from sRGB to linear. Black becomes white.
fn linear(color: DVec3) -> [f64; 3] {
    let color = color.max(DVec3::ZERO);
    match color.max_element() {
        most if most > 0.0 => (color / most).to_array().map(|value: f64| value * value),
        _ => [1.0; 3],
    }
}

/// The rotation of a node that looks along a yaw of the map in degrees, as a quaternion.
pub(crate) fn looking_along(yaw: f64) -> Value {
    let half = (yaw - 90.0).to_radians() / 2.0;
    json!([0.0, half.sin(), 0.0, half.cos()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::tests::entity;

    #[test]
    fn colors_and_strengths_of_all_games_are_read() {
        let of = |key: &str, value: &str| color_and_strength(&entity(&[(key, value)]));
        assert_eq!(of("light", "150"), ([1.0; 3], 150.0));
        assert_eq!(of("_light", "0 255 0 90"), ([0.0, 1.0, 0.0], 90.0));
        assert_eq!(of("_color", "0.5 1 0"), ([0.25, 1.0, 0.0], DEFAULT_LIGHT));
        assert_eq!(of("light", "nan"), ([1.0; 3], DEFAULT_LIGHT));
        assert_eq!(of("_light", "1 1 1 inf").1, DEFAULT_LIGHT);
    }
}
