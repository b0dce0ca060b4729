//! The window's event loop: owns everything, frame order visible (`window::App::frame`).
//!
//! `Game` runs without a window, `Graphics` belongs to one, `loading` and `watch` bring new levels
//! from other threads, `pace` tells when the next frame is due. `bench` opens a window of its own,
//! for measuring.

mod announcements;
mod bench;
mod best_throw;
mod camera;
mod checker;
mod collision_inspector;
mod contact_listener;
mod entrance;
mod folder;
mod game;
mod gpu_preload;
mod graphics;
mod head_bob;
mod hints;
mod injected_faults;
mod kept_files;
mod level_shelf;
mod loading;
mod pace;
mod place_view;
mod quality;
mod refused;
mod remembered;
mod respawn;
mod ride;
mod screenshot;
mod signals;
mod slow_motion;
mod time;
mod title_flight;
mod watch;
mod window;

use std::{path::PathBuf, sync::Arc};

use image::RgbaImage;
use thiserror::Error;

pub use bench::{BenchError, bench, soak};
pub use entrance::Entrance;
pub use game::Start;
pub use gpu_preload::GpuPreload;
pub use quality::QualityWish;
pub use refused::{Refused, STAND_IN};

use crate::{
    capsule::CapsuleError,
    catalog, crash,
    headless::{EventStream, EventsError},
    inspect::CollisionViews,
    level::Level,
    logs, message_box,
    render::{Exposure, RenderError},
    replay::ReplayError,
    runs::{RunError, RunStore},
    settings::SettingsFile,
    sim::{MethodChoices, Rules},
    words::Phrase,
};
use entrance::AwaitedRun;
use game::Game;
use window::App;

/// The options with which the window is opened.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The size of its inside in pixels; `None` for the usual one.
    pub size: Option<[u32; 2]>,
    pub fullscreen: bool,
    /// True if the start screen is shown first, instead of play.
    pub starts_at_menu: bool,
    /// The views of collision at the start.
    pub collision_view: CollisionViews,
    /// The methods of which ghosts are shown from the start; by default none, and F6 shows those of the
    /// other collision modes.
    pub ghosts: Vec<MethodChoices>,
    /// The quality, instead of the settings'.
    pub quality: Option<QualityWish>,
    /// True if surfaces without textures stay flat; the settings may ask for it too.
    pub no_grain: bool,
    /// A part of the graphics adapter's name, instead of the settings'.
    pub adapter: Option<String>,
    /// The exposure, instead of the settings'.
    pub exposure: Option<Exposure>,
    /// True if explosions throw no light; the settings may ask for it too.
    pub low_flash: bool,
    /// The help that the player wants, beside what the settings ask for.
    pub assist: Assist,
    /// The file for events and bodies, or `-` for standard output, and the ticks between two lists of
    /// all bodies.
    pub events: Option<(PathBuf, u64)>,
    /// The level that could not be played, if there is one: the window then shows a room in its
    /// place.
    pub refused: Option<Refused>,
}

/// Help for the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assist {
    /// True if the way of the next throw is shown.
    pub aim: bool,
    /// True if the hand is never empty.
    pub balls: bool,
    /// True if time passes more slowly.
    pub slow: bool,
}

