//! Errors that end a game in its window.

use std::iter;

use thiserror::Error;

use hexbound_lab::{WriteError, capsule::CapsuleError};
use hexbound_render::RenderError;
use hexbound_replay::ReplayError;

/// The reason why the game in a window could not begin or continue.
#[derive(Debug, Error)]
pub enum AppError {
    #[error(
        "no window can be opened: {0}. Run it where a display is, or use the commands that need \
         none, such as sim, shot, film, why, compare, check, hunt and verify"
    )]
    NoWindow(String),
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The graphics failed while somebody played.
    #[error("{source}; {report}")]
    Stopped {
        source: RenderError,
        /// The path of the report as text.
        report: String,
    },
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Capsule(#[from] CapsuleError),
    #[error(transparent)]
    Events(#[from] WriteError),
    /// The player left while the requested level could not be played.
    #[error("{0}")]
    Refused(String),
}

/// Returns an error in one line, with the causes that its own text does not name.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = iter::successors(error.source(), |cause| cause.source());
    let words = causes.map(ToString::to_string);
    words.fold(error.to_string(), |said, cause| {
        match said.contains(&cause) {
            true => said,
            false => format!("{said}: {cause}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Error)]
    #[error("{0}")]
    struct Chained(&'static str, #[source] Option<Box<Chained>>);

    #[test]
    fn a_cause_is_said_once() {
        let cause = || Some(Box::new(Chained("no such file", None)));
        let error = Chained("cannot read a.rec", cause());
        assert_eq!(with_causes(&error), "cannot read a.rec: no such file");
        let error = Chained("cannot read a.rec: no such file", cause());
        assert_eq!(with_causes(&error), "cannot read a.rec: no such file");
    }
}
