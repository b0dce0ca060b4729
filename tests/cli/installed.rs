//! The program without the folder it was built in draws its own levels.

use std::{fs, process::Command};

use crate::program::*;

#[test]
fn the_program_alone_draws_its_levels() {
    let place = Place::new();
    // A link would lead back: the system gives a program its real place.
    fs::copy(PROGRAM, place.path("hexbound")).expect("the program is copied");
    let output = Command::new(place.path("hexbound"))
        .args(["shot", "quarry", "-o", "quarry.png", "--size", "64x36"])
        .current_dir(place.folder())
        .env("HOME", place.folder())
        .env("HEXBOUND_CACHE", "off")
        .env("HEXBOUND_ASSETS", "built-in")
        .env_remove("RUST_LOG")
        .output()
        .expect("the program starts");
    let errors = text(&output.stderr);
    if errors.contains("no graphics adapter") {
        return skip::lacking("a graphics driver");
    }
    assert!(output.status.success(), "{errors}");
    assert!(place.path("quarry.png").is_file());
}
