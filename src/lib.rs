//! Hexbound: a first-person game whose heart is collision you can trust and see.
//!
//! This package is the window and its event loop; `src/main.rs` adds the command line. Everything else is in
//! the packages in `crates/`, of which ARCHITECTURE.md is the map.

#![warn(unreachable_pub)]

pub mod app;
pub mod memory;
