//! The command that lists and changes the player's settings.

use std::{
    fs,
    process::{Command, Output},
};

use crate::program::{PROGRAM, Place, text};

fn settings(place: &Place, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("settings")
        .args(arguments)
        .env("HEXBOUND_CONFIG", place.folder())
        .output()
        .expect("the program starts")
}

#[test]
fn settings_are_listed_as_the_screen_names_them() {
    let place = Place::new();
    let listed = text(&settings(&place, &[]).stdout);
    for title in ["Gameplay", "Video · Advanced", "Laboratory options"] {
        assert!(listed.lines().any(|line| line == title), "{listed}");
    }
    for label in ["VSync", "Anti-aliasing", "Window mode", "Crosshair", "HUD"] {
        let is_of = |line: &str| line.ends_with(&format!(" {label}"));
        assert!(listed.lines().any(is_of), "no {label} in {listed}");
    }
}

#[test]
fn a_setting_is_changed_and_kept() {
    let place = Place::new();
    for (name, value, said) in [
        (
            "picture.window_mode",
            "borderless",
            "Window mode: Borderless fullscreen\n",
        ),
        (
            "picture.window_size",
            "1920x1080",
            "Window size: 1920 × 1080\n",
        ),
        ("view.crosshair", "false", "Crosshair: Off\n"),
        ("view.hud", "false", "HUD: Off\n"),
        ("mouse.sensitivity", "31", "Sensitivity: 31\n"),
    ] {
        assert_eq!(text(&settings(&place, &[name, value]).stdout), said);
    }
    let kept = fs::read_to_string(place.at("settings.toml")).expect("a file");
    for line in ["window_mode = \"borderless\"", "sensitivity = 31.0"] {
        assert!(kept.lines().any(|it| it == line), "{kept}");
    }
    let refused = settings(&place, &["picture.window_mode", "big"]);
    assert!(!refused.status.success());
    let said = text(&refused.stderr);
    assert!(said.contains("\"windowed\" or \"borderless\""), "{said}");
}
