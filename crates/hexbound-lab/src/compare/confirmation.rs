//! The check that a recording's commands reach the recorded states by its own methods. If they do not,
//! the compared run was never played.

use crate::run::Source;
use hexbound_replay::Playback;
use hexbound_sim::World;

/// A recording that is followed tick by tick until it differs. Then it holds the description of the
/// difference.
pub(super) struct Confirmation(Result<Option<Playback>, String>);

impl Confirmation {
    /// A confirmation of the commands of `source`. If they are no recording, there is nothing to confirm.
    pub(super) fn of(source: &Source) -> Self {
        Self(Ok(match source {
            Source::Input(recording) => Some(Playback::new((**recording).clone())),
            Source::Idle | Source::Wander { .. } => None,
        }))
    }

    /// Confirms the next tick by the world after it, which must be the result of the recording's own
    /// methods.
    pub(super) fn confirm(&mut self, world: Option<&World>) {
        let (Ok(Some(playback)), Some(world)) = (&mut self.0, world) else {
            return;
        };
        if playback.next_command().is_none() {
            self.0 = Ok(None);
        } else if let Err(parted) = playback.check(world) {
            self.0 = Err(parted.to_string());
        }
    }

    /// The description of the difference from the recording, if there is one.
    pub(super) fn refused(self) -> Option<String> {
        self.0.err()
    }
}
