//! The game's files inside the program, so that it plays wherever it is put. `build.rs` lists them.

use hexbound_base::assets::CarriedFile;

/// Every level with its picture and a run through it, every sound, the demo, and the level to begin from.
pub(crate) static FILES: &[CarriedFile] = include!(concat!(env!("OUT_DIR"), "/embedded_files.rs"));
