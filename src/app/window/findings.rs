//! The findings about the open level, for its author: they are looked for, listed on a screen, and flown
//! to.

use super::App;
use crate::{
    app::{
        camera::Camera,
        checker::{Checked, Search},
        place_view::PlaceView,
        respawn::place_in_words,
    },
    catalog, check,
    debug_lines::DebugLines,
    input::{Action, Effect},
    level::{Finding, Level},
    shell::{FindingFact, Screen},
    words::phrase,
};

/// The most findings that are listed; the command `check` tells all.
const LISTED: usize = 40;

impl App {
    /// Looks through the level that was just opened, where the player may be its author.
    pub(super) fn check_level(&mut self) {
        self.lab.checker.forget();
        self.lab.shown_finding = None;
        if !is_own(&self.game.level) && !self.game.is_playback() {
            self.lab.checker.start(&self.game.level);
        }
    }

    /// Keeps the findings, and tells how many there are.
    pub(super) fn checked(&mut self, checked: Checked) {
        if !self.lab.checker.keep(checked) {
            return;
        }
        let count = self.lab.checker.findings().count();
        if count > 0 && self.screens.shell.top() != Some(&Screen::Findings) {
            let key = self.key_names(Effect::Act(Action::Findings));
            let said = phrase("findings-are").with("count", count).with("key", key);
            self.news_instead("findings", said);
        }
        if self.screens.shell.top() == Some(&Screen::Findings) {
            self.screens.shell.focus_anew();
        }
        self.window.pace.hurry(std::time::Instant::now());
    }

    /// Opens the screen of findings.
    pub(super) fn show_findings(&mut self) {
        self.lab.checker.start(&self.game.level);
        self.open_screen(Screen::Findings);
    }

    /// Returns the findings as the screen lists them; `None` while they are looked for.
    pub(super) fn finding_facts(&self) -> Option<Vec<FindingFact>> {
        let fact = |finding: &Finding| FindingFact {
            code: finding.code,
            problem: finding.problem.clone(),
            place: finding
                .place
                .map(|place| place_in_words(self.game.level.to_file(place))),
        };
        let facts: Vec<_> = self.lab.checker.findings().take(LISTED).map(fact).collect();
        (self.lab.checker.search != Search::Running || !facts.is_empty()).then_some(facts)
    }

    /// The number of findings in words, for the laboratory.
    pub(super) fn finding_count(&self) -> String {
        match self.lab.checker.search {
            Search::Done => self.lab.checker.findings().count().to_string(),
            Search::Idle | Search::Running => String::new(),
        }
    }

    /// Tells why and from where the player came back to the start; a fall becomes a finding.
    pub(super) fn tell_of_respawn(&mut self, now: f64) {
        let has_checkpoint = self.game.world.play.checkpoint.is_some();
        let (level, events) = (&self.game.level, &self.game.events);
        if let Some(place) = self.respawn.fall_among(events) {
            self.lab.checker.fell_from(place);
        }
        let said = self.respawn.notice(events, (level, has_checkpoint), now);
        if let Some(said) = said {
            self.news(said);
        }
        self.respawn.follow(&self.game.world.player);
    }

    /// Flies to the place of the finding with that number.
    pub(super) fn look_at_finding(&mut self, number: usize) {
        let Some(finding) = self.lab.checker.findings().nth(number).cloned() else {
            return;
        };
        let Some(place) = finding.place else {
            return;
        };
        self.close_screens();
        let view = self.current_view();
        self.rig.camera = Camera::Place(PlaceView::begin(&view, place, &self.game.level));
        let key = self.key_names(Effect::Act(Action::Camera));
        let said = phrase("looking-at").with("problem", finding.problem.as_str());
        self.news_instead("findings", said.with("key", key));
        self.lab.shown_finding = Some(finding);
    }

    /// Draws the mark of the finding that is looked at.
    pub(super) fn mark_finding(&self, marks: &mut DebugLines) {
        let shown = self.lab.shown_finding.as_ref();
        if let (Some(finding), Camera::Place(_)) = (shown, self.rig.camera) {
            check::mark(finding, marks);
        }
    }
}

/// Returns whether a level comes with the game, or is made by it.
pub(super) fn is_own(level: &Level) -> bool {
    level.path.as_ref().is_none_or(|path| {
        let own = catalog::OWN_LEVELS.iter();
        own.filter_map(|name| catalog::find(name).ok())
            .any(|file| file == *path)
    })
}
