//! The options for reading a level's file, which the file itself leaves open.

use super::Scale;

/// The options for reading a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The unit.
    pub scale: Scale,
    /// The name of the variant to show of a file that offers several; `None` for the default look.
    pub variant: Option<String>,
}

impl From<Scale> for Reading {
    /// A reading in a unit, with the file's default look.
    fn from(scale: Scale) -> Self {
        Self {
            scale,
            variant: None,
        }
    }
}
