//! The outcome of ticks, as the window hears of it.

use hexbound_base::words::Phrase;
use hexbound_replay::{ReplayError, runs::Stored};

/// The outcome of a frame's ticks.
#[derive(Debug, Default)]
pub(in crate::app) struct Advance {
    pub ticks: u32,
    /// The angle by which the player turned the view in these ticks, sideways and up or down, radians.
    pub turned: f32,
    /// True if the player tried to select a prop by its key, and looked at none. A click beside all of them
    /// only lets go of what was selected.
    pub selected_nothing: bool,
    /// True if the player took off where flying is help, for the first time.
    pub took_off: bool,
    /// True if the playback has ended.
    pub finished: bool,
    /// The warnings about what could not be written.
    pub warnings: Vec<Phrase>,
    /// How the run that was finished stands among those of its level.
    pub stored: Option<Stored>,
    /// Why the playback is given up, if a tick went otherwise than it was recorded.
    pub(super) parted: Option<ReplayError>,
    /// The player's lead over the rival, where a target was lit.
    pub race: Option<Phrase>,
}
