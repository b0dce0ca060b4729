//! The ground of the bays of the hall of the documents.

use glam::Vec3;

use super::{BAY_DEPTH, Bay, HALF_WIDTH, bay, panes, plain};
use crate::SceneBuilder;

/// The bays, from the entrance on.
pub(super) const DOCUMENT_BAYS: &[Bay] = &[
    bay("d1", wedge),
    bay("d2", blunt_triangle),
    bay("d3", slope),
    bay("d4", roof),
    bay("d5", thin_wall),
    bay("d6", gate),
    bay("d7", shooting_range),
    bay("d8", plain),
    bay("d9", plain),
    bay("d10", post),
    bay("d11", blade),
];

/// The height of most exhibits in these bays, meters.
const EXHIBIT_HEIGHT: f32 = 2.5;

/// Adds a pillar with an edge of 16° toward the front.
fn wedge(scene: SceneBuilder) -> SceneBuilder {
    let half = 3.0 * libm::tanf(8.0_f32.to_radians());
    let outline = [[0.0, -4.0], [half, -7.0], [-half, -7.0]];
    panes(plain(scene)).prism(&outline, 0.0, EXHIBIT_HEIGHT)
}

/// Adds an upright triangle with a corner of 150° at the top, whose right corner is 0.4 m above the floor.
fn blunt_triangle(scene: SceneBuilder) -> SceneBuilder {
    let (half, low) = (1.6, 0.4);
    let rise = half * libm::tanf(15.0_f32.to_radians());
    let at = |x: f32, y: f32| Vec3::new(x, y, -6.0);
    let middle = 0.4 - half;
    panes(plain(scene)).triangle(
        at(middle - half, low),
        at(middle + half, low),
        at(middle, low + rise),
    )
}

/// Adds a slope of 60° that rises to the back.
fn slope(scene: SceneBuilder) -> SceneBuilder {
    let (front, back) = (-6.0, -8.0);
    let rise = (front - back) * libm::tanf(60.0_f32.to_radians());
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    plain(scene).quad(
        at(-HALF_WIDTH, 0.0, front),
        at(HALF_WIDTH, 0.0, front),
        at(HALF_WIDTH, rise, back),
        at(-HALF_WIDTH, rise, back),
    )
}

/// Adds a roof of 30° whose ridge runs to the back.
fn roof(scene: SceneBuilder) -> SceneBuilder {
    let rise = 2.0 * libm::tanf(30.0_f32.to_radians());
    let (front, back) = (-3.0, -8.0);
    let scene = panes(plain(scene));
    [-2.0, 2.0].into_iter().fold(scene, |scene, side: f32| {
        let low = |z: f32| Vec3::new(side, 0.0, z);
        let high = |z: f32| Vec3::new(0.0, rise, z);
        match side < 0.0 {
            true => scene.quad(low(back), low(front), high(front), high(back)),
            false => scene.quad(high(back), high(front), low(front), low(back)),
        }
    })
}

/// Adds a wall of 4 cm across the half, and a thick one at its end.
fn thin_wall(scene: SceneBuilder) -> SceneBuilder {
    let (left, right) = (-HALF_WIDTH, HALF_WIDTH);
    let end = Vec3::new(right, EXHIBIT_HEIGHT, -10.0);
    panes(plain(scene).cuboid(Vec3::new(left, 0.0, -BAY_DEPTH), end))
        .cuboid(Vec3::new(left, 0.0, -6.04), end.with_z(-6.0))
}

/// Adds two posts with a meter between them.
fn gate(scene: SceneBuilder) -> SceneBuilder {
    [-0.7, 0.7].into_iter().fold(plain(scene), |scene, x: f32| {
        scene.cuboid(
            Vec3::new(x - 0.2, 0.0, -6.2),
            Vec3::new(x + 0.2, EXHIBIT_HEIGHT, -5.8),
        )
    })
}

/// Adds a post beside the middle of the half.
fn post(scene: SceneBuilder) -> SceneBuilder {
    let high = Vec3::new(0.45, EXHIBIT_HEIGHT, -6.0);
    panes(plain(scene)).cuboid(Vec3::new(0.15, 0.0, -7.0), high)
}

/// Adds an upright blade of 2 cm whose edge points to the front.
fn blade(scene: SceneBuilder) -> SceneBuilder {
    let outline = [[0.083, -6.0], [0.093, -8.0], [0.073, -8.0]];
    panes(plain(scene)).prism(&outline, 0.0, EXHIBIT_HEIGHT)
}

/// Adds a floor between a wall at the back and a pane at the front.
fn shooting_range(scene: SceneBuilder) -> SceneBuilder {
    let wall = |scene: SceneBuilder, front: f32| {
        let (low, high) = (
            Vec3::new(-HALF_WIDTH, 0.0, front - 0.2),
            Vec3::new(HALF_WIDTH, EXHIBIT_HEIGHT, front),
        );
        scene.cuboid(low, high)
    };
    wall(panes(wall(plain(scene), 0.2 - BAY_DEPTH)), 0.0)
}
