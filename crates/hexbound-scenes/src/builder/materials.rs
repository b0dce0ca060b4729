//! The materials of every scene: for walls, and for movable bodies.

use hexbound_level::{Filter, LevelImage, Material, Sampler, TextureRef, UvPair, Wrap};

/// The number of materials that every scene has.
pub(super) const USUAL_MATERIALS: usize = 2;

/// The pale default material with a line every meter, which shows size and speed.
pub(crate) fn grid_material() -> Material {
    Material {
        name: String::from("grid"),
        base_color_texture: Some(TextureRef {
            image: 0,
            sampler: Sampler {
                wrap_u: Wrap::Repeat,
                wrap_v: Wrap::Repeat,
                filter: Filter::Linear,
            },
            uvs: UvPair::First,
            transform: None,
        }),
        ..Material::default()
    }
}

/// A material of a color, linear RGB, without a texture.
pub(crate) fn painted(name: &str, [red, green, blue]: [f32; 3]) -> Material {
    Material {
        name: name.to_owned(),
        base_color: [red, green, blue, 1.0],
        ..Material::default()
    }
}

/// The grid in a warmer and darker color, which distinguishes movable bodies from walls.
pub(super) fn prop_material() -> Material {
    Material {
        name: String::from("movable"),
        base_color: [0.42, 0.21, 0.085, 1.0],
        roughness: 0.55,
        ..grid_material()
    }
}

pub(super) fn grid_image() -> LevelImage {
    const GRID_IMAGE_SIDE: u32 = 64;
    let shade = |x: u32, y: u32| {
        let line = x == 0 || y == 0 || x == GRID_IMAGE_SIDE - 1 || y == GRID_IMAGE_SIDE - 1;
        let light = (x / (GRID_IMAGE_SIDE / 2) + y / (GRID_IMAGE_SIDE / 2)).is_multiple_of(2);
        match (line, light) {
            (true, _) => 120,
            (false, true) => 255,
            (false, false) => 236,
        }
    };
    let rgba = (0..GRID_IMAGE_SIDE * GRID_IMAGE_SIDE).flat_map(|pixel| {
        let value = shade(pixel % GRID_IMAGE_SIDE, pixel / GRID_IMAGE_SIDE);
        [value, value, value, 255]
    });
    LevelImage::new("grid", GRID_IMAGE_SIDE, GRID_IMAGE_SIDE, rgba.collect())
}
