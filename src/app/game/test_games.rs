//! Games for tests, on small levels: started by a player, recorded, or replayed; controls with a captured
//! mouse; and a game played to its end.

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

/// Starts a game in a level.
pub(in crate::app) fn begun(name: &str) -> Game {
    let start = player("test:flat", None, None);
    Game::new(level(name), start, Rules::default()).unwrap()
}

/// Starts a game in a level, recorded into `file`.
pub(in crate::app) fn recorded(name: &str, file: &Path) -> Game {
    let start = player("test:flat", Some(file), None);
    Game::new(level(name), start, Rules::default()).unwrap()
}

/// Starts the playback of a recording in its level.
pub(in crate::app) fn watched(name: &str, recording: Recording) -> Game {
    Game::new(level(name), Start::Replay(recording), Rules::default()).unwrap()
}

/// An empty store of runs, and its folder, which is removed when the guard is dropped.
pub(in crate::app) fn runs() -> (TempDir, RunStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = RunStore::at(folder.path().to_owned());
    (folder, store)
}

/// Advances a game by `seconds` at 60 frames a second.
pub(in crate::app) fn pass(game: &mut Game, controls: &mut Controls, seconds: f64) {
    for _ in 0..(seconds * 60.0) as u32 {
        game.advance(1.0 / 60.0, controls).unwrap();
    }
}

/// Rewinds a game by `seconds`, and ends the rewind.
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

/// Lights both targets of `test:range`, with a rewind in between, and returns all advances.
pub(in crate::app) fn finish(game: &mut Game) -> Vec<Advance> {
    let mut controls = controls();
    let mut advances = Vec::new();
    let mut wait = |game: &mut Game, controls: &mut Controls, seconds: f64| {
        for _ in 0..(seconds * 60.0) as u32 {
            advances.push(game.advance(1.0 / 60.0, controls).unwrap());
        }
    };
    let mut throw = |game: &mut Game, controls: &mut Controls| {
        controls.set_held(Source::Mouse(MouseButton::Left), true);
        wait(game, controls, 0.1);
        controls.set_held(Source::Mouse(MouseButton::Left), false);
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

pub(in crate::app) fn range_game(store: Option<&RunStore>, rival: Option<Recording>) -> Game {
    let start = player("test:range", None, rival);
    let mut game = Game::new(level("test:range"), start, Rules::default()).unwrap();
    if let Some(store) = store {
        game.keep_runs(store.clone()).unwrap();
    }
    game
}
