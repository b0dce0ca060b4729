//! Everything that the screens are told about the game, gathered before they are drawn.

use std::path::PathBuf;

use super::{App, keys::names_of};
use crate::{
    app::{folder::Folder, level_shelf::ShelvedLevel},
    catalog, folders,
    input::{Action, Device, Effect, KeyLabels},
    level::Level,
    logs,
    scenes::{Hall, LESSONS},
    settings::Settings,
    shell::{Facts, FindingFact, LevelFact, MethodFacts, MethodFigures, Results, UnfinishedFact},
    sim::{Choice, Methods, bytes_per_triangle},
    ui::FigureDetail,
    words::{Words, phrase},
};

/// Everything that the screens are told, gathered before they are drawn.
pub(super) struct Told {
    title: String,
    is_playback: bool,
    has_run: bool,
    keeps_run: bool,
    unfinished: Vec<UnfinishedFact>,
    is_refused: bool,
    results: Option<Results>,
    has_best_throw: bool,
    user_folder: Option<PathBuf>,
    folder_to_open: Option<PathBuf>,
    words: &'static Words,
    settings: Settings,
    sound_devices: Vec<String>,
    device: Device,
    key_labels: KeyLabels,
    laboratory: Vec<(Action, String)>,
    log: Option<PathBuf>,
    loading: Option<(String, f32)>,
    methods: MethodFacts,
    findings: Option<Vec<FindingFact>>,
    message: Option<(String, bool)>,
}

impl Told {
    pub(super) fn of(app: &App, now: f64) -> Self {
        let level = &app.game.level;
        let has_run = app.has_run();
        let message = app.screens.ui.newest_message(now);
        Self {
            title: title(level, app.preferences.words),
            is_playback: app.game.is_playback(),
            has_run,
            keeps_run: app.game.keeps_run(),
            unfinished: app.unfinished_facts(has_run),
            is_refused: app.loading.refused.is_some(),
            results: app.results(),
            has_best_throw: app.finale.best_throw.is_some(),
            user_folder: catalog::user_folder(),
            folder_to_open: app.folder_to_open(),
            words: app.preferences.words,
            settings: app.preferences.settings.clone(),
            sound_devices: app.screens.sound_devices.clone().unwrap_or_default(),
            device: app.input.device,
            key_labels: app.input.key_labels.clone(),
            laboratory: app.laboratory(),
            log: logs::path(),
            methods: app.method_facts(),
            findings: app.finding_facts(),
            loading: Some((app.loading.name.clone(), app.loading_done())),
            message: message
                .map(|(said, is_warning)| (app.preferences.words.say(said), is_warning)),
        }
    }

    pub(super) fn facts<'a>(&'a self, levels: &'a [LevelFact], folder: &'a Folder) -> Facts<'a> {
        Facts {
            words: self.words,
            level: &self.title,
            is_playback: self.is_playback,
            has_run: self.has_run,
            keeps_run: self.keeps_run,
            unfinished: &self.unfinished,
            is_refused: self.is_refused,
            results: self.results.as_ref(),
            has_best_throw: self.has_best_throw,
            levels,
            user_folder: self.user_folder.as_deref(),
            folder_to_open: self.folder_to_open.as_deref(),
            folders: &folder.folders,
            level_files: &folder.levels,
            folder_problem: folder.problem.as_ref(),
            settings: Some(&self.settings),
            sound_devices: &self.sound_devices,
            device: self.device,
            key_labels: Some(&self.key_labels),
            laboratory: &self.laboratory,
            log: self.log.as_deref(),
            methods: self.methods.clone(),
            findings: self.findings.as_deref(),
            loading: self
                .loading
                .as_ref()
                .map(|(name, done)| (name.as_str(), *done)),
            message: (self.message.as_ref()).map(|(text, is_warning)| (text.as_str(), *is_warning)),
        }
    }
}

impl App {
    /// Returns whether a run of the level that is open has begun and is not finished.
    pub(super) fn has_run(&self) -> bool {
        !self.game.level.play.targets.is_empty()
            && self.game.world.play.finished.is_none()
            && self.game.world.tick > 0
            && !self.game.is_playback()
            && self.loading.refused.is_none()
    }

    /// The levels that can be chosen, with their pictures on the graphics device.
    pub(super) fn level_facts(&mut self) -> Vec<LevelFact> {
        // Also before they are seen: the list that a screen leads to is whole in its first picture.
        if !self.screens.shell.stops_play() {
            return Vec::new();
        }
        let (ui, pictures) = (&mut self.screens.ui, &self.browser.pictures);
        let fact = |level: &ShelvedLevel| {
            let picture = pictures.get(&level.path);
            LevelFact {
                title: self.preferences.words.of_level(&level.title),
                path: level.path.clone(),
                shelf: level.shelf,
                par: level.par,
                best: level.best.clone(),
                gold: level.gold.clone(),
                picture: picture.map(|image| ui.picture(&level.path.to_string_lossy(), image)),
            }
        };
        self.browser.levels.iter().map(fact).collect()
    }

