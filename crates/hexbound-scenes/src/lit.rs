//! The scenes of lamps: halls with many of them, a house that must stay dark inside, and one lamp
//! behind all that throws a shadow.

use glam::Vec3;

use super::SceneBuilder;
use hexbound_level::Light;

const WARM_LIGHT: Vec3 = Vec3::new(1.0, 0.56, 0.22);
const TEAL_LIGHT: Vec3 = Vec3::new(0.12, 1.0, 0.80);
const CORAL_LIGHT: Vec3 = Vec3::new(1.0, 0.22, 0.10);
const WHITE_LIGHT: Vec3 = Vec3::new(1.0, 0.93, 0.82);

/// A hall with two rows of pillars: warm lamps along its left aisle, teal ones along the right, white
/// spots from the ceiling between them. The chamber at its end has a coral lamp, which shines through the
/// doorway alone.
pub(crate) fn lights() -> SceneBuilder {
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
        let spot = Light::point(Vec3::new(0.0, 5.9, z), WHITE_LIGHT, 45.0);
        scene = scene
            .light(Light::point(Vec3::new(-8.2, 2.6, z), WARM_LIGHT, 3.5))
            .light(Light::point(Vec3::new(8.2, 2.6, z), TEAL_LIGHT, 2.0))
            .light(spot.spot(Vec3::NEG_Y, 0.30, 0.44));
    }
    scene
        .light(Light::point(Vec3::new(-5.5, 2.4, -20.5), CORAL_LIGHT, 9.0))
        .spawn(Vec3::new(0.0, 0.0, 2.5), 0.0)
}

/// A lamp over a bowl, which shades the floor around it. Around the bowl stand a post, a rail on two
/// legs, and a flight of stairs behind a post.
pub(crate) fn lamp_shadows() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .part("floor")
        .floor(-6.0, -6.0, 6.0, 6.0, 0.0)
        .part("stairs");
    for step in 0..5 {
        let (bottom, front) = (0.17 * step as f32, -2.4 - 0.3 * step as f32);
        scene = scene.cuboid(
            Vec3::new(0.2, bottom, -4.4),
            Vec3::new(2.2, bottom + 0.17, front),
        );
    }
    scene
        .part("bowl")
        .pillar(Vec3::new(0.0, 1.86, 0.0), 0.2, 0.08, 24)
        .part("posts")
        .cuboid(Vec3::new(1.5, 0.0, 0.55), Vec3::new(1.6, 1.3, 0.65))
        .cuboid(Vec3::new(0.75, 0.0, -1.9), Vec3::new(0.85, 1.5, -1.8))
        .part("rail")
        .cuboid(Vec3::new(-1.55, 0.85, -1.8), Vec3::new(-1.5, 0.9, 1.2))
        .cuboid(Vec3::new(-1.55, 0.0, -1.5), Vec3::new(-1.5, 0.85, -1.45))
        .cuboid(Vec3::new(-1.55, 0.0, 0.8), Vec3::new(-1.5, 0.85, 0.85))
        .light(Light::point(Vec3::new(0.0, 2.2, 0.0), WHITE_LIGHT, 12.0))
        .spawn(Vec3::new(0.0, 0.0, 4.5), 0.0)
}

/// Walls of a tenth of a meter between light and dark. East of a court under the sky lie a closed room
/// with a faint lamp, and a corridor whose doorway opens on the court. Over both lies a terrace in the
/// sun with as thin a floor.
pub(crate) fn leak() -> SceneBuilder {
    let wall = |scene: SceneBuilder, low: [f32; 3], high: [f32; 3]| {
        scene.cuboid(Vec3::from(low), Vec3::from(high))
    };
    let mut scene = SceneBuilder::new()
        .part("floor")
        .cuboid(Vec3::new(-9.0, -0.5, -7.0), Vec3::new(8.0, 0.0, 5.0))
        .part("thin");
    // Court and house, the doorway, the corridor's wall, the terrace.
    scene = wall(scene, [0.0, 0.0, -7.0], [0.1, 3.0, 2.6]);
    scene = wall(scene, [0.0, 0.0, 3.8], [0.1, 3.0, 5.0]);
    scene = wall(scene, [0.0, 2.2, 2.6], [0.1, 3.0, 3.8]);
    scene = wall(scene, [0.1, 0.0, 1.4], [7.9, 3.0, 1.5]);
    scene = wall(scene, [0.0, 3.0, -7.0], [8.0, 3.1, 5.0]);
    // Around the house, around the court.
    scene = wall(scene, [0.1, 0.0, -7.0], [7.9, 3.0, -6.9]);
    scene = wall(scene, [0.1, 0.0, 4.9], [7.9, 3.0, 5.0]);
    scene = wall(scene, [7.9, 0.0, -7.0], [8.0, 3.0, 5.0]);
    scene = wall(scene, [-9.0, 0.0, -7.0], [-8.9, 1.1, 5.0]);
    scene = wall(scene, [-8.9, 0.0, -7.0], [0.0, 1.1, -6.9]);
    wall(scene, [-8.9, 0.0, 4.9], [0.0, 1.1, 5.0])
        .light(Light::point(Vec3::new(4.0, 1.3, -2.75), WARM_LIGHT, 1.0))
        .spawn(Vec3::new(-5.0, 0.0, 0.0), -1.4)
}

/// 256 lamps of 6 m range, warm and teal, every fourth a spot that looks down. The hall has rows of
/// pillars and a cross of walls with a gap in its middle, to measure the cost of many lamps.
pub(crate) fn many_lamps() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .part("hall")
        .room(Vec3::new(-16.0, 0.0, -16.0), Vec3::new(16.0, 5.0, 16.0))
        .part("walls")
        .cuboid(Vec3::new(-16.0, 0.0, -0.1), Vec3::new(-3.0, 5.0, 0.1))
        .cuboid(Vec3::new(3.0, 0.0, -0.1), Vec3::new(16.0, 5.0, 0.1))
        .cuboid(Vec3::new(-0.1, 0.0, -16.0), Vec3::new(0.1, 5.0, -3.0))
        .part("pillars");
    for index in 0..16 {
        let place = Vec3::new((index % 4) as f32, 0.0, (index / 4) as f32) * 8.0;
        scene = scene.pillar(place - Vec3::new(12.0, 0.0, 12.0), 0.4, 5.0, 6);
    }
    for index in 0..256 {
        let (column, row) = (index % 16, index / 16);
        let height = 1.2 + 0.9 * ((column * 7 + row * 5) % 4) as f32;
        let place = Vec3::new(column as f32 * 2.0 - 15.0, height, row as f32 * 2.0 - 15.0);
        let color = if (column / 2 + row / 2) % 2 == 0 {
            WARM_LIGHT
        } else {
            TEAL_LIGHT
        };
        let mut lamp = Light::point(place, color, 0.35);
        if index % 4 == 3 {
            lamp = Light::point(place, WHITE_LIGHT, 3.0).spot(Vec3::NEG_Y, 0.35, 0.6);
        }
        scene = scene.light(Light { range: 6.0, ..lamp });
    }
    scene.spawn(Vec3::new(2.0, 0.0, 14.0), 0.4)
}
