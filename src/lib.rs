//! Hexbound: a first-person game whose heart is collision you can trust and see.
//!
//! The packages that it stands on are re-exported under the names that the program uses for them.
//! ARCHITECTURE.md is the map.

#![warn(unreachable_pub)]

pub use hexbound_audio as audio;
pub use hexbound_base::{assets, cache, clock, debug_lines, logs, output, progress, random, words};
pub use hexbound_check as check;
pub use hexbound_inspect as inspect;
pub use hexbound_lab as headless;
pub use hexbound_lab::capsule;
pub use hexbound_level as level;
pub use hexbound_museum as museum;
pub use hexbound_render as render;
pub use hexbound_render::effects;
pub use hexbound_replay as replay;
pub use hexbound_replay::{crash, message_box, runs};
pub use hexbound_scenes as scenes;
pub use hexbound_scenes::{catalog, starter};
pub use hexbound_sim as sim;
pub use hexbound_ui as ui;
pub use hexbound_ui::settings;

use hexbound_base::{body, dated_files, files, folders, staged_fault};
use hexbound_ui::{input, shell};

pub mod app;
pub mod memory;
