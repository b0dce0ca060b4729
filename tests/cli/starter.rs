//! A level to begin from: what `hexbound new` writes is played as it is, and made again by its script.

use std::{fs, process::Command};

use crate::{
    program::{Place, hexbound, json, refusal, succeed, text},
    skip,
};

#[test]
fn a_new_level_is_played_as_it_is_and_made_again_by_its_script() {
    let place = Place::new();
    let folder = place.at("yard");
    let said = succeed(&["new", &folder]);
    assert!(
        said.contains(&format!("hexbound play {folder}/yard.glb")),
        "{said}"
    );
    let level = format!("{folder}/yard.glb");
    let output = hexbound(&["sim", &level, "--ticks", "240"]);
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(
        output.status.success() && !errors.contains("WARN"),
        "{errors}"
    );
    assert!(out.contains("0 of 2 targets lit"), "{out}");
    assert!(out.contains("1 walker, 1 upright"), "{out}");
    let report = json(&["sim", &level, "--ticks", "240", "--json"]);
    assert_eq!(report["respawns"], 0);

    // A second time would write over what the author has changed.
    let again = refusal(&["new", &folder]);
    assert!(again.contains("is there already"), "{again}");

    if !skip::has_tool("python3") {
        return;
    }
    let carried = fs::read(&level).expect("a level");
    fs::remove_file(&level).expect("a file is removed");
    let script = Command::new("python3")
        .arg(format!("{folder}/to_gltf.py"))
        .output()
        .expect("Python starts");
    assert!(script.status.success(), "{}", text(&script.stderr));
    assert!(fs::read(&level).expect("a level") == carried);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 6);
}
