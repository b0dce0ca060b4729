//! The settings of a running game: saving their file changes what keys, wheel and mouse do.

use std::fs;

use hexbound_sim::Buttons;
use image::{Rgba, RgbaImage, imageops};

use crate::{FLAT, SETTINGS, desktop, difference, play_back, presses};

#[test]
fn saving_the_settings_changes_the_running_game() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    let keys = "[keys]\nforward = [\"KeyT\", \"MouseLeft\"]\nthrow = [\"WheelUp\"]\n";
    let saved = format!("{SETTINGS}{keys}[mouse]\ncm_per_turn = 25.4\ndpi = 100\n");
    fs::write(desktop.path("settings.toml"), saved).expect("a file");
    game.follow("bound_anew.txt");
    fs::write(desktop.path("settings.toml"), "[mouse\n").expect("a file");
    game.wait_log("the settings stay as they are until that is mended", 1);
    game.hold("t", 1);
    game.leave();
    let (ticks, _) = play_back(&desktop, FLAT);
    assert_eq!(presses(&ticks, Buttons::FORWARD), 2, "T twice, W never");
    assert_eq!(presses(&ticks, Buttons::THROW), 1, "one notch of a wheel");
    let turned: f32 = ticks.iter().map(|tick| tick.command.yaw).sum();
    let quarter = std::f32::consts::FRAC_PI_2;
    assert!((turned - quarter).abs() < 0.02, "{turned} rad");
}

/// The mean color of the target that stands before a player who enters the quarry.
fn target_color(image: &RgbaImage) -> [f64; 3] {
    let (width, height) = image.dimensions();
    let [across, down] = [width, height].map(|side| side / 30);
    let (x, y) = (width / 2 - across, height / 2 - down);
    let middle = imageops::crop_imm(image, x, y, 2 * across, 2 * down).to_image();
    let count = f64::from(middle.width() * middle.height());
    [0, 1, 2].map(|channel| {
        let values = middle.pixels().map(|pixel| f64::from(pixel.0[channel]));
        values.sum::<f64>() / count
    })
}

#[test]
fn the_targets_of_a_place_that_ships_glow_teal_or_orange_as_the_settings_say() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play("quarry");
    game.wait_pixels("a teal target", |image| {
        let [red, green, blue] = target_color(image);
        green > 1.2 * red && blue > red
    });
    desktop.printed("settings view.colors orange_blue");
    game.wait_pixels("an orange target", |image| {
        let [red, green, blue] = target_color(image);
        red > 1.2 * green && green > blue
    });
    game.leave();
}

/// Returns whether the crosshair is in the middle of the picture.
fn has_crosshair(image: &RgbaImage) -> bool {
    is_teal(image.get_pixel(image.width() / 2, image.height() / 2))
}

/// Returns whether a pixel has the color of the crosshair.
fn is_teal(pixel: &Rgba<u8>) -> bool {
    let [red, green, blue, _] = pixel.0;
    red < 110 && green > 180 && blue > 150
}

/// The place of targets, time and balls: the middle of the upper edge.
fn status(image: &RgbaImage) -> RgbaImage {
    let (width, height) = (image.width() / 5, image.height() / 10);
    imageops::crop_imm(image, 2 * width, 0, width, height).to_image()
}

#[test]
fn crosshair_and_hud_go_and_come_while_somebody_plays() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play("test:targets");
    game.wait_pixels("a crosshair", has_crosshair);
    let with_hud = status(&game.pixels());
    desktop.printed("settings view.hud false");
    let hud_changed = |image: &RgbaImage| difference(&status(image), &with_hud);
    game.wait_pixels("no HUD", |image| hud_changed(image) > 0.2);
    assert!(has_crosshair(&game.pixels()));
    // Where the crosshair is: the lights of the ball that lies in sight are teal, too.
    let teal = |image: &RgbaImage| {
        let (width, height) = (image.width() / 8, image.height() / 8);
        let (left, top) = (image.width() - width, image.height() - height);
        let middle = imageops::crop_imm(image, left / 2, top / 2, width, height).to_image();
        middle.pixels().filter(|it| is_teal(it)).count()
    };
    let usual = teal(&game.pixels());
    desktop.printed("settings view.crosshair_size 2.5");
    game.wait_pixels("a larger crosshair", |image| teal(image) > 2 * usual);
    desktop.printed("settings view.crosshair false");
    game.wait_pixels("no crosshair", |image| !has_crosshair(image));
    desktop.printed("settings view.hud true");
    game.wait_pixels("the HUD again", |image| hud_changed(image) < 0.1);
    assert!(!has_crosshair(&game.pixels()));
    game.leave();
}

/// The mean of all colors of a picture.
fn brightness(image: &RgbaImage) -> f64 {
    let colors = image.pixels().flat_map(|pixel| pixel.0[..3].to_vec());
    colors.map(f64::from).sum::<f64>() / (3.0 * f64::from(image.width() * image.height()))
}

#[test]
fn brightness_holds_at_once_with_and_without_auto_exposure() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play("test:box-room");
    let usual = brightness(&game.wait_settled());
    desktop.printed("settings picture.exposure_stops -2");
    game.wait_pixels("a darker picture", |image| brightness(image) < 0.7 * usual);
    desktop.printed("settings picture.exposure fixed");
    desktop.printed("settings picture.exposure_stops 3");
    let is_brighter = |image: &RgbaImage| brightness(image) > 1.1 * usual;
    game.wait_pixels("a brighter picture", is_brighter);
    game.leave();
}

#[test]
fn the_window_follows_its_settings_and_f11_is_one_of_them() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play(FLAT);
    game.follow("window_size.txt");
    assert_eq!(game.pixels().dimensions(), (1280, 800));
    game.xdotool("key F11");
    game.wait_pixels("a window", |image| image.dimensions() == (640, 360));
    let kept = || fs::read_to_string(desktop.path("settings.toml")).unwrap_or_default();
    desktop.wait("the window mode in the file", || {
        kept().contains("window_mode = \"windowed\"")
    });
    game.leave();
}

#[test]
fn the_game_opens_in_the_mode_and_size_that_were_kept() {
    let Some(desktop) = desktop() else { return };
    desktop.printed("settings picture.window_size 960x540");
    let game = desktop.start("play test:flat");
    game.wait_pixels("its size", |image| image.dimensions() == (960, 540));
    drop(game);
    desktop.printed("settings picture.window_mode borderless");
    let game = desktop.start("play test:flat");
    let is_whole = |image: &RgbaImage| image.dimensions() == (1280, 800);
    game.wait_pixels("the whole screen", is_whole);
}
