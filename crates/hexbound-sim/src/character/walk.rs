//! Walking: along the ground, up steps, and down again onto the body's support.

use glam::{DVec3, Vec3};

use super::{Character, ground_rays::GroundSearch, walk_on_rays, wish::ground_acceleration};
use hexbound_collide::{
    Ground, Hit, MIN_WALKABLE_UP, Mover, SlideEnd, WalkEnd, along_ground, clip_velocity,
};

use crate::{
    Event, EventKind, GroundStrategy,
    tuning::{BUMP_SPEED, FAST_FRICTION, RUN_SPEED_MARGIN, STRIDE_LENGTH, WALK_FOOTING},
};
use hexbound_base::clock::TICK_LENGTH;

/// The wish of a tick on foot.
pub(super) struct WalkWish {
    /// The wished horizontal velocity, meters a second.
    pub velocity: Vec3,
    /// The fastest running speed, meters a second.
    pub run_speed: f32,
    pub strategy: GroundStrategy,
}

/// Runs one tick of walking.
pub(super) fn walk(
    character: &mut Character,
    mover: &mut Mover,
    search: &mut GroundSearch,
    wish: WalkWish,
    events: &mut Vec<Event>,
) {
    let wished = if character.on_edge {
        wish.velocity
    } else {
        slowed_on_slope(wish.velocity, character.ground_normal)
    };
    let acceleration = acceleration(character, wished, wish.run_speed);
    let horizontal = character.horizontal_toward(wished, acceleration);
    let velocity = along_ground(horizontal, character.ground_normal);
    let start = character.position.as_dvec3();
    let motion = velocity.as_dvec3() * f64::from(TICK_LENGTH);
    character.record_wish(motion.as_vec3());

    let height = f64::from(character.ground_height);
    let walked = match wish.strategy {
        GroundStrategy::Sweep => mover.walk(start, motion, height, &WALK_FOOTING),
        GroundStrategy::Rays => walk_on_rays::walk(mover, search, start, motion, height),
    };
    let WalkEnd { end, ground } = walked.unwrap_or_else(|_| WalkEnd {
        end: SlideEnd::stationary(start),
        ground: None,
    });
    character.report.contacts += end.hits.len() as u32 + u32::from(ground.is_some());
    let before = velocity.as_dvec3();
    character.velocity = clip_velocity(before, &end.planes).as_vec3();
    report_bump(character, before, &end.hits, events);
    match ground {
        Some(ground) => {
            character
                .eye
                .smooth_step(ground.position.y - start.y - motion.y);
            stand_on(character, ground);
            count_stride(character, start, events);
        }
        None => {
            character.position = end.position.as_vec3();
            character.grounded = false;
            // Not by `min`: its result for 0 and −0 depends on how it is compiled.
            if character.velocity.y >= 0.0 {
                character.velocity.y = 0.0;
            }
        }
    }
}

/// The acceleration of a character on the ground toward `wish`, m/s². Speed above running fades slowly
/// while the character goes along with it.
fn acceleration(character: &Character, wish: Vec3, run_speed: f32) -> f32 {
    let velocity = character.horizontal_velocity();
    let is_thrown = velocity.length() > run_speed + RUN_SPEED_MARGIN && velocity.dot(wish) > 0.0;
    match is_thrown {
        true => FAST_FRICTION,
        false => ground_acceleration(wish),
    }
}

pub(super) fn stand_on(character: &mut Character, ground: Ground) {
    character.position = ground.position.as_vec3();
    character.grounded = true;
    character.flying = false;
    character.on_edge = is_edge(&ground);
    character.ground_normal = walk_normal(&ground, character.velocity);
    character.ground_height = ground.height as f32;
    character.velocity = along_ground(character.velocity, character.ground_normal);
}

/// Returns whether the ground is an edge of a more level face, over which the body rolls.
fn is_edge(ground: &Ground) -> bool {
    const NORMAL_TOLERANCE: f64 = 1e-3;
    ground.face_up > ground.normal.y + NORMAL_TOLERANCE
}

/// The normal of the ground for walking. Off an edge the motion continues horizontally. A flight of steps
/// is no ramp, and following the body as it rolls over each edge would cost a tenth of the speed.
fn walk_normal(ground: &Ground, velocity: Vec3) -> Vec3 {
    let normal = ground.normal.as_vec3();
    let leads_down = normal.x * velocity.x + normal.z * velocity.z > 0.0;
    if is_edge(ground) && leads_down {
        Vec3::Y
    } else {
        normal
    }
}

/// The wish shortened so that the motion along the slope has the wished speed.
fn slowed_on_slope(wish: Vec3, normal: Vec3) -> Vec3 {
    let along = along_ground(wish, normal).length();
    if along > 0.0 {
        wish * (wish.length() / along)
    } else {
        wish
    }
}

pub(super) fn count_stride(character: &mut Character, start: DVec3, events: &mut Vec<Event>) {
    let delta = character.position - start.as_vec3();
    character.stride += Vec3::new(delta.x, 0.0, delta.z).length();
    if character.stride >= STRIDE_LENGTH {
        character.stride -= STRIDE_LENGTH;
        character.stride = character.stride.min(STRIDE_LENGTH);
        let speed = character.velocity.length();
        character.emit(events, EventKind::Footstep, character.ground_normal, speed);
    }
}

/// Emits one event for each run into an upright obstacle.
pub(super) fn report_bump(
    character: &mut Character,
    velocity: DVec3,
    hits: &[Hit],
    events: &mut Vec<Event>,
) {
    let hardest = hits
        .iter()
        .filter(|hit| hit.normal.y.abs() < MIN_WALKABLE_UP)
        .map(|hit| (-hit.normal.dot(velocity) as f32, hit))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    let was_bumping = character.report.bumping;
    character.report.bumping = hardest.is_some();
    if let Some((speed, hit)) = hardest
        && speed >= BUMP_SPEED
        && !was_bumping
    {
        let (kind, normal) = (EventKind::Bump, hit.normal.as_vec3());
        events.push(Event::new(kind, hit.point.as_vec3(), normal, speed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_shortens_the_horizontal_path_not_the_speed() {
        let normal = Vec3::new(-1.0, 1.0, 0.0).normalize();
        let up = along_ground(slowed_on_slope(Vec3::X * 5.0, normal), normal);
        assert!((up.length() - 5.0).abs() < 1e-5 && up.y > 3.0);
        let across = along_ground(slowed_on_slope(Vec3::Z * 5.0, normal), normal);
        assert!((across - Vec3::Z * 5.0).length() < 1e-5);
    }
}
