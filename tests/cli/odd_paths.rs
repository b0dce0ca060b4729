//! Paths that are no text: on Unix a name is any bytes.

use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, process::Command};

use crate::program::{Place, refusal, succeed, text};

#[test]
fn a_level_whose_path_is_no_text_is_opened() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&folder).unwrap();
    let level = folder.join(OsStr::from_bytes(b"pl\xffce.glb"));
    fs::copy("assets/levels/weigh.glb", &level).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_hexbound"))
        .arg("sim")
        .arg(&level)
        .args(["--ticks", "2"])
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("2 ticks"));
}

#[test]
fn a_level_whose_path_is_no_text_is_checked_and_measured() {
    let place = tempfile::tempdir().unwrap();
    let level = place.path().join(OsStr::from_bytes(b"pl\xffce.glb"));
    fs::copy("assets/starter/LEVEL.glb", &level).unwrap();
    let output = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_hexbound"))
            .arg(arguments[0])
            .arg(&level)
            .args(&arguments[1..])
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        (text(&output.stdout), text(&output.stderr))
    };
    let (checked, _) = output(&["check"]);
    assert!(checked.contains("pl\u{fffd}ce.glb: "), "{checked}");
    // It is opened, though in another unit nobody can play in it.
    let (_, refused) = output(&["bench", "--offscreen", "--variant", "none"]);
    assert!(refused.contains("pl\u{fffd}ce.glb: "), "{refused}");
    assert!(!refused.contains("UTF-8"), "{refused}");
}

#[test]
fn json_is_printed_also_where_a_path_is_no_text() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join(OsStr::from_bytes(b"f\xffnd"));
    let run = folder.join("none.rec");
    let answer = |arguments: &[&OsStr]| -> serde_json::Value {
        let output = Command::new(env!("CARGO_BIN_EXE_hexbound"))
            .args(arguments)
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .output()
            .unwrap();
        let said = text(&output.stderr);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
    };
    let verified = answer(&["verify".as_ref(), run.as_os_str(), "--json".as_ref()]);
    let file = verified[0]["file"].as_str().unwrap();
    assert!(file.ends_with("f\u{fffd}nd/none.rec"), "{file}");
    let hunt = "hunt test:wedge --methods article --ignore left --rounds 4 --seed 2 --json -o";
    let mut hunt: Vec<&OsStr> = hunt.split(' ').map(OsStr::new).collect();
    hunt.push(folder.as_os_str());
    let hunted = answer(&hunt);
    let run = hunted["found"][0]["run"].as_str().unwrap();
    assert!(run.contains("/f\u{fffd}nd/1-"), "{run}");
    assert!(folder.join("1-through.rec").is_file());
}

#[test]
fn a_name_gives_no_commands_to_the_terminal() {
    let place = Place::new();
    let run = place.recording();
    let capsule = place.at("\u{1b}[2Jmoment.capsule");
    let told = succeed(&["capsule", &run, "-o", &capsule]);
    assert!(told.contains("\u{fffd}[2Jmoment"), "{told:?}");
    let refused = refusal(&["verify", &place.at("\u{1b}[2Jnone")]);
    assert!(refused.contains("\u{fffd}[2Jnone"), "{refused:?}");
}
