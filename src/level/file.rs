//! Opens a glTF file and hands its parts to the modules that read them.

use std::path::Path;

use super::{Level, LevelError};

/// The level in a .glb or .gltf file.
pub fn load(path: impl AsRef<Path>) -> Result<Level, LevelError> {
    Err(LevelError::Unsupported {
        file: path.as_ref().to_path_buf(),
        what: String::from("reading files"),
        remedy: String::from("Open a generated scene, such as test:stairs"),
    })
}
