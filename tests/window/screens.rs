//! The screens above play, with real keys and a real mouse: start, levels, pause, a question, and out.

use std::cell::{Cell, RefCell};

use crate::{desktop, difference, play::followed};

/// A flight changes at least this share of the picture in a tenth of a second.
const FLOWN: f64 = 2e-3;

#[test]
fn the_game_starts_at_a_screen_and_leaves_by_a_question() {
    let Some(desktop) = desktop() else { return };
    let record = desktop.name("play.rec");
    let game = desktop.open(format!("--size 640x360 --record {record}"));
    game.follow("start_screen.txt");
    game.leave();
}

#[test]
fn the_picture_of_the_start_screen_moves_and_play_begins_at_the_levels_start() {
    let Some(desktop) = desktop() else { return };
    desktop.printed("settings view.title_flight true");
    let record = desktop.name("play.rec");
    let game = desktop.open(format!("--size 320x180 --record {record}"));
    game.wait_log("drawing with", 1);
    // A level that arrives changes the picture only a few times.
    let (last, changes) = (RefCell::new(game.pixels()), Cell::new(0));
    game.wait_pixels("the flight", |image| {
        if difference(image, &last.borrow()) > FLOWN {
            last.replace(image.clone());
            changes.set(changes.get() + 1);
        }
        changes.get() >= 12
    });
    // The pointer may be over another control.
    game.xdotool("key Home Return");
    game.wait_ticks(1);
    game.leave();
}

#[test]
fn play_stands_still_while_it_is_paused_and_goes_on_by_key_and_mouse() {
    let Some((ticks, report)) = followed("pause.txt") else {
        return;
    };
    assert_eq!(report["balls"], 0, "{report}");
    let mut places = ticks.iter().map(|tick| tick.player().position);
    let first = places.next();
    assert!(places.all(|it| Some(it) == first), "it stood");
}
