//! Replays a recording to confirm its level, its states and its result.

use serde::Serialize;

use hexbound_base::{
    injected_fault,
    progress::{self, Progress},
};
use hexbound_level::Level;
use hexbound_replay::{Playback, Recording, ReplayError};
use hexbound_sim::{Command, Event, EventKind, RunResult, World};

/// The facts that a replay of a recording has confirmed.
#[derive(Clone, Debug, Serialize)]
pub struct Confirmed {
    /// The level's name.
    pub level: String,
    pub ticks: u64,
    /// The number of state hashes that were compared.
    pub checkpoints: usize,
    /// The number of lines of commands that agreed with their checks.
    pub commands: usize,
    /// The hash of the last state, sixteen hexadecimal digits.
    pub state_hash: String,
    /// The result; `None` if the level was not finished.
    pub result: Option<RunResult>,
}

/// Replays `recording`, checks that it ends as recorded, and returns the last state. Progress is reported
/// to `progress`.
pub fn replay(
    level: &Level,
    recording: Recording,
    progress: &Progress,
) -> Result<World, ReplayError> {
    let label = format!("{}: playing it", recording.path.display());
    let ticks = recording.ticks;
    play_again(level, recording, |world, _| {
        progress::of_ticks(progress, &label, world.tick, ticks);
    })
}

/// Simulates one more tick.
pub fn next_tick(level: &Level, world: &mut World, command: &Command) {
    step(level, world, command, &mut Vec::new());
}

fn step(level: &Level, world: &mut World, command: &Command, events: &mut Vec<Event>) {
    injected_fault::in_tick(world.tick + 1);
    world.step(level, command, events);
}

/// Replays `recording` as [`replay`] does, and confirms level, result, every command and every state
/// hash. Fails also for a script, which has none of them.
pub fn confirm(
    level: &Level,
    recording: Recording,
    progress: &Progress,
) -> Result<Confirmed, ReplayError> {
    let lacking = match (recording.header.content, recording.state_hash) {
        (None, _) => Some("the content hash of a level"),
        (_, None) => Some("hashes of its states"),
        _ => None,
    };
    if let Some(lacking) = lacking.filter(|_| recording.check_whole().is_ok()) {
        return Err(ReplayError::Unsigned {
            path: recording.path,
            lacking,
        });
    }
    let (checkpoints, commands) = (recording.hashes.len() + 1, recording.checked_lines());
    let world = replay(level, recording, progress)?;
    Ok(Confirmed {
        level: level.name.clone(),
        ticks: world.tick,
        checkpoints,
        commands,
        state_hash: format!("{:016x}", world.state_hash()),
        result: RunResult::of(&world, level),
    })
}

/// Replays `recording` and returns the times at which one target after another was lit, in ticks that
/// count against par.
pub fn lighting_times(level: &Level, recording: Recording) -> Result<Vec<u64>, ReplayError> {
    let mut times = Vec::new();
    let is_lit = |event: &Event| matches!(event.kind, EventKind::TargetLit(_));
    play_again(level, recording, |world, events| {
        let lit = events.iter().filter(|event| is_lit(event)).count();
        times.extend(std::iter::repeat_n(world.tick + world.play.rewound, lit));
    })?;
    Ok(times)
}

