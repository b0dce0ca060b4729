//! The level's lamps on the device: those in view, with the cells of the picture that each may
//! light, and what each sees of the level. They are bound with the rest of the lighting.

use std::mem::offset_of;

use bytemuck::Zeroable;
use glam::{Mat4, Vec3};

use super::{
    buffer_and_texture,
    clusters::{self, COLUMNS, Clusters, LampReach, MAX_LAMPS, ROWS, SLICES, WORDS},
};
use crate::{
    bake::{LampMaps, half_bits, lamp_map_side},
    level::Light,
    render::{Gpu, shaders::buffer_struct},
};

/// Number of the first binding, after those of `Lighting` with space for more of these.
const FIRST_BINDING: u32 = 20;

pub(crate) struct LampBinding {
    lights: Vec<Light>,
    reaches: Vec<LampReach>,
    /// Maps in a row of the atlas.
    across: u32,
    /// Texels along a map's side.
    side: u32,
    lamps: wgpu::Buffer,
    /// The cells of the picture, and below them the maps.
    words: wgpu::Texture,
    view: wgpu::TextureView,
    /// True if the buffer names any lamp.
    shines: bool,
}

buffer_struct! {
    /// A lamp; shaders/lighting.wgsl explains each field.
    pub(crate) struct Lamp {
        position: Vec3,
        inverse_range_squared: f32,
        color: Vec3,
        map: f32,
        cone_axis: Vec3,
        cone_offset: f32,
    }
}

buffer_struct! {
    /// The lamps of a picture; shaders/lighting.wgsl explains each field.
    pub(crate) struct Lamps {
        count: f32,
        slice_scale: f32,
        slice_offset: f32,
        maps_across: f32,
        map_side: f32,
        padding: [f32; 3],
        all: [Lamp; MAX_LAMPS],
    }
}

/// Columns and rows of the texels that hold the cells' words, four words each.
pub(crate) const CELLS: [u32; 2] = [(COLUMNS * WORDS / 4) as u32, (ROWS * SLICES) as u32];

impl LampBinding {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let lamps = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("lamps"),
            size: size_of::<Lamps>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let words = texture(gpu, CELLS);
        Self {
            view: words.create_view(&Default::default()),
            lights: Vec::new(),
            reaches: Vec::new(),
            across: 1,
            side: 1,
            shines: false,
            lamps,
            words,
        }
    }

    /// Takes over a level's lamps. The bind group must be made anew after this.
    pub(crate) fn set_level(&mut self, gpu: &Gpu, lamps: &LampMaps) {
        let (texels, across) = atlas(&lamps.maps);
        self.across = across;
        self.side = lamp_map_side(lamps.maps.len()) as u32;
        // A texel of the texture has room for two of the atlas.
        let width = across * self.side / 2;
        let rows = texels.len() as u32 / (2 * width);
        let [columns, first] = CELLS;
        self.words = texture(gpu, [columns.max(width), first + rows]);
        let texels = bytemuck::cast_slice(&texels);
        upload(gpu, &self.words, first, [width, rows], texels);
        self.view = self.words.create_view(&Default::default());
        self.lights = lamps.lights.clone();
        self.reaches = (self.lights.iter().zip(lamps.bounds()))
            .map(|(light, seen)| LampReach::of(light, seen))
            .collect();
    }

    /// Writes which lamps light what of the picture; the light of a lamp has faded out at
    /// `lamp_view` meters from the eye.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        view_projection: &Mat4,
        (eye, lamp_view): (Vec3, f32),
    ) {
        let sight = (eye, lamp_view);
        let clusters = Clusters::assign(&self.lights, &self.reaches, view_projection, sight);
        let shines = !clusters.chosen.is_empty();
        if shines || self.shines {
            let (slice_scale, slice_offset) = clusters::slice_scale();
            let mut lamps = Lamps {
                count: clusters.chosen.len() as f32,
                slice_scale,
                slice_offset,
                maps_across: self.across as f32,
                map_side: self.side as f32,
                ..Lamps::zeroed()
            };
            for (lamp, &index) in lamps.all.iter_mut().zip(&clusters.chosen) {
                let light = &self.lights[index];
                *lamp = Lamp::of(light, index);
                lamp.color *= shown(light.position.distance(eye), lamp_view);
            }
            // The rest of the list is never read.
            let used = offset_of!(Lamps, all) + clusters.chosen.len() * size_of::<Lamp>();
            let bytes = &bytemuck::bytes_of(&lamps)[..used];
            gpu.queue.write_buffer(&self.lamps, 0, bytes);
        }
        if shines {
            let words = bytemuck::cast_slice(&clusters.words);
            upload(gpu, &self.words, 0, CELLS, words);
        }
        self.shines = shines;
    }

    pub(crate) fn layout_entries() -> [wgpu::BindGroupLayoutEntry; 2] {
        buffer_and_texture::layout_entries(
            FIRST_BINDING,
            wgpu::TextureSampleType::Uint,
            wgpu::TextureViewDimension::D2,
        )
    }

    pub(crate) fn entries(&self) -> [wgpu::BindGroupEntry<'_>; 2] {
        buffer_and_texture::entries(FIRST_BINDING, &self.lamps, &self.view)
    }
}

