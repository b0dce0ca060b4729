//! The player at the start of a run, and after a loss.

use glam::Vec3;
use hexbound_collide::Faces;

use super::{
    Character,
    free_place::{free_place, has_floor},
};
use hexbound_level::{Level, Spawn};

/// Returns a player at the level's spawn; if that has no room, near it or at a searched place.
pub(crate) fn spawn(level: &Level) -> Character {
    let player = standing(level.spawn);
    let place = free_place(level, player.body(), level.spawn.position)
        .filter(|place| has_floor(level, *place, Faces::Both));
    if let Some(place) = place {
        return standing(Spawn {
            position: place,
            ..level.spawn
        });
    }
    standing(level.find_start().unwrap_or(level.spawn))
}

/// Returns the player at the checkpoint, or else at the spawn. `checkpoint` is the index of the trigger
/// that set it.
pub(crate) fn respawn(before: &Character, checkpoint: Option<u32>, level: &Level) -> Character {
    let checkpoint = checkpoint.and_then(|trigger| {
        let trigger = level.play.triggers.get(trigger as usize)?;
        at_place(level, trigger.place.as_vec3(), trigger.yaw)
    });
    let mut player = checkpoint.unwrap_or_else(|| spawn(level));
    player.report.teleported = true;
    player.respawns = before.respawns + 1;
    player.report.releases = before.report.releases;
    player.held = before.held;
    player
}

/// A player at a place, or at the nearest free one with a floor.
fn at_place(level: &Level, place: Vec3, yaw: f32) -> Option<Character> {
    let player = Character::standing_at(place, yaw);
    let place = free_place(level, player.body(), place)
        .filter(|place| has_floor(level, *place, Faces::Both))?;
    Some(Character::standing_at(place, yaw))
}

fn standing(spawn: Spawn) -> Character {
    let mut player = Character::standing_at(spawn.position, spawn.yaw);
    player.pitch = spawn.pitch;
    player
}
