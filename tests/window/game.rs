//! A level that is played for its targets, with real keys: lit, finished, begun again.

use crate::{Game, desktop};

const LEVEL: &str = "test:targets";

/// Throws balls until the log says `words`, a few steps further on after each.
fn throw_until(game: &Game, words: &str, step: Option<&str>) {
    for _ in 0..9 {
        game.xdotool("click 1");
        game.wait_ticks(2);
        if game.has_logged(words) {
            return;
        }
        if let Some(key) = step {
            game.xdotool(&format!("keydown {key}"));
            game.wait_ticks(0);
            game.xdotool(&format!("keyup {key}"));
        }
    }
    panic!("nothing said '{words}'");
}

#[test]
fn a_level_is_lit_finished_and_begun_again() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(LEVEL);
    throw_until(&game, "1 of 3 lit", None);
    // The gate sinks for two seconds; the checkpoint is behind it.
    game.wait_ticks(3);
    game.xdotool("keydown w");
    game.wait_log("Checkpoint", 1);
    game.xdotool("keyup w");
    throw_until(&game, "2 of 3 lit", None);
    // The drawbridge falls; then a ball bounces once on the way to the last target.
    game.wait_ticks(3);
    throw_until(&game, "All 3 lit", Some("w"));
    game.xdotool("keydown w");
    game.wait_log("Finished", 1);
    game.xdotool("keyup w");
    game.xdotool("key BackSpace");
    game.wait_log("Begun again", 1);
    // The recording that was asked for ends with the first run.
    game.xdotool("click 1");
    game.wait_log("1 of 3 lit", 2);
    game.leave();
}
