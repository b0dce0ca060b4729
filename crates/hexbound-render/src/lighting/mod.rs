//! The light on surfaces, on the device: shadow maps, baked volumes, lamps and reflections. One group binds
//! them with as few textures as possible, since OpenGL allows sixteen per shader.

pub(crate) mod ambient_occluders;
pub(crate) mod clusters;
pub(crate) mod flashes;
pub(crate) mod lamps;
pub(crate) mod reflections;

use glam::{UVec3, Vec4};

use self::{flashes::Flashes, lamps::LampBinding, reflections::ReflectionBinding};
use crate::{
    Gpu,
    device::{
        bindings,
        upload::{from_row, write_texels},
    },
    frame::globals::Globals,
    shadow::ShadowPass,
};
use hexbound_light::{Baked, FIELD_BEHIND, FIELD_REACH, Grid, ProbeLight, Probes, half_bits};

/// The binding numbers of the lamps, their words, the reflections and their maps.
const OTHER_BINDINGS: [u32; 4] = [20, 21, 30, 31];

pub(crate) struct Lighting {
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
    pub lamps: LampBinding,
    pub flashes: Flashes,
    samplers: Samplers,
    light: BakedLight,
    probe_grid: Grid,
    field_grid: Grid,
}

/// The samplers of the textures.
struct Samplers {
    /// Compares depths and interpolates the results.
    shadow: wgpu::Sampler,
    /// Interpolates between texels and mip levels.
    volume: wgpu::Sampler,
}

/// Baked light on the device.
struct BakedLight {
    /// The light probes' red, green and blue.
    colors: [wgpu::TextureView; 3],
    /// The distance field.
    distances: wgpu::TextureView,
    /// The light probes visible from each position.
    visibility: wgpu::TextureView,
    /// The words of the probes' cells, and above them those of the reflections' cells.
    cell_words: wgpu::TextureView,
    reflections: ReflectionBinding,
}

impl Lighting {
    pub(crate) fn new(gpu: &Gpu, shadows: &ShadowPass, baked: &Baked) -> Self {
        let layout = layout(gpu);
        let samplers = Samplers::new(gpu);
        let lamps = LampBinding::new(gpu);
        let flashes = Flashes::new(shadows.lamps.view.texture().clone());
        let light = BakedLight::upload(gpu, baked);
        Self {
            group: bind(gpu, &layout, shadows, &samplers, &lamps, &light),
            lamps,
            flashes,
            layout,
            samplers,
            light,
            probe_grid: baked.probes.grid,
            field_grid: baked.field.grid,
        }
    }

    pub(crate) fn set_level(&mut self, gpu: &Gpu, shadows: &ShadowPass, baked: &Baked) {
        self.lamps.set_level(&baked.lamps);
        self.light = BakedLight::upload(gpu, baked);
        self.probe_grid = baked.probes.grid;
        self.field_grid = baked.field.grid;
        self.set_shadows(gpu, shadows);
    }

    /// Replaces the shadow maps and keeps the rest. Flashes recompute their maps.
    pub(crate) fn set_shadows(&mut self, gpu: &Gpu, shadows: &ShadowPass) {
        (self.flashes).set_texture(shadows.lamps.view.texture().clone());
        let (samplers, lamps) = (&self.samplers, &self.lamps);
        self.group = bind(gpu, &self.layout, shadows, samplers, lamps, &self.light);
    }

    /// Writes the positions of the volumes into `globals`.
    pub(crate) fn fill_globals(&self, globals: &mut Globals) {
        let (scale, offset) = self.probe_grid.texture_transform();
        globals.probe_scale = scale;
        globals.probe_spacing = self.probe_grid.spacing;
        globals.probe_offset = offset;
        let (scale, offset) = self.field_grid.texture_transform();
        // Closer than a cell, the field is too blurred to distinguish open from closed.
        globals.field_first_sample = (1.5 * self.field_grid.spacing).clamp(0.3, 0.58);
        globals.field_scale = scale;
        globals.field_span = FIELD_BEHIND + FIELD_REACH;
        globals.field_offset = offset;
        globals.field_zero = -FIELD_BEHIND;
    }
}

fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    use wgpu::TextureSampleType::{Depth, Uint};
    use wgpu::TextureViewDimension::{D2, D2Array, D3};
    let texture = bindings::texture_binding;
    let volume = texture(bindings::FILTERED_FLOAT, D3);
    let types = [
        texture(Depth, D2Array),
        wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
        bindings::FILTERING_SAMPLER,
        volume,
        volume,
        volume,
        volume,
        texture(Uint, D3),
        volume,
        texture(bindings::FILTERED_FLOAT, D2),
    ];
    let others = [
        bindings::UNIFORM_BINDING,
        texture(Uint, D2),
        bindings::UNIFORM_BINDING,
        texture(bindings::FILTERED_FLOAT, D2Array),
    ];
    let all = (0..)
        .zip(types)
        .chain(OTHER_BINDINGS.into_iter().zip(others));
    bindings::layout(gpu, "lighting", wgpu::ShaderStages::FRAGMENT, all)
}

fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    shadows: &ShadowPass,
    samplers: &Samplers,
    lamps: &LampBinding,
    light: &BakedLight,
) -> wgpu::BindGroup {
    use wgpu::BindingResource::{Sampler, TextureView};
    let [red, green, blue] = &light.colors;
    let resources = [
        TextureView(&shadows.view),
        Sampler(&samplers.shadow),
        Sampler(&samplers.volume),
        TextureView(red),
        TextureView(green),
        TextureView(blue),
        TextureView(&light.distances),
        TextureView(&light.cell_words),
        TextureView(&light.visibility),
        TextureView(&shadows.lamps.view),
    ];
    let others = [
        lamps.buffer.as_entire_binding(),
        TextureView(&lamps.words_view),
        light.reflections.uniforms.as_entire_binding(),
        TextureView(&light.reflections.maps),
    ];
    let others = OTHER_BINDINGS.into_iter().zip(others);
    bindings::group(gpu, "lighting", layout, (0..).zip(resources).chain(others))
}

impl Samplers {
    fn new(gpu: &Gpu) -> Self {
        let linear = wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        };
        Self {
            shadow: gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("shadow"),
                compare: Some(wgpu::CompareFunction::LessEqual),
                ..linear.clone()
            }),
            volume: gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some("linear"),
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                ..linear
            }),
        }
    }
}

impl BakedLight {
    fn upload(gpu: &Gpu, baked: &Baked) -> Self {
        let (probes, field) = (&baked.probes, &baked.field);
        let color = |pick: fn(&ProbeLight) -> Vec4| {
            let lights = probes.lights.iter();
            let texels: Vec<[u16; 4]> = lights
                .map(|light| pick(light).to_array().map(half_bits))
                .collect();
            let format = wgpu::TextureFormat::Rgba16Float;
            volume(gpu, probes.grid.size, format, bytemuck::cast_slice(&texels))
        };
        let distances = field.texels.as_flattened();
        let distance_format = wgpu::TextureFormat::Rg8Unorm;
        let (cell_words, first_row) = cell_words(gpu, baked);
        Self {
            colors: [
                color(|light| light.red),
                color(|light| light.green),
                color(|light| light.blue),
            ],
            distances: volume(gpu, field.grid.size, distance_format, distances),
            visibility: visibility(gpu, probes),
            cell_words,
            reflections: ReflectionBinding::new(gpu, &baked.reflections, first_row),
        }
    }
}

/// Uploads the light probes visible from each position.
fn visibility(gpu: &Gpu, probes: &Probes) -> wgpu::TextureView {
    let (size, texels) = probes.visibility.texels(&probes.grid);
    let format = wgpu::TextureFormat::Rgba8Unorm;
    volume(gpu, size, format, texels.as_flattened())
}

/// The words of the light probes' cells, and above them along y those of the reflections' cells; also the
/// first row of the latter. Most levels are shortest along y.
fn cell_words(gpu: &Gpu, baked: &Baked) -> (wgpu::TextureView, u32) {
    let (walls, reflections) = (baked.probes.grid.cells(), baked.reflections.grid.size);
    let size = walls.max(reflections).with_y(walls.y + reflections.y);
    let texture = volume_texture(gpu, size, wgpu::TextureFormat::R32Uint);
    let words = bytemuck::cast_slice(&baked.probes.visibility.cells);
    write_texels(gpu, texture.as_image_copy(), words, walls.to_array());
    let words = bytemuck::cast_slice(&baked.reflections.cells);
    let above = from_row(&texture, walls.y);
    write_texels(gpu, above, words, reflections.to_array());
    (texture.create_view(&Default::default()), walls.y)
}

fn volume(gpu: &Gpu, sides: UVec3, format: wgpu::TextureFormat, bytes: &[u8]) -> wgpu::TextureView {
    let texture = volume_texture(gpu, sides, format);
    write_texels(gpu, texture.as_image_copy(), bytes, sides.to_array());
    texture.create_view(&Default::default())
}

fn volume_texture(gpu: &Gpu, sides: UVec3, format: wgpu::TextureFormat) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        dimension: wgpu::TextureDimension::D3,
        format,
        ..bindings::sampled_texture("volume", sides.to_array())
    })
}
