//! The steering of a walker: the direction nearest to the wished one without a near wall and with ground
//! ahead. Along a wall it keeps the hand by which it began to pass the wall.

use glam::Vec3;
use hexbound_collide::{MIN_WALKABLE_UP, Obstacles};

use crate::Character;
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT, forward};

/// The angles tried on each hand, radians.
const TRIED_TURNS: [f32; 5] = [0.5, 1.0, 1.5, 2.0, 2.6];
/// The height above the feet at which walls are searched for, meters: above the rise of three steps in
/// the distance looked ahead, and below a lintel.
const CHEST_HEIGHT: f32 = 1.05;
/// The distance from the body's side within which a wall is an obstacle, meters.
const WALL_DISTANCE: f32 = 0.45;
/// The least distance ahead of the body's center at which the ground is probed, meters.
const GROUND_AHEAD: f32 = 0.45;
/// The time of walking whose distance is added to `GROUND_AHEAD`, seconds.
const GROUND_AHEAD_SECONDS: f32 = 0.16;
/// The greatest depth that a walker steps down, meters, so that it can come back.
const MAX_STEP_DOWN: f32 = 0.7;

/// A direction in which a walker can walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    /// The yaw of the course, radians.
    pub heading: f32,
    /// The hand by which an obstacle is passed: 1 left, −1 right, 0 if there is none.
    pub hand: i8,
}

/// The course nearest to `wished`, radians, that can be walked at `speed`, meters a second; `None` if
/// there is none. The hand `kept` is tried first.
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

/// Returns whether no wall is near in the direction `heading` and there is ground ahead.
fn is_open(body: &Character, solid: &Obstacles, heading: f32, speed: f32) -> bool {
    let along = forward(heading);
    let feet = body.feet();
    let chest = feet + Vec3::Y * CHEST_HEIGHT;
    let ahead = BODY_RADIUS + WALL_DISTANCE;
    let wall = solid.ray_cast(chest, along, ahead);
    if wall.is_some_and(|hit| f64::from(hit.normal.y.abs()) < MIN_WALKABLE_UP) {
        return false;
    }
    let reach = GROUND_AHEAD + speed * GROUND_AHEAD_SECONDS;
    let above = feet + along * reach + Vec3::Y * HALF_HEIGHT;
    let ground = solid.ray_cast(above, Vec3::NEG_Y, HALF_HEIGHT + MAX_STEP_DOWN);
    ground.is_some()
}
