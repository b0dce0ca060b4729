//! A level that can't be played: the message of the window and the next steps. A plain room replaces the
//! level.

use std::path::PathBuf;

use hexbound_base::words::{Phrase, phrase};
use hexbound_level::Reading;

/// The scene that replaces a level that can't be played.
pub const STAND_IN: &str = "test:box-room";

/// The reason why a level can't be played, and its file, which is read again after each save.
#[derive(Clone, Debug)]
pub struct Refused {
    pub(crate) text: String,
    /// The level's file, if there is one, and the options for reading it.
    pub(crate) file: Option<(PathBuf, Reading)>,
    pub(crate) lines: Vec<Phrase>,
}

impl Refused {
    /// `text` names the level, the fault and the remedy. `file` is watched and read again after each
    /// save.
    pub fn new(text: String, file: Option<(PathBuf, Reading)>) -> Self {
        let lines = [
            Some(Phrase::plain(text.clone())),
            Some(phrase("drop-a-file")),
            file.is_some().then(|| phrase("save-to-try-again")),
        ];
        Self {
            text,
            file,
            lines: lines.into_iter().flatten().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_can_be_done() {
        let nowhere = Refused::new(String::from("there is no level 'a'"), None);
        assert_eq!(nowhere.lines[0], Phrase::plain("there is no level 'a'"));
        assert_eq!(nowhere.lines.len(), 2);
        let file = Some((PathBuf::from("a.glb"), Reading::default()));
        let broken = Refused::new(String::from("a.glb is broken"), file);
        assert_eq!(broken.lines[2], phrase("save-to-try-again"));
    }
}
