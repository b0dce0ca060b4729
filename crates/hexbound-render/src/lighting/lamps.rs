//! The level's lamps on the device: those in view, with the cells of the frame that each may light. The lamps
//! are bound with the rest of the lighting.

use std::mem::offset_of;

use bytemuck::Zeroable;
use glam::{Mat4, Vec3};

use super::clusters::{
    self, CLUSTER_COLUMNS, CLUSTER_ROWS, CLUSTER_SLICES, CLUSTER_WORDS, Clusters, LampReach,
    MAX_LAMPS,
};
use crate::{
    Gpu,
    buffer_struct::buffer_struct,
    device::{bindings, upload::write_texels},
    shadow::lamp_faces::TileLayout,
};
use hexbound_level::Light;
use hexbound_light::LampMaps;

pub(crate) struct LampBinding {
    lights: Vec<Light>,
    reaches: Vec<LampReach>,
    pub buffer: wgpu::Buffer,
    /// The texture of the cells' words.
    words: wgpu::Texture,
    pub words_view: wgpu::TextureView,
    /// True if the buffer contains any lamp.
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
    /// The lamps of a frame; shaders/lighting.wgsl explains each field.
    pub(crate) struct Lamps {
        count: f32,
        slice_scale: f32,
        slice_offset: f32,
        columns: f32,
        tile_side: f32,
        padding: [f32; 3],
        all: [Lamp; MAX_LAMPS],
    }
}

/// The size of the texture of the cells' words, four words a texel.
const WORD_EXTENT: [u32; 3] = [
    (CLUSTER_COLUMNS * CLUSTER_WORDS / 4) as u32,
    (CLUSTER_ROWS * CLUSTER_SLICES) as u32,
    1,
];

impl LampBinding {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let words = gpu.device.create_texture(&wgpu::TextureDescriptor {
            format: wgpu::TextureFormat::Rgba32Uint,
            ..bindings::sampled_texture("lamps", WORD_EXTENT)
        });
        Self {
            words_view: words.create_view(&Default::default()),
            lights: Vec::new(),
            reaches: Vec::new(),
            shines: false,
            buffer: bindings::uniform_buffer::<Lamps>(gpu, "lamps"),
            words,
        }
    }

    /// Replaces the lamps by a level's.
    pub(crate) fn set_level(&mut self, lamps: &LampMaps) {
        self.lights = lamps.lights.clone();
        self.reaches = (self.lights.iter().zip(lamps.bounds()))
            .map(|(light, seen)| LampReach::of(light, seen))
            .collect();
    }

    /// Writes the lamps and the cells that they light. A lamp's light has faded out at `lamp_view` meters
    /// from the eye. `tiles` contains the lamps' shadow maps.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        view_projection: &Mat4,
        (eye, lamp_view): (Vec3, f32),
        tiles: &TileLayout,
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
                columns: tiles.columns as f32,
                tile_side: tiles.tile_side as f32,
                ..Lamps::zeroed()
            };
            for (lamp, &index) in lamps.all.iter_mut().zip(&clusters.chosen) {
                let light = &self.lights[index];
                *lamp = Lamp::of(light, index);
                lamp.color *= fade(light.position.distance(eye), lamp_view);
            }
            // The rest of the list is never read.
            let used = offset_of!(Lamps, all) + clusters.chosen.len() * size_of::<Lamp>();
            let bytes = &bytemuck::bytes_of(&lamps)[..used];
            gpu.queue.write_buffer(&self.buffer, 0, bytes);
        }
        if shines {
            let (words, target) = (&clusters.words, self.words.as_image_copy());
            write_texels(gpu, target, bytemuck::cast_slice(words), WORD_EXTENT);
        }
        self.shines = shines;
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

/// The share of a lamp's light at a distance from the eye, 0 to 1; it fades to none over the last quarter of
/// `lamp_view` meters.
fn fade(distance: f32, lamp_view: f32) -> f32 {
    if lamp_view.is_infinite() {
        return 1.0;
    }
    ((lamp_view - distance) / (0.25 * lamp_view)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lamp_fades_with_its_distance_and_never_where_the_view_has_no_end() {
        assert_eq!(fade(1e6, f32::INFINITY), 1.0);
        let fading = [30.0, 45.0, 60.0, 90.0].map(|far| fade(far, 60.0));
        assert_eq!(fading, [1.0, 1.0, 0.0, 0.0]);
        assert!((fade(52.5, 60.0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn what_the_device_gets_has_the_cones_slope() {
        let light = Light::point(Vec3::X, Vec3::ONE, 2.0).spot(Vec3::NEG_Y, 0.2, 0.6);
        let lamp = Lamp::of(&light, 7);
        let root = |angle: f32| {
            let ray = Vec3::new(libm::sinf(angle), -libm::cosf(angle), 0.0);
            ray.dot(lamp.cone_axis) + lamp.cone_offset
        };
        assert!((root(0.2) - 1.0).abs() < 1e-4 && root(0.6).abs() < 1e-4);
        assert_eq!(lamp.map, 7.0);
    }
}
