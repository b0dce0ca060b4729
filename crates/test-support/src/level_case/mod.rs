//! Cases of levels: files in a short form of glTF, and what comes of each of them in words.

mod digest;
mod report;
mod script;

use std::{fs, path::Path};

use hexbound_level::{Level, LevelError};

use crate::session;
use script::Script;

/// The folder of a level's file, as it is written in words about it.
const FOLDER: &str = "$DIR/";

/// Plays the cases in `file`, a session whose lines make a level. What is answered is what the level
/// has and the one that it begins with lacks, or why it is refused.
#[track_caller]
pub fn play(file: &Path) {
    let folder = file.parent().expect("a folder");
    session::play_by(file, |lines| {
        let script = Script::read(lines, folder);
        let begun = script.begun.clone().map(|begun| load(&Script::of(&begun)));
        let begun = begun.map(|level| level.unwrap_or_else(|words| panic!("{words}")));
        match load(&script) {
            Ok(level) => report::of(&level, begun.as_ref()),
            Err(words) => format!("refused: {words}"),
        }
    });
}

/// Loads a script's file, by name where the words about it name it.
fn load(script: &Script) -> Result<Level, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(&script.name);
    fs::write(&path, &script.bytes).expect("a file is written");
    let loaded: Result<Level, LevelError> =
        hexbound_level::load_scaled(&path, script.reading.clone());
    let prefix = format!("{}/", folder.path().display());
    loaded.map_err(|error| error.to_string().replace(&prefix, FOLDER))
}
