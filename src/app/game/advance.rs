//! The outcome of ticks, as the window hears of it.

use crate::app::app_error::with_causes;
use hexbound_base::words::{Phrase, phrase};
use hexbound_lab::WriteError;
use hexbound_replay::{
    ReplayError,
    runs::{RunError, Stored},
};

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
    /// Why the recording was given up, if it could not be written.
    pub recording_failed: Option<ReplayError>,
    /// How the run that was finished stands among those of its level.
    pub stored: Option<Stored>,
    /// Why the run can't be kept.
    pub not_kept: Option<RunError>,
    /// Why no more events are written, if they can't be.
    pub events_failed: Option<WriteError>,
    /// Why the playback is given up, if a tick went otherwise than it was recorded.
    pub(super) parted: Option<ReplayError>,
    /// The player's lead over the rival, where a target was lit.
    pub race: Option<Phrase>,
}

impl Advance {
    /// The warnings about what could not be written.
    pub(crate) fn warnings(&self) -> Vec<Phrase> {
        let events = self.events_failed.as_ref();
        let recording = self.recording_failed.as_ref();
        let run = self.not_kept.as_ref();
        let said = [
            events.map(|error| phrase("events-end").with("problem", error.to_string())),
            recording.map(|error| phrase("recording-stopped").with("error", with_causes(error))),
            run.map(|error| phrase("run-not-kept").with("error", with_causes(error))),
        ];
        said.into_iter().flatten().collect()
    }
}
