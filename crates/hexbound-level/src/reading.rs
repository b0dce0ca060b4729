//! How a level's file is to be read: what the file leaves open, and whoever opens it decides.

use super::Scale;

/// The choices that are made for a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The unit.
    pub scale: Scale,
    /// The name of the look that is shown of a file that offers several; `None` for its own.
    pub variant: Option<String>,
}

impl From<Scale> for Reading {
    /// A reading in that unit, with the file's own look.
    fn from(scale: Scale) -> Self {
        Self {
            scale,
            variant: None,
        }
    }
}
