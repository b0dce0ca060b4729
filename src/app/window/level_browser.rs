//! The levels and runs offered by a screen, and the folder that is open on it.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use image::RgbaImage;
use winit::event_loop::EventLoopProxy;

use super::{
    abandoned_run::ShownRun,
    level_title::{file_name_of, title},
};
use crate::app::{
    folder,
    game::Game,
    level_shelf::{LevelShelf, own_levels, own_picture},
    remembered::Remembered,
    user_event::UserEvent,
};
use hexbound_base::words::Words;
use hexbound_replay::runs::RunStore;
use hexbound_scenes::catalog;
use hexbound_ui::{
    Ui,
    shell::{Folder, LevelFact, Screen, UnfinishedFact, Wish},
};

/// Everything that can be played from a screen.
pub(super) struct LevelBrowser {
    shelf: LevelShelf,
    /// The levels to choose from.
    levels: Vec<LevelFact>,
    /// True while the screen with the levels is open, for which they are looked up once.
    is_looking: bool,
    /// The pictures of the levels, by file.
    pub pictures: BTreeMap<PathBuf, RgbaImage>,
    /// The folder that is open on a screen.
    pub folder: Folder,
    /// The runs that can be resumed, as of the last search.
    abandoned_runs: Vec<ShownRun>,
}

impl LevelBrowser {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>) -> Self {
        Self {
            shelf: LevelShelf::new(proxy),
            levels: Vec::new(),
            is_looking: false,
            pictures: BTreeMap::new(),
            folder: Folder::default(),
            abandoned_runs: Vec::new(),
        }
    }

    /// Stores the levels that the shelf's thread has found.
    pub(super) fn take(&mut self, levels: Vec<LevelFact>) {
        log::info!("{} levels to choose from", levels.len());
        self.levels = levels;
    }

    /// Looks up the data that the top screen needs, after its first frame; `None` is play.
    pub(super) fn serve(
        &mut self,
        top: Option<&Screen>,
        stops_play: bool,
        remembered: &mut Remembered,
    ) {
        if stops_play && self.levels.is_empty() {
            self.shelve_own_levels();
        }
        match top {
            Some(Screen::Levels) if !self.is_looking => {
                self.is_looking = true;
                self.look_for_abandoned_runs();
                self.shelf.search(remembered.recent.clone());
            }
            Some(Screen::Levels | Screen::Level(_)) => {}
            Some(Screen::Open(path)) if *path != self.folder.path => {
                self.folder = folder::read(path);
                if self.folder.problem.is_none() {
                    remembered.folder = Some(path.clone());
                    remembered.save();
                }
            }
            Some(Screen::Open(_)) => {}
            _ => {
                // The levels and the folder are looked up again the next time.
                self.is_looking = false;
                self.folder = Folder::default();
                self.shelf.stop_drawing();
            }
        }
    }

    /// Puts the levels that come with the game on their shelf, with their pictures.
    fn shelve_own_levels(&mut self) {
        self.levels = own_levels();
        let paths = self.levels.iter().map(|level| &level.path);
        let pictures = paths.filter_map(|path| Some((path.clone(), own_picture(path)?)));
        self.pictures.extend(pictures);
    }

    /// Looks for the abandoned runs, for the screens that offer them.
    pub(super) fn look_for_abandoned_runs(&mut self) {
        let left = RunStore::of_user().map(|store| store.abandoned());
        self.abandoned_runs = (left.into_iter().flatten().filter_map(ShownRun::of)).collect();
    }

    /// The abandoned run in a file.
    pub(super) fn abandoned_run(&self, file: &Path) -> Option<&ShownRun> {
        self.abandoned_runs.iter().find(|it| it.run.path == *file)
    }

    /// The name of the level in a file, as players know it.
    pub(super) fn name_of(&self, path: &Path, words: &Words) -> String {
        let shelved = self.levels.iter().find(|level| level.path == *path);
        let hall = path.to_str().and_then(catalog::hall_named);
        match (shelved, hall) {
            (Some(level), _) => words.of_level(&level.title),
            (None, Some(hall)) => words.text_of("hall", hall.name()),
            (None, None) => file_name_of(path),
        }
    }

    /// The levels to choose from, with their pictures uploaded to the graphics device.
    pub(super) fn level_facts(&self, ui: &mut Ui, words: &Words) -> Vec<LevelFact> {
        let fact = |level: &LevelFact| {
            let picture = self.pictures.get(&level.path);
            LevelFact {
                title: words.of_level(&level.title),
                picture: picture.map(|image| ui.picture(&level.path.to_string_lossy(), image)),
                ..level.clone()
            }
        };
        self.levels.iter().map(fact).collect()
    }

    /// The runs that can be resumed: the one that is paused behind the screens, if there is one, and the
    /// newest of every other level.
    pub(super) fn unfinished_facts(
        &self,
        game: &Game,
        has_run: bool,
        words: &Words,
    ) -> Vec<UnfinishedFact> {
        let (level, play) = (&game.level, &game.world.play);
        let open = has_run.then(|| UnfinishedFact {
            title: title(level, words),
            level: catalog::argument_for(level).into(),
            is_open: true,
            lit: Some([play.lit_count(), play.lit.len()]),
            seconds: play.score_seconds(game.world.tick),
            wish: Wish::Resume,
        });
        let fact = |left: &ShownRun| UnfinishedFact {
            title: words.of_level(&left.title),
            level: left.level.clone(),
            is_open: left.is_of(level),
            lit: left.run.lit,
            seconds: left.run.score_seconds(),
            wish: Wish::GoOn(left.run.path.clone()),
        };
        let left = self.abandoned_runs.iter().map(fact);
        let left = left.filter(|left| !(has_run && left.is_open));
        open.into_iter().chain(left).collect()
    }
}
