//! The contact triggers that a prop touches.

use glam::Vec3;

use super::look_ahead::{path_bounds, touches_triangle};
use crate::{MovedLevel, play::TOUCH_DISTANCE};
use hexbound_level::{BodyKind, TriggerCause};

/// The contact triggers touched by a prop at a position, ascending; none in a level whose triggers ignore
/// props.
pub(crate) fn touched_triggers(moved: &MovedLevel, index: u32, at: Vec3) -> Vec<u32> {
    let level = moved.level;
    let class = level.play.classes.get(BodyKind::Prop, index);
    let responds = |trigger: u32| {
        let trigger = level.play.triggers.get(trigger as usize);
        matches!(trigger.map(|it| &it.cause), Some(TriggerCause::Contact { who })
            if who.contain(BodyKind::Prop, class))
    };
    if !(0..level.play.triggers.len() as u32).any(responds) {
        return Vec::new();
    }
    let margin = TOUCH_DISTANCE as f32;
    let mut touched = Vec::new();
    for part in &level.props[index as usize].parts {
        let center = at + part.center;
        let region = path_bounds(part, center, Vec3::ZERO).grown(Vec3::splat(margin));
        let mut offer = |trigger: Option<u32>, corners: [Vec3; 3]| {
            if let Some(trigger) = trigger.filter(|it| responds(*it))
                && touches_triangle(part, center, corners, margin)
            {
                touched.push(trigger);
            }
        };
        for triangle in level.collision.triangles_near(region) {
            let surface = level.surface(triangle);
            offer(surface.trigger, level.collision.corners(triangle));
        }
        for mover in moved.movers_near(region) {
            let (alone, part) = (mover.alone(), &level.movers[mover.index as usize]);
            for triangle in alone.triangles_near(region) {
                let surface = part.surfaces.of(&part.collision, triangle);
                offer(surface.trigger, alone.corners(triangle));
            }
        }
    }
    touched.sort_unstable();
    touched.dedup();
    touched
}
