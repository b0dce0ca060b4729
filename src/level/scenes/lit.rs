//! The scene of lamps: what shines where, and what must stay dark.

use glam::Vec3;

use super::SceneBuilder;
use crate::level::Light;

const WARM: Vec3 = Vec3::new(1.0, 0.56, 0.22);
const TEAL: Vec3 = Vec3::new(0.12, 1.0, 0.80);
const CORAL: Vec3 = Vec3::new(1.0, 0.22, 0.10);
const WHITE: Vec3 = Vec3::new(1.0, 0.93, 0.82);

/// A hall with two rows of pillars: warm lamps along its left aisle, teal ones along the right,
/// white spots from the ceiling between them; and at its end, behind a wall with a doorway, a
/// chamber with a coral lamp, of which only the doorway shows light.
pub fn lights() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .part("hall")
        .room(Vec3::new(-9.0, 0.0, -24.0), Vec3::new(9.0, 6.0, 4.0))
        .part("wall")
        .cuboid(Vec3::new(-9.0, 0.0, -17.4), Vec3::new(-1.2, 6.0, -17.0))
        .cuboid(Vec3::new(1.2, 0.0, -17.4), Vec3::new(9.0, 6.0, -17.0))
        .cuboid(Vec3::new(-1.2, 2.8, -17.4), Vec3::new(1.2, 6.0, -17.0))
        .part("pillars");
    for row in 0..4 {
        let z = -1.5 - 4.2 * row as f32;
        for x in [-4.2, 4.2] {
            scene = scene.pillar(Vec3::new(x, 0.0, z), 0.45, 6.0, 6);
        }
    }
    for row in 0..3 {
        let z = -3.6 - 4.2 * row as f32;
        scene = scene
            .light(Light::point(Vec3::new(-8.2, 2.6, z), WARM, 3.5))
            .light(Light::point(Vec3::new(8.2, 2.6, z), TEAL, 2.0))
            .light(Light::point(Vec3::new(0.0, 5.9, z), WHITE, 45.0).spot(Vec3::NEG_Y, 0.30, 0.44));
    }
    scene
        .light(Light::point(Vec3::new(-5.5, 2.4, -20.5), CORAL, 9.0))
        .spawn(Vec3::new(0.0, 0.0, 2.5), 0.0)
}
