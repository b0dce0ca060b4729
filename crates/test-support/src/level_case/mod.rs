//! Cases of levels: files in a short form of glTF, and what comes of each of them in words.

mod digest;
mod report;
mod script;

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use hexbound_level::{Level, LevelError};

use crate::session;
use script::Script;

/// The folder of a level's file, as it is written in words about it.
const FOLDER: &str = "$DIR/";

/// Plays the cases in a folder's files. The lines of a case make a level, which may begin with those of
/// another. The answer is the differences from that other and the findings, or the reason for a refusal.
#[track_caller]
pub fn play_all(folder: &Path) {
    play(folder, report::of);
}

/// Plays the cases in a folder's files likewise; what is answered is what the check finds.
#[track_caller]
pub fn check_all(folder: &Path) {
    play(folder, |level, _| {
        report::of_findings(level, &hexbound_check::findings(level))
    });
}

#[track_caller]
fn play(folder: &Path, report: impl Fn(&Level, Option<&Level>) -> String + Sync) {
    let files = fs::read_dir(folder).expect("a folder");
    let files = files.map(|entry| entry.expect("a file").path());
    let is_session = |file: &PathBuf| file.extension().is_some_and(|it| it == "txt");
    let files: Vec<PathBuf> = files.filter(is_session).collect();
    assert!(!files.is_empty(), "{}", folder.display());
    let answer = |lines: &str| {
        let script = Script::read(lines, folder);
        let begun = script.begun.as_ref().map(|begun| load(&Script::of(begun)));
        let begun = begun.map(|level| level.unwrap_or_else(|words| panic!("{words}")));
        match load(&script) {
            Ok(level) => report(&level, begun.as_ref()),
            Err(words) => format!("refused: {words}"),
        }
    };
    // Side by side, since the checks of one level keep a single processor busy.
    thread::scope(|scope| {
        for file in &files {
            scope.spawn(|| session::play_by(file, answer));
        }
    });
}

/// The level of a case's lines, or why it is refused; levels to begin with are files in `folder`.
pub fn level(lines: &str, folder: &Path) -> Result<Level, String> {
    load(&Script::read(lines, folder))
}

/// The bytes of the level file that a case's lines make.
pub fn bytes(lines: &str, folder: &Path) -> Vec<u8> {
    Script::read(lines, folder).bytes
}

/// Loads a script's file, by name where the words about it name it.
fn load(script: &Script) -> Result<Level, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(&script.name);
    fs::write(&path, &script.bytes).expect("a file is written");
    let loaded: Result<Level, LevelError> =
        hexbound_level::load_with(&path, script.reading.clone());
    let prefix = format!("{}/", folder.path().display());
    loaded.map_err(|error| error.to_string().replace(&prefix, FOLDER))
}
