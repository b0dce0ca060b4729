//! When something fails: the report and where it is said to be, and a message that the desktop shows.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use crate::program::{Place, command, output, text};

#[test]
fn a_mistake_in_the_game_leaves_a_report_and_says_where() {
    let place = Place::new();
    let recording = place.recording();
    let run = |line: &str, fault: &str| {
        let mut command = command(line);
        command.env("XDG_STATE_HOME", place.at("state"));
        output(command.env("HEXBOUND_FAULT", fault))
    };
    let failed = run(&format!("verify {recording}"), "tick:100");
    let said = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(101), "{said}");
    let reports = fs::read_dir(place.path("state/hexbound/reports")).expect("reports");
    let reports: Vec<_> = reports.map(|it| it.expect("a file").path()).collect();
    assert_eq!(reports.len(), 1, "{said}");
    let path = reports[0].to_string_lossy();
    assert!(said.contains("a made-up mistake in tick 100"), "{said}");
    assert!(said.contains(path.as_ref()), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let report = fs::read_to_string(&reports[0]).expect("text");
    for expected in ["fault: a made-up", "system: ", "processors: ", "calls:"] {
        let expected = format!("# {expected}");
        assert!(report.contains(&expected), "{expected} in\n{report}");
    }
    assert!(report.contains("in_tick"), "{report}");
    let listed = text(&run("files logs", "").stdout);
    assert!(listed.contains(path.as_ref()), "{listed}");
    // Nobody played, so there is nothing to play again.
    let said = text(&run(&format!("verify {path}"), "").stderr);
    assert!(said.contains("nobody played"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn who_sees_no_terminal_is_told_by_the_desktop() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    let told = place.path("told.txt");
    let script = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > '{0}.new'\nmv '{0}.new' '{0}'\n",
        told.display()
    );
    let program = place.file("zenity", script);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let others = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{others}", place.folder());
    let mut command = command("play test:flat");
    let failed = output(command.envs([("DISPLAY", ":4711"), ("PATH", &path)]));
    assert_eq!(failed.status.code(), Some(2));
    let started = Instant::now();
    while !told.exists() && started.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(20));
    }
    let told = fs::read_to_string(told).expect("what the desktop was asked to show");
    assert!(told.contains("--text=no window can be opened"), "{told}");
}
