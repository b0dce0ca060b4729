//! A level played to its end with real keys: what is kept of it, a race against its ghost, and a run
//! that was tampered with.

use std::{fs, thread, time::Duration};

use crate::{Desktop, Game, desktop, moments::only_file, play_back};

/// A target ahead and one on the left; lighting both ends the level.
const LEVEL: &str = "test:range";

/// Lights both targets; between them, a throw is taken back.
fn finish(desktop: &Desktop, game: &Game) {
    game.xdotool("click 1");
    game.wait_ticks(1);
    game.xdotool("click 1");
    desktop.wait("a rewind in the recording", || {
        game.xdotool("keydown r");
        thread::sleep(Duration::from_millis(300));
        game.xdotool("keyup r");
        game.wait_ticks(1);
        let recorded = fs::read_to_string(desktop.path("play.rec")).unwrap_or_default();
        recorded.contains("\nback ")
    });
    game.follow("quarter_turn.txt");
    game.wait_ticks(1);
    game.xdotool("click 1");
    game.wait_log("Kept as your", 1);
    game.wait_log("the best throw is shown again", 1);
    // Enough seen; the results follow, and Esc looks around.
    game.xdotool("key c");
    game.wait_settled();
    game.xdotool("key Escape");
    game.wait_ticks(1);
}

#[test]
fn a_level_is_finished_its_run_kept_raced_and_verified() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(LEVEL);
    finish(&desktop, &game);
    game.leave();
    let (_, report) = play_back(&desktop, LEVEL);
    let result = &report["result"];
    assert_eq!([&result["lit"], &result["rewinds"]], [2, 1], "{report}");
    let run = only_file(&desktop, "runs");
    let said = desktop.printed(format!("verify {}", run.display()));
    let is_told = said.contains("hash ok") && !said.contains("0 rewinds");
    assert!(is_told, "{said}");
    assert!(desktop.printed("files runs").contains(LEVEL));

    let record = desktop.name("play.rec");
    let mut tampered = fs::read_to_string(desktop.path("play.rec")).expect("a recording");
    let line = format!("play --against {LEVEL} --size 640x360 --record {record}");
    let game = desktop.open(line);
    game.wait_ticks(1);
    finish(&desktop, &game);
    game.wait_log("Race: 1 lit", 1);
    game.wait_log("Race: 2 lit", 1);
    game.leave();
    play_back(&desktop, LEVEL);

    // The last throw: an earlier one may have been taken back.
    let throw = tampered.rfind("\nT").expect("a throw") + 1;
    tampered.replace_range(throw..=throw, "-");
    let path = desktop.path("tampered.rec");
    fs::write(&path, tampered).expect("a file");
    let said = desktop.fail(1, format!("verify {}", path.display()));
    assert!(said.contains("parts at tick"), "{said}");
}
