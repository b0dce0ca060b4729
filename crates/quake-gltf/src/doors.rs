//! Doors, lifts and triggers of a map, as the gates, movers and triggers that this game has.

use std::collections::HashMap;

use glam::DVec3;
use serde_json::{Map, Value, json};

use super::{
    entity::{Entity, Map as QuakeMap},
    glb::Glb,
    glb_mesh::MeshMaker,
};

/// The speed of a door without its own, units per second.
const DOOR_SPEED: f64 = 100.0;
/// The width that stays in sight of an open door without its own, units.
const DOOR_LIP: f64 = 8.0;
/// The speed of a lift without its own, units per second.
const PLAT_SPEED: f64 = 150.0;
/// The seconds that a lift waits at each end.
const PLAT_WAIT: f64 = 2.5;
/// The horizontal distance at which a door opens, units.
const DOOR_MARGIN: f64 = 60.0;
/// The distance at which a button is pushed, units.
const BUTTON_MARGIN: f64 = 24.0;
/// The least time of a door's or lift's move, seconds.
const MIN_MOVE_SECONDS: f64 = 0.1;
/// The longest time of a door's or lift's move, seconds.
const MAX_MOVE_SECONDS: f64 = 60.0;

/// The doors of a map by target name.
pub(crate) struct Doors {
    /// The node names of the doors with each target name.
    by_target: HashMap<String, Vec<String>>,
    /// The target names of the entities that can act in this game.
    targeted: Vec<String>,
}

/// The name of the node of an entity.
pub(crate) fn node_name(entity: &Entity) -> String {
    let class = entity.class();
    let class = if class.is_empty() { "entity" } else { &class };
    format!("{class} {}", entity.number)
}

pub(crate) fn is_door(class: &str) -> bool {
    class.starts_with("func_door")
}

/// Returns whether an entity acts on approach: a button, or one of the triggers that this game can play.
fn is_actor(entity: &Entity) -> bool {
    let class = entity.class();
    let is_known = matches!(
        class.as_str(),
        "func_button"
            | "trigger_once"
            | "trigger_multiple"
            | "trigger_secret"
            | "trigger_changelevel"
    );
    is_known && !entity.faces.is_empty()
}

impl Doors {
    pub(crate) fn of(map: &QuakeMap) -> Self {
        let mut by_target: HashMap<String, Vec<String>> = HashMap::new();
        for door in map.entities.iter().filter(|it| is_door(&it.class())) {
            if let Some(name) = door.value("targetname").filter(|name| !name.is_empty()) {
                let doors = by_target.entry(name.to_string()).or_default();
                doors.push(node_name(door));
            }
        }
        let actors = map.entities.iter().filter(|entity| is_actor(entity));
        let targeted = actors.filter_map(|entity| entity.value("target").map(str::to_string));
        Self {
            by_target,
            targeted: targeted.collect(),
        }
    }

    /// Adds a trigger around a door that no other entity opens: the door opens on approach.
    pub(crate) fn add_opener(&self, glb: &mut Glb, maker: &MeshMaker, door: &Entity) {
        let name = door.value("targetname").unwrap_or_default();
        if !self.targeted.iter().any(|targeted| targeted == name) {
            let effect = json!({"trigger": true, "play": node_name(door)});
            add_box(
                glb,
                maker,
                door,
                DVec3::new(DOOR_MARGIN, DOOR_MARGIN, 8.0),
                effect,
            );
        }
    }

    /// Adds the trigger of an entity that acts on approach. Returns `false` for any other entity, and for a
    /// trigger without an effect.
    pub(crate) fn add_actor(&self, glb: &mut Glb, maker: &MeshMaker, entity: &Entity) -> bool {
        if !is_actor(entity) {
            return false;
        }
        let mut effect = Map::new();
        let target = entity.value("target").unwrap_or_default();
        if let Some(doors) = self.by_target.get(target) {
            effect.insert("play".into(), json!(doors.join(", ")));
        }
        if let Some(text) = entity.value("message").filter(|text| !text.is_empty()) {
            let text: String = text.replace("\\n", " ").chars().take(200).collect();
            effect.insert("text".into(), json!(text));
        }
        if entity.class() == "trigger_changelevel" {
            effect.insert("end".into(), json!(true));
        }
        if effect.is_empty() {
            return entity.class() == "func_button";
        }
        effect.insert("trigger".into(), json!(true));
        let margin = match entity.class() == "func_button" {
            true => DVec3::splat(BUTTON_MARGIN),
            false => DVec3::ZERO,
        };
        add_box(glb, maker, entity, margin, Value::Object(effect));
        true
    }
}

