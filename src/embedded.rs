//! The game's files, embedded in the program so that it plays from any folder. `build.rs` lists them.

use hexbound_base::assets::EmbeddedFile;

/// Every level with its picture and a run through it, every sound, the demo, and the template level.
pub(crate) static FILES: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/embedded_files.rs"));
