//! The window's event loop: owns everything, frame order visible (`window::App::frame`).
//!
//! `Game` is what runs without a window, `Graphics` what belongs to one, `loading` and `watch`
//! bring new levels from other threads, `pace` says when the next frame is due. `bench` is a window
//! of its own, for measuring.

mod ahead;
mod bench;
mod camera;
pub mod crash;
mod game;
mod graphics;
mod loading;
mod look;
mod pace;
mod refused;
mod respawn;
mod screenshot;
mod time;
mod watch;
mod window;

use std::{path::PathBuf, sync::Arc};

use thiserror::Error;

pub use ahead::Ahead;
pub use bench::{BenchError, bench, soak};
pub use game::Start;
pub use refused::{Refused, STAND_IN};

use crate::{
    inspect::CollisionView,
    level::Level,
    render::{Exposure, RenderError},
    replay::ReplayError,
    settings::Settings,
};
use game::Game;
use window::App;

/// How the window is to look.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// Pixels.
    pub size: Option<[u32; 2]>,
    pub fullscreen: bool,
    /// What is shown of collision at the start.
    pub collision_view: CollisionView,
    /// Instead of the settings'.
    pub exposure: Option<Exposure>,
    /// As well as where the settings say so.
    pub low_flash: bool,
    /// The level that could not be played, if there is one: the level in the window is an empty room
    /// that stands in for it.
    pub refused: Option<Refused>,
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
    /// The player left while another level stood in for it.
    #[error("{0}")]
    Refused(String),
}

/// What other threads tell the event loop.
enum Wake {
    Loaded(loading::Loaded),
    /// The open level's file was written.
    Saved,
    Screenshot(Result<PathBuf, String>),
}

/// Opens a window on `level` and plays until the player leaves. `ahead` was begun before the
/// level was read.
pub fn play(
    level: Level,
    start: Start,
    options: WindowOptions,
    mut ahead: Ahead,
) -> Result<(), AppError> {
    let event_loop = ahead
        .event_loop()
        .map_err(|error| AppError::NoWindow(error.to_string()))?;
    let (settings, faults) = Settings::load();
    let game = Game::new(Arc::new(level), start, settings.rules())?;
    let mut app = App::new(game, options, (settings, ahead), event_loop.create_proxy());
    for fault in faults {
        app.trouble(fault.to_string());
    }
    event_loop
        .run_app(&mut app)
        .map_err(|error| AppError::NoWindow(error.to_string()))?;
    app.finish()
}

/// An error in one line, with the causes that it does not name itself.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Error)]
    #[error("{0}")]
    struct Told(&'static str, #[source] Option<Box<Told>>);

    #[test]
    fn a_cause_is_said_once() {
        let cause = || Some(Box::new(Told("no such file", None)));
        let told = Told("cannot read a.rec", cause());
        assert_eq!(with_causes(&told), "cannot read a.rec: no such file");
        let told = Told("cannot read a.rec: no such file", cause());
        assert_eq!(with_causes(&told), "cannot read a.rec: no such file");
    }
}
