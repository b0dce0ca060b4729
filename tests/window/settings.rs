//! The settings of a running game: saving their file changes what keys, wheel and mouse do.

use std::fs;

use hexbound::sim::Buttons;

use crate::{
    FLAT,
    desktop::{Desktop, play_back, ticks},
};

#[test]
fn saving_the_settings_changes_the_running_game() {
    let Some(desktop) = Desktop::open() else {
        return;
    };
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
    let presses = |button: Buttons| {
        let held = ticks.iter().map(|tick| tick.command.buttons.has(button));
        let mut before = false;
        held.filter(|held| !std::mem::replace(&mut before, *held) && *held)
            .count()
    };
    assert_eq!(presses(Buttons::FORWARD), 2, "T twice and W never");
    assert_eq!(presses(Buttons::THROW), 1, "one notch of the wheel");
    let turned: f32 = ticks.iter().map(|tick| tick.command.yaw).sum();
    let quarter = std::f32::consts::FRAC_PI_2;
    assert!((turned - quarter).abs() < 0.02, "{turned} rad");
}
