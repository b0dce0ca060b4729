//! Small levels with one mistake each, one for every code whose findings can be seen: for the pictures
//! of docs/checks.md and the tests of them. Their files in `data/faulty_levels` have the codes' names.

use std::{fs, path::Path};

use hexbound_check as check;
use hexbound_check::leaks::{self, LeakQuery, Moves};
use hexbound_level::{Code, Finding, Level};

use crate::level_case;

/// Returns a level with a mistake of that kind; `None` where [`why_without_a_picture`] has an answer.
pub fn faulty_level(code: Code) -> Option<Level> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/faulty_levels");
    let lines = fs::read_to_string(folder.join(format!("{}.txt", code.name()))).ok()?;
    let level = level_case::level(&lines, &folder);
    Some(level.unwrap_or_else(|words| panic!("{}: {words}", code.name())))
}

/// Returns the level's first finding of that kind, found as the command `check` finds it.
pub fn finding_of(code: Code, level: &Level) -> Option<Finding> {
    let findings = match code {
        Code::DoubtfulGap => leaks(level, Moves::Fly),
        Code::OneWay => leaks(level, Moves::Walk),
        _ => check::findings(level),
    };
    findings.into_iter().find(|finding| finding.code == code)
}

fn leaks(level: &Level, moves: Moves) -> Vec<Finding> {
    let query = LeakQuery { moves, body: None };
    let report = leaks::find_leaks(level, query, &|_, _| ()).expect("the player's body");
    leaks::findings(&report)
}

/// Returns the reason why no picture shows a finding of that kind; `None` for the others.
pub fn why_without_a_picture(code: Code) -> Option<&'static str> {
    match code {
        Code::DisputedProof => Some("it is a fault of the game's, which no level is known for"),
        Code::UnusedData => Some("it is about what is nowhere in the level"),
        _ => None,
    }
}

/// Returns whether findings of that kind are about the whole level, which is drawn from outside.
pub fn is_about_the_whole(code: Code) -> bool {
    matches!(code, Code::ZUp | Code::WrongUnit)
}
