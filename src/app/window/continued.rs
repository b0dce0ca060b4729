//! The window's part in runs that were left before their end and are gone on with.

use std::path::PathBuf;

use super::{App, told::title};
use crate::{
    app::{AppError, loading::Reason, with_causes},
    catalog,
    level::{self, Level, Reading},
    runs::{LeftRun, RunStore},
    shell::{UnfinishedFact, Wish},
    ui::clock,
    words::{Phrase, phrase},
};

/// A run that was left, and the level that it is of.
#[derive(Clone, Debug)]
pub(super) struct ShownRun {
    run: LeftRun,
    /// The level's file, or the name of its scene.
    level: PathBuf,
    title: String,
}

impl ShownRun {
    /// A run that was left; `None` where its level is not there any more.
    fn of(run: LeftRun) -> Option<Self> {
        let name = run.level();
        let level = match catalog::is_scene(name) {
            true => PathBuf::from(name),
            false => catalog::find(name).ok()?,
        };
        let stem = level.file_stem().unwrap_or_default().to_string_lossy();
        Some(Self {
            title: level::read_about(&level)
                .and_then(|about| about.title)
                .unwrap_or_else(|| stem.into_owned()),
            level,
            run,
        })
    }

    fn reading(&self) -> Reading {
        Reading {
            scale: self.run.header.scale,
            variant: self.run.header.variant.clone(),
        }
    }

    fn is_of(&self, level: &Level) -> bool {
        self.run.header.content == Some(level.content_hash) && self.reading() == level.reading()
    }
}

impl App {
    /// Looks for the runs that were left, for the screens that offer them.
    pub(super) fn look_for_left_runs(&mut self) {
        let left = RunStore::of_user().map(|store| store.left());
        self.browser.left_runs = (left.into_iter().flatten().filter_map(ShownRun::of)).collect();
    }

    /// The runs that can be gone on with: the one that stands still behind the screens, and the newest
    /// of every other level.
    pub(super) fn unfinished_facts(&self, has_run: bool) -> Vec<UnfinishedFact> {
        let (level, play) = (&self.game.level, &self.game.world.play);
        let open = has_run.then(|| UnfinishedFact {
            title: title(level, self.preferences.words),
            level: catalog::argument_for(level).into(),
            is_open: true,
            lit: Some([play.lit_count(), play.lit.len()]),
            seconds: play.score_seconds(self.game.world.tick),
            wish: Wish::Resume,
        });
        let fact = |left: &ShownRun| UnfinishedFact {
            title: self.preferences.words.of_level(&left.title),
            level: left.level.clone(),
            is_open: left.is_of(level),
            lit: left.run.lit,
            seconds: left.run.score_seconds(),
            wish: Wish::GoOn(left.run.path.clone()),
        };
        let left = self.browser.left_runs.iter().map(fact);
        let left = left.filter(|left| !(has_run && left.is_open));
        open.into_iter().chain(left).collect()
    }

    /// Goes on with a run that was left, in the file that is named: its level is loaded, unless it is open.
    pub(super) fn go_on_with(&mut self, file: &PathBuf) {
        let mut left = self.browser.left_runs.iter();
        let Some(left) = left.find(|left| left.run.path == *file).cloned() else {
            return;
        };
        if left.is_of(&self.game.level) && self.loading.refused.is_none() {
            self.close_screens();
            self.start(self.game.level.clone());
            self.go_on(&left);
        } else {
            self.load_as(left.level.clone(), left.reading(), Reason::Chosen);
            self.loading.to_go_on = Some(left);
        }
    }

    /// Goes on with a run that was left in the level that has just been entered; what can't be gone on with
    /// is said, and the level begins anew.
    pub(super) fn go_on(&mut self, left: &ShownRun) {
        match self.game.go_on_with(&left.run) {
            Err(error) => return self.no_going_on(with_causes(&error)),
            Ok(Some(error)) => {
                self.trouble(phrase("no-race").with("problem", with_causes(&error)));
            }
            Ok(None) => {}
        }
        log::info!(
            "going on with the run {} at {}",
            left.run.path.display(),
            clock(left.run.score_seconds())
        );
    }

    fn no_going_on(&mut self, problem: String) {
        self.trouble(phrase("no-going-on").with("problem", problem));
    }

    /// Notes that a frame of playing up to where a run was left is over, and lets the player go on once it is
    /// there. A run that does not go as it was recorded is given up, and its level begins anew.
    pub(super) fn notice_going_on(&mut self, played: Result<(), AppError>) -> Result<(), AppError> {
        match played {
            Err(error) if self.game.is_going_on() => {
                self.game.discard_going_on();
                self.begin_again();
                self.no_going_on(with_causes(&error));
            }
            Err(error) => return Err(error),
            Ok(()) if self.game.is_going_on() => return Ok(()),
            Ok(()) => {
                let play = &self.game.world.play;
                let said = phrase("gone-on").with("lit", play.lit_count());
                let said = said.with("of", play.lit.len());
                let seconds = play.score_seconds(self.game.world.tick);
                self.news(said.with("time", Phrase::plain(clock(seconds))));
            }
        }
        self.input.controls.release_all();
        if self.window.focused && !self.screens.shell.is_open() {
            self.capture_pointer();
        }
        Ok(())
    }
}
