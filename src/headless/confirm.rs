//! Playing a recording again to see whether it is what it says: on this level, to the same states,
//! with the same result.

use serde::Serialize;

use crate::{
    level::Level,
    replay::{Playback, Recording, ReplayError},
    sim::{Event, EventKind, RunResult, World},
};

/// The facts that playing a recording again has confirmed.
#[derive(Clone, Debug, Serialize)]
pub struct Confirmed {
    /// The level's name.
    pub level: String,
    pub ticks: u64,
    /// The number of states that were compared.
    pub checkpoints: usize,
    /// The hash of the last state, sixteen hexadecimal digits.
    pub state_hash: String,
    /// The result; `None` where the level was not finished.
    pub result: Option<RunResult>,
}

/// Simulates `recording` again and checks that it ends where it did; gives the last state.
pub fn replay(level: &Level, recording: Recording) -> Result<World, ReplayError> {
    play_again(level, recording, |_, _| ())
}

/// Simulates `recording` again and confirms level, result and every checkpoint's hash. An error
/// also where it has none of them, as a script.
pub fn confirm(level: &Level, recording: Recording) -> Result<Confirmed, ReplayError> {
    let lacking = match (recording.header.content, recording.state_hash) {
        (None, _) => Some("the content hash of a level"),
        (_, None) => Some("hashes of its states"),
        _ => None,
    };
    if let Some(lacking) = lacking {
        return Err(ReplayError::Unsigned {
            path: recording.path,
            lacking,
        });
    }
    let checkpoints = recording.checks.len() + 1;
    let world = replay(level, recording)?;
    Ok(Confirmed {
        level: level.name.clone(),
        ticks: world.tick,
        checkpoints,
        state_hash: format!("{:016x}", world.state_hash()),
        result: RunResult::of(&world, level),
    })
}

/// Simulates `recording` again and gives the times that count against par, ticks, at which one
/// target after another was lit.
pub(crate) fn lighting_times(level: &Level, recording: Recording) -> Result<Vec<u64>, ReplayError> {
    let mut times = Vec::new();
    let is_lit = |event: &Event| matches!(event.kind, EventKind::TargetLit(_));
    play_again(level, recording, |world, events| {
        let lit = events.iter().filter(|event| is_lit(event)).count();
        times.extend(std::iter::repeat_n(world.tick + world.play.rewound, lit));
    })?;
    Ok(times)
}

/// Simulates `recording` again with all its checks, and shows every tick's world and events.
fn play_again(
    level: &Level,
    recording: Recording,
    mut seen: impl FnMut(&World, &[Event]),
) -> Result<World, ReplayError> {
    recording.check_level(level)?;
    let (path, claimed) = (recording.path.clone(), recording.result);
    let is_script = recording.state_hash.is_none();
    let mut world = World::new(level, recording.header.rules);
    let mut playback = Playback::new(recording);
    let mut events = Vec::new();
    while let Some(command) = playback.next_command() {
        events.clear();
        world.step(level, &command, &mut events);
        playback.check(&world)?;
        seen(&world, &events);
    }
    let found = RunResult::of(&world, level);
    if !is_script && claimed != found {
        let words = |result: Option<RunResult>| {
            result.map_or_else(|| String::from("no result"), |it| it.to_string())
        };
        return Err(ReplayError::OtherResult {
            path,
            claimed: words(claimed),
            found: words(found),
        });
    }
    Ok(world)
}
