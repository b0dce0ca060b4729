//! The settings of a running game: saving their file changes what keys, wheel and mouse do.

use std::fs;

use hexbound::sim::Buttons;
use image::{RgbaImage, imageops};

use crate::{
    FLAT,
    desktop::{Desktop, play_back, presses, ticks},
};

#[test]
fn saving_the_settings_changes_the_running_game() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
    desktop.forget_settings();
    let path = desktop.path("settings.toml");
    let game = desktop.play(FLAT);
    let text = fs::read_to_string(&path).expect("the first start writes it");
    let changed = text
        .replace(
            "forward = [\"KeyW\"]",
            "forward = [\"KeyT\", \"MouseLeft\"]",
        )
        .replace("throw = [\"MouseLeft\"]", "throw = [\"WheelUp\"]")
        .replace("sensitivity = 0.0022", "cm_per_turn = 25.4")
        .replace("dpi = 800", "dpi = 100");
    assert_ne!(changed, text);
    fs::write(&path, &changed).expect("a file");
    game.wait_log("The settings were saved", 1);
    game.hold("t", 1);
    // It does nothing any more.
    game.hold("w", 1);
    game.xdotool("click 4");
    game.wait_whole_second();
    // The first motion after the capture is not the hand's.
    game.xdotool("mousemove_relative -- 1 0");
    // A thousand counts are a full turn now; a motion that is that long might be a fault.
    for _ in 0..10 {
        game.xdotool("mousemove_relative -- -25 0");
    }
    game.wait_whole_second();
    fs::write(&path, "[mouse\n").expect("a file");
    game.wait_log("the settings stay as they are until that is mended", 1);
    game.hold("t", 1);
    game.leave();
    play_back(&desktop, FLAT);
    let ticks = ticks(&desktop, FLAT);
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
    let Some(desktop) = Desktop::open() else {
        return;
    };
    desktop.forget_settings();
    let game = desktop.play("quarry");
    game.wait_pixels("a teal target", |image| {
        let [red, green, blue] = target_color(image);
        green > 1.2 * red && blue > red
    });
    let path = desktop.path("settings.toml");
    let text = fs::read_to_string(&path).expect("the first start writes it");
    let changed = text.replace("colors = \"usual\"", "colors = \"orange_blue\"");
    assert_ne!(changed, text);
    fs::write(&path, changed).expect("a file");
    game.wait_pixels("an orange target", |image| {
        let [red, green, blue] = target_color(image);
        red > 1.2 * green && green > blue
    });
    game.leave();
}
