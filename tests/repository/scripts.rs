//! The project's scripts: what is typed and answered in `tests/repository/sessions`.

use std::{path::Path, process::Command};

use test_support::session;

fn play(name: &str) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sessions = sources.join("tests/repository/sessions");
    session::play(&sessions.join(name), &[("$SOURCES", sources)], |folder| {
        let mut shell = Command::new("sh");
        shell
            .current_dir(folder)
            .env("SOURCES", sources)
            .env("MACHINE", sessions.join("machine.sh"))
            .env("HEXBOUND_BINARY", env!("CARGO_BIN_EXE_hexbound"));
        shell
    });
}

#[test]
fn scripts_on_made_up_machines() {
    play("scripts.txt");
}

#[test]
fn the_script_lays_out_a_prefix_in_which_the_game_plays() {
    play("package.txt");
}
