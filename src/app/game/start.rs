//! The source of a run's commands.

use std::path::PathBuf;

use hexbound_lab::capsule::Capsule;
use hexbound_replay::Recording;
use hexbound_sim::MethodChoices;

/// The source of a run's commands.
pub enum Start {
    /// The player gives the commands.
    Player {
        /// The methods to begin with, in the place of those that the rules say.
        methods: MethodChoices,
        /// The name that the level was opened by.
        opened_by: String,
        /// The file to record to.
        record: Option<PathBuf>,
        /// The recording of a run on the level to play against.
        rival: Option<Recording>,
    },
    /// A recording gives the commands.
    Replay(Recording),
    /// A capsule is shown, on its own part of the level. Time stands still where its fault comes.
    Moment {
        capsule: Box<Capsule>,
        /// The file that it was read from.
        path: PathBuf,
    },
}
