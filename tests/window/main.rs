//! The real window: the built game on an X server of its own, played with real keys and a real
//! mouse, judged by its pixels, its log and its recording played back without a window.

#![cfg(unix)]

mod bench;
#[path = "../common/desktop/mod.rs"]
mod desktop;
mod first_place;
mod game;
mod keys;
mod levels;
mod opening;
mod play;
mod runs;
mod screens;
mod settings;
#[path = "../common/skip.rs"]
mod skip;
mod walker;

/// The scene in which nothing is in the way: a floor of 100 m by 100 m.
const FLAT: &str = "test:flat";
