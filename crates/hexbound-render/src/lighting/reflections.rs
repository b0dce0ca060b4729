//! The level's reflection probes on the device: their maps, their positions, and the cells that use them. The
//! probes are bound with the rest of the lighting.

use glam::{UVec3, Vec3};

use crate::{
    Gpu,
    buffer_struct::buffer_struct,
    device::{
        bindings,
        upload::{self, write_texels},
    },
};
use hexbound_light::{REFLECTION_LEVELS, ReflectionProbes, level_side, texels_of};

/// The number of values of a probe's index in a cell's word: the probes, no probe, and the sky.
pub(crate) const REFLECTION_SLOTS: usize = 1 << hexbound_light::PROBE_NUMBER_BITS;
/// The roughness from which on nothing is reflected sharply. A material that is nowhere smoother gets no
/// reflections.
pub(crate) const MAX_SHARP_ROUGHNESS: f32 = 0.6;

pub(crate) struct ReflectionBinding {
    pub uniforms: wgpu::Buffer,
    pub maps: wgpu::TextureView,
}

buffer_struct! {
    /// The layout of the level's reflections; shaders/reflections.wgsl explains each field.
    pub(crate) struct Reflections {
        grid_offset: Vec3,
        inverse_spacing: f32,
        last_cell: Vec3,
        first_word_row: f32,
        map_side: f32,
        padding: [f32; 3],
        probes: [ReflectionProbe; REFLECTION_SLOTS],
    }
}

buffer_struct! {
    /// A reflection probe; shaders/reflections.wgsl explains each field.
    #[derive(Default)]
    pub(crate) struct ReflectionProbe {
        position: Vec3,
        sky_openness: f32,
        room_min: Vec3,
        padding_1: f32,
        room_max: Vec3,
        padding_2: f32,
    }
}

impl ReflectionBinding {
    /// Uploads the reflections. Their words begin at the row `first_row` of `cell_words`.
    pub(crate) fn new(gpu: &Gpu, reflections: &ReflectionProbes, first_row: u32) -> Self {
        Self {
            uniforms: upload::uniforms(gpu, "mirrors", &Reflections::of(reflections, first_row)),
            maps: maps(gpu, reflections),
        }
    }
}

impl Reflections {
    fn of(reflections: &ReflectionProbes, first_row: u32) -> Self {
        let grid = &reflections.grid;
        let inverse_spacing = grid.spacing.recip();
        let mut probes = [ReflectionProbe::default(); REFLECTION_SLOTS];
        let seen = reflections.places.iter().zip(&reflections.rooms);
        let maps = (reflections.texels).chunks_exact(texels_of(reflections.side));
        for (slot, ((position, room), map)) in probes.iter_mut().zip(seen.zip(maps)) {
            let open = sky_share(&map[..reflections.side * reflections.side]);
            *slot = ReflectionProbe {
                position: *position,
                sky_openness: (4.0 * open).min(1.0),
                room_min: room.min,
                room_max: room.max,
                ..ReflectionProbe::default()
            };
        }
        Self {
            grid_offset: -grid.origin * inverse_spacing,
            inverse_spacing,
            last_cell: (grid.size.saturating_sub(UVec3::splat(2))).as_vec3(),
            first_word_row: first_row as f32,
            map_side: reflections.side as f32,
            padding: [0.0; 3],
            probes,
        }
    }
}

/// The share of the sky in a map's first level: the texels without a distance.
fn sky_share(texels: &[[u16; 4]]) -> f32 {
    let sky = texels.iter().filter(|texel| texel[3] == 0).count();
    sky as f32 / texels.len() as f32
}

/// Uploads the maps: one layer per probe and one mip level per roughness; one black layer if there is no
/// probe.
fn maps(gpu: &Gpu, reflections: &ReflectionProbes) -> wgpu::TextureView {
    let side = reflections.side as u32;
    let layers = array_layers(reflections.places.len() as u32);
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        mip_level_count: REFLECTION_LEVELS as u32,
        format: wgpu::TextureFormat::Rgba16Float,
        ..bindings::sampled_texture("mirror maps", [side, side, layers])
    });
    let layers = reflections.texels.chunks_exact(texels_of(reflections.side));
    for (z, mut rest) in (0..).zip(layers) {
        for level in 0..REFLECTION_LEVELS {
            let side = level_side(reflections.side, level);
            let (texels, after) = rest.split_at(side * side);
            rest = after;
            let target = wgpu::TexelCopyTextureInfo {
                mip_level: level as u32,
                origin: wgpu::Origin3d { x: 0, y: 0, z },
                ..texture.as_image_copy()
            };
            let bytes = bytemuck::cast_slice(texels.as_flattened());
            write_texels(gpu, target, bytes, [side as u32, side as u32, 1]);
        }
    }
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    })
}

/// The number of layers of a texture for `wanted` layers. Over OpenGL, wgpu does not treat one layer as an
/// array, and treats six as a cube.
fn array_layers(wanted: u32) -> u32 {
    match wanted {
        0 | 1 => 2,
        cube if cube.is_multiple_of(6) => cube + 1,
        layers => layers,
    }
}
