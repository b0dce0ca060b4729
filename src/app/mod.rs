//! The window and its event loop: it owns everything, and `window::App::frame` shows the order of a
//! frame.
//!
//! `Game` runs without a window, and `Graphics` belongs to one. `loading` and `watch` bring new levels
//! from other threads. `pace` schedules frames. `bench` opens a window of its own for measurements.

mod announcements;
mod app_error;
mod bench;
mod best_throw;
mod camera;
mod checker;
mod collision_inspector;
mod contact_listener;
mod entrance;
mod folder;
mod game;
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
mod startup;
mod time;
mod title_flight;
mod user_event;
mod watch;
mod window;
mod window_options;

use std::sync::Arc;

pub use app_error::{AppError, with_causes};
pub use bench::{BenchError, bench};
pub use entrance::Entrance;
pub use game::Start;
pub use quality::QualityWish;
pub use refused::{Refused, STAND_IN};
pub use startup::Startup;
pub use window_options::{Assist, WindowOptions};

use entrance::{AwaitedRun, begin_game};
use game::Game;
use hexbound_base::{logs, words::Phrase};
use hexbound_lab::EventStream;
use hexbound_replay::{crash, message_box};
use hexbound_scenes::catalog;
use hexbound_ui::settings::SettingsFile;
use window::{App, Preferences};

/// Opens a window on a level and plays until the player leaves. `preload` was begun before the level was
/// read. Fails if no window or device can be opened, or if a recording can't be played or written.
pub fn play(
    entrance: impl Into<Entrance>,
    start: Start,
    options: WindowOptions,
    mut preload: Startup,
) -> Result<(), AppError> {
    let kept_log = preload.log.take();
    let played = play_in_window(entrance.into(), start, options, preload);
    // A player who left because of a refused level has read the reason.
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
    mut preload: Startup,
) -> Result<(), AppError> {
    let event_loop = preload.event_loop().map_err(AppError::NoWindow)?;
    let (file, settings, faults) = SettingsFile::open();
    let preferences = Preferences::new(settings, file, options);
    let rules = preferences.rules();
    let events = (preferences.options.events.as_ref())
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
    let mut app = App::new(game, preferences, preload, event_loop.create_proxy());
    for fault in faults {
        app.trouble(Phrase::plain(fault.to_string()));
    }
    if let Err(error) = kept {
        app.trouble(Phrase::plain(with_causes(&error)));
    }
    if let Some(awaited) = awaited {
        app.await_run(awaited);
    }
    signals::install(event_loop.create_proxy());
    event_loop
        .run_app(&mut app)
        .map_err(|error| AppError::NoWindow(startup::why_no_window(&error)))?;
    app.finish()
}
