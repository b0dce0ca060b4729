//! The effect of a mover on a player who waits in its path.

use glam::Vec3;
use hexbound_collide::CandidateCache;

use super::{MovedLevel, PlacedMover, is_crushed};
use crate::{
    Character, Command, Rules,
    character::motion::{self, MotionInput},
};
use hexbound_level::Level;

/// The distance between a mover and the player beyond which it has no effect, meters.
const CRUSH_REACH: Vec3 = Vec3::splat(2.0);

/// The position at which a mover crushes an idle player within `ticks` ticks from its start; `None` if it
/// crushes nobody. `center` is the center of the player's body, local, meters.
pub fn crush_position(level: &Level, mover: u32, center: Vec3, ticks: u64) -> Option<Vec3> {
    let part = level.movers.get(mover as usize)?;
    let (rules, command) = (Rules::default(), Command::default());
    let mut player = Character::standing_at(center, 0.0);
    let (mut cache, mut events) = (CandidateCache::default(), Vec::new());
    // Nobody waits inside the mover.
    let first = PlacedMover::at(mover, part, [0, 0])?;
    if !first.alone().is_free(player.body(), center) {
        return None;
    }
    for tick in 1..=ticks {
        let placed = PlacedMover::at(mover, part, [tick - 1, tick])?;
        let half = player.body().half_extents();
        let around = placed.bounds.grown(CRUSH_REACH + half);
        if player.grounded && !around.contains(player.position) {
            continue;
        }
        let moved = MovedLevel {
            level,
            movers: vec![placed],
        };
        moved.carry_and_push(&mut player);
        let solid = moved.solid_around(&player);
        let input = MotionInput {
            solid: &solid,
            rules: &rules,
            command: &command,
        };
        motion::step(&mut player, &mut cache, input, None, &mut events);
        moved.board(&mut player);
        events.clear();
        if is_crushed(&player) {
            return Some(player.position);
        }
    }
    None
}
