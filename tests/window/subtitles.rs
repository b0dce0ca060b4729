//! Subtitles for sounds in the window: asked for while it plays, they tell an explosion at the picture's
//! edge and go again, without a sound card.

use image::RgbaImage;

use crate::desktop;

/// The color of the arrows.
const TEAL: [u8; 3] = [0x3f, 0xe0, 0xc5];
/// An arrow covers more pixels than this, even while it fades.
const ARROW: usize = 12;

/// The pixels of arrows in the lower right part of a picture, above the bar of light.
fn arrows(image: &RgbaImage) -> usize {
    let (width, height) = image.dimensions();
    let is_there = |x: u32, y: u32| x > width * 7 / 10 && y > height / 2 && y < height - 24;
    let is_teal = |pixel: &image::Rgba<u8>| {
        (pixel.0.iter().zip(TEAL)).all(|(found, wanted)| found.abs_diff(wanted) < 24)
    };
    let pixels = image.enumerate_pixels();
    let found = pixels.filter(|(x, y, pixel)| is_there(*x, *y) && is_teal(pixel));
    found.count()
}

#[test]
fn an_explosion_is_told_at_the_edge_once_subtitles_are_wanted() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.play("test:box-room");
    game.xdotool("click 1");
    game.wait_ticks(3);
    assert_eq!(arrows(&game.pixels()), 0, "nobody asked for them");
    desktop.printed("settings sound.subtitles around");
    game.wait_log("The settings were saved", 1);
    game.xdotool("click 1");
    game.wait_pixels("an arrow", |image| arrows(image) > ARROW);
    game.wait_pixels("it fades", |image| arrows(image) == 0);
    game.leave();
}
