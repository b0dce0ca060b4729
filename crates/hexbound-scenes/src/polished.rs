//! The scene of reflections: metal, lacquer and a polished floor in a room whose sides differ in color.

use glam::Vec3;

use super::{SceneBuilder, builder::painted};
use hexbound_level::{
    Filter, Level, LevelError, LevelImage, Light, Material, Sampler, TextureRef, UvPair, Wrap,
};

const ROOM_MIN: Vec3 = Vec3::new(-5.0, 0.0, -6.0);
const ROOM_MAX: Vec3 = Vec3::new(5.0, 3.6, 5.0);
/// The height of the window's lower edge, meters.
const SILL_HEIGHT: f32 = 0.9;
/// The height of the window's upper edge, meters.
const LINTEL_HEIGHT: f32 = 2.8;
const SPHERE_RADIUS: f32 = 0.55;
const MATTE_ROUGHNESS: f32 = 0.9;

const RED_COLOR: [f32; 3] = [0.55, 0.05, 0.04];
const GREEN_COLOR: [f32; 3] = [0.06, 0.32, 0.12];
const PLASTER_COLOR: [f32; 3] = [0.62, 0.56, 0.46];
const STONE_COLOR: [f32; 3] = [0.40, 0.34, 0.26];
const BASALT_COLOR: [f32; 3] = [0.035, 0.038, 0.044];
const BRASS_COLOR: [f32; 3] = [0.62, 0.40, 0.13];
const STEEL_COLOR: [f32; 3] = [0.78, 0.78, 0.80];
const LACQUER_COLOR: [f32; 3] = [0.02, 0.025, 0.03];
const IVORY_COLOR: [f32; 3] = [0.55, 0.48, 0.36];
const TEAL_COLOR: [f32; 3] = [0.05, 0.75, 0.56];

const WHITE_TEXTURE: TextureRef = TextureRef {
    image: 0,
    sampler: Sampler {
        wrap_u: Wrap::Repeat,
        wrap_v: Wrap::Repeat,
        filter: Filter::Nearest,
    },
    uvs: UvPair::First,
    transform: None,
};

/// Six spheres in a row above a polished floor: polished, satin and rough metal, polished and
/// satin dielectric, rough plaster. The wall on the left is red, the right one green, the far one
/// has a window to the sky, and a teal strip glows in the near one.
pub(crate) fn room() -> SceneBuilder {
    let mut scene = walls(SceneBuilder::new());
    for index in 0..6 {
        let x = -3.75 + 1.5 * index as f32;
        let center = Vec3::new(x, SPHERE_RADIUS + 0.25, -2.6);
        scene = scene.part("sphere").sphere(center, SPHERE_RADIUS);
    }
    scene
        .light(Light::point(
            Vec3::new(0.0, 3.2, 1.5),
            Vec3::new(1.0, 0.8, 0.55),
            6.0,
        ))
        .spawn(Vec3::new(0.0, 0.0, 3.0), 0.0)
}

/// Builds the room with a material for each of its parts.
pub(crate) fn with_materials(scene: SceneBuilder) -> Result<Level, LevelError> {
    let mut level = scene.build("mirrors")?;
    let matte = |color| material(color, 0.0, MATTE_ROUGHNESS);
    let mut strip = matte([0.02; 3]);
    strip.emissive = TEAL_COLOR.map(|channel| 2.0 * channel);
    let materials = vec![
        material(BASALT_COLOR, 0.0, 0.16),
        matte(RED_COLOR),
        matte(GREEN_COLOR),
        matte(STONE_COLOR),
        matte(PLASTER_COLOR),
        strip,
        material(STEEL_COLOR, 1.0, 0.09),
        material(BRASS_COLOR, 1.0, 0.24),
        material(BRASS_COLOR, 1.0, 0.42),
        material(LACQUER_COLOR, 0.0, 0.10),
        material(IVORY_COLOR, 0.0, 0.35),
        material(PLASTER_COLOR, 0.0, 1.0),
    ];
    for (index, part) in level.mesh.parts.iter_mut().enumerate() {
        part.material = index.min(materials.len() - 1);
    }
    level.materials = materials;
    level.images = vec![LevelImage::new("white", 1, 1, vec![255; 4])];
    Ok(level)
}

fn material(color: [f32; 3], metallic: f32, roughness: f32) -> Material {
    Material {
        metallic,
        roughness,
        // A material with a texture gets no detail noise.
        base_color_texture: (roughness != MATTE_ROUGHNESS).then_some(WHITE_TEXTURE),
        ..painted(&format!("roughness {roughness}"), color)
    }
}

fn walls(scene: SceneBuilder) -> SceneBuilder {
    let (low, high) = (ROOM_MIN, ROOM_MAX);
    let at = Vec3::new;
    let far =
        |min: [f32; 2], max: [f32; 2]| [at(min[0], min[1], low.z - 0.4), at(max[0], max[1], low.z)];
    let mut scene = scene
        .part("floor")
        .floor(low.x, low.z, high.x, high.z, 0.0)
        .part("left")
        .cuboid(at(low.x - 0.4, 0.0, low.z), at(low.x, high.y, high.z))
        .part("right")
        .cuboid(at(high.x, 0.0, low.z), at(high.x + 0.4, high.y, high.z))
        .part("far");
    for [min, max] in [
        far([low.x, 0.0], [high.x, SILL_HEIGHT]),
        far([low.x, LINTEL_HEIGHT], [high.x, high.y]),
        far([low.x, SILL_HEIGHT], [-1.6, LINTEL_HEIGHT]),
        far([1.6, SILL_HEIGHT], [high.x, LINTEL_HEIGHT]),
    ] {
        scene = scene.cuboid(min, max);
    }
    scene
        .part("near and ceiling")
        .cuboid(at(low.x, 0.0, high.z), at(high.x, high.y, high.z + 0.4))
        .cuboid(
            at(low.x - 0.4, high.y, low.z - 0.4),
            at(high.x + 0.4, high.y + 0.4, high.z + 0.4),
        )
        .part("strip")
        .cuboid(at(-2.5, 1.5, high.z - 0.08), at(2.5, 1.7, high.z - 0.02))
}
