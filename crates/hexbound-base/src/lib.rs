//! The base of every other package: the clock, the player's measures, files and folders, caches, logs,
//! and the words of all languages. Nothing here knows the game.

#![warn(unreachable_pub)]

pub mod assets;
pub mod body;
pub mod cache;
pub mod clock;
pub mod dated_files;
pub mod debug_lines;
pub mod files;
pub mod folders;
pub mod injected_fault;
pub mod locks;
pub mod logs;
pub mod output;
pub mod progress;
pub mod random;
pub mod words;

use std::path::Path;

/// The folder of the sources that this program was built from. The folder may no longer exist.
pub fn sources() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}
