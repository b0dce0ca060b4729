//! Hashes the sources that decide what a level's geometry is, on which cached files depend.

mod sources;

use std::{env, io, path::PathBuf};

/// From this package's folder.
const LOADER_SOURCES: [&str; 6] = [
    "src",
    "../gltf-compression/src",
    "../hexbound-collide/src",
    "../hexbound-reach/src",
    "../quake-gltf/src",
    "../../Cargo.lock",
];

fn main() -> io::Result<()> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let hash = sources::hash(&package.unwrap_or_default(), &LOADER_SOURCES)?;
    println!("cargo::rustc-env=HEXBOUND_LOADER={hash:016x}");
    Ok(())
}
