//! The player's place at the start of a run, and after a fall.

use glam::Vec3;
use hexbound_collide::Faces;

use super::{
    Character,
    free_place::{free_place, has_floor},
};
use hexbound_level::{Level, Spawn};

/// A player at the level's spawn; near it, or at a place that is searched for, where that is not
/// free.
pub(crate) fn spawned(level: &Level) -> Character {
    let player = standing(level.spawn);
    let place = free_place(level, player.body(), level.spawn.position)
        .filter(|place| has_floor(level, *place, Faces::Both));
    if let Some(place) = place {
        return standing(Spawn {
            position: place,
            ..level.spawn
        });
    }
    standing(level.find_place().unwrap_or(level.spawn))
}

/// A player at a place, or as near to it as is free and has a floor.
pub(crate) fn at_place(level: &Level, place: Vec3, yaw: f32) -> Option<Character> {
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
