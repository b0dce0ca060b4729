//! Walking: along the ground, up steps, down again onto what carries the body.

use glam::{DVec3, Vec3};

use super::{
    Event, EventKind, Player,
    player::{HALF_HEIGHT, ground_acceleration},
    tuning::{BUMP_SPEED, EDGE_UP_WALKING, STEP_HEIGHT, STEP_OFFSET_LIMIT, STEP_TOLERANCE, STRIDE},
};
use crate::{
    clock::TICK,
    collide::{Hit, Mover, SlideEnd, SlideRule, WALKABLE, clip_velocity},
};

/// What carries a body, and where the body then is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub position: DVec3,
    pub normal: DVec3,
    pub height: f64,
}

/// How far below the feet ground is still followed down, metres.
pub(super) const SNAP: f64 = STEP_HEIGHT + 0.02;
/// Floor this close beside a steep contact carries the body all the same, metres.
const BESIDE: f64 = 0.005;
/// A body that gravity moves less than this part is wedged and may push off.
const WEDGED: f64 = 0.1;

/// One tick on the ground.
pub(super) fn walk(player: &mut Player, mover: &mut Mover, wish: Vec3, events: &mut Vec<Event>) {
    let wish = slowed_on_slope(wish, player.ground_normal);
    let horizontal = player.horizontal_towards(wish, ground_acceleration(wish));
    let velocity = along_ground(horizontal, player.ground_normal);
    let start = player.position.as_dvec3();
    let motion = velocity.as_dvec3() * f64::from(TICK);

    let flat = mover.slide(start, motion, SlideRule::Walking);
    let (end, step) = match step_up(player, mover, start, motion, &flat) {
        Some((end, ground)) => (end, Some(ground)),
        None => (flat, None),
    };
    let ground = step.or_else(|| find_ground(mover, end.position, SNAP, EDGE_UP_WALKING));
    player.contacts += end.hits.len() as u32 + u32::from(ground.is_some());
    let before = velocity.as_dvec3();
    player.velocity = clip_velocity(before, &end.planes).as_vec3();
    report_bump(player, before, &end.hits, events);
    match ground {
        Some(ground) => {
            smooth_step(player, ground.position.y - start.y - motion.y);
            stand_on(player, ground);
            stride(player, start, events);
        }
        None => {
            player.position = end.position.as_vec3();
            player.grounded = false;
            player.velocity.y = player.velocity.y.min(0.0);
        }
    }
}

pub(super) fn stand_on(player: &mut Player, ground: Ground) {
    player.position = ground.position.as_vec3();
    player.grounded = true;
    player.flying = false;
    player.ground_normal = ground.normal.as_vec3();
    player.ground_height = ground.height as f32;
    player.velocity = along_ground(player.velocity, player.ground_normal);
}

/// What carries a body at `position`, at most `distance` below: the body is let down onto it.
pub(super) fn find_ground(
    mover: &mut Mover,
    position: DVec3,
    distance: f64,
    edge_up: f64,
) -> Option<Ground> {
    let hits = mover.sweep(position, position - DVec3::Y * distance);
    let fraction = hits.iter().map(|hit| hit.fraction).reduce(f64::min)?;
    let below = position - DVec3::Y * (distance * fraction);
    if let Some(ground) = carrying(mover, below, &hits, edge_up) {
        return Some(ground);
    }
    // A steep contact first: the floor may be a hair below it, or there may be no way down.
    let settled = mover.slide(below, DVec3::NEG_Y * BESIDE, SlideRule::Free);
    carrying(mover, settled.position, &settled.hits, edge_up).or_else(|| {
        let wedged = (settled.position - below).length() < BESIDE * WEDGED;
        let height = below.y - f64::from(HALF_HEIGHT);
        wedged.then_some(Ground {
            position: below,
            normal: DVec3::Y,
            height,
        })
    })
}

/// The most level of the contacts that carries a body at `position`.
pub(super) fn carrying(
    mover: &Mover,
    position: DVec3,
    hits: &[Hit],
    edge_up: f64,
) -> Option<Ground> {
    let best = hits
        .iter()
        .filter(|hit| carries(mover, position, hit, edge_up))
        .reduce(|best, hit| {
            if hit.normal.y > best.normal.y {
                hit
            } else {
                best
            }
        })?;
    let normal = if best.normal.y >= WALKABLE {
        best.normal
    } else {
        DVec3::Y
    };
    Some(Ground {
        position,
        normal,
        height: best.point.y,
    })
}