/// Adds a trigger as an empty node: the box around an entity with a margin, and its effect.
fn add_box(glb: &mut Glb, maker: &MeshMaker, entity: &Entity, margin: DVec3, effect: Value) {
    let Some((least, most)) = entity.bounds() else {
        return;
    };
    let half = maker.place((most - least) / 2.0 + margin).abs();
    glb.add_root(json!({
        "name": format!("trigger {}", entity.number),
        "translation": maker.place((least + most) / 2.0).to_array(),
        "scale": half.max(glam::Vec3::splat(0.01)).to_array(),
        "extras": effect,
    }));
}

/// The custom properties of a door's node.
pub(crate) fn gate(maker: &MeshMaker, door: &Entity) -> Value {
    let mut extras = json!({"gate": true});
    let Some((least, most)) = door.bounds().filter(|_| slides(door)) else {
        return extras;
    };
    let direction = direction(door);
    let lip = door.number_of("lip").unwrap_or(DOOR_LIP);
    let length = (most - least).dot(direction.abs()) - lip;
    if length > 1.0 {
        extras["by"] = json!(maker.place(direction * length).to_array());
        let speed = door.number_of("speed").filter(|speed| *speed > 0.0);
        let seconds = length / speed.unwrap_or(DOOR_SPEED);
        extras["seconds"] = json!(seconds.clamp(MIN_MOVE_SECONDS, MAX_MOVE_SECONDS));
    }
    extras
}

/// Returns whether a door slides along a line. Other doors, which turn in Quake, sink in this game.
fn slides(door: &Entity) -> bool {
    door.class() == "func_door"
}

/// The direction in which a door opens, a unit vector.
fn direction(door: &Entity) -> DVec3 {
    let angles = door.vector("angles");
    let pitch = angles.map_or(0.0, |angles| angles.x);
    match (door.number_of("angle"), pitch) {
        (Some(-1.0), _) => DVec3::Z,
        (Some(-2.0), _) => DVec3::NEG_Z,
        (_, pitch) if pitch <= -45.0 => DVec3::Z,
        (_, pitch) if pitch >= 45.0 => DVec3::NEG_Z,
        _ => {
            let yaw = door.yaw().to_radians();
            DVec3::new(yaw.cos(), yaw.sin(), 0.0)
        }
    }
}

/// Adds the animation of a lift, which the map draws at its upper end, for the node with index `node`.
pub(crate) fn add_lift(glb: &mut Glb, maker: &MeshMaker, lift: &Entity, node: usize) {
    let Some((least, most)) = lift.bounds() else {
        return;
    };
    let given = lift.number_of("height").filter(|height| *height > 0.0);
    let height = given.unwrap_or((most - least).z - DOOR_LIP).max(1.0);
    let speed = lift.number_of("speed").filter(|speed| *speed > 0.0);
    let seconds = (height / speed.unwrap_or(PLAT_SPEED)).clamp(MIN_MOVE_SECONDS, MAX_MOVE_SECONDS);
    let down = maker.place(DVec3::NEG_Z * height).to_array();
    let legs = [0.0, PLAT_WAIT, seconds, PLAT_WAIT, seconds];
    let mut time = 0.0;
    let times = legs.map(|leg| {
        time += leg;
        [time as f32]
    });
    let input = glb.floats(&times);
    let output = glb.floats(&[down, down, [0.0; 3], [0.0; 3], down]);
    glb.add(
        "animations",
        json!({
            "samplers": [{"input": input, "output": output, "interpolation": "LINEAR"}],
            "channels": [{"sampler": 0, "target": {"node": node, "path": "translation"}}],
        }),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::tests::entity;

    #[test]
    fn doors_go_where_their_angle_says() {
        for (key, value, wanted) in [
            ("angle", "-1", DVec3::Z),
            ("angle", "-2", DVec3::NEG_Z),
            ("angle", "90", DVec3::Y),
            ("angles", "-90 0 0", DVec3::Z),
            ("angles", "0 180 0", DVec3::NEG_X),
            ("other", "", DVec3::X),
        ] {
            let door = entity(&[(key, value)]);
            assert!(direction(&door).abs_diff_eq(wanted, 1e-9), "{key} {value}");
        }
    }
}
