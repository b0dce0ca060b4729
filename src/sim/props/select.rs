//! The prop that is looked at, and the key that selects it.

use glam::Vec3;

use super::PropState;
use crate::{
    level::Level,
    sim::{Event, EventKind, Player, tuning::PROP_SELECT_REACH},
};

/// Answers a press of the key: selects the prop that is looked at, or lets go of it; where none is
/// looked at, lets go of all.
pub(crate) fn select(
    props: &mut [PropState],
    player: &Player,
    level: &Level,
    events: &mut Vec<Event>,
) {
    match looked_at(props, player, level) {
        Some(index) => {
            let selected = !props[index].selected;
            set(&mut props[index], selected, events);
        }
        None => {
            for prop in props.iter_mut().filter(|prop| prop.selected) {
                set(prop, false, events);
            }
        }
    }
}

/// The nearest prop on the eye's ray, unless the level is nearer.
fn looked_at(props: &[PropState], player: &Player, level: &Level) -> Option<usize> {
    let (eye, direction) = (player.eye_position(), player.view_direction());
    let wall = level.collision.ray_cast(eye, direction, PROP_SELECT_REACH);
    let mut reach = wall.map_or(PROP_SELECT_REACH, |hit| hit.distance);
    let mut nearest = None;
    for (index, (prop, body)) in props.iter().zip(&level.props).enumerate() {
        let from = eye - prop.position;
        if let Some(hit) = body.mesh.ray_cast(from, direction, reach) {
            (reach, nearest) = (hit.distance, Some(index));
        }
    }
    nearest
}

fn set(prop: &mut PropState, selected: bool, events: &mut Vec<Event>) {
    prop.selected = selected;
    let kind = match selected {
        true => EventKind::PropSelect,
        false => EventKind::PropDeselect,
    };
    let speed = prop.velocity.length();
    events.push(Event::new(kind, prop.position, Vec3::ZERO, speed));
}
