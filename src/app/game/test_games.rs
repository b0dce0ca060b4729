//! Games for the tests of this folder: begun by a player, with a mouse that looks, and played to the
//! end of a small level.

use std::{path::Path, sync::Arc};

use tempfile::TempDir;
use winit::event::MouseButton;

use super::{Advance, Game, Start};
use hexbound_level::Level;
use hexbound_replay::{Recording, runs::RunStore};
use hexbound_scenes::catalog;
use hexbound_sim::{MethodChoices, Rules};
use hexbound_ui::input::{Controls, Source};

pub(in crate::app) fn level(name: &str) -> Arc<Level> {
    Arc::new(catalog::open(name).unwrap())
}

pub(in crate::app) fn player(
    opened_by: &str,
    record: Option<&Path>,
    rival: Option<Recording>,
) -> Start {
    Start::Player {
        methods: MethodChoices::default(),
        opened_by: opened_by.to_owned(),
        record: record.map(Path::to_owned),
        rival,
    }
}

/// A level that has just begun.
pub(in crate::app) fn begun(name: &str) -> Game {
    let start = player("test:flat", None, None);
    Game::new(level(name), start, Rules::default()).unwrap()
}

/// The same, which goes into a recording.
pub(in crate::app) fn recorded(name: &str, file: &Path) -> Game {
    let start = player("test:flat", Some(file), None);
    Game::new(level(name), start, Rules::default()).unwrap()
}

/// A recording of a level, watched from its first tick on.
pub(in crate::app) fn watched(name: &str, recording: Recording) -> Game {
    Game::new(level(name), Start::Replay(recording), Rules::default()).unwrap()
}

/// An empty folder for runs, which is removed when the first is dropped.
pub(in crate::app) fn runs() -> (TempDir, RunStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = RunStore::at(folder.path().to_owned());
    (folder, store)
}

/// Lets time pass at 60 pictures a second.
pub(in crate::app) fn pass(game: &mut Game, controls: &mut Controls, seconds: f64) {
    for _ in 0..(seconds * 60.0) as u32 {
        game.advance(1.0 / 60.0, controls).unwrap();
    }
}

/// Takes time back, and lets it go on.
pub(in crate::app) fn rewind(game: &mut Game, controls: &mut Controls, seconds: f64) {
    game.time.rewinding = true;
    game.advance(seconds, controls).unwrap();
    game.time.rewinding = false;
}

pub(in crate::app) fn controls() -> Controls {
    let mut controls = Controls::new(0.002, false);
    controls.set_looking(true);
    controls.mouse_motion(0.0, 0.0);
    controls
}

/// Lights both targets of `test:range`, with a rewind on the way, and gives every outcome.
pub(in crate::app) fn finish(game: &mut Game) -> Vec<Advance> {
    let mut controls = controls();
    let mut advances = Vec::new();
    let mut wait = |game: &mut Game, controls: &mut Controls, seconds: f64| {
        for _ in 0..(seconds * 60.0) as u32 {
            advances.push(game.advance(1.0 / 60.0, controls).unwrap());
        }
    };
    let mut throw = |game: &mut Game, controls: &mut Controls| {
        controls.source(Source::Mouse(MouseButton::Left), true);
        wait(game, controls, 0.1);
        controls.source(Source::Mouse(MouseButton::Left), false);
        wait(game, controls, 1.0);
    };
    throw(game, &mut controls);
    assert_eq!(game.world.play.lit, [true, false]);
    throw(game, &mut controls);
    rewind(game, &mut controls, 0.25);
    controls.mouse_motion(-std::f64::consts::FRAC_PI_2 / 0.002, 0.0);
    throw(game, &mut controls);
    assert_eq!(game.world.play.lit, [true, true]);
    advances
}

pub(in crate::app) fn ranged(store: Option<&RunStore>, rival: Option<Recording>) -> Game {
    let start = player("test:range", None, rival);
    let mut game = Game::new(level("test:range"), start, Rules::default()).unwrap();
    if let Some(store) = store {
        game.keep_runs(store.clone()).unwrap();
    }
    game
}
