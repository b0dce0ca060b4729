//! Lists the levels with their pictures and runs, the sounds, the demo and the level to begin from as files
//! that the program carries in itself, and hashes the sources on which cached files depend.

use std::{
    env,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// The files and folders below `assets` that go into the program.
const CARRIED: [&str; 6] = [
    "demo.rec", "levels", "pictures", "runs", "sounds", "starter",
];

/// The sources that decide what a level's geometry and its baked light are.
const LOADER: [&str; 4] = [
    "src/level",
    "src/bake",
    "crates/hexbound-collide/src",
    "Cargo.lock",
];

fn main() -> io::Result<()> {
    let variable = |name| env::var_os(name).map(PathBuf::from).unwrap_or_default();
    let root = variable("CARGO_MANIFEST_DIR");
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for name in LOADER {
        println!("cargo::rerun-if-changed={}", root.join(name).display());
        take_in(&root.join(name), &mut hash)?;
    }
    println!("cargo::rustc-env=HEXBOUND_LOADER={hash:016x}");
    let assets = root.join("assets");
    let mut list = String::from("&[\n");
    for name in CARRIED {
        let path = assets.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        add(&path, name, &mut list)?;
    }
    list.push(']');
    fs::write(variable("OUT_DIR").join("embedded_files.rs"), list)
}

/// Hashes the file at `path`, or all files in that folder in the order of their names (FNV-1a). What
/// a package lacks adds nothing.
fn take_in(path: &Path, hash: &mut u64) -> io::Result<()> {
    let mut inside: Vec<PathBuf> = match path.is_dir() {
        true => (fs::read_dir(path)?.flatten())
            .map(|entry| entry.path())
            .collect(),
        false => Vec::new(),
    };
    inside.sort();
    for path in &inside {
        take_in(path, hash)?;
    }
    if path.is_file() {
        for byte in fs::read(path)? {
            *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    Ok(())
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
