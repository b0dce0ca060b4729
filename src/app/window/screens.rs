//! The screens above play, the messages and hints beside them, and the memory of what was shown.

use std::time::{Duration, Instant};

use super::input::InputDevices;
use crate::app::{
    announcements,
    game::{Game, Moment},
    hints::{HintInput, Hints},
    level_shelf::is_own,
    remembered::Remembered,
};
use hexbound_audio::Audio;
use hexbound_base::{
    clock::TICK_RATE,
    words::{Phrase, Words, phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_replay::crash;
use hexbound_scenes::catalog;
use hexbound_sim::EventKind;
use hexbound_ui::{
    MessageKind, Ui,
    input::{Action, Effect},
    shell::{Screen, Shell},
};

/// The screens above play, and the messages beside them.
pub(super) struct Screens {
    pub shell: Shell,
    pub ui: Ui,
    pub hints: Hints,
    pub remembered: Remembered,
    /// The time when the interface's clock began.
    started: Instant,
    /// The interface's time at which the wait for the open level began, seconds.
    waits_since: Option<f64>,
}

impl Screens {
    pub(super) fn new() -> Self {
        let remembered = Remembered::load();
        Self {
            shell: Shell::default(),
            ui: Ui::default(),
            hints: Hints::new(remembered.known.clone()),
            remembered,
            started: Instant::now(),
            waits_since: Some(0.0),
        }
    }

    /// Records that the player waits for the open level.
    pub(super) fn begin_wait(&mut self) {
        self.waits_since
            .get_or_insert(self.started.elapsed().as_secs_f64());
    }

    /// Records that the level is loaded. The waiting time does not count, so that timed messages stay
    /// visible for their whole time.
    pub(super) fn end_wait(&mut self) {
        if let Some(since) = self.waits_since.take() {
            self.started += Duration::from_secs_f64((self.now() - since).max(0.0));
        }
    }

    /// The time since the start, for the interface, seconds.
    pub(super) fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Shows a message and logs it.
    pub(super) fn news(&mut self, said: Phrase) {
        log::info!("{}", Words::english().say(&said));
        self.show_message(said, MessageKind::News);
    }

    /// Shows a message in place of an earlier one on the same topic.
    pub(super) fn news_instead(&mut self, topic: &'static str, said: Phrase) {
        log::info!("{}", Words::english().say(&said));
        self.ui.replace_message(topic, said, self.now());
    }

    /// Shows a warning and logs it.
    pub(super) fn trouble(&mut self, said: Phrase) {
        log::warn!("{}", Words::english().say(&said));
        self.show_message(said, MessageKind::Trouble);
    }

    /// Shows a message.
    pub(super) fn show_message(&mut self, said: Phrase, kind: MessageKind) {
        self.ui.show_message(said, kind, self.now());
    }

    /// Warns of the oddities of a level that was entered.
    pub(super) fn warn_of_level(&mut self, level: &Level) {
        for line in level.announcement(&catalog::argument_for(level)) {
            self.trouble(Phrase::plain(format!("{}: {line}", level.name)));
        }
    }

    /// Describes the capsule that is shown.
    pub(super) fn introduce_capsule(&mut self, moment: &Moment) {
        for said in moment.news() {
            self.show_message(said, MessageKind::News);
        }
        if let Some(said) = moment.trouble() {
            self.trouble(said);
        }
    }

    /// Reports the tick at which the shown capsule is paused, and its note.
    pub(super) fn capsule_stopped(&mut self, moment: &Moment, tick: u64) {
        if let Some(note) = moment.note() {
            self.ui.replace_message("capsule-note", note, self.now());
        }
        self.news_instead("capsule-tick", moment.line(tick));
    }

    /// Reports how to continue play from a watched recording.
    pub(super) fn introduce_replay(&mut self, game: &Game, input: &InputDevices) {
        if game.is_playback() && game.moment.is_none() {
            let key = input.key_names(Effect::Act(Action::Branch));
            self.news(phrase("replay-plays-on").with("key", key));
        }
    }

    /// Reports that there are no ghosts, if they are wanted.
    pub(super) fn note_missing_ghosts(&mut self, game: &Game) {
        if game.lacks_ghosts() {
            self.news(phrase("ghosts-none"));
        }
    }

    /// Lists the branches in one message, or the reason why there is no other.
    pub(super) fn list_branches(&mut self, branches: Result<Vec<Phrase>, Phrase>) {
        let said = branches.unwrap_or_else(|problem| vec![problem]);
        if let Some(said) = said.into_iter().reduce(|all, branch| {
            (phrase("branch-and-more").with("branches", all)).with("branch", branch)
        }) {
            self.news_instead("branch", said);
        }
    }

    /// Reports the number of findings about the open level, or updates the list of findings if it is
    /// visible.
    pub(super) fn count_findings(&mut self, count: usize, input: &InputDevices) {
        if self.shell.top() == Some(&Screen::Findings) {
            self.shell.reset_focus();
        } else if count > 0 {
            let key = input.key_names(Effect::Act(Action::Findings));
            let said = phrase("findings-are").with("count", count).with("key", key);
            self.news_instead("findings", said);
        }
    }

    /// Opens the screen about the game's last crash, once for each report.
    pub(super) fn report_last_crash(&mut self) {
        let Some(report) = crash::unreported(self.remembered.told.as_deref()) else {
            return;
        };
        log::info!(
            "the game stopped last time; the report is {}",
            report.display()
        );
        let name = report.file_name().unwrap_or_default();
        self.remembered.told = Some(name.to_string_lossy().into_owned());
        self.remembered.save();
        let fault = crash::fault_of(&report).unwrap_or_default();
        self.shell.open(Screen::Stopped(fault, report));
    }

    /// Shows messages about faults of other threads, which have been logged already.
    pub(super) fn report_faults(&mut self, audio: &mut Audio) {
        for fault in crash::take_news() {
            let said = phrase("thread-failed").with("fault", fault);
            self.show_message(said, MessageKind::Trouble);
        }
        for problem in audio.take_problems() {
            self.show_message(problem, MessageKind::Trouble);
        }
    }

    /// Announces the events of the last ticks.
    pub(super) fn announce(&mut self, game: &Game, input: &InputDevices) {
        let (level, world) = (&game.level, &game.world);
        for event in &game.events {
            // A ball that rolls along a target would repeat the message.
            let rings = matches!(
                event.kind,
                EventKind::TargetRung { .. } | EventKind::WalkerRung(_)
            );
            let is_said = !rings || event.speed > 1.0;
            let key_names = |effect| input.key_names(effect);
            let line = announcements::line(event.kind, level, world, key_names);
            if let Some(line) = line.filter(|_| is_said) {
                match event.kind {
                    // Every throw from an empty hand repeats the message.
                    EventKind::EmptyHand => self.news_instead("empty-hand", line),
                    _ => self.news(line),
                }
            }
        }
    }

    /// Shows the story of a shipped level when play begins there for the first time.
    pub(super) fn show_story(&mut self, game: &Game) {
        let level = &game.level;
        // Only the first second tests whether a level is shipped, since the test reads files.
        let begins = (1..=u64::from(TICK_RATE)).contains(&game.world.tick);
        let has_begun = begins && !game.is_playback();
        let place = catalog::SHIPPED_LEVELS.iter().find(|it| **it == level.name);
        if let Some(place) = place.filter(|_| has_begun && is_own(level))
            && self.remembered.show_story(place)
        {
            self.show_message(phrase_of("story", place), MessageKind::Story);
        }
    }

    /// Follows play with the hints.
    pub(super) fn teach(&mut self, input: HintInput<'_>) {
        if self.hints.follow(input) {
            self.remembered.known = self.hints.known.clone();
            self.remembered.save();
        }
    }

    /// Records that a level from the player's own file was played.
    pub(super) fn remember(&mut self, level: &Level) {
        if let Some(path) = &level.path
            && !is_own(level)
        {
            self.remembered.played(path);
        }
    }
}
