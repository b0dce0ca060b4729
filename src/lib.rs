//! Hexbound: a first-person game whose heart is collision you can trust and see.
//!
//! The modules are listed from the bottom up; each may import only from those above it
//! (`tests/repository/imports.rs` keeps that true). ARCHITECTURE.md is the map.

#![warn(unreachable_pub)]

pub use hexbound_base::{assets, cache, clock, debug_lines, logs, output, progress, random, words};
use hexbound_base::{body, dated_files, files, folders, staged_fault};

pub mod memory;
pub mod message_box;

pub use hexbound_level as level;

pub use hexbound_scenes as scenes;
pub use hexbound_scenes::{catalog, starter};

use hexbound_light as bake;

pub use hexbound_sim as sim;

pub mod check;
pub mod effects;
pub mod inspect;
use hexbound_sim::judge;
pub mod museum;

pub mod audio;
mod input;
pub mod render;
pub use hexbound_replay as replay;

pub mod crash;
pub mod runs;
pub mod settings;

mod canvas;
pub mod capsule;

/// For fuzzers.
#[doc(hidden)]
pub mod fuzzing;
pub mod headless;
pub mod ui;

mod shell;

pub mod app;