/// A level enough contact carries. So does the edge of a level enough face, though the round body
/// touches it at a slant, if there is floor below the middle of the body: a stair, not a brink.
fn carries(mover: &Mover, position: DVec3, hit: &Hit, edge_up: f64) -> bool {
    if hit.normal.y >= WALKABLE {
        return true;
    }
    let length = (f64::from(HALF_HEIGHT) + SNAP) as f32;
    hit.normal.y >= edge_up
        && hit.face_up >= WALKABLE
        && mover
            .mesh
            .ray_cast(position.as_vec3(), Vec3::NEG_Y, length)
            .is_some_and(|floor| f64::from(floor.normal.y) >= WALKABLE)
}

/// Up, forward, down: taken when it leads further than going flat and ends on something that
/// carries the body and is no higher than a step.
fn step_up(
    player: &Player,
    mover: &mut Mover,
    start: DVec3,
    motion: DVec3,
    flat: &SlideEnd,
) -> Option<(SlideEnd, Ground)> {
    let ahead = DVec3::new(motion.x, 0.0, motion.z);
    let direction = ahead.try_normalize()?;
    if flat.hits.iter().all(|hit| hit.normal.y >= WALKABLE) {
        return None;
    }
    let ceiling = mover.sweep(start, start + DVec3::Y * STEP_HEIGHT);
    let room = ceiling.iter().map(|hit| hit.fraction).fold(1.0, f64::min) * STEP_HEIGHT;
    let end = mover.slide(start + DVec3::Y * room, ahead, SlideRule::Walking);
    let further = (end.position - flat.position).dot(direction);
    if further < 1e-5 {
        return None;
    }
    let ground = find_ground(mover, end.position, room + STEP_TOLERANCE, EDGE_UP_WALKING)?;
    let limit = f64::from(player.ground_height) + STEP_HEIGHT + STEP_TOLERANCE;
    (ground.height <= limit).then_some((end, ground))
}

/// The vector along the ground that covers the same way on the map.
fn along_ground(velocity: Vec3, normal: Vec3) -> Vec3 {
    let rise = -(normal.x * velocity.x + normal.z * velocity.z) / normal.y.max(0.1);
    Vec3::new(velocity.x, rise, velocity.z)
}

/// The wish shortened so that the way along the slope has the wished speed.
fn slowed_on_slope(wish: Vec3, normal: Vec3) -> Vec3 {
    let along = along_ground(wish, normal).length();
    if along > 0.0 {
        wish * (wish.length() / along)
    } else {
        wish
    }
}

/// The eye goes on where it was and catches up.
fn smooth_step(player: &mut Player, jump: f64) {
    let offset = player.step_offset - jump as f32;
    player.step_offset = offset.clamp(-STEP_OFFSET_LIMIT, STEP_OFFSET_LIMIT);
}

fn stride(player: &mut Player, start: DVec3, events: &mut Vec<Event>) {
    let way = player.position - start.as_vec3();
    player.stride += Vec3::new(way.x, 0.0, way.z).length();
    if player.stride >= STRIDE {
        player.stride -= STRIDE;
        player.stride = player.stride.min(STRIDE);
        let speed = player.velocity.length();
        player.emit(events, EventKind::Footstep, player.ground_normal, speed);
    }
}

/// Once per run into something upright.
pub(super) fn report_bump(
    player: &mut Player,
    velocity: DVec3,
    hits: &[Hit],
    events: &mut Vec<Event>,
) {
    let hardest = hits
        .iter()
        .filter(|hit| hit.normal.y.abs() < WALKABLE)
        .map(|hit| (-hit.normal.dot(velocity) as f32, hit))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    let was_bumping = player.bumping;
    player.bumping = hardest.is_some();
    if let Some((speed, hit)) = hardest
        && speed >= BUMP_SPEED
        && !was_bumping
    {
        let (kind, normal) = (EventKind::Bump, hit.normal.as_vec3());
        events.push(Event {
            kind,
            position: hit.point.as_vec3(),
            normal,
            speed,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_shortens_the_way_on_the_map_not_the_speed() {
        let normal = Vec3::new(-1.0, 1.0, 0.0).normalize();
        let up = along_ground(slowed_on_slope(Vec3::X * 5.0, normal), normal);
        assert!((up.length() - 5.0).abs() < 1e-5 && up.y > 3.0);
        let across = along_ground(slowed_on_slope(Vec3::Z * 5.0, normal), normal);
        assert!((across - Vec3::Z * 5.0).length() < 1e-5);
    }
}
