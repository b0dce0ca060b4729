//! Recordings: one command a tick with the level's content hash, as text for people to read and compare.
//! Reading refuses by name a file that cannot be replayed. Nothing is simulated here but the check that
//! a replay goes the recording's way. A file also holds what was given up by rewinding; whoever reads it
//! gets the run as it was kept.

#![warn(unreachable_pub)]

mod commands;
pub mod crash;
mod error;
mod flight_recorder;
mod line;
mod line_check;
pub mod message_box;
mod playback;
mod reader;
mod recording;
pub mod runs;
mod unfinished;
mod writer;

pub use hexbound_base::files::{CAPSULE_MAGIC, GZIP_MAGIC, RECORDING_MAGIC};
use hexbound_level::{Level, Reading};
use hexbound_sim::Rules;

pub use commands::{read_commands, write_commands};
pub use error::ReplayError;
pub use flight_recorder::FlightRecorder;
pub use playback::Playback;
pub use reader::{read, read_from, read_to_confirm};
pub use recording::{Fault, Recording};
pub use unfinished::{Unfinished, read_unfinished};
pub use writer::Recorder;

/// The format that is written. A change to the simulation that changes where recordings end changes
/// this number.
pub const VERSION: u32 = 4;

/// A hash of the state is written every this many ticks.
pub(crate) const CHECK_EVERY: u64 = 120;

/// The start of a run: its level and rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// The name, scene or path that the level was opened by.
    pub level: String,
    /// `Level::reading`; its scale is written where a unit is no meter, its variant where one was chosen.
    pub reading: Reading,
    /// `Level::content_hash`; `None` (written `any`) for scripts that fit every level.
    pub content: Option<u64>,
    pub rules: Rules,
}

impl Header {
    /// The header of a run on `level`, which was opened by that name.
    pub fn of(level: &Level, rules: Rules, opened_by: String) -> Self {
        Self {
            level: opened_by,
            reading: level.reading.clone(),
            content: Some(level.content_hash),
            rules,
        }
    }
}