    /// The folder in which a level file is looked for first.
    fn folder_to_open(&self) -> Option<PathBuf> {
        let last = self
            .screens
            .remembered
            .folder
            .clone()
            .filter(|folder| folder.is_dir());
        let home = || folders::user_home();
        last.or_else(home).or_else(|| std::env::current_dir().ok())
    }

    /// The number of methods that are not the usual ones, in words; nothing where all are.
    fn count_of_other_methods(&self) -> String {
        match self.game.methods.differing(Methods::default()).count() {
            0 => String::new(),
            count => (self.preferences.words).say(&phrase("methods-differ").with("count", count)),
        }
    }

    /// The methods in use, and what they cost.
    fn method_facts(&self) -> MethodFacts {
        let game = &self.game;
        let (methods, usual) = (game.methods, Methods::default());
        let others = (methods != usual).then_some(usual);
        MethodFacts {
            methods,
            is_fixed: game.is_playback(),
            is_assisted: !game.level.play.targets.is_empty()
                && (game.world.play.assisted || is_help(methods)),
            now: self.method_figures(methods),
            usual: others.and_then(|usual| self.method_figures(usual)),
            still: game.world.player.shape_in_the_way(),
            goes_on_by: (game.time.paused).then(|| self.key_names(Effect::Act(Action::Pause))),
        }
    }

    /// The figures of methods, if they were in use.
    fn method_figures(&self, methods: Methods) -> Option<MethodFigures> {
        let figures = self.game.ledger.figures(methods)?;
        Some(MethodFigures {
            bytes: bytes_per_triangle(&self.game.level, &methods),
            ..figures
        })
    }

    /// The functions of the laboratory and the state of each.
    pub(super) fn laboratory(&self) -> Vec<(Action, String)> {
        let words = self.preferences.words;
        let on = |is_on: bool| match is_on {
            true => words.text("is-on"),
            false => words.text("is-off"),
        };
        let time = &self.game.time;
        let speed = format!("{} ×", time.speed());
        let mut all = vec![
            (
                Action::CollisionView,
                words.text_of("collision-view", self.lab.inspector.view.name()),
            ),
            (
                Action::PinView,
                words.say(&names_of(self.lab.inspector.pinned())),
            ),
            (Action::Shallower, String::new()),
            (Action::Deeper, String::new()),
            (Action::Why, on(self.lab.inspector.tells_why())),
            (
                Action::CollisionMode,
                words.text_of("mode", self.game.methods.collision.name()),
            ),
            (
                Action::Ground,
                words.text_of("ground", self.game.methods.ground.name()),
            ),
            (Action::Methods, self.count_of_other_methods()),
            (Action::Ghosts, on(self.game.shows_ghosts())),
            (
                Action::Figures,
                on(self.lab.figure_detail != FigureDetail::None),
            ),
            (Action::Findings, self.finding_count()),
            (
                Action::Camera,
                words.text_of("camera", self.rig.camera.name()),
            ),
            (Action::Pause, on(time.paused)),
            (Action::Step, String::new()),
            (Action::Slower, speed.clone()),
            (Action::Faster, speed),
        ];
        let is_fixed = |action: &Action| matches!(action, Action::CollisionMode | Action::Ground);
        all.retain(|(action, _)| !self.game.is_playback() || !is_fixed(action));
        all
    }
}

/// Returns whether a run by these methods counts as assisted: those that change costs alone are no help.
fn is_help(methods: Methods) -> bool {
    !methods.decide_like(Methods::default())
}

/// The name that players see of a level, in their words.
pub(super) fn title(level: &Level, words: &Words) -> String {
    let hall = Hall::of_scene(&level.name).filter(|_| level.path.is_none());
    if let Some(hall) = hall {
        return words.text_of("hall", hall.name());
    }
    let is_of_lesson = LESSONS.iter().any(|it| it.1.contains(&&*level.name));
    if level.path.is_none() && is_of_lesson {
        return words.text_of("scene", &level.name);
    }
    words.of_level(level.play.title.as_ref().unwrap_or(&level.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{CollisionMode, Question};

    #[test]
    fn a_hall_of_the_museum_has_its_title_in_the_players_words() {
        let words = Words::english();
        for hall in Hall::ALL {
            let level = catalog::open(format!("test:{}", hall.scene())).unwrap();
            assert_eq!(title(&level, words), words.text_of("hall", hall.name()));
        }
        let stairs = catalog::open("test:stairs").unwrap();
        assert_eq!(title(&stairs, words), "Stairs");
        let other = catalog::open("test:flat").unwrap();
        assert_eq!(title(&other, words), words.of_level(&other.name));
    }

    #[test]
    fn methods_that_change_costs_alone_are_no_help() {
        let mut methods = Methods::default();
        assert!(!is_help(methods));
        methods.choose(Question::Tree, "brute").unwrap();
        let other = Question::Coherence.choices()[1];
        methods.choose(Question::Coherence, other).unwrap();
        assert!(!is_help(methods));
        assert!(is_help(Methods::by(CollisionMode::Article)));
    }
}
