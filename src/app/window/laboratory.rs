//! The laboratory of collision: views, findings, figures and capsules.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

use winit::event_loop::EventLoopProxy;

use crate::app::{
    camera::Camera,
    checker::{Checker, LeakSearch},
    collision_inspector::CollisionInspector,
    game::{Game, Moment},
    kept_files,
    level_shelf::is_own,
    respawn::place_in_words,
    user_event::UserEvent,
};
use hexbound_base::{
    clock::TICK_RATE,
    debug_lines::DebugLines,
    words::{Phrase, Words, phrase, phrase_of},
};
use hexbound_inspect::{CollisionView, CollisionViews};
use hexbound_level::{Finding, Level};
use hexbound_sim::{Choice, Methods};
use hexbound_ui::{FigureDetail, input::Action, shell::FindingFact};

/// The largest number of listed findings. The command `check` lists all.
const MAX_FINDINGS: usize = 40;
/// The length of a capsule that is cut during play, ticks.
const CAPSULE_TICKS: u64 = 5 * TICK_RATE as u64;

/// The tools of the laboratory.
pub(super) struct Laboratory {
    pub inspector: CollisionInspector,
    pub checker: Checker,
    /// The finding at whose place the camera looks.
    pub shown_finding: Option<Finding>,
    pub figure_detail: FigureDetail,
    /// The tick at which the shown capsule was last paused.
    moment_tick: Option<u64>,
    /// The thread that writes the last seconds as a capsule, running or ended.
    capsule_thread: Option<JoinHandle<()>>,
}

