//! The commands of a capsule as lines of a recording, without header and hashes. Other files that hold a
//! part of a run use them. Their format is the one of recordings.

use super::{
    line::Line,
    recording::RecordingBuilder,
    writer::{changes, same_bits},
};
use hexbound_base::clock::TICK_RATE;
use hexbound_sim::Command;

/// The largest number of ticks in the lines of a capsule: an hour.
const MAX_TICKS: u64 = 60 * 60 * TICK_RATE as u64;

/// Formats commands as lines of a recording.
pub fn write_commands(commands: &[Command]) -> String {
    let mut text = String::new();
    let mut held = Command::default();
    for run in commands.chunk_by(same_bits) {
        let command = run[0];
        let line = Line::Commands {
            command,
            times: run.len() as u32,
        };
        for line in changes(&held, &command).chain([line]) {
            text += &line.to_text();
            text.push('\n');
        }
        held = command;
    }
    text
}

/// Parses lines of commands, as [`write_commands`] formats them. The error names the line.
pub fn read_commands(text: &str) -> Result<Vec<Command>, String> {
    let mut kept = RecordingBuilder::default();
    for (number, line) in (1..).zip(text.lines()) {
        let named = |problem: String| format!("line {number}: {problem}");
        match Line::parse(line).map_err(named)? {
            Line::Method(question, choice) => {
                (kept.so_far.held.methods.choose(question, choice)).map_err(named)?;
            }
            Line::Assist(assisted) => kept.so_far.held.assisted = assisted,
            Line::Rewound(rewound) => kept.so_far.held.rewound = rewound,
            Line::Commands { command, times } => {
                if kept.so_far.ticks + u64::from(times) > MAX_TICKS {
                    return Err(named("there are more ticks than an hour has".into()));
                }
                kept.add(command, times, number);
            }
            _ => return Err(named(format!("'{line}' is no command"))),
        }
    }
    Ok(kept.commands())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::{Buttons, PointerDirection};

    #[test]
    fn directions_of_the_pointer_come_back_as_they_were() {
        let looks = Command {
            buttons: Buttons::FORWARD,
            yaw: 0.25,
            ..Command::default()
        };
        let points = |yaw: f32, pitch: f32| Command {
            pointed: Some(PointerDirection { yaw, pitch }),
            ..looks
        };
        let some = [points(0.5, -0.1), points(0.0, 0.1), points(-0.0, 0.1)];
        let [one, other, last] = some;
        let commands = [looks, looks, one, one, looks, other, last, looks];
        let text = write_commands(&commands);
        assert_eq!(text.lines().count(), 6, "{text}");
        let again = read_commands(&text).unwrap();
        assert_eq!(again.len(), commands.len());
        for (one, other) in commands.iter().zip(&again) {
            assert!(same_bits(one, other), "{one:?} {other:?}");
        }
        for nonsense in ["0.5", "0.5,", "nan,0", "0,inf", "0,0 0.1 0.2"] {
            let line = format!("- @{nonsense}");
            assert!(read_commands(&line).is_err(), "{line}");
        }
    }
}
