//! Files and levels that the tests of several packages open, and what a test says that can't be made here.

pub mod faulty_levels;
pub mod gltf_file;
pub mod level_case;
pub mod picture;
pub mod session;
pub mod shapes;
pub mod skip;
mod test_mesh;
pub mod triangle;
pub mod world_case;

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use glam::Vec3;
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_collide::Body;
use hexbound_level::Level;

pub use test_mesh::TestMesh;

/// A picture in the format of Basis Universal, compressed by ETC1S, in a KTX2 file.
pub const ETC1S: &[u8] = include_bytes!("../data/basis/etc1s.ktx2");
/// A picture in the format of Basis Universal, compressed by UASTC, in a KTX2 file.
pub const UASTC: &[u8] = include_bytes!("../data/basis/uastc.ktx2");

/// The folder of levels and files beside the checkout that are not ours to ship.
pub fn foreign_data() -> PathBuf {
    hexbound_base::sources().join("../shared/data")
}

/// The files in a folder and those below it whose names end so, in the order of their paths; none where
/// the folder is absent.
pub fn files_below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let is_wanted = |it: &OsStr| extensions.iter().any(|wanted| it == *wanted);
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(is_wanted) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// An empty folder; what an earlier program left in it may be another build's.
pub fn emptied(parent: &str, name: &str) -> PathBuf {
    let folder = Path::new(parent).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns whether the player's body fits where it starts.
pub fn is_free_at_start(level: &Level) -> bool {
    let body = Body::ellipsoid(BODY_RADIUS, HALF_HEIGHT).unwrap();
    level.collision.is_free(body, level.spawn.position)
}

pub fn assert_stands_free(level: &Level) {
    let position = level.spawn.position;
    assert!(is_free_at_start(level), "{position}");
    let reach = HALF_HEIGHT + 0.5;
    let ground = level.collision.ray_cast(position, Vec3::NEG_Y, reach);
    assert!(ground.is_some(), "{position} is above no ground");
}
