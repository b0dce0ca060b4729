//! When the game fails in a real window: what it leaves behind, what the next start says of it, and
//! what a report shows.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Desktop, Game, desktop};

const FAULT: &str = "HEXBOUND_FAULT";
const SMALL: &str = "play test:box-room --size 640x360";

/// Programs of the desktop that only note what they are asked for, in files of their names.
fn stand_ins(desktop: &Desktop, names: [&str; 2]) -> String {
    let folder = desktop.path("programs");
    fs::create_dir_all(&folder).expect("a folder");
    for name in names {
        let program = folder.join(name);
        let note = desktop.path(&format!("{name}.txt"));
        let script = format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > '{}'\n", note.display());
        fs::write(&program, script).expect("a script");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    }
    let others = std::env::var("PATH").unwrap_or_default();
    format!("{}:{others}", folder.display())
}

/// The only report.
fn report(desktop: &Desktop) -> PathBuf {
    let folder = desktop.path(".local/state/hexbound/reports");
    let files: Vec<_> = fs::read_dir(folder).expect("reports").flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].path()
}

/// The exit code and the words of a report that is played without a window.
fn play_again(report: &Path, fault: Option<&str>) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexbound"));
    command.arg("verify").arg(report);
    if let Some(fault) = fault {
        command.env(FAULT, fault);
    }
    let output = command.output().expect("the program starts");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code(), said)
}

/// Leaves the screen that is open for play.
fn dismiss(game: &Game<'_>) {
    let screen = game.wait_settled();
    game.xdotool("key Escape");
    game.wait_change("play", &screen, 0.2);
}

#[test]
fn a_mistake_in_play_leaves_a_report_that_the_next_start_shows_once() {
    let Some(desktop) = desktop() else { return };
    let path = stand_ins(&desktop, ["zenity", "xdg-open"]);
    let tick = (FAULT, "tick:300");
    let game = desktop.open_with(&[tick, ("PATH", &path)], SMALL);
    game.left_with(101);
    let report = report(&desktop);
    let name = report.to_string_lossy().into_owned();
    assert!(desktop.log().contains(&name), "{}", desktop.log());
    let shown = || fs::read_to_string(desktop.path("zenity.txt")).unwrap_or_default();
    desktop.wait("a message of the desktop", || shown().contains(&name));
    let text = fs::read_to_string(&report).expect("a report");
    let noted = [
        "# graphics: ",
        "# level: box-room",
        "# settings:\n#   view.title_flight: Off\n",
        "#       0.",
        "\nunfinished ",
    ];
    for expected in noted {
        assert!(text.contains(expected), "{expected} in\n{text}");
    }
    let (code, said) = play_again(&report, Some("tick:300"));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(" 299 ticks, "), "{said}");
    let again = "tick 300 fails again: a made-up mistake";
    assert!(said.contains(again), "{said}");

    let game = desktop.open_with(&[("PATH", &path)], SMALL);
    game.wait_log("the game stopped last time", 1);
    let told = game.wait_settled();
    // The control before the last one shows the folder.
    game.xdotool("key End Up Return");
    desktop.wait("the folder", || desktop.path("xdg-open.txt").exists());
    // The last one dismisses.
    game.xdotool("key End Return");
    game.wait_change("play", &told, 0.2);
    game.leave();

    let game = desktop.open(SMALL);
    game.leave();
    let log = desktop.log();
    assert!(!log.contains("stopped last time"), "{log}");
}

