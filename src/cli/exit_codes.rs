//! The exit codes, equal for all commands: 0 for success, 1 for a bad answer, and 2 for a failure of the
//! command. A bad answer is a finding, or a run that contradicts its recording.

use std::process::ExitCode;

use anyhow::{Result, bail};
use hexbound::app;
use hexbound_replay::ReplayError;
use thiserror::Error;

/// The code of a command that could not be carried out, for example for bad arguments.
pub(crate) const UNABLE_CODE: u8 = 2;

/// An error that is the answer to the command.
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct Answer(pub String);

/// The code of an error, which may be the answer.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    match is_answer(error) {
        true => ExitCode::FAILURE,
        false => ExitCode::from(UNABLE_CODE),
    }
}

/// Returns whether an error is the command's answer: a finding, or a run that contradicts its recording.
pub(super) fn is_answer(error: &anyhow::Error) -> bool {
    (error.chain()).any(|cause| {
        let fault = cause.downcast_ref::<ReplayError>();
        cause.is::<Answer>() || fault.is_some_and(ReplayError::is_of_run)
    })
}

/// The error that sums up `errors`, if there are any; `altered` has the reasons that are answers.
pub(super) fn conclude(errors: &[anyhow::Error], altered: Vec<String>) -> Result<()> {
    let reasons = errors.iter().map(|error| app::with_causes(error.as_ref()));
    let reasons: Vec<String> = reasons.chain(altered).collect();
    let said = match &reasons[..] {
        [] => return Ok(()),
        [only] => only.clone(),
        [first, others @ ..] => {
            format!("{first}; and {} more: {}", others.len(), others.join("; "))
        }
    };
    match errors.iter().all(is_answer) {
        true => Err(Answer(said).into()),
        false => bail!(said),
    }
}
