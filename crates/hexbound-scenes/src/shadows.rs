//! The scene of shadows: posts at growing distances, and rooms into which light might leak.

use glam::Vec3;

use super::SceneBuilder;

/// The distances of the posts from the start, meters.
const POST_DISTANCES: [f32; 5] = [3.0, 6.0, 12.0, 40.0, 150.0];

/// A plain of 120 m by 420 m, with posts along −Z that grow with their distance. Beside the start are a
/// closed hut with walls of 0.1 m, one with an open doorway, a slope and a flight of stairs.
pub(crate) fn shadows() -> SceneBuilder {
    let mut scene = SceneBuilder::new()
        .floor(-60.0, -380.0, 60.0, 40.0, 0.0)
        .spawn(Vec3::ZERO, 0.0)
        .part("posts");
    for distance in POST_DISTANCES {
        let (radius, height) = (0.04 + 0.005 * distance, 1.2 + 0.05 * distance);
        let foot = Vec3::new(0.6 + 0.02 * distance, 0.0, -distance);
        scene = scene.pillar(foot, radius, height, 12);
    }
    scene = scene.part("closed hut");
    scene = hut(scene, Vec3::new(-6.0, 0.0, -9.0), false).part("open hut");
    scene = hut(scene, Vec3::new(-13.0, 0.0, -9.0), true);
    let scene = scene
        .part("slope")
        .ramp(Vec3::new(5.5, 0.0, -4.0), Vec3::new(5.5, 2.0, -9.0), 3.0)
        .part("stairs");
    stairs(scene, Vec3::new(10.0, 0.0, -4.0), 10)
}

/// Adds a hut 4 m wide, 2.6 m high and 4 m deep around the center of its floor. An open hut has a doorway
/// toward +Z.
fn hut(scene: SceneBuilder, middle: Vec3, open: bool) -> SceneBuilder {
    let wall = 0.1;
    let at = |x: f32, y: f32, z: f32| middle + Vec3::new(x, y, z);
    let scene = scene
        .cuboid(at(-2.0, 0.0, -2.0), at(2.0, 2.5, -2.0 + wall))
        .cuboid(at(-2.0, 0.0, -2.0 + wall), at(-2.0 + wall, 2.5, 2.0 - wall))
        .cuboid(at(2.0 - wall, 0.0, -2.0 + wall), at(2.0, 2.5, 2.0 - wall))
        .cuboid(at(-2.0, 2.5, -2.0), at(2.0, 2.5 + wall, 2.0));
    let door = if open { 0.6 } else { 0.0 };
    let front = 2.0 - wall;
    let scene = scene
        .cuboid(at(-2.0, 0.0, front), at(-door, 2.5, 2.0))
        .cuboid(at(door, 0.0, front), at(2.0, 2.5, 2.0));
    if open {
        return scene.cuboid(at(-door, 2.1, front), at(door, 2.5, 2.0));
    }
    scene
}

/// Adds a flight of steps 0.17 m high and 3 m wide that rises toward −Z.
fn stairs(mut scene: SceneBuilder, foot: Vec3, steps: usize) -> SceneBuilder {
    let back = foot.z - 0.3 * steps as f32 - 1.0;
    for step in 0..steps {
        let bottom = foot.y + 0.17 * step as f32;
        scene = scene.cuboid(
            Vec3::new(foot.x - 1.5, bottom, back),
            Vec3::new(foot.x + 1.5, bottom + 0.17, foot.z - 0.3 * step as f32),
        );
    }
    scene
}