/// Replays `recording` with all its checks, and passes every tick's world and events to a callback.
fn play_again(
    level: &Level,
    recording: Recording,
    mut seen: impl FnMut(&World, &[Event]),
) -> Result<World, ReplayError> {
    recording.check_level(level)?;
    let (path, claimed) = (recording.path.clone(), recording.result);
    let is_script = recording.state_hash.is_none();
    let is_whole = recording.check_whole();
    let mut world = World::new(level, recording.header.rules);
    let mut playback = Playback::new(recording);
    let mut events = Vec::new();
    while let Some(command) = playback.next_command() {
        events.clear();
        step(level, &mut world, &command, &mut events);
        playback.check(&world)?;
        seen(&world, &events);
    }
    is_whole?;
    match ReplayError::of_results(path, claimed, RunResult::of(&world, level)) {
        Some(other) if !is_script => Err(other),
        _ => Ok(world),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::{prelude::*, test_runner::TestRunner};

    use super::*;
    use crate::wander::Wander;
    use hexbound_replay as replay;
    use hexbound_replay::{Header, Recorder};
    use hexbound_scenes::catalog;
    use hexbound_sim::{History, Methods, Rewound, Rules};

    const LEVEL: &str = "test:props";
    /// The end and the start of the run's only rewind, ticks.
    const BACK: [u64; 2] = [150, 200];
    const TICKS: u64 = 420;

    /// The level, and the lines of a restless player's run with one rewind.
    fn recorded() -> (Level, Vec<String>) {
        let level = catalog::open(LEVEL).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        let header = Header::of(&level, Rules::default(), LEVEL.into());
        let mut recorder = Recorder::create(file.path(), &header).unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut history = History::new(&world);
        let mut wander = Wander::new(3);
        let mut rewound = Rewound::default();
        while world.tick < TICKS {
            let command = Command {
                rewound,
                ..wander.next_command(&level, &world, Methods::default())
            };
            world.step(&level, &command, &mut Vec::new());
            history.push(&command, &world);
            recorder.push(&command, &world).unwrap();
            if world.tick == BACK[1] && rewound.times == 0 {
                world = history.rewind_to(&level, BACK[0]);
                recorder.rewind_to(BACK[0]);
                rewound = rewound.and(BACK[1] - BACK[0]);
            }
        }
        recorder.finish(&world, &level).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        (level, text.lines().map(String::from).collect())
    }

    /// A line of commands that is part of the run.
    #[derive(Clone, Copy, Debug)]
    struct Commands {
        /// The index of the line in the file.
        place: usize,
        /// The first tick of the line.
        tick: u64,
        times: u64,
        /// The line with its check, and where in it.
        check: (usize, usize),
    }

    /// The lines of commands in a file, parsed again.
    fn commands(lines: &[String]) -> Vec<Commands> {
        let mut found: Vec<Commands> = Vec::new();
        let (mut ticks, mut unchecked) = (0, 0);
        for (place, line) in lines.iter().enumerate().skip(4) {
            let words: Vec<&str> = line.split(' ').collect();
            match words[0] {
                "collision" | "ground" | "assist" | "rewound" | "result" | "hash" | "end" => {}
                "checks" => {
                    for (index, line) in found[unchecked..].iter_mut().enumerate() {
                        line.check = (place, "checks ".len() + 3 * index);
                    }
                    unchecked = found.len();
                }
                "back" => {
                    ticks = words[1].parse().unwrap();
                    found.retain(|line| line.tick <= ticks);
                    unchecked = found.len();
                }
                _ => {
                    let last = words.last().unwrap().strip_prefix('x');
                    let times = last.map_or(1, |times| times.parse().unwrap());
                    found.push(Commands {
                        place,
                        tick: ticks + 1,
                        times,
                        check: (0, 0),
                    });
                    ticks += times;
                }
            }
        }
        found
    }

    const CHANGES: &str = "buttons look longer shorter remove insert repeat swap check";

    /// Changes a file at a line of commands. Returns the tick at which the change must be detected;
    /// `None` if the line can't be changed in this way.
    fn tamper(lines: &mut Vec<String>, at: Commands, how: &str) -> Option<u64> {
        let Commands {
            place, tick, times, ..
        } = at;
        let line = lines[place].clone();
        let words: Vec<&str> = line.split(' ').collect();
        let [buttons, yaw, pitch] = match words[..] {
            [buttons, yaw, pitch, ..] => [buttons, yaw, pitch],
            _ => [words[0], "0", "0"],
        };
        let written = |buttons: &str, yaw: &str, times| format!("{buttons} {yaw} {pitch} x{times}");
        let is_command = |line: &str| !line.starts_with(|it: char| it.is_ascii_lowercase());
        match how {
            "buttons" => {
                let other = format!("G{}", buttons.trim_matches('-'));
                lines[place] = written(&other, yaw, times);
            }
            "look" => {
                let other = yaw.parse::<f32>().unwrap().next_up().to_string();
                lines[place] = written(buttons, &other, times);
            }
            "longer" => lines[place] = written(buttons, yaw, times + 1),
            "shorter" if times > 1 => lines[place] = written(buttons, yaw, times - 1),
            "shorter" => return None,
            "remove" => drop(lines.remove(place)),
            "insert" => lines.insert(place, String::from("EG 0.25 0.125")),
            "repeat" => {
                lines.insert(place, line);
                return Some(tick + times);
            }
            "swap" if !is_command(&lines[place + 1]) || lines[place + 1] == line => {
                return None;
            }
            "swap" => lines.swap(place, place + 1),
            "check" => {
                let (checks, letter) = at.check;
                let is_a = &lines[checks][letter..=letter] == "a";
                lines[checks].replace_range(letter..=letter, if is_a { "b" } else { "a" });
            }
            _ => panic!("no change {how}"),
        }
        Some(tick)
    }

    /// The outcome of confirming a file with these lines.
    fn judge(level: &Level, lines: &[String]) -> Result<Confirmed, ReplayError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, lines.join("\n") + "\n").unwrap();
        let recording = replay::read_to_confirm(file.path())?;
        confirm(level, recording, &progress::ignore)
    }

    #[test]
    fn a_run_that_was_tampered_with_names_its_tick() {
        let (level, lines) = recorded();
        let commands = commands(&lines);
        let whole = judge(&level, &lines).unwrap();
        assert_eq!((whole.ticks, whole.commands), (TICKS, commands.len()));
        assert!(commands.len() > 20, "{lines:?}");
        let changes = CHANGES.split(' ').collect::<Vec<_>>();
        let changes = prop::sample::select(changes);
        let cases = (prop::sample::select(commands), changes);
        // The cases are the same in each run: one of 262144 random cases has the check of another
        // line.
        let mut runner = TestRunner::deterministic();
        let judged = runner.run(&cases, |(at, how)| {
            let mut changed = lines.clone();
            let Some(expected) = tamper(&mut changed, at, how) else {
                return Ok(());
            };
            let refused = judge(&level, &changed);
            let (tick, is_check) = match &refused {
                Err(ReplayError::Parted { tick, .. }) => (tick, false),
                Err(ReplayError::OtherCommand { tick, .. }) => (tick, true),
                other => panic!("{at:?} {how:?}: {other:?}"),
            };
            prop_assert_eq!(*tick, expected, "{:?}", refused);
            prop_assert!(is_check || how != "check", "{refused:?}");
            Ok(())
        });
        judged.unwrap_or_else(|failed| panic!("{failed}"));
    }

    /// Without an end at the first failed check, the ticks of a day would be played before the next
    /// one.
    #[test]
    fn a_run_whose_end_was_moved_with_its_last_line_is_not_played_to_it() {
        const MORE: u64 = 9_000_000;
        let (level, mut lines) = recorded();
        let at = *commands(&lines).last().unwrap();
        let command = lines[at.place].split(" x").next().unwrap().to_owned();
        lines[at.place] = format!("{command} x{}", at.times + MORE);
        for line in &mut lines[at.place..] {
            let words: Vec<&str> = line.split(' ').collect();
            if let [name @ ("hash" | "end"), tick, hash] = words[..] {
                *line = format!("{name} {} {hash}", tick.parse::<u64>().unwrap() + MORE);
            }
        }
        let refused = judge(&level, &lines).unwrap_err();
        let is_said = matches!(refused, ReplayError::Parted { tick, .. } if tick == at.tick);
        assert!(is_said, "{refused}");
    }

    #[test]
    fn a_hash_that_was_tampered_with_is_called_so() {
        let (level, lines) = recorded();
        for (place, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            if !["hash", "end"].contains(&words[0]) {
                continue;
            }
            let mut changed = lines.clone();
            let other = u64::from_str_radix(words[2], 16).unwrap() ^ 0x10;
            changed[place] = format!("{} {} {other:016x}", words[0], words[1]);
            let refused = judge(&level, &changed).unwrap_err();
            let expected: u64 = words[1].parse().unwrap();
            let is_said =
                matches!(refused, ReplayError::OtherHash { tick, .. } if tick == expected);
            assert!(is_said, "{refused}");
        }
    }

    #[test]
    fn without_checks_the_second_is_named() {
        let (level, mut lines) = recorded();
        lines.retain(|line| !line.starts_with("checks "));
        let whole = judge(&level, &lines).unwrap();
        assert_eq!((whole.ticks, whole.commands), (TICKS, 0));
        let commands = commands(&lines);
        let at = commands.iter().rfind(|line| line.tick < 120).unwrap();
        lines[at.place] = format!("B 0.5 0 x{}", at.times);
        let said = judge(&level, &lines).unwrap_err();
        let said = said.to_string();
        assert!(said.contains("between tick 0 and tick 120"), "{said}");
    }
}