/// Why the game in a window could not begin or go on.
#[derive(Debug, Error)]
pub enum AppError {
    #[error(
        "no window can be opened: {0}. Run it where a display is, or use the commands that need \
         none, such as sim, shot, film, why, compare, check, hunt, report, verify, replay --headless, \
         open --headless and museum --check"
    )]
    NoWindow(String),
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The graphics failed while somebody played.
    #[error("{source}; {report}")]
    Stopped {
        source: RenderError,
        /// The place of the report in words.
        report: String,
    },
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Capsule(#[from] CapsuleError),
    #[error(transparent)]
    Events(#[from] EventsError),
    /// The player left while the level that was asked for could not be played.
    #[error("{0}")]
    Refused(String),
}

/// A message of another thread to the event loop.
enum UserEvent {
    /// A level was loaded, or refused.
    Loaded(loading::Loaded),
    /// The findings about the open level.
    Checked(checker::Checked),
    /// The open level's file was written.
    Saved,
    /// The file of the settings was written.
    SettingsSaved,
    /// The levels that can be chosen.
    Levels(Vec<level_shelf::ShelvedLevel>),
    /// The picture of the level in a file.
    Picture(PathBuf, RgbaImage),
    /// A screenshot was written, or why not.
    Screenshot(Result<PathBuf, String>),
    /// A capsule was written; the error says why not.
    Capsule(Result<PathBuf, String>),
    /// Why a report could not be shown.
    ReportNotShown(String),
    /// The system or the terminal asks the game to end.
    Leave,
}

/// Opens a window on a level and plays until the player leaves. `preload` was begun before the
/// level was read. An error where no window or device can be opened, or a recording can't be played
/// or written.
pub fn play(
    entrance: impl Into<Entrance>,
    start: Start,
    options: WindowOptions,
    mut preload: GpuPreload,
) -> Result<(), AppError> {
    let kept_log = preload.take_log();
    let played = play_in_window(entrance.into(), start, options, preload);
    // Whoever left because of a level has read why.
    if let Err(error) = &played
        && !matches!(error, AppError::Refused(_))
    {
        logs::note(log::Level::Error, &with_causes(error));
        if !logs::has_terminal() {
            message_box::show(&with_causes(error));
        }
    }
    crash::watch(None);
    drop(kept_log);
    played
}

fn play_in_window(
    entrance: Entrance,
    start: Start,
    options: WindowOptions,
    mut preload: GpuPreload,
) -> Result<(), AppError> {
    let event_loop = preload
        .event_loop()
        .map_err(|error| AppError::NoWindow(gpu_preload::why_no_window(&error)))?;
    let (file, settings, faults) = SettingsFile::open();
    let rules = Rules {
        endless_balls: settings.endless_balls || options.assist.balls,
        ..settings.rules()
    };
    let events = (options.events.as_ref())
        .map(|(path, bodies_every)| EventStream::create(path, *bodies_every))
        .transpose()?;
    let (game, kept, awaited) = match entrance {
        Entrance::Level(level) => {
            let (game, kept) = begin_game(Arc::new(*level), start, rules, events)?;
            (game, kept, None)
        }
        Entrance::File(path, reading) => {
            let room = catalog::open(STAND_IN).map_err(|it| AppError::Refused(it.to_string()))?;
            let file = (path, reading);
            let awaited = AwaitedRun {
                file,
                start,
                events,
            };
            let game = Game::new(Arc::new(room), Start::in_stand_in(), rules)?;
            (game, Ok(()), Some(awaited))
        }
    };
    let mut app = App::new(
        game,
        options,
        (settings, file),
        preload,
        event_loop.create_proxy(),
    );
    for fault in faults {
        app.trouble(Phrase::plain(fault.to_string()));
    }
    if let Err(error) = kept {
        app.trouble(Phrase::plain(with_causes(&error)));
    }
    if let Some(awaited) = awaited {
        app.await_run(awaited);
    }
    signals::heed(event_loop.create_proxy());
    event_loop
        .run_app(&mut app)
        .map_err(|error| AppError::NoWindow(gpu_preload::why_no_window(&error)))?;
    app.finish()
}

/// Begins a run whose events go to a stream, and which is kept once it is finished; the second result says
/// why it can't be.
fn begin_game(
    level: Arc<Level>,
    start: Start,
    rules: Rules,
    events: Option<EventStream>,
) -> Result<(Game, Result<(), RunError>), AppError> {
    let mut game = Game::new(level, start, rules)?;
    if let Some(events) = events {
        game.write_events(events);
    }
    let kept = RunStore::of_user().map_or(Ok(()), |store| game.keep_runs(store));
    Ok((game, kept))
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
    struct Chained(&'static str, #[source] Option<Box<Chained>>);

    #[test]
    fn a_cause_is_said_once() {
        let cause = || Some(Box::new(Chained("no such file", None)));
        let error = Chained("cannot read a.rec", cause());
        assert_eq!(with_causes(&error), "cannot read a.rec: no such file");
        let error = Chained("cannot read a.rec: no such file", cause());
        assert_eq!(with_causes(&error), "cannot read a.rec: no such file");
    }
}
