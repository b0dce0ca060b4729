//! Hashes the sources that decide what a level's baked light is, on which cached files depend.

#[path = "../hexbound-level/build/sources.rs"]
mod sources;

use std::{env, io, path::PathBuf};

fn main() -> io::Result<()> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let hash = sources::hash(&package.unwrap_or_default(), &["src"])?;
    println!("cargo::rustc-env=HEXBOUND_BAKE={hash:016x}");
    Ok(())
}