impl Laboratory {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>, views: CollisionViews) -> Self {
        Self {
            inspector: CollisionInspector::new(views),
            checker: Checker::new(proxy),
            shown_finding: None,
            figure_detail: FigureDetail::default(),
            moment_tick: None,
            capsule_thread: None,
        }
    }

    /// Enters the level that was just opened. Starts a search through it if the player may be its author.
    pub(super) fn enter(&mut self, level: &Arc<Level>, is_playback: bool) {
        self.checker.forget();
        self.shown_finding = None;
        if !is_own(level) && !is_playback {
            self.checker.start(level);
        }
        self.inspector.enter(level);
    }

    /// The findings as the screen lists them; `None` while the search has found none yet.
    pub(super) fn finding_facts(&self, level: &Level) -> Option<Vec<FindingFact>> {
        let place = |place| place_in_words(level.to_file(place));
        let fact = |finding: &Finding| FindingFact {
            code: finding.code,
            problem: finding.problem.clone(),
            place: finding.place.map(place),
        };
        let facts: Vec<_> = (self.checker.findings.iter().take(MAX_FINDINGS).map(fact)).collect();
        (self.checker.search != LeakSearch::Running || !facts.is_empty()).then_some(facts)
    }

    /// Draws the mark of the finding at which the camera looks.
    pub(super) fn mark_finding(&self, camera: Camera, marks: &mut DebugLines) {
        let shown = self.shown_finding.as_ref();
        if let (Some(finding), Camera::Place(_)) = (shown, camera) {
            hexbound_check::mark(finding, marks);
        }
    }

    /// Switches to the next or the previous collision view, and returns the name of the shown views.
    pub(super) fn switch_view(&mut self, is_back: bool, level: &Level) -> Phrase {
        let turned = |view: CollisionView| match is_back {
            true => view.previous(),
            false => view.next(),
        };
        let mut view = turned(self.inspector.view);
        if view == CollisionView::Shapes && !level.has_placed_shapes() {
            view = turned(view);
        }
        self.inspector.show(view);
        self.shown_views()
    }

    /// Pins or unpins the view, and returns the names of the shown views.
    pub(super) fn toggle_pin(&mut self) -> Phrase {
        self.inspector.toggle_pin();
        self.shown_views()
    }

    /// The names of the selected collision view and of the pinned ones.
    fn shown_views(&self) -> Phrase {
        let view = phrase_of("collision-view", self.inspector.view.name());
        let pinned = self.inspector.pinned;
        let said = match pinned.is_empty() {
            true => phrase("looks-at"),
            false => phrase("looks-at-and-pinned").with("pinned", names_of(pinned)),
        };
        said.with("view", view)
    }

    /// Shows or hides the account of the player's last stop, and returns the message about it.
    pub(super) fn toggle_why(&mut self) -> Phrase {
        let name = match self.inspector.toggle_why() {
            true => "is-on",
            false => "is-off",
        };
        phrase("tells-why").with("state", phrase(name))
    }

    /// Writes the last seconds as a capsule, and returns the message about it. Cutting it takes a while,
    /// during which no other one is written.
    pub(super) fn keep_capsule(&mut self, game: &Game, proxy: EventLoopProxy<UserEvent>) -> Phrase {
        let is_busy = |thread: &JoinHandle<()>| !thread.is_finished();
        if self.capsule_thread.as_ref().is_some_and(is_busy) {
            return phrase("capsule-busy");
        }
        let (world, commands) = game.last_ticks(CAPSULE_TICKS);
        if commands.is_empty() {
            return phrase("capsule-too-soon");
        }
        let level = Arc::clone(&game.level);
        self.capsule_thread = Some(thread::spawn(move || {
            let kept = kept_files::keep_capsule(&level, world, commands);
            // An event loop that has ended shows no message.
            let _ = proxy.send_event(UserEvent::Capsule(kept));
        }));
        phrase("capsule-begun")
    }

    /// Waits for the capsule that is being written, if there is one.
    pub(super) fn finish_capsule(&mut self) {
        let thread = self.capsule_thread.take();
        if let Some(Err(_)) = thread.map(JoinHandle::join) {
            log::warn!("the last capsule was not kept");
        }
    }

    /// The shown capsule, if it is paused at another tick than before.
    pub(super) fn stopped_moment<'a>(&mut self, game: &'a Game) -> Option<&'a Moment> {
        let tick = game.world.tick;
        let is_still = game.time.paused && game.catch_up_progress().is_none();
        let moment = game.moment.as_ref().filter(|_| is_still)?;
        (self.moment_tick.replace(tick) != Some(tick)).then_some(moment)
    }

    /// The functions of the laboratory and the state of each.
    pub(super) fn functions(
        &self,
        game: &Game,
        camera: Camera,
        words: &Words,
    ) -> Vec<(Action, String)> {
        let on = |is_on: bool| match is_on {
            true => words.text("is-on"),
            false => words.text("is-off"),
        };
        let (inspector, time, methods) = (&self.inspector, &game.time, &game.methods);
        let collision = words.text_of("mode", methods.collision.name());
        let ground = words.text_of("ground", methods.ground.name());
        let view = words.text_of("collision-view", inspector.view.name());
        let figures = on(self.figure_detail != FigureDetail::None);
        let speed = format!("{} ×", time.speed());
        let all = [
            (Action::CollisionView, view),
            (Action::PinView, words.say(&names_of(inspector.pinned))),
            (Action::Shallower, String::new()),
            (Action::Deeper, String::new()),
            (Action::Why, on(inspector.shows_why)),
            (Action::CollisionMode, collision),
            (Action::Ground, ground),
            (Action::Methods, count_of_other_methods(*methods, words)),
            (Action::Ghosts, on(game.observers.ghosts.is_wanted())),
            (Action::Figures, figures),
            (Action::Findings, self.finding_count()),
            (Action::Camera, words.text_of("camera", camera.name())),
            (Action::Pause, on(time.paused)),
            (Action::Step, String::new()),
            (Action::Slower, speed.clone()),
            (Action::Faster, speed),
        ];
        let is_fixed = |action: &Action| matches!(action, Action::CollisionMode | Action::Ground);
        let open = all.into_iter();
        open.filter(|(action, _)| !game.is_playback() || !is_fixed(action))
            .collect()
    }

    /// The number of findings as text.
    fn finding_count(&self) -> String {
        match self.checker.search {
            LeakSearch::Done => self.checker.findings.iter().count().to_string(),
            LeakSearch::Idle | LeakSearch::Running => String::new(),
        }
    }
}

/// The number of methods other than the usual ones, as text. It is empty if there are none.
fn count_of_other_methods(methods: Methods, words: &Words) -> String {
    match methods.differing(Methods::default()).count() {
        0 => String::new(),
        count => words.say(&phrase("methods-differ").with("count", count)),
    }
}

/// The names of collision views.
fn names_of(views: CollisionViews) -> Phrase {
    let names = views
        .iter()
        .map(|view| phrase_of("collision-view", view.name()));
    Phrase::List(names.collect())
}
