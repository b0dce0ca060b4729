//! A level that was asked for and can't be played: said in the window for as long as it is so,
//! with what to do next. A plain room stands in for it.

use std::path::PathBuf;

use crate::level::Scale;

/// The scene that stands in for a level that can't be played.
pub const STAND_IN: &str = "test:box-room";

/// Why there is a stand-in, and what file would end that.
#[derive(Clone, Debug)]
pub struct Refused {
    text: String,
    /// Where the level is, if there is such a file, and how large its unit is.
    file: Option<(PathBuf, Scale)>,
    lines: Vec<String>,
}

impl Refused {
    /// `text` names the level, the fault and the remedy; `file` is watched and tried again when it
    /// is saved.
    pub fn new(text: String, file: Option<(PathBuf, Scale)>) -> Self {
        let again = "Save that file again and it is tried again.";
        let lines = [
            Some(text.clone()),
            Some(String::from(
                "Drop a .glb or .gltf file on this window to play it.",
            )),
            file.is_some().then(|| String::from(again)),
        ];
        Self {
            text,
            file,
            lines: lines.into_iter().flatten().collect(),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn file(&self) -> Option<&(PathBuf, Scale)> {
        self.file.as_ref()
    }

    /// The lines of the message that the window shows.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_can_be_done() {
        let nowhere = Refused::new(String::from("there is no level 'a'"), None);
        assert_eq!(nowhere.lines()[0], "there is no level 'a'");
        assert_eq!(nowhere.lines().len(), 2);
        let file = Some((PathBuf::from("a.glb"), Scale::METERS));
        let broken = Refused::new(String::from("a.glb is broken"), file);
        assert!(broken.lines()[2].contains("Save"));
    }
}
