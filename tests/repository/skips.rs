//! A test that can't be made here is printed and counted, and fails where nothing may be left out.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::skip;

/// Runs one of the ignored tests below in a process of its own.
fn run(test: &str, strict: &str, list: &Path) -> Output {
    Command::new(std::env::current_exe().expect("this program"))
        .args([test, "--exact", "--ignored"])
        .env("HEXBOUND_STRICT", strict)
        .env("HEXBOUND_SKIPPED", list)
        .output()
        .expect("the program starts")
}

#[test]
#[ignore = "run by the others"]
fn lacks_a_device() {
    skip::lacking("a device");
    assert!(!skip::has_tool("no-such-tool"));
}

#[test]
#[ignore = "run by the others"]
fn lacks_data() {
    assert!(!skip::has_data(Path::new("/no/such/data")));
}

#[test]
fn a_skip_is_printed_past_the_test_runner_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("skipped");
    let output = run("skips::lacks_a_device", "0", &list);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    for (number, lack) in [(1, "lacks a device"), (2, "no-such-tool")] {
        let skipped = format!("SKIPPED {number} of repository");
        assert!(said.contains(&skipped) && said.contains(lack), "{said}");
    }
    run("skips::lacks_data", "0", &list);
    let lines = fs::read_to_string(&list).unwrap();
    assert_eq!(lines.lines().count(), 3, "{lines}");
}

#[test]
fn in_strict_runs_only_data_may_be_absent() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("skipped");
    assert!(!run("skips::lacks_a_device", "1", &list).status.success());
    assert!(run("skips::lacks_data", "1", &list).status.success());
    let lines = fs::read_to_string(&list).unwrap();
    assert!(lines.contains("/no/such/data"), "{lines}");
}
