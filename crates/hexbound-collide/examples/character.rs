//! A character in your own engine: a plain loop and your own types. The library only answers how far
//! a body gets; velocity, gravity and jumping are the engine's.

mod support;

use glam::{DVec3, Vec3};
use hexbound_collide::{
    Body, CandidateCache, CollisionMesh, MoveError, Mover, SlideRule, WALKABLE, WalkSettings,
    clip_velocity, geom::Aabb,
};

const TICK: f64 = 1.0 / 60.0;
const GRAVITY: f64 = 9.81;

/// The engine's own player.
struct Player {
    position: DVec3,
    velocity: DVec3,
    is_standing: bool,
    /// The triangles around the player, kept for the next tick.
    candidates: CandidateCache,
}

fn tick(
    player: &mut Player,
    wish: DVec3,
    jumps: bool,
    level: &CollisionMesh,
    body: Body,
) -> Result<(), MoveError> {
    player.velocity = wish.with_y(player.velocity.y);
    if player.is_standing {
        player.velocity.y = if jumps { 4.5 } else { 0.0 };
    }
    player.velocity.y -= GRAVITY * TICK;
    let motion = player.velocity * TICK;

    let from = player.position.as_vec3();
    let places = Aabb::from_points([from, from + motion.as_vec3()]).grown(Vec3::splat(0.6));
    let kept = std::mem::take(&mut player.candidates);
    let mut mover = Mover::new(level, body, places, kept);

    let is_walking = player.is_standing && !jumps;
    if is_walking {
        let feet = player.position.y - f64::from(body.half_extents().y);
        let walked = mover.walk(
            player.position,
            motion.with_y(0.0),
            feet,
            &WalkSettings::default(),
        )?;
        player.is_standing = walked.ground.is_some();
        player.position = walked
            .ground
            .map_or(walked.end.position, |ground| ground.position);
    } else {
        let end = mover.slide(player.position, motion, SlideRule::Free)?;
        player.position = end.position;
        player.velocity = clip_velocity(player.velocity, &end.planes);
        player.is_standing = end.hits.iter().any(|hit| hit.normal.y >= WALKABLE);
    }
    player.candidates = mover.into_candidate_cache();
    Ok(())
}

pub fn main() -> Result<(), MoveError> {
    let level = support::level();
    let body = Body::capsule(0.4, 0.5).expect("a body of that size");
    let mut player = Player {
        position: DVec3::new(-3.0, 1.5, 0.0),
        velocity: DVec3::ZERO,
        is_standing: false,
        candidates: CandidateCache::default(),
    };
    let mut highest = f64::NEG_INFINITY;
    for number in 0..240 {
        tick(&mut player, DVec3::X * 3.0, number == 60, &level, body)?;
        highest = highest.max(player.position.y);
        if number % 20 == 0 {
            println!("{number:4}  {:.2}  {}", player.position, player.is_standing);
        }
    }
    assert!(player.is_standing && player.position.x > 6.0);
    assert!(highest > 1.85, "the jump led higher than the platform");
    Ok(())
}
