//! The source of a run's commands.

use std::path::PathBuf;

use hexbound_lab::capsule::Capsule;
use hexbound_replay::Recording;
use hexbound_sim::MethodChoices;

/// The source of a run's commands.
pub enum Start {
    /// The player supplies the commands.
    Player {
        /// The methods at the start, in place of those of the rules.
        methods: MethodChoices,
        /// The name with which the level was opened.
        opened_by: String,
        /// The file to record to.
        record: Option<PathBuf>,
        /// The recording of a run on the level to race.
        rival: Option<Recording>,
    },
    /// A recording supplies the commands.
    Replay(Recording),
    /// A capsule is shown, on its own part of the level. Time is paused at its fault.
    Moment {
        capsule: Box<Capsule>,
        /// The file of the capsule.
        path: PathBuf,
    },
}
