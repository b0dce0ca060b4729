//! The window's event loop: owns everything, frame order visible (`window::App::frame`).
//!
//! `Game` is what runs without a window, `Graphics` what belongs to one, `loading` and `watch`
//! bring new levels from other threads, `pace` says when the next frame is due.

pub mod crash;
mod game;
mod graphics;
mod loading;
mod pace;
mod screenshot;
mod watch;
mod window;

use std::{path::PathBuf, sync::Arc};

use thiserror::Error;
use winit::event_loop::EventLoop;

pub use game::Start;

use crate::{level::Level, render::RenderError, replay::ReplayError};
use game::Game;
use window::App;

/// How the window is to look.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowOptions {
    /// Pixels.
    pub size: Option<[u32; 2]>,
    pub fullscreen: bool,
}

#[derive(Debug, Error)]
pub enum AppError {
    #[error(
        "no window can be opened: {0}. Run it where a display is, or use the commands that need \
         none: sim, shot, demo, replay --headless"
    )]
    NoWindow(String),
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// What other threads tell the event loop.
enum Wake {
    Loaded(loading::Loaded),
    /// The open level's file was written.
    Saved,
    Screenshot(Result<PathBuf, String>),
}

/// Opens a window on `level` and plays until the player leaves.
pub fn play(level: Level, start: Start, options: WindowOptions) -> Result<(), AppError> {
    let event_loop = EventLoop::<Wake>::with_user_event()
        .build()
        .map_err(|error| AppError::NoWindow(error.to_string()))?;
    let game = Game::new(Arc::new(level), start)?;
    let mut app = App::new(game, options, event_loop.create_proxy());
    event_loop
        .run_app(&mut app)
        .map_err(|error| AppError::NoWindow(error.to_string()))?;
    app.finish()
}
