//! The real window: the built game on an X server of its own, played with real keys and a real
//! mouse, judged by its pixels, its log and its recording played back without a window.

#![cfg(unix)]

mod bench;
mod continued;
#[path = "../common/desktop/mod.rs"]
mod desktop;
mod device_loss;
mod faults;
mod first_place;
mod game;
mod keys;
mod levels;
mod moments;
mod opening;
mod pad;
mod play;
mod runs;
mod screens;
mod settings;
mod soak;
mod subtitles;
mod walker;
mod wayland;

use desktop::{
    Desktop, FLAT, Game, SETTINGS, desktop,
    picture::{difference, floor_color},
    recording::{Tick, play_back, played, presses},
    wayland::{Shell, WaylandDesktop},
};
use test_support::skip;
