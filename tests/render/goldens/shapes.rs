//! The parts that the pictures are made of: surfaces' colors, a floor, blocks, spheres, textures, a
//! sun.

use std::f32::consts::PI;

use crate::stage::*;

/// Linear.
pub const PLASTER: [f32; 3] = [0.60, 0.53, 0.42];
pub const LIMESTONE: [f32; 3] = [0.47, 0.40, 0.28];
pub const BASALT: [f32; 3] = [0.05, 0.055, 0.065];

/// No larger than what is seen of it: baking its light takes most of the time.
pub fn floor() -> SceneBuilder {
    SceneBuilder::new()
        .part("floor")
        .floor(-6.0, -7.0, 6.0, 1.5, 0.0)
}

/// A block and a hexagonal pillar.
pub fn block_and_pillar(scene: SceneBuilder) -> SceneBuilder {
    scene
        .part("shown")
        .cuboid(vec3(-1.9, 0.0, -4.2), vec3(-0.2, 1.7, -2.9))
        .pillar(vec3(1.2, 0.0, -3.6), 0.8, 1.9, 6)
}

/// A quad for every patch of 24 by 12; triangles at the poles.
pub fn sphere(mut scene: SceneBuilder, center: Vec3, radius: f32) -> SceneBuilder {
    const BELTS: u32 = 12;
    let at = |belt: u32, side: u32| {
        let [down, around] = [belt, side].map(|it| it as f32 / BELTS as f32 * PI);
        let ring = vec3(around.cos(), 0.0, -around.sin()) * down.sin();
        center + radius * (ring + Vec3::Y * down.cos())
    };
    for belt in 0..BELTS {
        for side in 0..2 * BELTS {
            let (a, b) = (at(belt, side), at(belt + 1, side));
            let (c, d) = (at(belt + 1, side + 1), at(belt, side + 1));
            scene = match belt {
                0 => scene.triangle(a, b, c),
                _ if belt + 1 == BELTS => scene.triangle(a, b, d),
                _ => scene.quad(a, b, c, d),
            };
        }
    }
    scene
}

/// Gives a part the normals of a sphere.
pub fn round(level: &mut Level, part: usize, center: Vec3) {
    let indices = level.mesh.parts[part].indices.clone();
    for index in indices {
        let vertex = &mut level.mesh.vertices[level.mesh.indices[index as usize] as usize];
        let normal = (Vec3::from(vertex.position) - center).normalize();
        vertex.normal = normal.to_array();
    }
}

/// In a white sun whose light travels this way.
pub fn lit(mut level: Level, travels: Vec3) -> Level {
    level.lighting.sun = sun(travels);
    level
}

/// One meter of `side` by `side` texels.
pub fn tile(level: &mut Level, side: u32, color: impl Fn(u32, u32) -> [u8; 4]) -> TextureRef {
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let texels: Vec<[u8; 4]> = places.map(|(x, y)| color(x, y)).collect();
    texture(level, side, &texels)
}
