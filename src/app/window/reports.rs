//! Reports of failures: the facts noted for them while the game runs, and the playback of a report up to
//! its fault.

use std::{
    env, io,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

use winit::event_loop::EventLoopProxy;

use crate::app::{AppError, game::Game, graphics::Graphics, user_event::UserEvent};
use hexbound_base::{
    clock::TICK_RATE,
    logs,
    words::{Phrase, Words, phrase},
};
use hexbound_level::Level;
use hexbound_replay::crash;
use hexbound_ui::{
    settings::{Settings, all_items},
    shell::Screen,
};

/// Notes the level for reports.
pub(super) fn note_level(level: &Level) {
    let path = level.path.as_deref().map(Path::display);
    let path = path.map_or_else(|| String::from("made in code"), |path| path.to_string());
    let fact = format!(
        "{}, {path}, content {:016x}",
        level.name, level.content_hash
    );
    logs::note(log::Level::Info, &format!("level {fact}"));
    crash::note("level", fact);
}

/// Notes the settings that differ from the defaults, for reports.
pub(super) fn note_settings(settings: &Settings) {
    let defaults = Settings::default();
    let changed = all_items().filter_map(|item| {
        let value = settings.get(item);
        let is_changed = value != defaults.get(item);
        is_changed.then(|| format!("{}: {}", item.name(), item.text(&value, Words::english())))
    });
    let mut facts: Vec<String> = changed.collect();
    if settings.bindings != defaults.bindings {
        facts.push(String::from("keys: not the usual ones"));
    }
    if facts.is_empty() {
        facts.push(String::from("the usual ones"));
    }
    crash::note("settings", facts.join("\n"));
}

/// Notes the graphics device and the quality of its frames for reports.
pub(super) fn note_graphics(graphics: &Graphics, quality: &Phrase) {
    let [width, height] = graphics.surface.size();
    let adapter = graphics.gpu.full_name();
    let quality = Words::english().say(quality);
    let fact = format!("{adapter}, {width} x {height}, quality {quality}");
    logs::note(log::Level::Info, &format!("graphics {fact}"));
    crash::note("graphics", fact);
}

/// Starts another game that replays a report in its own window.
pub(super) fn replay_elsewhere(report: &Path, proxy: EventLoopProxy<UserEvent>) -> io::Result<()> {
    let program = env::current_exe().unwrap_or_else(|_| "hexbound".into());
    let mut command = Command::new(program);
    command.arg("replay").arg(report).stderr(Stdio::piped());
    let shown = spawn_silent(&mut command)?;
    notify_on_failure(shown, proxy);
    Ok(())
}

/// Shows the folder of a file in the desktop's file manager. Returns a message with the reason of a failure.
pub(super) fn show_folder_of(file: &Path) -> Option<Phrase> {
    let folder = file.parent().unwrap_or(file);
    let program = match env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(folder).stderr(Stdio::null());
    let problem = spawn_silent(&mut command).err()?;
    let said = phrase("folder-not-shown")
        .with("folder", folder.display().to_string())
        .with("program", program);
    Some(said.with("problem", problem.to_string()))
}

/// The caption while a report or an abandoned run is played up to the first shown tick.
pub(super) fn catching_up_caption(game: &Game) -> Option<Phrase> {
    let share = game.catch_up_progress()?;
    let percent = (share * 100.0).floor() as u32;
    let said = match game.fault() {
        None if game.is_resuming() => phrase("catching-up-to-left"),
        Some(_) => phrase("catching-up"),
        None => phrase("catching-up-to").with("tick", game.opens_at),
    };
    Some(said.with("percent", percent))
}

/// The notice at the end of a playback.
pub(super) enum PlaybackEnd {
    /// A message on a topic.
    Message(&'static str, Phrase),
    /// The screen with the fault of a report.
    Fault(Screen),
}

/// The notice for the current end of a playback; a report ends before its fault.
pub(super) fn playback_end(game: &Game) -> PlaybackEnd {
    let ticks = game.world.tick;
    if game.moment.is_some() {
        return PlaybackEnd::Message("capsule", phrase("capsule-ends"));
    }
    if game.has_branches() {
        return PlaybackEnd::Message("branch", phrase("branch-ends"));
    }
    let Some(fault) = game.fault().cloned() else {
        log::info!("the recording ended after {ticks} ticks as it did when it was made");
        return PlaybackEnd::Message("branch", phrase("replay-ends"));
    };
    let seconds = ticks as f64 / f64::from(TICK_RATE);
    let (place, tick) = match fault.unfinished {
        Some(_) => (phrase("fault-in-tick"), ticks + 1),
        None => (phrase("fault-after-tick"), ticks),
    };
    log::info!("here the game stopped, at tick {tick}: {}", fault.words);
    let place = place
        .with("tick", tick)
        .with("seconds", format!("{seconds:.1}"));
    PlaybackEnd::Fault(Screen::Fault(vec![Phrase::plain(fault.words), place]))
}

/// Writes the report of a graphics error, and adds its path to the error. `had_graphics` is true once a
/// graphics device was open; earlier errors have no report.
pub(super) fn with_report(error: AppError, had_graphics: bool) -> AppError {
    match error {
        AppError::Render(source) if had_graphics => match crash::report(&source.to_string()) {
            Some(report) => AppError::Stopped { source, report },
            None => AppError::Render(source),
        },
        error => error,
    }
}

/// Starts another program without input, and discards its standard output.
fn spawn_silent(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()
}

/// Sends the last error line of the process `shown` to the event loop if the process fails.
fn notify_on_failure(shown: Child, proxy: EventLoopProxy<UserEvent>) {
    thread::spawn(move || {
        let Ok(output) = shown.wait_with_output() else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        let mut errors = said.lines().filter_map(|it| it.strip_prefix("hexbound: "));
        if !output.status.success() {
            let problem = errors.next_back().unwrap_or_default().to_owned();
            // An event loop that has ended shows no message.
            let _ = proxy.send_event(UserEvent::ReportNotShown(problem));
        }
    });
}
