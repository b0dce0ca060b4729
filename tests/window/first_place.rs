//! The first place, played to its end in the real window by keys and mouse alone, along the way of
//! its scripted run, up to its results.

use std::{fs, path::Path};

use hexbound::{catalog, replay};
use serde_json::Value;

use crate::{desktop::Desktop, walker::Walker};

const PLACE: &str = catalog::OWN_LEVELS[0];

#[test]
fn the_first_place_is_finished_by_keys_and_mouse() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let route = assets.join(format!("make/routes/{PLACE}.txt"));
    let route = fs::read_to_string(route).expect("a route");
    let scripted = assets.join(format!("runs/{PLACE}.rec"));
    let scripted = replay::read(&scripted).expect("the scripted run");
    let level = catalog::open(PLACE).expect("the first place");
    let stream = desktop.path("events.jsonl");
    let name = stream.to_string_lossy();
    let mut arguments = vec!["play", PLACE, "--size", "320x180", "--quality", "low"];
    arguments.extend(["--events", &name, "--bodies-every", "1"]);
    let game = desktop.start(&arguments);
    game.focus();
    desktop.wait("the first tick", || {
        fs::metadata(&stream).is_ok_and(|stream| stream.len() > 0)
    });
    let mut walker = Walker::new(&game, (&level, scripted), &stream);
    walker.follow(&route);
    let all = level.play.targets.len();
    assert_eq!(walker.lit_count(), all, "all is lit");
    assert!(walker.has_finished(), "through the exit");
    game.wait_log(&format!("All {all} lit"), 1);
    game.wait_log("Finished", 1);
    game.wait_log("Kept as your best here", 1);
    // Enough seen of the best throw; the results follow.
    game.wait_log("the best throw is shown again", 1);
    game.xdotool("key c");
    game.wait_still();
    // Their third control shows it once more.
    game.xdotool("key Down Down Return");
    game.wait_log("the best throw is shown again", 2);
    // The run stands up to being played again, and says that its player took time to think.
    let verified = desktop.printed(&["verify", PLACE, "--json"]);
    let verified: Value = serde_json::from_str(&verified).expect("JSON");
    let result = &verified[0]["result"];
    assert_eq!(result["lit"], all, "{verified}");
    assert_eq!(result["assisted"], true, "{verified}");
    assert_eq!(result["rewinds"], 0, "{verified}");
}
