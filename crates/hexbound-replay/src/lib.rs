//! Recordings: one command a tick with the level's content hash, as text for people to read and compare.
//! The reader rejects a file that cannot be replayed, and names it. Nothing is simulated here except to
//! check a replay against its recording.
//!
//! A file also holds the ticks undone by rewinding. The reader returns the run without them.

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

/// The version of the written format. It changes with any change of the simulation that alters the end of
/// recordings.
pub const VERSION: u32 = 4;

/// The interval between two hashes of the state, ticks.
pub(crate) const HASH_INTERVAL: u64 = 120;

/// The start of a run: its level and rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// The name, scene or path with which the level was opened.
    pub level: String,
    /// `Level::reading`. The scale is written if a unit is not a meter, and the variant if one was
    /// chosen.
    pub reading: Reading,
    /// `Level::content_hash`; `None` (written `any`) for scripts that fit every level.
    pub content: Option<u64>,
    pub rules: Rules,
}

impl Header {
    /// The header of a run on `level`, which was opened as `opened_by`.
    pub fn of(level: &Level, rules: Rules, opened_by: String) -> Self {
        Self {
            level: opened_by,
            reading: level.reading.clone(),
            content: Some(level.content_hash),
            rules,
        }
    }
}
