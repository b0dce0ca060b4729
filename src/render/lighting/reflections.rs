//! The level's reflections on the device, as shaders/reflections.wgsl looks them up: maps, where they
//! were seen from, and which serves where. Bound with the rest of the lighting.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use wgpu::util::DeviceExt;

use crate::{
    bake::{REFLECTION_LEVELS, ReflectionProbes, level_side, texels_of},
    render::Gpu,
};

/// After the bindings of `Lighting` and of the lamps.
const FIRST_BINDING: u32 = 30;
/// A place's number has five bits.
const NUMBERS: usize = 32;
/// Materials that are nowhere less rough have no use for reflections. A twin stands in
/// reflections.wgsl.
pub(crate) const ROUGHEST: f32 = 0.6;

pub(crate) struct ReflectionBinding {
    space: wgpu::Buffer,
    maps: wgpu::TextureView,
}

/// `MirrorSpace` of shaders/reflections.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct ReflectionUniforms {
    /// From the level to the grid's points, and one over their distance.
    scale: [f32; 4],
    /// And the texels of a map's side.
    offset: [f32; 4],
    last: [f32; 4],
    places: [ProbeUniforms; NUMBERS],
}

/// `MirrorPlace` of shaders/reflections.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct ProbeUniforms {
    /// And how open the sky is above it, 0 to 1.
    position: [f32; 4],
    /// Of the room about it.
    low: [f32; 4],
    high: [f32; 4],
}

impl ReflectionBinding {
    /// `below` of the words of `cell_words` along y are not the mirrors'.
    pub fn new(gpu: &Gpu, mirrors: &ReflectionProbes, below: u32) -> Self {
        let contents = ReflectionUniforms::of(mirrors, below);
        let space = wgpu::util::BufferInitDescriptor {
            label: Some("mirrors"),
            contents: bytemuck::bytes_of(&contents),
            usage: wgpu::BufferUsages::UNIFORM,
        };
        Self {
            space: gpu.device.create_buffer_init(&space),
            maps: maps(gpu, mirrors),
        }
    }

    pub fn layout_entries() -> [wgpu::BindGroupLayoutEntry; 2] {
        let texture = |sample_type, view_dimension| wgpu::BindingType::Texture {
            sample_type,
            view_dimension,
            multisampled: false,
        };
        let types = [
            wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            texture(
                wgpu::TextureSampleType::Float { filterable: true },
                wgpu::TextureViewDimension::D2Array,
            ),
        ];
        let mut binding = FIRST_BINDING;
        types.map(|ty| {
            binding += 1;
            wgpu::BindGroupLayoutEntry {
                binding: binding - 1,
                visibility: wgpu::ShaderStages::FRAGMENT,
                ty,
                count: None,
            }
        })
    }

    pub fn entries(&self) -> [wgpu::BindGroupEntry<'_>; 2] {
        let resources = [
            self.space.as_entire_binding(),
            wgpu::BindingResource::TextureView(&self.maps),
        ];
        let mut binding = FIRST_BINDING;
        resources.map(|resource| {
            binding += 1;
            wgpu::BindGroupEntry {
                binding: binding - 1,
                resource,
            }
        })
    }
}

impl ReflectionUniforms {
    fn of(mirrors: &ReflectionProbes, below: u32) -> Self {
        let grid = &mirrors.grid;
        let scale = grid.spacing.recip();
        let mut places = [ProbeUniforms::default(); NUMBERS];
        let seen = mirrors.places.iter().zip(&mirrors.rooms);
        let maps = mirrors.texels.chunks_exact(texels_of(mirrors.side));
        for (slot, ((place, room), map)) in places.iter_mut().zip(seen.zip(maps)) {
            let open = sky_share(&map[..mirrors.side * mirrors.side]);
            *slot = ProbeUniforms {
                position: place.extend((4.0 * open).min(1.0)).to_array(),
                low: room.min.extend(0.0).to_array(),
                high: room.max.extend(0.0).to_array(),
            };
        }
        Self {
            scale: Vec3::splat(scale).extend(scale).to_array(),
            offset: (-grid.origin * scale)
                .extend(mirrors.side as f32)
                .to_array(),
            last: (grid.size.saturating_sub(glam::UVec3::splat(2)).as_vec3())
                .extend(below as f32)
                .to_array(),
            places,
        }
    }
}

/// Of a map's first level: what is at no distance.
fn sky_share(texels: &[[u16; 4]]) -> f32 {
    let sky = texels.iter().filter(|texel| texel[3] == 0).count();
    sky as f32 / texels.len() as f32
}

/// For so many places. Over OpenGL wgpu takes one layer for no array, and six for a cube.
fn layers(places: usize) -> u32 {
    match places as u32 {
        0 | 1 => 2,
        cube if cube.is_multiple_of(6) => cube + 1,
        places => places,
    }
}

/// A layer a place, a mip a level; a black one where there is no place.
fn maps(gpu: &Gpu, mirrors: &ReflectionProbes) -> wgpu::TextureView {
    let side = mirrors.side as u32;
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("mirror maps"),
        size: wgpu::Extent3d {
            width: side,
            height: side,
            depth_or_array_layers: layers(mirrors.places.len()),
        },
        mip_level_count: REFLECTION_LEVELS as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba16Float,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let layers = mirrors.texels.chunks_exact(texels_of(mirrors.side));
    for (layer, mut rest) in (0..).zip(layers) {
        for level in 0..REFLECTION_LEVELS {
            let side = level_side(mirrors.side, level);
            let (texels, after) = rest.split_at(side * side);
            rest = after;
            let target = wgpu::TexelCopyTextureInfo {
                texture: &texture,
                mip_level: level as u32,
                origin: wgpu::Origin3d {
                    z: layer,
                    ..Default::default()
                },
                aspect: wgpu::TextureAspect::All,
            };
            let bytes = bytemuck::cast_slice(texels.as_flattened());
            write(gpu, target, bytes, [side as u32, side as u32, 1]);
        }
    }
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2Array),
        ..Default::default()
    })
}

fn write(
    gpu: &Gpu,
    target: wgpu::TexelCopyTextureInfo<'_>,
    bytes: &[u8],
    [width, height, depth_or_array_layers]: [u32; 3],
) {
    let row = bytes.len() as u32 / (height * depth_or_array_layers);
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(row),
        rows_per_image: Some(height),
    };
    let size = wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers,
    };
    gpu.queue.write_texture(target, bytes, layout, size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layers_are_an_array_whatever_the_driver_takes_them_for() {
        for places in 0..40 {
            let layers = layers(places);
            assert!(layers as usize >= places && layers > 1 && !layers.is_multiple_of(6));
        }
    }
}
