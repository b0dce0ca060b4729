//! The first place, played to its end in the real window by keys and mouse alone, along the way of
//! its scripted run, up to its results.

use std::{fs, path::Path};

use hexbound_scenes::catalog;
use hexbound_sim::{Rules, World};
use serde_json::Value;

use crate::{
    Desktop, continued as left, desktop,
    walker::{Walker, throws},
};

const PLACE: &str = catalog::SHIPPED_LEVELS[0];

/// The line of the route before which the game is killed.
const KILLED_BEFORE: &str = "light target_seventh";

/// The arguments of a game that reports every tick in a file.
fn told_in(stream: &Path) -> String {
    let stream = stream.display();
    format!("--size 320x180 --quality low --events {stream} --bodies-every 1")
}

fn wait_for_ticks(desktop: &Desktop, stream: &Path) {
    desktop.wait("the first tick", || {
        fs::metadata(stream).is_ok_and(|stream| stream.len() > 0)
    });
}

#[test]
fn the_first_place_is_finished_by_keys_and_mouse_though_the_game_was_killed_on_the_way() {
    let Some(desktop) = desktop() else { return };
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let route = assets.join(format!("make/routes/{PLACE}.txt"));
    let route = fs::read_to_string(route).expect("a route");
    let (before, after) = route.split_at(route.find(KILLED_BEFORE).expect("such a line"));
    let scripted = assets.join(format!("runs/{PLACE}.rec"));
    let scripted = hexbound_replay::read(&scripted).expect("the scripted run");
    let level = catalog::open(PLACE).expect("the first place");
    let streams = ["before.jsonl", "after.jsonl"].map(|name| desktop.path(name));
    let killed = desktop.open(format!("play {PLACE} {}", told_in(&streams[0])));
    wait_for_ticks(&desktop, &streams[0]);
    let known = (
        throws(&level, scripted),
        World::new(&level, Rules::default()),
    );
    let mut walker = Walker::new(&killed, &level, &streams[0], known);
    walker.follow(before);
    let (scripted, mut world) = (walker.scripted, walker.world);
    let lit = world.play.lit_count();
    left::wait_for_ticks(&desktop, world.tick);
    // Killed, with no chance to write anything more.
    drop(killed);
    let left_at = left::ticks(&desktop);
    // The first control of the start screen goes on with it; the pointer may be over another.
    let game = desktop.open(told_in(&streams[1]));
    game.wait_log("drawing with", 1);
    game.wait_settled();
    game.xdotool("key Home Return");
    let all = level.play.targets.len();
    game.wait_log(&format!("Where you left: {lit} of {all} lit"), 1);
    wait_for_ticks(&desktop, &streams[1]);
    world.tick = left_at;
    let mut walker = Walker::new(&game, &level, &streams[1], (scripted, world));
    walker.follow(after);
    assert_eq!(walker.world.play.lit_count(), all, "all is lit");
    assert!(walker.finished, "through the exit");
    game.wait_log(&format!("All {all} lit"), 1);
    game.wait_log("Finished", 1);
    game.wait_log("Kept as your best here", 1);
    // Enough seen of the best throw; the results follow.
    game.wait_log("the best throw is shown again", 1);
    game.xdotool("key c");
    game.wait_settled();
    // Their third control shows it once more.
    game.xdotool("key Down Down Return");
    game.wait_log("the best throw is shown again", 2);
    // The run stands up to being played again, and says that its player took time to think.
    let verified = desktop.printed(format!("verify {PLACE} --json"));
    let verified: Value = serde_json::from_str(&verified).expect("JSON");
    let result = &verified[0]["result"];
    assert_eq!(result["lit"], all, "{verified}");
    assert_eq!(result["assisted"], true, "{verified}");
    assert_eq!(result["rewinds"], 0, "{verified}");
}
