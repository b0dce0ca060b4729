//! Walking, looking, jumping and throwing in the window; losing the focus; watching a recording.

use glam::Vec3;
use hexbound_sim::Player;

use crate::{FLAT, Tick, desktop, device_loss, play_back};

/// The usual sensitivity, radians a count.
pub const SENSITIVITY: f32 = 0.0022;

/// Every tick and the report of a player on the flat floor who does what a script says and leaves;
/// `None`, having said so, where there is no desktop.
pub fn followed(script: &str) -> Option<(Vec<Tick>, serde_json::Value)> {
    let desktop = desktop()?;
    let game = desktop.play(FLAT);
    game.follow(script);
    game.leave();
    Some(play_back(&desktop, FLAT))
}

/// The player after the first tick and after the last.
pub fn ends(ticks: &[Tick]) -> [&Player; 2] {
    [&ticks[0], &ticks[ticks.len() - 1]].map(Tick::player)
}

#[test]
fn a_player_walks_looks_jumps_throws_and_leaves() {
    let Some((ticks, report)) = followed("play.txt") else {
        return;
    };
    let [start, end] = ends(&ticks);
    let walked = start.position.z - end.position.z;
    assert!(walked > 4.0, "walked {walked} m forward");
    let turned = end.yaw - start.yaw;
    let off = turned + 200.0 * SENSITIVITY;
    assert!(off.abs() < 2.0 * SENSITIVITY, "turned {turned} rad");
    let raised = end.pitch - start.pitch;
    assert!((raised - 100.0 * SENSITIVITY).abs() < 1e-3, "{raised}");
    let heights = ticks.iter().map(|tick| tick.player().position.y);
    let apex = heights.fold(f32::MIN, f32::max);
    assert!(apex - start.position.y > 1.0, "jumped {apex}");
    assert_eq!(report["balls"], 2, "{report}");
    assert_eq!(end.velocity, Vec3::ZERO);
}

#[test]
fn a_game_that_the_system_ends_ends_its_recording() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.hold("w", 1);
    game.terminate();
    // One without its end would be refused.
    let (ticks, _) = play_back(&desktop, FLAT);
    let [start, end] = ends(&ticks);
    assert!(start.position.z - end.position.z > 1.0);
}

#[test]
fn losing_the_focus_pauses_and_lets_go_of_keys_and_pointer() {
    let Some((ticks, report)) = followed("focus.txt") else {
        return;
    };
    let [start, end] = ends(&ticks);
    let walked = start.position.z - end.position.z;
    assert!(walked > 2.0, "walked {walked} m before");
    assert_eq!(end.velocity, Vec3::ZERO);
    let turned = end.yaw - start.yaw;
    let off = turned + 10.0 * SENSITIVITY;
    assert!(off.abs() < 2.0 * SENSITIVITY, "turned {turned} rad");
    assert_eq!(report["balls"], 0, "{report}");
    let stands = |tick: &&Tick| tick.player().velocity == Vec3::ZERO;
    let stood = ticks.iter().rev().take_while(stands);
    assert!(stood.count() > 100, "it walked on without the focus");
}

#[test]
fn a_recording_is_watched_in_the_window() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.hold("a", 0);
    game.leave();
    let record = desktop.name("play.rec");
    let game = desktop.start(format!("replay {record} --size 320x180"));
    game.follow("replay.txt");
    game.left();
}

#[test]
fn where_nothing_holds_the_pointer_it_is_said_once_and_keys_turn() {
    let Some(desktop) = desktop() else { return };
    let game = device_loss::play(&desktop, FLAT);
    game.wait_log("the pointer is moved back to the window's middle", 1);
    device_loss::inject(&desktop, "pointer-refused");
    for _ in 0..2 {
        game.pause();
        game.xdotool("key Escape");
        game.wait_ticks(1);
    }
    game.hold("Left", 1);
    // A click throws, as ever.
    game.xdotool("click 1");
    game.wait_ticks(1);
    game.leave();
    let said = "This desktop does not hold the pointer in the window: Left and Right turn, too";
    let log = desktop.log();
    assert_eq!(log.matches(said).count(), 1, "{log}");
    let (ticks, report) = play_back(&desktop, FLAT);
    let [start, end] = ends(&ticks);
    // It may have turned more than half round since.
    let turned = |tick: &Tick| tick.player().yaw - start.yaw > 0.5;
    assert!(ticks.iter().any(turned), "{}", end.yaw);
    assert_eq!(report["balls"], 1, "{report}");
}
