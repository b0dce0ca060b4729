//! The prop under the crosshair or the pointer, and its selection.

use glam::Vec3;
use hexbound_collide::geom::Ray;

use super::PropState;
use crate::{Event, EventKind, tuning::PROP_SELECT_REACH};
use hexbound_level::Level;

/// Selects or deselects the first prop on a ray from the player's eye; if there is none, deselects all.
pub(crate) fn select(props: &mut [PropState], ray: Ray, level: &Level, events: &mut Vec<Event>) {
    let first = first_on_ray(props, level, ray, PROP_SELECT_REACH);
    match first.and_then(|first| first.prop) {
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

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FirstOnRay {
    /// The distance from the ray's origin, meters.
    pub distance: f32,
    /// The prop's index among the props; `None` for the static level.
    pub prop: Option<usize>,
}

/// Finds the nearest prop on a ray of length `reach`, meters, unless the level is nearer.
pub(crate) fn first_on_ray(
    props: &[PropState],
    level: &Level,
    ray: Ray,
    reach: f32,
) -> Option<FirstOnRay> {
    let wall = level.collision.ray_cast(ray.origin, ray.direction, reach);
    let mut first = wall.map(|hit| FirstOnRay {
        distance: hit.distance,
        prop: None,
    });
    for (index, (prop, body)) in props.iter().zip(&level.props).enumerate() {
        let from = ray.origin - prop.position;
        let nearer = first.map_or(reach, |first| first.distance);
        if let Some(hit) = body.mesh.ray_cast(from, ray.direction, nearer) {
            first = Some(FirstOnRay {
                distance: hit.distance,
                prop: Some(index),
            });
        }
    }
    first
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