#[test]
fn a_report_is_shown_up_to_its_fault_and_stands_still_there() {
    let Some(desktop) = desktop() else { return };
    // A message of the desktop would be another window of that name.
    let path = stand_ins(&desktop, ["zenity", "kdialog"]);
    let game = desktop.start_with(&[(FAULT, "tick:200"), ("PATH", &path)], SMALL);
    game.left_with(101);
    let report = report(&desktop);
    let name = report.to_string_lossy();
    let game = desktop.open(format!("replay {name} --size 640x360"));
    game.wait_log("here the game stopped, at tick 200", 1);
    let fault = game.wait_settled();
    // Looking around, time stands still.
    game.xdotool("key Escape");
    game.wait_change("the room", &fault, 0.2);
    // One tick on is the fault again.
    game.xdotool("key period");
    game.wait_log("here the game stopped, at tick 200", 2);
    game.xdotool("key End Return");
    game.left();
}

#[test]
fn a_report_whose_level_has_changed_can_not_be_shown_which_is_said() {
    let Some(desktop) = desktop() else { return };
    let path = stand_ins(&desktop, ["zenity", "kdialog"]);
    let level = desktop.path("mine.glb");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels");
    fs::copy(shipped.join("quarry.glb"), &level).expect("a level");
    let line = format!("play {} --size 640x360", level.display());
    let game = desktop.open_with(&[(FAULT, "tick:60"), ("PATH", &path)], line);
    game.left_with(101);
    fs::copy(shipped.join("march.glb"), &level).expect("a level");
    let game = desktop.open_with(&[("PATH", &path)], SMALL);
    game.wait_log("the game stopped last time", 1);
    game.wait_settled();
    // The first control shows what was before.
    game.xdotool("key Home Return");
    game.wait_log("The report can't be shown: the recording", 1);
    dismiss(&game);
    game.leave();
}

#[test]
fn the_game_goes_on_where_only_a_thread_has_failed() {
    let Some(desktop) = desktop() else { return };
    let game = desktop.open_with(&[(FAULT, "sound")], SMALL);
    game.wait_log("in its thread 'sound': a made-up mistake", 1);
    assert!(report(&desktop).exists());
    game.leave();

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/levels/quarry.glb");
    let game = desktop.open_with(&[(FAULT, "loader")], SMALL);
    // The report of the sound comes first.
    game.wait_log("the game stopped last time", 1);
    dismiss(&game);
    game.drop_file(&file);
    game.wait_log("in its thread 'loader': a made-up mistake", 1);
    game.wait_log("quarry.glb: the game made a mistake in reading it", 1);
    // The screen about the file.
    dismiss(&game);
    game.leave();
}

#[test]
fn a_device_without_memory_ends_the_game_with_a_report() {
    let Some(desktop) = desktop() else { return };
    let path = stand_ins(&desktop, ["zenity", "kdialog"]);
    let memory = (FAULT, "memory:120");
    let game = desktop.open_with(&[memory, ("PATH", &path)], SMALL);
    game.left_with(2);
    let report = report(&desktop);
    let log = desktop.log();
    assert!(log.contains("has no memory left"), "{log}");
    assert!(log.contains(&*report.to_string_lossy()), "{log}");
    let (code, said) = play_again(&report, None);
    assert_eq!(code, Some(0), "{said}");
    let other = "by something else than the simulation";
    assert!(said.contains(other), "{said}");
}

#[test]
fn nothing_that_a_machine_lacks_makes_libraries_talk_on_the_terminal() {
    let Some(desktop) = desktop() else { return };
    let nothing = [
        ("XDG_RUNTIME_DIR", ""),
        ("ALSA_CONFIG_PATH", "/nowhere/alsa.conf"),
        ("LIBGL_DRIVERS_PATH", "/nowhere"),
    ];
    let game = desktop.open_with(&nothing, SMALL);
    game.wait_log("no sound", 1);
    // What stands on the terminal is judged at the end.
    game.leave();
    let folder = desktop.path(".local/state/hexbound/logs");
    let logs: Vec<_> = fs::read_dir(folder).expect("logs").flatten().collect();
    assert_eq!(logs.len(), 1, "{logs:?}");
    let kept = fs::read_to_string(logs[0].path()).expect("a log");
    assert!(kept.contains("no sound"), "{kept}");
}
