//! The outcome of ticks, for the window.

use hexbound_base::words::Phrase;
use hexbound_replay::{ReplayError, runs::StoreOutcome};

/// The outcome of a frame's ticks.
#[derive(Debug, Default)]
pub(in crate::app) struct Advance {
    pub ticks: u32,
    /// The angle by which the player turned the view in these ticks, sideways and vertically together,
    /// radians.
    pub turned: f32,
    /// True if the player pressed the key that selects a prop without looking at one. A click beside all
    /// props only clears the selection.
    pub selected_nothing: bool,
    /// True if the player took off for the first time in a run where flying counts as help.
    pub took_off: bool,
    /// True if the playback has ended.
    pub finished: bool,
    /// The warnings about failed writes.
    pub warnings: Vec<Phrase>,
    /// The rank of the finished run among those of its level.
    pub stored: Option<StoreOutcome>,
    /// The reason why the playback is abandoned, if a tick differed from the recording.
    pub(super) parted: Option<ReplayError>,
    /// The player's lead over the rival, if a target was lit.
    pub race: Option<Phrase>,
}
