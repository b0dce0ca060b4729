//! Capsules kept and shown, and a replay that is played on from: with real keys.

use std::{fs, path::PathBuf};

use hexbound_lab::capsule::Capsule;

use crate::{Desktop, FLAT, desktop, difference};

/// The only file in a folder below that of what the player makes.
pub fn only_file(desktop: &Desktop, folder: &str) -> PathBuf {
    let folder = desktop.path(".local/share/hexbound").join(folder);
    let mut files = fs::read_dir(folder).expect("a folder").flatten();
    let file = files.next().expect("a file").path();
    assert!(files.next().is_none(), "nothing else is there");
    file
}

#[test]
fn the_last_seconds_are_kept_and_shown_tick_by_tick() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.hold("w", 1);
    game.xdotool("key F10");
    game.wait_log("Capsule ", 1);
    game.leave();
    let file = only_file(&desktop, "capsules");
    let capsule = Capsule::read(&file).expect("a capsule");
    assert_eq!(capsule.replay().expect("it is played"), None);
    assert!(capsule.ticks() > 100, "{} ticks", capsule.ticks());
    let game = desktop.start(format!("replay {} --size 640x360", file.display()));
    game.wait_log("At tick", 1);
    let end = capsule.begins_at() + capsule.ticks();
    // At its end there is nothing to go on to, and a tick back there is.
    game.xdotool("key period comma");
    game.wait_log(&format!("At tick {}", end - 1), 1);
    game.xdotool("key period");
    game.wait_log(&format!("At tick {end}"), 2);
    game.xdotool("key alt+F4");
    game.left();
}

#[test]
fn a_replay_is_played_on_from_and_both_futures_are_runs() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.hold("d", 3);
    game.leave();
    let record = desktop.path("play.rec");
    let original = hexbound_replay::read(&record).expect("a recording");
    let game = desktop.open(format!("replay {} --size 640x360", record.display()));
    game.xdotool("key b");
    game.wait_log("Branch 2 from", 1);
    // A branch is written when it ends: until then only the picture shows that one walks.
    let before = game.pixels();
    game.xdotool("keydown w");
    game.wait_pixels("a walk", |after| difference(&before, after) > 0.05);
    game.xdotool("keyup w");
    game.xdotool("key n");
    // Shown from about the same tick on, the first branch is as it was.
    game.wait_log("Branch 1 from 0.0 s: you are here", 1);
    game.xdotool("key alt+F4");
    game.left();
    let branch = only_file(&desktop, "branches");
    let said = desktop.printed(format!("verify {}", branch.display()));
    assert!(said.contains("hash ok"), "{said}");
    let branch = hexbound_replay::read(&branch).expect("a recording");
    assert_eq!(branch.header, original.header);
    let helped = branch.runs.iter().filter(|(command, _)| command.assisted);
    assert!(helped.count() > 0, "a run with help");
}
