//! A graphics device that is lost while the game runs, and a window whose next picture can't be had.

use std::{fs, ops::Range, thread, time::Duration};

use image::{RgbaImage, imageops};

use crate::{
    Desktop, FLAT, Game, desktop, difference,
    levels::{GREEN, RED, is_green, is_red, level, write_level},
    play_back,
};

/// The share of a picture, 0..1, that may differ after everything was made again.
const SAME: f64 = 1e-3;
/// The time after which a level that is made ready anew has taken the place of the last picture.
const MAKING_READY: Duration = Duration::from_secs(3);
/// A level's picture that stays so long is whole.
const SETTLED: Duration = Duration::from_secs(1);
/// The memory that ten losses may leave behind, kilobytes. One device holds many times that.
const LEFT_BEHIND: u64 = 16_000;
const REOPENED: &str = "The graphics device was lost, and is open again";

/// Starts a game that takes faults.
pub fn play<'a>(desktop: &'a Desktop, level: &str) -> Game<'a> {
    desktop.play_with(&[("HEXBOUND_FAULT_FILE", &desktop.name("faults"))], level)
}

/// Has the game meet with a fault, and waits until it has.
pub fn inject(desktop: &Desktop, fault: &str) {
    let half = desktop.path("half");
    fs::write(&half, fault).expect("a file");
    let faults = desktop.path("faults");
    fs::rename(&half, &faults).expect("a whole file");
    desktop.wait(fault, || !faults.exists());
}

fn assert_same(one: &RgbaImage, other: &RgbaImage, what: &str) {
    let share = difference(one, other);
    assert!(share < SAME, "{what}: {share} differs");
}

/// The picture of the first level on their screen, and the frame around it.
fn first_tile(image: &RgbaImage) -> RgbaImage {
    imageops::crop_imm(image, 14, 62, 158, 124).to_image()
}

/// Returns whether it is no longer the dark place of a picture that is being made.
fn is_drawn(tile: &RgbaImage) -> bool {
    let bytes = tile.as_raw();
    let sum: u64 = bytes.iter().map(|it| u64::from(*it)).sum();
    // An opaque black one has a mean of 64.
    sum / bytes.len() as u64 > 104
}

/// Waits for the picture of the first level, and until it has stayed the same for a second: the one
/// in which it is first seen may be half of it.
fn drawn_tile(game: &Game) -> RgbaImage {
    game.wait_steady(SETTLED, first_tile, |last, tile| {
        !is_drawn(tile) || difference(last, tile) > 0.0
    })
}

#[test]
fn everything_is_as_it_was_on_another_device() {
    let Some(desktop) = desktop() else { return };
    let mut game = play(&desktop, "test:targets");
    // A mark of its blast, on the wall or the floor.
    game.xdotool("click 1");
    game.wait_ticks(4);
    // Time stands still, with the world and words about it on the screen.
    game.xdotool("key p");
    let world = game.wait_still();
    inject(&desktop, "device-lost");
    game.wait_log(REOPENED, 1);
    // The level is made ready, and the message is shown over it for some seconds.
    game.wait_change("what was said", &world, SAME);
    game.wait_like("the world", &world, SAME);
    game.xdotool("key Escape");
    for _ in 0..2 {
        game.xdotool("key Down");
    }
    // The levels with their pictures.
    game.xdotool("key Return");
    let tile = drawn_tile(&game);
    inject(&desktop, "device-lost");
    game.wait_log(REOPENED, 2);
    // Keys that are pressed while the level is made ready again move nothing.
    thread::sleep(MAKING_READY);
    let is_same = |image: &RgbaImage| difference(&first_tile(image), &tile) < SAME;
    game.wait_pixels("the levels on the other device", is_same);
    // There and back, so that it is drawn anew.
    game.xdotool("key Down");
    game.wait_pixels("another level's frame", |image| !is_same(image));
    game.xdotool("key Up");
    game.wait_pixels("the first level's picture again", is_same);
    // On the screen of levels, pictures of more of them would be made meanwhile.
    for _ in 0..2 {
        game.xdotool("key Escape");
    }
    let paused = game.wait_still();
    let mut memory = Vec::new();
    for number in 3..=27 {
        inject(&desktop, "device-lost");
        game.wait_log(REOPENED, number);
        memory.push(game.memory());
    }
    // The allocator's and the driver's own stores grow at first and waver after.
    let smallest = |range: Range<usize>| *memory[range].iter().min().expect("ten losses");
    let [early, late] = [5..15, 15..25].map(smallest);
    assert!(late < early + LEFT_BEHIND, "{memory:?} kB");
    game.wait_like("the world after many losses", &paused, SAME);
    game.xdotool("key p");
    game.wait_ticks(1);
    game.assert_alive();
    game.leave();
    let log = desktop.log();
    assert!(!log.contains("can't be opened"), "{log}");
    // The run knows nothing of it.
    let (_, report) = play_back(&desktop, "test:targets");
    // The thrown ball, beside the one that lies there.
    assert_eq!(report["balls"], 2, "{report}");
}

#[test]
fn a_level_comes_while_the_device_is_lost() {
    let Some(desktop) = desktop() else { return };
    let game = play(&desktop, &level(&desktop, "level", RED));
    game.wait_pixels("a red floor", is_red);
    // Nobody sees the window: its device is opened again when somebody does.
    game.minimize();
    inject(&desktop, "device-lost");
    write_level(&desktop.path("level"), GREEN);
    // Heard and read.
    thread::sleep(MAKING_READY);
    assert!(!game.has_logged(REOPENED));
    game.xdotool("windowsize {window} 500 300");
    game.focus();
    game.wait_log(REOPENED, 1);
    game.wait_log("was saved and is reloaded", 1);
    game.wait_pixels("a green floor", is_green);
    // Lost while another is being read.
    game.drop_file(level(&desktop, "other", RED));
    inject(&desktop, "device-lost");
    game.wait_log(REOPENED, 2);
    game.wait_log("floor, 2 triangles", 1);
    game.wait_pixels("a red floor", is_red);
    game.leave();
}

#[test]
fn a_window_that_gives_no_picture_gives_the_next() {
    let Some(desktop) = desktop() else { return };
    let game = play(&desktop, FLAT);
    game.xdotool("key p");
    let before = game.wait_still();
    for fault in ["timeout", "occluded", "outdated", "lost"] {
        inject(&desktop, &format!("surface-{fault}"));
    }
    assert_same(&game.wait_still(), &before, "the world");
    assert!(!desktop.log().contains("ERROR"), "{}", desktop.log());
    inject(&desktop, "surface-validation");
    game.wait_log("the window's next picture could not be had", 1);
    assert_same(&game.wait_still(), &before, "once the message has faded");
    game.xdotool("key p");
    game.wait_ticks(1);
    game.leave();
    play_back(&desktop, FLAT);
}
