//! Lists the levels with their pictures and runs, the sounds, the demo and the level to begin from as files
//! that are embedded in the program.

use std::{
    env,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// The files and folders below `assets` that go into the program.
const EMBEDDED: [&str; 6] = [
    "demo.rec", "levels", "pictures", "runs", "sounds", "starter",
];

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).unwrap_or_default();
    let root = variable("CARGO_MANIFEST_DIR");
    let assets = root.join("assets");
    let mut list = String::from("&[\n");
    for name in EMBEDDED {
        let path = assets.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        add(&path, name, &mut list)?;
    }
    list.push(']');
    fs::write(variable("OUT_DIR").join("embedded_files.rs"), list)
}

/// Adds the file at `path`, or all files in that folder in the order of their names.
fn add(path: &Path, name: &str, list: &mut String) -> io::Result<()> {
    if !path.is_dir() {
        let path = path.to_string_lossy();
        // Writing into a string does not fail.
        let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
        return Ok(());
    }
    let mut names: Vec<String> = (fs::read_dir(path)?.flatten())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    for inside in names {
        add(&path.join(&inside), &format!("{name}/{inside}"), list)?;
    }
    Ok(())
}
