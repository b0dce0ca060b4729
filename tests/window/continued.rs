//! A run that is left before its end, in whatever way, and gone on with by the next game.

use std::fs;

use test_support::files_below;

use crate::{Desktop, Game, desktop, played};

/// A target ahead and one on the left; lighting both ends the level.
const LEVEL: &str = "test:range";

/// The text of the only unfinished run, as far as the system has it; nothing where there is none.
fn unfinished(desktop: &Desktop) -> String {
    let folder = desktop.path(".local/share/hexbound/runs");
    let files = files_below(&folder, &["unfinished"]).into_iter();
    let mut texts: Vec<String> = files.flat_map(fs::read_to_string).collect();
    // That of a level behind the start screen has no tick.
    texts.retain(|text| text.contains("\nhash "));
    assert!(texts.len() < 2, "one run is left: {texts:?}");
    texts.pop().unwrap_or_default()
}

/// The ticks of the only unfinished run, as far as the system has them.
pub fn ticks(desktop: &Desktop) -> u64 {
    let text = unfinished(desktop);
    let mut lines = text.lines().rev();
    let hash = lines.find_map(|line| line.strip_prefix("hash "));
    let tick = hash.and_then(|hash| hash.split(' ').next()?.parse().ok());
    tick.unwrap_or(0)
}

pub fn wait_for_ticks(desktop: &Desktop, more_than: u64) {
    desktop.wait("ticks of an unfinished run", || ticks(desktop) > more_than);
}

/// Starts at the start screen, whose first control goes on with the run, and waits until it does.
fn go_on<'a>(desktop: &'a Desktop, left_at: u64) -> Game<'a> {
    let game = desktop.open("--size 640x360");
    game.wait_log("drawing with", 1);
    game.wait_settled();
    assert_eq!(ticks(desktop), left_at, "the run stays while it is offered");
    game.xdotool("key Return");
    game.wait_log("Where you left: 1 of 2 lit", 1);
    wait_for_ticks(desktop, left_at);
    game
}

#[test]
fn a_run_goes_on_after_the_game_was_killed_closed_or_left_and_is_one_run() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(LEVEL);
    game.xdotool("click 1");
    game.wait_log("1 of 2 lit", 1);
    wait_for_ticks(&desktop, ticks(&desktop) + 120);
    // Killed, with no chance to write anything more.
    drop(game);
    let left_at = ticks(&desktop);
    assert!(left_at > 0);
    let listed = desktop.printed("files runs");
    let is_listed = listed.contains("1 of 2 lit") && listed.contains(LEVEL);
    assert!(is_listed, "{listed}");
    // Left by the menu.
    let game = go_on(&desktop, left_at);
    game.leave();
    let left_at = ticks(&desktop);
    // Closed.
    let game = go_on(&desktop, left_at);
    game.xdotool("key alt+F4");
    game.left();
    let left_at = ticks(&desktop);
    let game = go_on(&desktop, left_at);
    game.follow("quarter_turn.txt");
    wait_for_ticks(&desktop, ticks(&desktop) + 120);
    game.xdotool("click 1");
    game.wait_log("Kept as your best here", 1);
    drop(game);
    // A finished run leaves nothing behind.
    assert_eq!(unfinished(&desktop), "");
    let said = desktop.printed("verify test:range");
    assert!(said.contains("hash ok"), "{said}");
    let folder = desktop.path(".local/share/hexbound/runs");
    let [kept] = &files_below(&folder, &["gz"])[..] else {
        panic!("one run is kept");
    };
    let recording = hexbound_replay::read(kept).expect("a whole recording");
    assert!(recording.ticks > left_at, "{}", recording.ticks);
    let ticks = played(LEVEL, recording);
    let lit = ticks.last().map(|tick| tick.world.play.lit_count());
    assert_eq!(lit, Some(2));
}