impl Lamp {
    fn of(light: &Light, index: usize) -> Self {
        let (cone_axis, cone_offset) = light.cone.map_or((Vec3::ZERO, 1.0), |cone| {
            let (scale, offset) = cone.slope();
            (cone.direction * scale, offset)
        });
        Self {
            position: light.position,
            inverse_range_squared: light.range.powi(-2),
            color: light.color * light.strength,
            map: index as f32,
            cone_axis,
            cone_offset,
        }
    }
}

/// The share of a lamp's light that is shown at this distance from the eye, 0 to 1, where none is
/// shown from `lamp_view` meters on: it fades over the last quarter of the way.
fn shown(distance: f32, lamp_view: f32) -> f32 {
    if lamp_view.is_infinite() {
        return 1.0;
    }
    ((lamp_view - distance) / (0.25 * lamp_view)).clamp(0.0, 1.0)
}

/// The maps side by side in a texture that is about square, and how many there are in a row. Each
/// texel holds its neighbors' distances, too: to the right, below, and to the right below.
fn atlas(maps: &[Vec<f32>]) -> (Vec<[u16; 4]>, u32) {
    let across = (maps.len() as f32).sqrt().ceil().max(1.0) as usize;
    let rows = maps.len().div_ceil(across).max(1);
    let one = lamp_map_side(maps.len());
    let side = across * one;
    let mut texels = vec![[0; 4]; side * rows * one];
    for (index, map) in maps.iter().enumerate() {
        let first = (index / across * side + index % across) * one;
        let halves: Vec<u16> = map.iter().map(|distance| half_bits(*distance)).collect();
        for row in 0..one {
            let below = (row + 1).min(one - 1);
            for column in 0..one {
                let right = (column + 1).min(one - 1);
                let at = |row: usize, column: usize| halves[row * one + column];
                texels[first + row * side + column] = [
                    at(row, column),
                    at(row, right),
                    at(below, column),
                    at(below, right),
                ];
            }
        }
    }
    (texels, across as u32)
}

fn texture(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("lamps"),
        size: extent([width, height]),
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba32Uint,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// Writes texels from row `first` on.
fn upload(gpu: &Gpu, texture: &wgpu::Texture, first: u32, size: [u32; 2], bytes: &[u8]) {
    let [_, rows] = size;
    let target = wgpu::TexelCopyTextureInfo {
        origin: wgpu::Origin3d {
            y: first,
            ..Default::default()
        },
        ..texture.as_image_copy()
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(bytes.len() as u32 / rows),
        rows_per_image: Some(rows),
    };
    gpu.queue.write_texture(target, bytes, layout, extent(size));
}

fn extent([width, height]: [u32; 2]) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_has_its_place_in_the_atlas() {
        let one = lamp_map_side(5);
        let maps: Vec<Vec<f32>> = (0..5).map(|map| vec![map as f32; one * one]).collect();
        let (texels, across) = atlas(&maps);
        assert_eq!(across, 3);
        let side = 3 * one;
        assert_eq!(texels.len(), side * 2 * one);
        for (index, map) in maps.iter().enumerate() {
            let (x, y) = (index % 3 * one, index / 3 * one);
            for corner in [0, one - 1] {
                let texel = texels[(y + corner) * side + x + corner];
                assert_eq!(texel, [half_bits(map[0]); 4], "map {index}");
            }
        }
        assert_eq!(atlas(&[]).0.len(), lamp_map_side(0).pow(2));
    }

    #[test]
    fn a_lamp_fades_with_its_distance_and_never_where_the_view_has_no_end() {
        assert_eq!(shown(1e6, f32::INFINITY), 1.0);
        assert_eq!(
            [30.0, 45.0, 60.0, 90.0].map(|far| shown(far, 60.0)),
            [1.0, 1.0, 0.0, 0.0]
        );
        assert!((shown(52.5, 60.0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_texel_has_its_neighbors_distances() {
        let one = lamp_map_side(1);
        let map: Vec<f32> = (0..one * one).map(|texel| texel as f32 * 0.25).collect();
        let (texels, _) = atlas(std::slice::from_ref(&map));
        let (x, y) = (5, 9);
        let around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let expected = around.map(|(x, y)| half_bits(map[y * one + x]));
        assert_eq!(texels[y * one + x], expected);
    }

    #[test]
    fn what_the_device_gets_has_the_cones_slope() {
        let light = Light::point(Vec3::X, Vec3::ONE, 2.0).spot(Vec3::NEG_Y, 0.2, 0.6);
        let lamp = Lamp::of(&light, 7);
        let root = |angle: f32| {
            let way = Vec3::new(libm::sinf(angle), -libm::cosf(angle), 0.0);
            way.dot(lamp.cone_axis) + lamp.cone_offset
        };
        assert!((root(0.2) - 1.0).abs() < 1e-4 && root(0.6).abs() < 1e-4);
        assert_eq!(lamp.map, 7.0);
    }
}
