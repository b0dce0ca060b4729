//! A hash of sources on which cached files depend.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Hashes files and folders below `root`, and has the build script run again when one changes.
pub fn hash(root: &Path, names: &[&str]) -> io::Result<u64> {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for name in names {
        println!("cargo::rerun-if-changed={}", root.join(name).display());
        take_in(&root.join(name), &mut hash)?;
    }
    Ok(hash)
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
