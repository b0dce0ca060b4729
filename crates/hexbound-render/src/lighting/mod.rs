//! The light on surfaces, as the device has it: shadow maps, baked volumes, lamps and reflections.
//! They are bound as one group with as few textures as can be: OpenGL has sixteen for one shader.

pub(crate) mod ambient_occluders;
pub(crate) mod clusters;
pub(crate) mod flashes;
pub(crate) mod lamps;
pub(crate) mod reflections;

use glam::{UVec3, Vec4};

use self::{flashes::Flashes, lamps::LampBinding, reflections::ReflectionBinding};
use crate::{
    Gpu,
    device::{bindings, upload::write_texels},
    frame::globals::Globals,
    shadow::ShadowPass,
};
use hexbound_light::{Baked, FIELD_BEHIND, FIELD_REACH, Grid, ProbeLight, Probes, half_bits};

pub(crate) struct Lighting {
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
    pub lamps: LampBinding,
    pub flashes: Flashes,
    samplers: Samplers,
    volumes: Volumes,
    reflections: ReflectionBinding,
    probe_grid: Grid,
    field_grid: Grid,
}

/// The samplers of the textures.
struct Samplers {
    /// Compares depths, and mixes the results.
    shadow: wgpu::Sampler,
    /// Mixes texels and levels.
    volume: wgpu::Sampler,
}

/// The resources of the bind group.
struct Sources<'a> {
    samplers: &'a Samplers,
    shadows: &'a ShadowPass,
    lamps: &'a LampBinding,
    volumes: &'a Volumes,
    reflections: &'a ReflectionBinding,
}

/// Baked light as volume textures.
struct Volumes {
    /// The light probes' red, green and blue.
    colors: [wgpu::TextureView; 3],
    /// The distance field.
    distances: wgpu::TextureView,
    /// The light probes that are in sight at each place.
    visibility: wgpu::TextureView,
    /// Words of the probes' cells, and above them those of the reflections'.
    cell_words: wgpu::TextureView,
    /// The place where the reflections' words begin, along y.
    first_reflection_row: u32,
}

impl Lighting {
    pub(crate) fn new(gpu: &Gpu, shadows: &ShadowPass, baked: &Baked) -> Self {
        let layout = layout(gpu);
        let samplers = Samplers::new(gpu);
        let lamps = LampBinding::new(gpu);
        let flashes = Flashes::new(shadows.lamps.view.texture().clone());
        let (volumes, reflections) = upload(gpu, baked);
        let sources = Sources {
            samplers: &samplers,
            shadows,
            lamps: &lamps,
            volumes: &volumes,
            reflections: &reflections,
        };
        Self {
            group: bind(gpu, &layout, &sources),
            lamps,
            flashes,
            layout,
            samplers,
            volumes,
            reflections,
            probe_grid: baked.probes.grid,
            field_grid: baked.field.grid,
        }
    }

    pub(crate) fn set_level(&mut self, gpu: &Gpu, shadows: &ShadowPass, baked: &Baked) {
        self.lamps.set_level(&baked.lamps);
        (self.volumes, self.reflections) = upload(gpu, baked);
        self.probe_grid = baked.probes.grid;
        self.field_grid = baked.field.grid;
        self.set_shadows(gpu, shadows);
    }

    /// Takes other shadow maps, and keeps the rest. Flashes get their maps anew.
    pub(crate) fn set_shadows(&mut self, gpu: &Gpu, shadows: &ShadowPass) {
        (self.flashes).set_texture(shadows.lamps.view.texture().clone());
        let sources = Sources {
            samplers: &self.samplers,
            shadows,
            lamps: &self.lamps,
            volumes: &self.volumes,
            reflections: &self.reflections,
        };
        self.group = bind(gpu, &self.layout, &sources);
    }

    /// Fills in where the volumes lie.
    pub(crate) fn describe(&self, globals: &mut Globals) {
        let (scale, offset) = self.probe_grid.texture_transform();
        globals.probe_scale = scale;
        globals.probe_spacing = self.probe_grid.spacing;
        globals.probe_offset = offset;
        let (scale, offset) = self.field_grid.texture_transform();
        // Nearer than a cell, the field is too blurred to tell open from shut.
        globals.field_first_sample = (1.5 * self.field_grid.spacing).clamp(0.3, 0.58);
        globals.field_scale = scale;
        globals.field_span = FIELD_BEHIND + FIELD_REACH;
        globals.field_offset = offset;
        globals.field_zero = -FIELD_BEHIND;
    }
}

/// Hands baked light to the device.
fn upload(gpu: &Gpu, baked: &Baked) -> (Volumes, ReflectionBinding) {
    let volumes = Volumes::upload(gpu, baked);
    let first_row = volumes.first_reflection_row;
    let reflections = ReflectionBinding::new(gpu, &baked.reflections, first_row);
    (volumes, reflections)
}

fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let texture = bindings::texture_binding;
    let volume = texture(bindings::FILTERED_FLOAT, wgpu::TextureViewDimension::D3);
    let types = [
        texture(
            wgpu::TextureSampleType::Depth,
            wgpu::TextureViewDimension::D2Array,
        ),
        wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
        bindings::FILTERING_SAMPLER,
        volume,
        volume,
        volume,
        volume,
        texture(
            wgpu::TextureSampleType::Uint,
            wgpu::TextureViewDimension::D3,
        ),
        volume,
        texture(bindings::FILTERED_FLOAT, wgpu::TextureViewDimension::D2),
    ];
    let all = (0..)
        .zip(types)
        .chain(LampBinding::layout())
        .chain(ReflectionBinding::layout());
    bindings::layout(gpu, "lighting", wgpu::ShaderStages::FRAGMENT, all)
}

fn bind(gpu: &Gpu, layout: &wgpu::BindGroupLayout, sources: &Sources<'_>) -> wgpu::BindGroup {
    use wgpu::BindingResource::{Sampler, TextureView};
    let Sources {
        samplers, volumes, ..
    } = sources;
    let [red, green, blue] = &volumes.colors;
    let resources = [
        TextureView(&sources.shadows.view),
        Sampler(&samplers.shadow),
        Sampler(&samplers.volume),
        TextureView(red),
        TextureView(green),
        TextureView(blue),
        TextureView(&volumes.distances),
        TextureView(&volumes.cell_words),
        TextureView(&volumes.visibility),
        TextureView(&sources.shadows.lamps.view),
    ];
    let all = (0..).zip(resources).chain(sources.lamps.resources());
    bindings::group(
        gpu,
        "lighting",
        layout,
        all.chain(sources.reflections.resources()),
    )
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

impl Volumes {
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
        let (cell_words, first_reflection_row) = cell_words(gpu, baked);
        Self {
            colors: [
                color(|light| light.red),
                color(|light| light.green),
                color(|light| light.blue),
            ],
            distances: volume(
                gpu,
                field.grid.size,
                wgpu::TextureFormat::Rg8Unorm,
                distances,
            ),
            visibility: visibility(gpu, probes),
            cell_words,
            first_reflection_row,
        }
    }
}

/// Uploads which light probes are in sight at each place.
fn visibility(gpu: &Gpu, probes: &Probes) -> wgpu::TextureView {
    let (size, texels) = probes.visibility.texels(&probes.grid);
    let format = wgpu::TextureFormat::Rgba8Unorm;
    volume(gpu, size, format, texels.as_flattened())
}

/// The words of the light probes' cells, and above them along y those of the reflections' cells;
/// and how many rows are below the latter. Along y, most levels are shortest.
fn cell_words(gpu: &Gpu, baked: &Baked) -> (wgpu::TextureView, u32) {
    let (walls, mirrors) = (baked.probes.grid.cells(), baked.reflections.grid.size);
    let size = walls.max(mirrors).with_y(walls.y + mirrors.y);
    let texture = volume_texture(gpu, size, wgpu::TextureFormat::R32Uint);
    let words = bytemuck::cast_slice(&baked.probes.visibility.cells);
    write_volume(gpu, &texture, 0, walls, words);
    let words = bytemuck::cast_slice(&baked.reflections.cells);
    write_volume(gpu, &texture, walls.y, mirrors, words);
    (texture.create_view(&Default::default()), walls.y)
}

fn volume(gpu: &Gpu, sides: UVec3, format: wgpu::TextureFormat, bytes: &[u8]) -> wgpu::TextureView {
    let texture = volume_texture(gpu, sides, format);
    write_volume(gpu, &texture, 0, sides, bytes);
    texture.create_view(&Default::default())
}

fn volume_texture(gpu: &Gpu, sides: UVec3, format: wgpu::TextureFormat) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("volume"),
        size: extent(sides),
        dimension: wgpu::TextureDimension::D3,
        format,
        ..bindings::SAMPLED_TEXTURE
    })
}

/// Writes texels from `y` on.
fn write_volume(gpu: &Gpu, texture: &wgpu::Texture, y: u32, sides: UVec3, bytes: &[u8]) {
    let target = wgpu::TexelCopyTextureInfo {
        origin: wgpu::Origin3d { x: 0, y, z: 0 },
        ..texture.as_image_copy()
    };
    write_texels(gpu, target, bytes, sides.to_array());
}

fn extent(sides: UVec3) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width: sides.x,
        height: sides.y,
        depth_or_array_layers: sides.z,
    }
}
