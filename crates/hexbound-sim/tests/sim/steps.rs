//! Many ticks of a world with the same buttons held.

use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Event, World};

/// Steps the world with `buttons` held, and returns what happened.
pub fn play(world: &mut World, level: &Level, buttons: Buttons, ticks: u32) -> Vec<Event> {
    let mut events = Vec::new();
    let command = Command {
        buttons,
        ..Command::default()
    };
    for _ in 0..ticks {
        world.step(level, &command, &mut events);
    }
    events
}

/// Steps the world while no button is held and returns what happened.
pub fn wait(world: &mut World, level: &Level, ticks: u32) -> Vec<Event> {
    play(world, level, Buttons::default(), ticks)
}
