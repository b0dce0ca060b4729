//! The end of a run: its best throw shown again, and its results.

use crate::{
    app::{best_throw::LitThrow, slow_motion::SlowMotion},
    sim::RunResult,
};

/// The end of a finished run, as far as it was shown.
#[derive(Default)]
pub(super) struct Finale {
    /// The best throw of the finished run.
    pub best_throw: Option<LitThrow>,
    /// The best result in the level before the finished run.
    pub best_before: Option<RunResult>,
    /// The best throw, while it is shown again.
    pub slow_motion: Option<SlowMotion>,
    /// True once the results of the finished run were shown.
    pub has_shown_results: bool,
}
