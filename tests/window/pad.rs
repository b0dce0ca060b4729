//! The whole game by a pad alone: its events are lines that the test adds to a file, since few
//! machines that test have a pad.

use std::{
    fs::{self, File},
    io::Write,
};

use hexbound_sim::Buttons;

use crate::{
    Desktop, FLAT, Tick, desktop,
    levels::{GREEN, write_level},
    play_back,
};

/// A pad whose buttons the test presses.
struct Pad {
    lines: File,
    path: String,
}

impl Pad {
    fn plug_in(desktop: &Desktop) -> Self {
        let path = desktop.path("pad.txt");
        let mut pad = Self {
            lines: File::create(&path).expect("a file"),
            path: path.to_string_lossy().into_owned(),
        };
        pad.say("connect A test");
        pad
    }

    fn variables(&self) -> [(&str, &str); 1] {
        [("HEXBOUND_PAD", &self.path)]
    }

    fn say(&mut self, line: &str) {
        writeln!(self.lines, "{line}").expect("a line");
    }

    fn press(&mut self, buttons: &[&str]) {
        for button in buttons {
            self.say(&format!("press {button}"));
            self.say(&format!("release {button}"));
        }
    }
}

#[test]
fn from_the_start_screen_through_a_level_and_the_settings_and_out() {
    let Some(desktop) = desktop() else { return };
    let levels = desktop.path(".local/share/hexbound/levels");
    fs::create_dir_all(&levels).expect("a folder");
    write_level(&levels, GREEN);
    let mut pad = Pad::plug_in(&desktop);
    let game = desktop.open_with(&pad.variables(), "--size 640x360");
    game.wait_log("Pad: A test", 1);
    // The second control leads to the levels; the player's own follow those of the game, the museum, the
    // laboratory and other files.
    pad.press(&["Down", "South"]);
    game.wait_log("levels to choose from", 1);
    pad.press(&["RightShoulder"; 4]);
    pad.press(&["South"]);
    game.wait_log("floor, 2 triangles", 1);
    // The level is looked at.
    let ahead = game.wait_still_ground();
    pad.say("RightY -1");
    game.wait_change("the floor", &ahead, 0.2);
    pad.say("RightY 0");
    let below = game.wait_settled();
    pad.press(&["Start"]);
    game.wait_change("the pause screen", &below, 0.2);
    // The fourth control leads to the settings, whose first page has the HUD second.
    pad.press(&["Down", "Down", "Down", "South", "South", "Down", "Right"]);
    let settings = desktop.path("settings.toml");
    let has_set = |line: &str| {
        let text = fs::read_to_string(&settings).unwrap_or_default();
        text.lines().any(|it| it.starts_with(line))
    };
    desktop.wait("no HUD", || has_set("hud = false"));
    // The third page on the right has the sensitivity first.
    pad.press(&["RightShoulder", "RightShoulder", "RightShoulder", "Left"]);
    desktop.wait("a slower mouse", || has_set("sensitivity = 21"));
    pad.press(&["East", "East", "East"]);
    game.wait_like("the floor again", &below, 0.2);
    // Left by the last control of the pause screen, and of the question that follows.
    pad.press(&["Start"]);
    pad.press(&["Up", "South", "Up", "South"]);
    game.left();
}

#[test]
fn the_stick_walks_in_eight_directions_and_a_pad_that_goes_pauses() {
    let Some(desktop) = desktop() else { return };
    let mut pad = Pad::plug_in(&desktop);
    let game = desktop.play_with(&pad.variables(), FLAT);
    // A little off each direction, as hands are.
    pad.say("LeftY 0.9");
    pad.say("LeftX 0.2");
    game.wait_whole_second();
    pad.say("LeftX 0.7");
    game.wait_whole_second();
    pad.press(&["South"]);
    game.wait_whole_second();
    let playing = game.pixels();
    pad.say("disconnect A test");
    game.wait_log("A test is gone", 1);
    game.wait_change("the pause screen", &playing, 0.2);
    game.leave_paused();
    let (ticks, _) = play_back(&desktop, FLAT);
    let held = |buttons: Buttons| {
        let is_held = |tick: &&Tick| tick.command.buttons == buttons;
        ticks.iter().filter(is_held).count()
    };
    assert!(held(Buttons::FORWARD) >= 120);
    assert!(held(Buttons::FORWARD.with(Buttons::RIGHT)) >= 240);
    let is_jump = |tick: &&Tick| tick.command.buttons.has(Buttons::JUMP);
    let jumps = ticks.iter().filter(is_jump);
    assert_eq!(jumps.count(), 1, "pressed for less than a tick");
}
