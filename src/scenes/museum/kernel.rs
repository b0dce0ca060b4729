//! The bays of the hall of the kernel: their ground.

use glam::Vec3;

use super::{Bay, DEPTH, HALF_WIDTH};
use crate::scenes::SceneBuilder;

/// The bays, from the entrance on.
pub(super) const BAYS: &[Bay] = &[
    Bay {
        code: "f2",
        half: sheet,
    },
    Bay {
        code: "f4",
        half: plain,
    },
    Bay {
        code: "f5",
        half: plain,
    },
];

/// A floor that fills the half.
fn plain(scene: SceneBuilder) -> SceneBuilder {
    scene.floor(-HALF_WIDTH, -DEPTH, HALF_WIDTH, 0.0, 0.0)
}

/// A sheet without thickness across the half.
fn sheet(scene: SceneBuilder) -> SceneBuilder {
    let at = |x: f32, y: f32| Vec3::new(x, y, -6.0);
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    plain(scene).quad(at(left, 0.0), at(right, 0.0), at(right, 2.5), at(left, 2.5))
}
