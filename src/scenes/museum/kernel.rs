//! The bays of the hall of the kernel: their ground.

use glam::Vec3;

use super::{Bay, DEPTH, HALF_WIDTH, panes};
use crate::scenes::SceneBuilder;

/// The bays, from the entrance on.
pub(super) const BAYS: &[Bay] = &[
    bay("f1", curved_ramp),
    bay("f2", sheet),
    bay("f3", fin),
    bay("f4", plain),
    bay("f5", plain),
    bay("f7", groove),
    bay("f8", pen),
];

const fn bay(code: &'static str, half: fn(SceneBuilder) -> SceneBuilder) -> Bay {
    Bay { code, half }
}

/// A floor that fills the half.
fn plain(scene: SceneBuilder) -> SceneBuilder {
    scene.floor(-HALF_WIDTH, -DEPTH, HALF_WIDTH, 0.0, 0.0)
}

/// A sheet without thickness across the half.
fn sheet(scene: SceneBuilder) -> SceneBuilder {
    let at = |x: f32, y: f32| Vec3::new(x, y, -6.0);
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    panes(plain(scene)).quad(at(left, 0.0), at(right, 0.0), at(right, 2.5), at(left, 2.5))
}

/// A sheet without thickness along the half, of which one sees the edge from the front.
fn fin(scene: SceneBuilder) -> SceneBuilder {
    let at = |y: f32, z: f32| Vec3::new(0.0, y, z);
    plain(scene).quad(at(0.0, -6.0), at(0.0, -10.0), at(2.5, -10.0), at(2.5, -6.0))
}

/// A level floor that curves up in equal angles.
fn curved_ramp(scene: SceneBuilder) -> SceneBuilder {
    const FOOT: f32 = -3.5;
    const RADIUS: f32 = 5.0;
    const PIECES: usize = 7;
    const ANGLE: f32 = 0.2;
    let at = |piece: usize| {
        let angle = ANGLE * piece as f32;
        let z = FOOT - RADIUS * libm::sinf(angle);
        (z, RADIUS * (1.0 - libm::cosf(angle)))
    };
    let scene = scene.floor(-HALF_WIDTH, FOOT, HALF_WIDTH, 0.0, 0.0);
    (0..PIECES).fold(panes(scene), |scene, piece| {
        let [(front, low), (back, high)] = [at(piece), at(piece + 1)];
        let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
        scene.quad(
            Vec3::new(left, low, front),
            Vec3::new(right, low, front),
            Vec3::new(right, high, back),
            Vec3::new(left, high, back),
        )
    })
}

/// Two steep walls that meet in a line, which leads down to the back.
fn groove(scene: SceneBuilder) -> SceneBuilder {
    // The line's ends, and how far the walls rise above it and lean aside.
    let (front, back) = (Vec3::new(0.0, 2.4, -1.0), Vec3::new(0.0, 0.3, -8.5));
    let top = |side: f32| Vec3::new(side * 0.8, 2.2, 0.0);
    panes(plain(scene))
        .quad(front + top(-1.0), front, back, back + top(-1.0))
        .quad(front, front + top(1.0), back + top(1.0), back)
}

/// A floor with walls all round, of which the front one is a pane.
fn pen(scene: SceneBuilder) -> SceneBuilder {
    const THICK: f32 = 0.2;
    let (side, back, front) = (HALF_WIDTH - THICK, -DEPTH + THICK, -THICK);
    let walls = [
        [-HALF_WIDTH, -DEPTH, HALF_WIDTH, back],
        [-HALF_WIDTH, back, -side, front],
        [side, back, HALF_WIDTH, front],
    ];
    let wall = |scene: SceneBuilder, [left, far, right, near]: [f32; 4]| {
        let (low, high) = (Vec3::new(left, 0.0, far), Vec3::new(right, 0.8, near));
        scene.cuboid(low, high)
    };
    let behind = walls.into_iter().fold(plain(scene), wall);
    wall(panes(behind), [-HALF_WIDTH, front, HALF_WIDTH, 0.0])
}
