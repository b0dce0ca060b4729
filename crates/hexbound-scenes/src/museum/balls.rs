//! The ground of the bays of the hall of balls.

use glam::Vec3;

use super::{BAY_DEPTH, Bay, HALF_WIDTH, bay, panes, plain};
use crate::SceneBuilder;

/// The bays, from the entrance on.
pub(super) const BALL_BAYS: &[Bay] = &[
    bay("b1", plain),
    bay("b2", groove),
    bay("b3", plain),
    bay("b4", sheet),
    bay("b5", squares),
    bay("b6", pen),
    bay("b7", glass_pen),
];

/// Adds two slopes that meet in a line along z, in the middle of the half. A visitor in the aisle looks along
/// the line. A triangle at the front closes the space under each slope.
fn groove(scene: SceneBuilder) -> SceneBuilder {
    let at = |x: f32, z: f32| Vec3::new(x, 0.4 * x.abs(), z);
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    scene
        .quad(
            at(left, -BAY_DEPTH),
            at(left, 0.0),
            at(0.0, 0.0),
            at(0.0, -BAY_DEPTH),
        )
        .quad(
            at(0.0, -BAY_DEPTH),
            at(0.0, 0.0),
            at(right, 0.0),
            at(right, -BAY_DEPTH),
        )
        .triangle(at(0.0, 0.0), at(left, 0.0), Vec3::X * left)
        .triangle(at(0.0, 0.0), Vec3::X * right, at(right, 0.0))
}

/// Adds a floor, and a vertical sheet without thickness across the half.
fn sheet(scene: SceneBuilder) -> SceneBuilder {
    let at = |x: f32, y: f32| Vec3::new(x, y, -6.0);
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    panes(plain(scene)).quad(at(left, 0.0), at(right, 0.0), at(right, 4.0), at(left, 4.0))
}

/// Adds a flat floor of 25 cm squares.
fn squares(scene: SceneBuilder) -> SceneBuilder {
    scene.height_field([-HALF_WIDTH, -BAY_DEPTH], 0.25, [24, 48], |_, _| 0.0)
}

/// Adds a floor, and a pen with walls half a meter high.
fn pen(scene: SceneBuilder) -> SceneBuilder {
    penned(plain(scene), 0.5)
}

/// Adds a floor, and a pen with panes that no ball bounces over.
fn glass_pen(scene: SceneBuilder) -> SceneBuilder {
    penned(panes(plain(scene)), 2.0)
}

/// Adds the walls of a pen; `height` is in meters.
fn penned(scene: SceneBuilder, height: f32) -> SceneBuilder {
    const PEN_HALF: f32 = 2.5;
    let (half, front, back) = (PEN_HALF, -6.0 + PEN_HALF, -6.0 - PEN_HALF);
    let walls = [
        [-half - 0.1, back - 0.1, half + 0.1, back],
        [-half - 0.1, front, half + 0.1, front + 0.1],
        [-half - 0.1, back, -half, front],
        [half, back, half + 0.1, front],
    ];
    (walls.into_iter()).fold(scene, |scene, [x0, z0, x1, z1]| {
        scene.cuboid(Vec3::new(x0, 0.0, z0), Vec3::new(x1, height, z1))
    })
}
