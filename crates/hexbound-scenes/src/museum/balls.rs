//! The bays of the hall of balls: their ground.

use glam::Vec3;

use super::{Bay, DEPTH, HALF_WIDTH, panes};
use crate::SceneBuilder;

/// The bays, from the entrance on.
pub(super) const BAYS: &[Bay] = &[
    bay("b1", plain),
    bay("b2", groove),
    bay("b3", plain),
    bay("b4", sheet),
    bay("b5", squares),
    bay("b6", pen),
    bay("b7", glass_pen),
];

const fn bay(code: &'static str, half: fn(SceneBuilder) -> SceneBuilder) -> Bay {
    Bay { code, half }
}

/// A floor that fills the half.
fn plain(scene: SceneBuilder) -> SceneBuilder {
    scene.floor(-HALF_WIDTH, -DEPTH, HALF_WIDTH, 0.0, 0.0)
}

/// Two slopes that meet in a line along z, in the middle of the half and at the height of the aisle: from there
/// one looks along the line. A front below each slope closes what is under it.
fn groove(scene: SceneBuilder) -> SceneBuilder {
    let at = |x: f32, z: f32| Vec3::new(x, 0.4 * x.abs(), z);
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    scene
        .quad(
            at(left, -DEPTH),
            at(left, 0.0),
            at(0.0, 0.0),
            at(0.0, -DEPTH),
        )
        .quad(
            at(0.0, -DEPTH),
            at(0.0, 0.0),
            at(right, 0.0),
            at(right, -DEPTH),
        )
        .triangle(at(0.0, 0.0), at(left, 0.0), Vec3::X * left)
        .triangle(at(0.0, 0.0), Vec3::X * right, at(right, 0.0))
}

/// A sheet without thickness across the half.
fn sheet(scene: SceneBuilder) -> SceneBuilder {
    let at = |x: f32, y: f32| Vec3::new(x, y, -6.0);
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    panes(plain(scene)).quad(at(left, 0.0), at(right, 0.0), at(right, 4.0), at(left, 4.0))
}

/// A flat floor of squares of 25 cm.
fn squares(scene: SceneBuilder) -> SceneBuilder {
    scene.height_field([-HALF_WIDTH, -DEPTH], 0.25, [24, 48], |_, _| 0.0)
}

/// A pen with walls of half a meter.
fn pen(scene: SceneBuilder) -> SceneBuilder {
    penned(plain(scene), 0.5)
}

/// A pen with panes that none of the balls bounces over.
fn glass_pen(scene: SceneBuilder) -> SceneBuilder {
    penned(panes(plain(scene)), 2.0)
}

/// Adds the walls of a pen, of a height in meters.
fn penned(scene: SceneBuilder, height: f32) -> SceneBuilder {
    const SIDE: f32 = 2.5;
    let (front, back) = (-6.0 + SIDE, -6.0 - SIDE);
    let wall = |low: [f32; 2], high: [f32; 2]| {
        let [low_x, low_z] = low;
        let [high_x, high_z] = high;
        (
            Vec3::new(low_x, 0.0, low_z),
            Vec3::new(high_x, height, high_z),
        )
    };
    let walls = [
        wall([-SIDE - 0.1, back - 0.1], [SIDE + 0.1, back]),
        wall([-SIDE - 0.1, front], [SIDE + 0.1, front + 0.1]),
        wall([-SIDE - 0.1, back], [-SIDE, front]),
        wall([SIDE, back], [SIDE + 0.1, front]),
    ];
    (walls.into_iter()).fold(scene, |scene, (low, high)| scene.cuboid(low, high))
}
