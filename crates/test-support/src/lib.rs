//! Files and levels that the tests of several packages open, and what a test says that can't be made here.

pub mod animated_file;
pub mod faulty_levels;
pub mod gltf_file;
pub mod level_case;
pub mod session;
pub mod shapes;
pub mod skip;
mod test_mesh;

use std::path::PathBuf;

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

pub fn assert_stands_free(level: &Level) {
    let body = Body::ellipsoid(BODY_RADIUS, HALF_HEIGHT).unwrap();
    let position = level.spawn.position;
    assert!(level.collision.is_free(body, position), "{position}");
    let reach = HALF_HEIGHT + 0.5;
    let ground = level.collision.ray_cast(position, Vec3::NEG_Y, reach);
    assert!(ground.is_some(), "{position} is above no ground");
}
