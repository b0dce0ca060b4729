//! The window's part when something fails: the notes for a report, the report of the last time, and the
//! showing of a report up to its fault.

use std::{
    env, io,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use winit::event_loop::EventLoopProxy;

use super::App;
use crate::{
    app::{AppError, game::Advance, graphics::Graphics, user_event::UserEvent},
    clock::TICK_RATE,
    crash, logs,
    settings::{Settings, all_items},
    shell::Screen,
    ui::MessageKind,
    words::{Phrase, Words, phrase},
};

/// The time of a picture in which a report is played on without being shown.
const CATCHING_UP: Duration = Duration::from_millis(200);

impl App {
    /// Begins to note what a report of a fault should say.
    pub(super) fn watch_for_faults(&mut self) {
        crash::watch(Some(self.game.flight()));
        self.note_level();
        self.note_settings();
    }

    /// Notes the level for reports.
    pub(super) fn note_level(&self) {
        let level = &self.game.level;
        let path = level.path.as_deref().map(Path::display);
        let path = path.map_or_else(|| String::from("made in code"), |path| path.to_string());
        let fact = format!(
            "{}, {path}, content {:016x}",
            level.name, level.content_hash
        );
        logs::note(log::Level::Info, &format!("level {fact}"));
        crash::note("level", fact);
    }

    /// Notes the settings that are not the usual ones.
    pub(super) fn note_settings(&self) {
        let usual = Settings::default();
        let changed = all_items().filter_map(|item| {
            let value = self.preferences.settings.get(item);
            let is_changed = value != usual.get(item);
            is_changed.then(|| {
                format!(
                    "\n{}.{}: {}",
                    item.section.name(),
                    item.key,
                    item.text(&value, Words::english())
                )
            })
        });
        let mut fact: String = changed.collect();
        if self.preferences.settings.bindings != usual.bindings {
            fact.push_str("\nkeys: not the usual ones");
        }
        if fact.is_empty() {
            fact.push_str("the usual ones");
        }
        crash::note("settings", fact);
    }

    /// Notes the graphics device for reports.
    pub(super) fn note_graphics(&mut self, graphics: &Graphics) {
        self.drawing.had_graphics = true;
        let [width, height] = graphics.size();
        let adapter = graphics.adapter_in_full();
        let quality = Words::english().say(&self.drawing.quality);
        let fact = format!("{adapter}, {width} x {height}, quality {quality}");
        logs::note(log::Level::Info, &format!("graphics {fact}"));
        crash::note("graphics", fact);
    }

    /// Tells that the game stopped the last time, once for each report.
    pub(super) fn tell_of_last_time(&mut self) {
        let Some(report) = crash::untold(self.screens.remembered.told.as_deref()) else {
            return;
        };
        log::info!(
            "the game stopped last time; the report is {}",
            report.display()
        );
        let name = report.file_name().unwrap_or_default();
        self.screens.remembered.told = Some(name.to_string_lossy().into_owned());
        self.screens.remembered.save();
        let fault = crash::fault_of(&report).unwrap_or_default();
        self.screens.shell.open(Screen::Stopped(fault, report));
    }

    /// Shows a report in a window of its own.
    pub(super) fn watch_report(&mut self, report: &Path) {
        let program = env::current_exe().unwrap_or_else(|_| "hexbound".into());
        let mut command = Command::new(program);
        command.arg("replay").arg(report).stderr(Stdio::piped());
        match begin(&mut command) {
            Ok(shown) => tell_if_it_fails(shown, self.proxy.clone()),
            Err(problem) => self.report_not_shown(problem.to_string()),
        }
    }

    /// Tells why a report could not be shown.
    pub(super) fn report_not_shown(&mut self, problem: String) {
        self.trouble(phrase("report-not-shown").with("problem", problem));
    }

    /// Shows the folder that a file is in, by the desktop's own program.
    pub(super) fn show_folder_of(&mut self, file: &Path) {
        let folder = file.parent().unwrap_or(file);
        let program = match env::consts::OS {
            "windows" => "explorer",
            "macos" => "open",
            _ => "xdg-open",
        };
        let mut command = Command::new(program);
        command.arg(folder).stderr(Stdio::null());
        if let Err(problem) = begin(&mut command) {
            let text = phrase("folder-not-shown")
                .with("folder", folder.display().to_string())
                .with("program", program)
                .with("problem", problem.to_string());
            self.trouble(text);
        }
    }

    /// Shows messages about faults of other threads, which have been logged already.
    pub(super) fn tell_of_faults(&mut self) {
        for fault in crash::take_news() {
            let text = phrase("thread-failed").with("fault", fault);
            self.screens.ui.say(text, MessageKind::Trouble, self.now());
        }
    }

    /// Plays a report on towards its last minute, or a run to where it was left; false while there is nothing to catch up with.
    pub(super) fn catch_up(&mut self) -> Result<bool, AppError> {
        if self.game.catching_up().is_none() {
            return Ok(false);
        }
        let (began, goes_on) = (Instant::now(), self.game.is_going_on());
        let played = self.game.catch_up(|| began.elapsed() < CATCHING_UP);
        let played = played.map_err(AppError::from);
        match goes_on {
            true => self.notice_going_on(played)?,
            false => played?,
        }
        self.window.pace.hurry(Instant::now());
        Ok(true)
    }

    /// The words over a report, or a run that was left, which is not shown yet.
    pub(super) fn catching_up(&self) -> Option<Phrase> {
        let share = self.game.catching_up()?;
        let percent = (share * 100.0).floor() as u32;
        let said = match self.game.fault() {
            None if self.game.is_going_on() => phrase("catching-up-to-left"),
            Some(_) => phrase("catching-up"),
            None => phrase("catching-up-to").with("tick", self.game.opens_at()),
        };
        Some(said.with("percent", percent))
    }

    /// Lets what is watched stand still at its end, a report before its fault.
    pub(super) fn end_playback(&mut self) {
        let ticks = self.game.world.tick;
        if self.game.moment().is_some() {
            self.game.time.paused = true;
            return self.news_instead("capsule", phrase("capsule-ends"));
        }
        if self.game.has_branches() {
            self.game.time.paused = true;
            return self.news_instead("branch", phrase("branch-ends"));
        }
        let Some(fault) = self.game.fault().cloned() else {
            log::info!("the recording ended after {ticks} ticks as it did when it was made");
            self.game.time.paused = true;
            return self.news_instead("branch", phrase("replay-ends"));
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
        self.game.time.paused = true;
        self.open_screen(Screen::Fault(vec![Phrase::plain(fault.words), place]));
    }

    /// Tells of what could not be written in a frame.
    pub(super) fn tell_of_events(&mut self, advance: &Advance) {
        if let Some(error) = &advance.events_failed {
            let text = phrase("events-end").with("problem", error.to_string());
            self.trouble(text);
        }
    }

    /// Writes the report of an error that ends a game which had begun, and adds to the error where that
    /// is.
    pub(super) fn with_report(&self, error: AppError) -> AppError {
        match error {
            AppError::Render(source) if self.drawing.had_graphics => {
                match crash::report(&source.to_string()) {
                    Some(report) => AppError::Stopped { source, report },
                    None => AppError::Render(source),
                }
            }
            error => error,
        }
    }
}

/// Starts another program, whose output is of no use here.
fn begin(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()
}

/// Tells the event loop what the game that shows a report says last, if it fails.
fn tell_if_it_fails(shown: Child, proxy: EventLoopProxy<UserEvent>) {
    thread::spawn(move || {
        let Ok(output) = shown.wait_with_output() else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stderr);
        let mut errors = said.lines().filter_map(|it| it.strip_prefix("hexbound: "));
        if !output.status.success() {
            let problem = errors.next_back().unwrap_or_default().to_owned();
            // A loop that has ended tells nobody.
            let _ = proxy.send_event(UserEvent::ReportNotShown(problem));
        }
    });
}
