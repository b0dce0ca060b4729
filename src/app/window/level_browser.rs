//! The levels and runs that a screen offers, and the folder that is open on one.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use image::RgbaImage;
use winit::event_loop::EventLoopProxy;

use super::{
    left_run::ShownRun,
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
    /// The levels that can be chosen.
    levels: Vec<LevelFact>,
    /// True while they are on the screen, having been looked up.
    is_looking: bool,
    /// Their pictures, by file.
    pub pictures: BTreeMap<PathBuf, RgbaImage>,
    /// The folder that is open on a screen.
    pub folder: Folder,
    /// The runs that can be gone on with, as they were looked up last.
    left_runs: Vec<ShownRun>,
}

impl LevelBrowser {
    pub(super) fn new(proxy: EventLoopProxy<UserEvent>) -> Self {
        Self {
            shelf: LevelShelf::new(proxy),
            levels: Vec::new(),
            is_looking: false,
            pictures: BTreeMap::new(),
            folder: Folder::default(),
            left_runs: Vec::new(),
        }
    }

    /// Takes in the levels that the shelf's thread has found.
    pub(super) fn take(&mut self, levels: Vec<LevelFact>) {
        log::info!("{} levels to choose from", levels.len());
        self.levels = levels;
    }

    /// Looks up what the screen on top asks for, after a picture of it was shown; `None` is play.
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
                self.look_for_left_runs();
                self.shelf.look(remembered.recent.clone());
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
                // Both are looked up anew the next time.
                self.is_looking = false;
                self.folder = Folder::default();
                self.shelf.rest();
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

    /// Looks for the runs that were left, for the screens that offer them.
    pub(super) fn look_for_left_runs(&mut self) {
        let left = RunStore::of_user().map(|store| store.left());
        self.left_runs = (left.into_iter().flatten().filter_map(ShownRun::of)).collect();
    }

    /// The run that was left in a file.
    pub(super) fn left_run(&self, file: &Path) -> Option<&ShownRun> {
        self.left_runs.iter().find(|left| left.run.path == *file)
    }

    /// The name of the level in a file, as a player knows it.
    pub(super) fn name_of(&self, path: &Path, words: &Words) -> String {
        let shelved = self.levels.iter().find(|level| level.path == *path);
        let hall = path.to_str().and_then(catalog::hall_named);
        match (shelved, hall) {
            (Some(level), _) => words.of_level(&level.title),
            (None, Some(hall)) => words.text_of("hall", hall.name()),
            (None, None) => file_name_of(path),
        }
    }

    /// The levels that can be chosen, with their pictures on the graphics device.
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

    /// The runs that can be gone on with: the one that stands still behind the screens, if there is one, and
    /// the newest of every other level.
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
        let left = self.left_runs.iter().map(fact);
        let left = left.filter(|left| !(has_run && left.is_open));
        open.into_iter().chain(left).collect()
    }
}
