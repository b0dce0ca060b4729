//! When something fails: the report and where it is said to be, the logs that are kept, a message that
//! the desktop shows.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
    thread,
    time::{Duration, Instant},
};

use crate::program::{PROGRAM, Place, text};

/// A run without a desktop in a home of its own.
fn command(place: &Place, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .env("HOME", place.folder())
        .env("XDG_STATE_HOME", place.at("state"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("RUST_LOG");
    command
}

fn run(place: &Place, arguments: &[&str], fault: Option<&str>) -> Output {
    let mut command = command(place, arguments);
    if let Some(fault) = fault {
        command.env("HEXBOUND_FAULT", fault);
    }
    command.output().expect("the program starts")
}

fn files(place: &Place, folder: &str) -> Vec<PathBuf> {
    let folder = place.path("state").join("hexbound").join(folder);
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|entry| entry.path()).collect()
}

/// A recording that goes on as the report of a fault, in the tick after the last one or between ticks.
fn report(place: &Place, unfinished: &str) -> String {
    let recorded = fs::read_to_string(place.recording()).expect("a recording");
    let (run, end) = recorded.split_once("\nend 250 ").expect("an end");
    let fault = format!("{unfinished}fault something failed (here.rs:1)\nend 250 {end}");
    place.file("report.txt", format!("{run}\n{fault}"))
}

#[test]
fn a_mistake_in_the_game_leaves_a_report_and_says_where() {
    let place = Place::new();
    let recording = place.recording();
    let output = run(&place, &["verify", &recording], Some("tick:100"));
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{said}");
    let reports = files(&place, "reports");
    assert_eq!(reports.len(), 1, "{said}");
    let path = reports[0].to_string_lossy();
    assert!(said.contains("a made-up mistake in tick 100"), "{said}");
    assert!(said.contains(path.as_ref()), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let report = fs::read_to_string(&reports[0]).expect("text");
    for expected in [
        "# fault: a made-up",
        "# system: ",
        "# processors: ",
        "# calls:",
        "in_tick",
    ] {
        assert!(report.contains(expected), "{expected} in\n{report}");
    }
    let listed = text(&run(&place, &["files", "logs"], None).stdout);
    assert!(listed.contains(path.as_ref()), "{listed}");
    // Nobody played, so there is nothing to play again.
    let output = run(&place, &["verify", &path], None);
    let said = text(&output.stderr);
    assert!(said.contains("nobody played"), "{said}");
}

#[test]
fn a_report_is_played_to_its_fault_which_comes_again_or_not() {
    let place = Place::new();
    let inside = report(&place, "unfinished F 0.01 0\n");
    let again = run(&place, &["verify", &inside], Some("tick:251"));
    let said = text(&again.stderr);
    assert_eq!(again.status.code(), Some(1), "{said}");
    assert!(
        said.contains("tick 251 fails again: a made-up mistake"),
        "{said}"
    );
    assert!(text(&again.stdout).contains(": box-room, 250 ticks, "));
    assert!(files(&place, "reports").is_empty(), "one report is enough");
    let fine = run(&place, &["verify", &inside], None);
    assert!(fine.status.success());
    let said = text(&fine.stdout);
    assert!(
        said.contains("stopped in tick 251, but the tick can be played here"),
        "{said}"
    );
    assert!(said.contains("something failed (here.rs:1)"), "{said}");
    let outside = report(&place, "");
    let said = text(&run(&place, &["verify", &outside], None).stdout);
    assert!(
        said.contains("after tick 250, by something else than the simulation"),
        "{said}"
    );
}

#[test]
fn the_page_of_a_report_says_that_it_agrees_up_to_its_fault() {
    let place = Place::new();
    let recorded = fs::read_to_string(report(&place, "")).expect("a report");
    // As the game writes it: the state in the midst of a fault has no hash.
    let (played, _) = recorded.rsplit_once("end 250 ").expect("an end");
    let report = place.file("report.txt", format!("{played}end 250 any\n"));
    let folder = place.at("pages");
    let written = run(
        &place,
        &["verify", &report, "--pages", &folder, "--no-pictures"],
        None,
    );
    assert!(written.status.success(), "{}", text(&written.stderr));
    let page = fs::read_to_string(place.path("pages").join("report.html")).expect("a page");
    assert!(
        page.contains("yes, by all hashes before the fault"),
        "{page}"
    );
}

#[test]
fn a_report_whose_level_is_gone_says_which_it_was() {
    let place = Place::new();
    let whole = report(&place, "");
    let text_of = fs::read_to_string(&whole).expect("a report");
    let content = text_of.lines().find(|line| line.starts_with("content "));
    let content = content.expect("a content hash").replace("content ", "");
    let moved = text_of.replace("\nlevel test:box-room\n", "\nlevel /nowhere/castle.glb\n");
    let moved = place.file("moved.txt", moved);
    let output = run(&place, &["verify", &moved], None);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for expected in ["/nowhere/castle.glb", content.as_str(), "--level"] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
}

#[test]
fn the_logs_of_the_last_five_runs_are_kept() {
    let place = Place::new();
    for _ in 0..7 {
        assert!(!run(&place, &["play", "test:flat"], None).status.success());
    }
    let logs = files(&place, "logs");
    assert_eq!(logs.len(), 5, "{logs:?}");
    for log in &logs {
        let log = fs::read_to_string(log).expect("a log");
        assert!(log.contains("no window can be opened"), "{log}");
    }
    let listed = text(&run(&place, &["files", "logs"], None).stdout);
    assert!(
        logs.iter()
            .all(|log| listed.contains(&*log.to_string_lossy())),
        "{listed}"
    );
}

#[test]
fn a_folder_that_takes_nothing_costs_a_warning_and_reports_go_elsewhere() {
    let place = Place::new();
    place.file("state", "a file in the folder's place");
    let said = text(&run(&place, &["play", "test:flat"], None).stderr);
    assert!(said.contains("[WARN ] no log is kept: "), "{said}");
    assert!(said.contains("hexbound: no window can be opened"), "{said}");
    // A report goes to the folder of temporary files instead.
    let recording = place.recording();
    let folder = place.path("temporary");
    fs::create_dir(&folder).expect("a folder");
    let output = command(&place, &["verify", &recording])
        .env("HEXBOUND_FAULT", "tick:100")
        .env("TMPDIR", &folder)
        .output()
        .expect("the program starts");
    let said = text(&output.stderr);
    let report = fs::read_dir(&folder).expect("a folder").flatten().next();
    let report = report.expect("a report").path();
    assert!(said.contains(&*report.to_string_lossy()), "{said}");
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
    let path = format!(
        "{}:{}",
        place.folder(),
        std::env::var("PATH").unwrap_or_default()
    );
    let output = command(&place, &["play", "test:flat"])
        .envs([("DISPLAY", ":4711"), ("PATH", path.as_str())])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let started = Instant::now();
    while !told.exists() && started.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(20));
    }
    let told = fs::read_to_string(told).expect("what the desktop was asked to show");
    assert!(told.contains("--text=no window can be opened"), "{told}");
}
