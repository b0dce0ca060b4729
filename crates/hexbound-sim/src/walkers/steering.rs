//! The way that a walker takes: the direction nearest to the wished one in which no wall is near
//! and the ground goes on. Along a wall it keeps the hand by which it began to pass it.

use glam::Vec3;
use hexbound_collide::{Obstacles, WALKABLE};

use crate::Character;
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT, forward};

/// The turns that are tried on each hand, radians.
const TRIED_TURNS: [f32; 5] = [0.5, 1.0, 1.5, 2.0, 2.6];
/// The height above the feet at which walls are looked for: above what three steps rise in the
/// distance looked ahead, and below a lintel, meters.
const CHEST_HEIGHT: f32 = 1.05;
/// The distance from the body's side within which a wall is in the way, meters.
const WALL_BEYOND: f32 = 0.45;
/// The ground is probed this far ahead of the body's middle, meters, and seconds of its way.
const GROUND_AHEAD: f32 = 0.45;
const GROUND_AHEAD_SECONDS: f32 = 0.16;
/// A walker steps no further down than this, meters, so that it can come back.
const DEEPEST_STEP: f32 = 0.7;

/// The outcome of a look around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    /// The yaw to go along, radians.
    pub heading: f32,
    /// The hand by which something is passed: 1 left, −1 right, 0 where nothing is in the way.
    pub hand: i8,
}

/// The course nearest to `wished`, radians, that can be walked at `speed`, meters a second; a hand
/// that is kept is tried first. `None` where there is none.
pub(super) fn find_course(
    body: &Character,
    solid: &Obstacles,
    wished: f32,
    speed: f32,
    kept: i8,
) -> Option<Course> {
    let is_open = |heading: f32| is_open(body, solid, heading, speed);
    if is_open(wished) {
        return Some(Course {
            heading: wished,
            hand: 0,
        });
    }
    let course = |hand: i8, turn: f32| Course {
        heading: wished + f32::from(hand) * turn,
        hand,
    };
    let first = if kept == 0 { 1 } else { kept };
    let one_hand = |hand: i8| TRIED_TURNS.map(|turn| course(hand, turn));
    let mut courses = Vec::with_capacity(2 * TRIED_TURNS.len());
    if kept == 0 {
        let both = TRIED_TURNS.iter();
        courses.extend(both.flat_map(|turn| [course(first, *turn), course(-first, *turn)]));
    } else {
        courses.extend(one_hand(first));
        courses.extend(one_hand(-first));
    }
    courses.into_iter().find(|course| is_open(course.heading))
}

/// Returns whether no wall is near in that direction and the ground goes on.
fn is_open(body: &Character, solid: &Obstacles, heading: f32, speed: f32) -> bool {
    let along = forward(heading);
    let feet = body.feet();
    let chest = feet + Vec3::Y * CHEST_HEIGHT;
    let ahead = BODY_RADIUS + WALL_BEYOND;
    let wall = solid.ray_cast(chest, along, ahead);
    if wall.is_some_and(|hit| f64::from(hit.normal.y.abs()) < WALKABLE) {
        return false;
    }
    let reach = GROUND_AHEAD + speed * GROUND_AHEAD_SECONDS;
    let above = feet + along * reach + Vec3::Y * HALF_HEIGHT;
    let ground = solid.ray_cast(above, Vec3::NEG_Y, HALF_HEIGHT + DEEPEST_STEP);
    ground.is_some()
}
