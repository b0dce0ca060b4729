//! The answer to command lines of earlier versions: the present command.

use std::ffi::OsString;

/// The command lines of earlier versions, and their replacements; the first match counts. A former
/// command is followed by its required arguments. Words in capitals stand for a user's own.
const FORMER_COMMANDS: [(&str, &str); 15] = [
    ("race", "hexbound play LEVEL --against RUN"),
    ("replay --headless", "hexbound verify FILE"),
    ("open --headless", "hexbound verify FILE"),
    ("open", "hexbound replay FILE"),
    ("report", "hexbound verify --pages DIR RUN"),
    (
        "demo",
        "hexbound film demo --output DIR --fps 2 --size 640x360",
    ),
    ("methods", "hexbound compare --list"),
    ("runs", "hexbound files runs"),
    ("logs", "hexbound files logs"),
    ("cache clear", "hexbound files clear"),
    ("cache", "hexbound files cache"),
    ("museum --list", "hexbound levels --museum"),
    ("museum --check", "hexbound verify --museum"),
    ("museum HALL", "hexbound play museum:HALL"),
    (
        "bench --soak",
        "cargo test --release --test window soak -- --ignored --nocapture # in a checkout",
    ),
];

/// The answer to a command line of an earlier version; `None` for any other. `words` exclude the
/// program.
pub(crate) fn answer(words: impl IntoIterator<Item = OsString>) -> Option<String> {
    let words = words.into_iter().skip_while(|word| word == "help");
    let words: Vec<String> = (words.map(|word| word.to_string_lossy().into_owned())).collect();
    let (command, rest) = words.split_first()?;
    let is_there = |part: &str| match part {
        "HALL" => rest.first().is_some_and(|word| !word.starts_with('-')),
        _ => rest.iter().any(|word| word.split('=').next() == Some(part)),
    };
    let fits = |old: &str| {
        let mut parts = old.split(' ');
        parts.next() == Some(command) && parts.all(is_there)
    };
    let (old, now) = FORMER_COMMANDS.iter().find(|(old, _)| fits(old))?;
    let old = old.trim_end_matches(" HALL");
    Some(format!("'{old}' is gone; type: {now}"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;

    fn answer_to(line: &str) -> Option<String> {
        answer(line.split(' ').map(OsString::from))
    }

    #[test]
    fn every_answer_is_understood() {
        for (old, now) in FORMER_COMMANDS {
            for line in [old.to_owned(), format!("help {old}")] {
                let answer = answer_to(&line).expect(old);
                assert!(
                    answer.ends_with(&format!(" is gone; type: {now}")),
                    "{answer}"
                );
            }
            let parsed = Cli::try_parse_from(now.split(' '));
            assert!(parsed.is_ok() || now.starts_with("cargo test "), "{now}");
        }
    }

    #[test]
    fn what_is_still_understood_is_left_alone() {
        let museum = ["museum", "museum --fullscreen"];
        let others = ["replay a.rec", "bench quarry", "help"];
        for line in museum.into_iter().chain(others) {
            assert_eq!(answer_to(line), None, "{line}");
        }
        assert_eq!(answer([]), None);
    }
}
