//! The exit codes: 0 where all went well, and 1 where a command failed. A command that answers a question
//! by its code says by 1 that something was found, and by 2 that it could not look.

use std::{ffi::OsString, process::ExitCode};

use hexbound::replay::ReplayError;
use thiserror::Error;

/// The code of a command that answers by its code, where it could not do what was asked.
pub const UNABLE: u8 = 2;

/// The commands that answer by their codes, each with the option without which it does not.
const ANSWERING: [(&str, &str); 7] = [
    ("bench", "--soak"),
    ("check", ""),
    ("hunt", ""),
    ("museum", "--check"),
    ("open", "--headless"),
    ("replay", "--headless"),
    ("verify", ""),
];

/// An error that is the answer to what was asked.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct Finding(pub String);

/// The exit codes of the command that was typed.
#[derive(Clone, Copy, Debug)]
pub struct ExitCodes {
    answers: bool,
}

impl ExitCodes {
    /// Those of a command line, the program's name first.
    pub fn of(arguments: impl Iterator<Item = OsString>) -> Self {
        let words = arguments
            .skip(1)
            .map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = words.collect();
        let answers = ANSWERING.iter().any(|(command, option)| {
            let is_asked = |word: &String| word.split('=').next() == Some(option);
            words.first().is_some_and(|it| it == command)
                && (option.is_empty() || words.iter().any(is_asked))
        });
        Self { answers }
    }

    /// The code where nothing could be done, as for arguments without sense.
    pub fn unable(self) -> ExitCode {
        match self.answers {
            true => ExitCode::from(UNABLE),
            false => ExitCode::FAILURE,
        }
    }

    /// The code of an error, which may be the answer.
    pub fn of_error(self, error: &anyhow::Error) -> ExitCode {
        match is_answer(error) {
            true => ExitCode::FAILURE,
            false => self.unable(),
        }
    }
}

/// Returns whether an error is the answer to what was asked: a finding, or a run that is not what it says.
pub fn is_answer(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let replay = cause.downcast_ref::<ReplayError>();
        cause.is::<Finding>() || replay.is_some_and(ReplayError::is_of_run)
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn answers(line: &str) -> bool {
        ExitCodes::of(line.split(' ').map(OsString::from)).answers
    }

    #[test]
    fn commands_answer_where_they_are_asked() {
        for line in ["hexbound check a", "hexbound museum --check=a1 --json"] {
            assert!(answers(line), "{line}");
        }
        for line in ["hexbound", "hexbound museum balls", "hexbound sim check"] {
            assert!(!answers(line), "{line}");
        }
    }

    #[test]
    fn a_finding_is_told_from_what_could_not_be_done() {
        let verify = ExitCodes { answers: true };
        let cut = ReplayError::Truncated {
            path: PathBuf::from("a.rec"),
            ticks: 5,
        };
        let cut = anyhow::Error::new(cut).context("it can't be played again");
        let code = |code: ExitCode| format!("{code:?}");
        let unable = ExitCode::from(UNABLE);
        assert_eq!(code(verify.of_error(&cut)), code(ExitCode::FAILURE));
        let other = anyhow::anyhow!("there is no such level");
        assert_eq!(code(verify.of_error(&other)), code(unable));
        let found = anyhow::Error::new(Finding(String::from("memory grew")));
        assert_eq!(code(verify.of_error(&found)), code(ExitCode::FAILURE));
    }
}
