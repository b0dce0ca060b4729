//! The window on a Wayland desktop: real keys and a real mouse, a pointer that is locked, a screen of
//! two pixels a point, and a desktop at which nobody sits.

use std::time::{Duration, Instant};

use hexbound_sim::Buttons;
use image::RgbaImage;

use crate::{
    Desktop, FLAT, Game, Shell, WaylandDesktop, difference,
    play::{SENSITIVITY, ends},
    play_back, presses,
};

/// The least brightness, in all channels, of a pixel of a window's frame.
const FRAME: u8 = 225;
/// The screen, its panels apart, that changes at least when the game pauses.
const PAUSED: f64 = 0.04;
/// A key that has shown nothing for so long was not heard.
const LOST_AFTER: Duration = Duration::from_secs(15);

/// The bar above the window: its left and right ends and the middle of its height, pixels.
fn title_bar(image: &RgbaImage) -> Option<(u32, u32, u32)> {
    let is_frame = |x: u32, y: u32| image.get_pixel(x, y).0[..3].iter().all(|it| *it >= FRAME);
    let row = |y: u32| {
        let first = (0..image.width()).find(|x| is_frame(*x, y))?;
        let last = (0..image.width()).rfind(|x| is_frame(*x, y))?;
        let count = (first..last).filter(|x| is_frame(*x, y)).count();
        // Buttons and the title interrupt it.
        (count > 300).then_some((first, last))
    };
    let rows = (0..image.height()).filter_map(|y| row(y).map(|ends| (y, ends)));
    let rows: Vec<_> = rows.collect();
    let ((top, _), (bottom, (left, right))) = (rows.first()?, rows.last()?);
    Some((*left, *right, (top + bottom) / 2))
}

/// Moves the pointer to a place in Weston's window. Weston learns where it is whenever it comes in.
fn point(game: &Game, x: u32, y: u32) {
    game.xdotool("mousemove 1279 799");
    game.xdotool(&format!("mousemove --window {{window}} {x} {y}"));
}

/// The size of a screenshot that the game takes, pixels: that of its own picture.
fn screenshot_size(desktop: &Desktop, game: &Game, number: usize) -> (u32, u32) {
    game.xdotool("key F12");
    game.wait_log("Screenshot ", number);
    let log = desktop.log();
    let (_, path) = log.rsplit_once("Screenshot ").expect("a path");
    let path = path.lines().next().expect("a line");
    image::image_dimensions(path).expect("a picture")
}

#[test]
fn the_game_is_played_on_wayland() {
    let wayland = WaylandDesktop::open(Shell::Desktop, [1100, 700], 1);
    let Some(wayland) = wayland else { return };
    let desktop = &wayland.desktop;
    let game = desktop.play(FLAT);
    game.wait_log("window on Wayland", 1);
    game.wait_log("the pointer is locked", 1);
    let mut bar = None;
    desktop.wait("a frame about the window", || {
        bar = title_bar(&game.pixels());
        bar.is_some()
    });
    let (left, right, height) = bar.expect("a bar");
    // The lock begins to hold with a click into the window, which throws.
    let (x, y) = (right - 100, height + 200);
    point(&game, x, y);
    game.xdotool("click 1");
    game.wait_ticks(1);
    // Far beyond the window's edge: only the first motion may be dropped.
    let reach = 1100 - x - 50;
    for _ in 0..reach / 50 {
        game.xdotool("mousemove_relative -- 50 0");
    }
    game.wait_ticks(1);
    game.hold("w", 1);
    game.wait_ticks(1);
    // Another size, and back.
    assert_eq!(screenshot_size(desktop, &game, 1), (640, 360));
    game.xdotool("key F11");
    game.wait_pixels("no frame", |image| title_bar(image).is_none());
    assert_eq!(screenshot_size(desktop, &game, 2), (1100, 700));
    game.xdotool("key F11");
    game.wait_pixels("the frame again", |image| title_bar(image).is_some());
    // Another window gets the focus. On a busy machine the last picture of play stays for a while.
    let played = game.pixels();
    game.minimize();
    game.focus();
    game.wait_change("the pause", &played, PAUSED);
    let paused = game.wait_settled();
    // A busy desktop gives the keyboard back a while after the window: what is pressed before is lost.
    // Weston at times never does (no wl_keyboard.enter comes), until the window is clicked, here beside
    // the pause screen.
    let mut pressed: Option<Instant> = None;
    desktop.wait("play", || {
        if pressed.is_none_or(|at| at.elapsed() > LOST_AFTER) {
            if pressed.is_some() {
                point(&game, x, y);
                game.xdotool("click 1");
            }
            pressed = Some(Instant::now());
            game.xdotool("key Escape");
        }
        difference(&game.pixels(), &paused) > PAUSED
    });
    game.wait_ticks(1);
    // With Esc the pointer is free for the button that closes the window.
    let before = game.pixels();
    game.xdotool("key Escape");
    game.wait_change("the pause screen", &before, PAUSED);
    point(&game, right - 18, height);
    game.xdotool("click 1");
    game.left();
    let (ticks, _) = play_back(desktop, FLAT);
    let [start, end] = ends(&ticks);
    let turned = (start.yaw - end.yaw) / SENSITIVITY;
    let (least, most) = ((reach - 100) as f32, reach as f32);
    assert!((least..=most).contains(&turned), "{turned} {reach}");
    // No further than the window's edge.
    assert!(turned > (right - x) as f32);
    let walked = end.position.distance(start.position);
    assert!(walked > 4.0, "walked {walked} m");
    // One click.
    assert_eq!(presses(&ticks, Buttons::THROW), 1);
    assert!(left < x, "the bar has a left end");
}

#[test]
fn a_screen_of_two_pixels_a_point_is_filled_with_all_of_them() {
    let wayland = WaylandDesktop::open(Shell::Kiosk, [480, 300], 2);
    let Some(wayland) = wayland else { return };
    let desktop = &wayland.desktop;
    let game = desktop.play(FLAT);
    game.wait_log("window on Wayland", 1);
    let (width, height) = game.pixels().dimensions();
    assert_eq!(screenshot_size(desktop, &game, 1), (width, height));
    assert!(width >= 960, "{width} pixels for 480 points");
    game.leave();
}

#[test]
fn without_a_seat_the_game_is_seen_and_nothing_is_complained_about() {
    goes_on_quietly(Shell::Desktop);
}

#[test]
fn a_window_that_the_desktop_shows_nobody_goes_on_slowly() {
    // Without a seat nothing ever brings the window in front: it is never asked for a picture.
    goes_on_quietly(Shell::Kiosk);
}

/// Starts the game where nobody can press a key, and sees it go on without a word.
fn goes_on_quietly(shell: Shell) {
    let wayland = WaylandDesktop::without_seat(shell);
    let Some(wayland) = wayland else { return };
    let desktop = &wayland.desktop;
    desktop.forget_settings();
    let record = desktop.name("play.rec");
    let line = format!("play {FLAT} --size 320x180 --record {record}");
    let mut game = desktop.start_unseen(&[], line);
    game.wait_log("quality", 1);
    game.wait_ticks(1);
    let log = desktop.log();
    assert!(log.contains("window on Wayland"), "{log}");
    game.wait_ticks(3);
    game.assert_alive();
    assert_eq!(desktop.log(), log, "nothing is said over and over");
    assert!(!log.contains("ERROR"), "{log}");
}
