//! Tests of how the window opens, changes its size and is drawn: fullscreen, without an adapter,
//! over OpenGL.

use std::{fs, time::Duration};

use crate::{FLAT, SETTINGS, desktop, floor_color, play_back, skip};

/// A color that stays so long is the last one.
const SETTLED: Duration = Duration::from_secs(2);

#[test]
fn any_size_and_many_resizes_are_survived() {
    let Some(desktop) = desktop() else { return };
    let mut game = desktop.play(FLAT);
    for round in 0..20 {
        let size = [1, 7, 64, 333, 640, 900][round % 6];
        game.xdotool(&format!("windowsize {{window}} {size} {}", 1 + size / 2));
        game.assert_alive();
    }
    for _ in 0..5 {
        game.xdotool("windowminimize --sync {window}");
        game.wait_log("Paused", 1);
        game.xdotool("windowmap --sync {window}");
        game.assert_alive();
    }
    game.xdotool("windowsize --sync {window} 480 300");
    game.focus();
    game.xdotool("key Escape");
    game.wait_ticks(1);
    // Alive and drawing at the last size: a picture with more than one color.
    game.wait_pixels("a picture", |image| {
        let first = image.get_pixel(0, 0);
        image.dimensions() == (480, 300)
            && image.pixels().filter(|pixel| *pixel != first).count() > 1000
    });
    // A polite close is as good as Esc.
    game.xdotool("key alt+F4");
    game.left();
    play_back(&desktop, FLAT);
}

#[test]
fn the_screen_is_filled_when_asked_for() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.start("play test:flat --fullscreen");
    game.wait_pixels("fullscreen", |image| image.dimensions() == (1280, 800));
    game.focus();
    game.leave();
}

#[test]
fn without_an_adapter_the_game_says_what_to_do() {
    let Some(desktop) = desktop() else { return };
    let output = desktop.fail(2, "play test:flat");
    assert!(output.contains("no graphics adapter"), "{output}");
    assert!(output.contains("mesa-vulkan-drivers"), "{output}");
}

#[test]
fn the_window_is_drawn_over_opengl_too() {
    let Some(desktop) = desktop() else { return };
    if let Err(error) = hexbound_render::Gpu::opengl() {
        let packages = "libegl1, libgl1-mesa-dri";
        return skip::lacking(format!("OpenGL (Debian: {packages}): {error}"));
    }
    let is_alike = |one: [f64; 3], other: [f64; 3]| (0..3).all(|i| (one[i] - other[i]).abs() < 4.0);
    let mut by_vulkan = None;
    for backend in ["vulkan", "gl"] {
        let line = "play test:flat --size 320x180";
        let game = desktop.open_with(&[("WGPU_BACKEND", backend)], line);
        game.wait_log(&format!("({backend})"), 1);
        game.xdotool("click 1");
        game.xdotool("key F6");
        match by_vulkan {
            // The full light has come, and the eye is used to it.
            None => {
                let floor = game.wait_steady(SETTLED, floor_color, |last, color| {
                    color[0] < 60.0 || (0..3).any(|i| (color[i] - last[i]).abs() > 1.0)
                });
                by_vulkan = Some(floor);
            }
            Some(floor) => game.wait_pixels("the same floor", |image| {
                is_alike(floor_color(image), floor)
            }),
        }
        game.leave();
        let log = desktop.log();
        assert!(!log.contains("ERROR"), "{log}");
    }
    assert_eq!(desktop.log().matches("over OpenGL").count(), 1);
}

#[test]
fn bad_settings_are_named_and_the_game_goes_on() {
    let Some(desktop) = desktop() else { return };
    let loud = format!("sound.master = \"loud\"\n{SETTINGS}");
    fs::write(desktop.path("settings.toml"), loud).expect("a file");
    let game = desktop.play(FLAT);
    game.wait_log("settings.toml, line 1: master is", 1);
    game.leave();
}
