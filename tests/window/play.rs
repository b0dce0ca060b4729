//! Walking, looking, jumping and throwing in the window; losing the focus; watching a recording.

use crate::{FLAT, Row, desktop, device_loss, play_back};

/// The usual sensitivity, radians a count.
const SENSITIVITY: f64 = 0.0022;

fn last(rows: &[Row]) -> &Row {
    rows.last().expect("at least one tick")
}

#[test]
fn a_player_walks_looks_jumps_throws_and_leaves() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.follow("play.txt");
    game.leave();
    let (rows, report) = play_back(&desktop, FLAT);
    let start = &rows[0];
    let end = last(&rows);
    let walked = start.position[2] - end.position[2];
    assert!(walked > 4.0, "walked {walked} m forward");
    let turned = end.yaw - start.yaw;
    let off = turned + 200.0 * SENSITIVITY;
    assert!(off.abs() < 2.0 * SENSITIVITY, "turned {turned} rad");
    let raised = end.pitch - start.pitch;
    assert!((raised - 100.0 * SENSITIVITY).abs() < 1e-3, "{raised}");
    let heights = rows.iter().map(|row| row.position[1]);
    let apex = heights.fold(f64::MIN, f64::max);
    assert!(apex - start.position[1] > 1.0, "jumped {apex}");
    assert_eq!(report["balls"], 2, "{report}");
    assert_eq!(end.velocity, [0.0; 3]);
}

#[test]
fn a_game_that_the_system_ends_ends_its_recording() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.hold("w", 1);
    game.terminate();
    // One without its end would be refused.
    let (rows, _) = play_back(&desktop, FLAT);
    assert!(rows[0].position[2] - last(&rows).position[2] > 1.0);
}

#[test]
fn losing_the_focus_pauses_and_lets_go_of_keys_and_pointer() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.follow("focus.txt");
    game.leave();
    let (rows, report) = play_back(&desktop, FLAT);
    let walked = rows[0].position[2] - last(&rows).position[2];
    assert!(walked > 2.0, "walked {walked} m before");
    assert_eq!(last(&rows).velocity, [0.0; 3]);
    let turned = last(&rows).yaw - rows[0].yaw;
    let off = turned + 10.0 * SENSITIVITY;
    assert!(off.abs() < 2.0 * SENSITIVITY, "turned {turned} rad");
    assert_eq!(report["balls"], 0, "{report}");
    let stood = rows.iter().rev().take_while(|row| row.velocity == [0.0; 3]);
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
    let (rows, report) = play_back(&desktop, FLAT);
    // It may have turned more than half round since.
    let turned = |row: &Row| row.yaw - rows[0].yaw > 0.5;
    assert!(rows.iter().any(turned), "{}", last(&rows).yaw);
    assert_eq!(report["balls"], 1, "{report}");
}
