//! What surfaces are lit with, on the device: the shadow map, the baked volumes, the lamps and the
//! mirrors. Bound as one group, of as few textures as can be: OpenGL has sixteen for one shader.

use glam::{UVec3, Vec3, Vec4};

use super::{Gpu, flashes::Flashes, lamps::LampBinding, mirrors::MirrorBinding, uniforms::Globals};
use crate::{
    bake::{Baked, FIELD_BEHIND, FIELD_REACH, Grid, ProbeLight, Probes, half_bits},
    level::Level,
};

pub(super) struct Lighting {
    pub layout: wgpu::BindGroupLayout,
    pub group: wgpu::BindGroup,
    pub lamps: LampBinding,
    pub flashes: Flashes,
    shadow_sampler: wgpu::Sampler,
    volume_sampler: wgpu::Sampler,
    probe_grid: Grid,
    field_grid: Grid,
}

impl Lighting {
    pub fn new(gpu: &Gpu, shadow_map: &wgpu::TextureView, baked: &Baked) -> Self {
        let layout = layout(gpu);
        let shadow_sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let volume_sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("linear"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            mipmap_filter: wgpu::MipmapFilterMode::Linear,
            ..Default::default()
        });
        let lamps = LampBinding::new(gpu);
        let flashes = Flashes::new(gpu);
        let (probes, field) = (&baked.probes, &baked.field);
        let group = bind(
            gpu,
            &layout,
            [&shadow_sampler, &volume_sampler],
            [shadow_map, &flashes.view],
            baked,
            &lamps,
        );
        Self {
            group,
            lamps,
            flashes,
            layout,
            shadow_sampler,
            volume_sampler,
            probe_grid: probes.grid,
            field_grid: field.grid,
        }
    }

    pub fn set_level(&mut self, gpu: &Gpu, shadow_map: &wgpu::TextureView, baked: &Baked) {
        let (probes, field) = (&baked.probes, &baked.field);
        self.lamps.set_level(gpu, &baked.lamps);
        self.group = bind(
            gpu,
            &self.layout,
            [&self.shadow_sampler, &self.volume_sampler],
            [shadow_map, &self.flashes.view],
            baked,
            &self.lamps,
        );
        self.probe_grid = probes.grid;
        self.field_grid = field.grid;
    }

    /// Tells the shaders where the volumes lie.
    pub fn describe(&self, globals: &mut Globals) {
        let (scale, offset) = self.probe_grid.texture_transform();
        globals.probe_scale = scale.extend(self.probe_grid.spacing).to_array();
        globals.probe_offset = offset.extend(globals.probe_offset[3]).to_array();
        let (scale, offset) = self.field_grid.texture_transform();
        // Nearer than a cell the field is too blurred to tell open from shut.
        let first = (1.5 * self.field_grid.spacing).clamp(0.3, 0.58);
        globals.field_scale = scale.extend(FIELD_BEHIND + FIELD_REACH).to_array();
        globals.field_offset = offset.extend(first).to_array();
        globals.around[0] = -FIELD_BEHIND;
    }
}

fn layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let texture = |sample_type, view_dimension| wgpu::BindingType::Texture {
        sample_type,
        view_dimension,
        multisampled: false,
    };
    let float = wgpu::TextureSampleType::Float { filterable: true };
    let volume = texture(float, wgpu::TextureViewDimension::D3);
    let filtering = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    let types = [
        texture(
            wgpu::TextureSampleType::Depth,
            wgpu::TextureViewDimension::D2Array,
        ),
        wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison),
        filtering,
        volume,
        volume,
        volume,
        volume,
        texture(
            wgpu::TextureSampleType::Uint,
            wgpu::TextureViewDimension::D3,
        ),
        volume,
        texture(float, wgpu::TextureViewDimension::D2),
    ];
    let entries: Vec<_> = (0u32..)
        .zip(types)
        .map(|(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        })
        .chain(LampBinding::layout_entries())
        .chain(MirrorBinding::layout_entries())
        .collect();
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("lighting"),
            entries: &entries,
        })
}

fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    [shadow_sampler, volume_sampler]: [&wgpu::Sampler; 2],
    [shadow_map, flashes]: [&wgpu::TextureView; 2],
    baked: &Baked,
    lamps: &LampBinding,
) -> wgpu::BindGroup {
    use wgpu::BindingResource::{Sampler, TextureView};
    let (probes, field) = (&baked.probes, &baked.field);
    let color = |pick: fn(&ProbeLight) -> Vec4| {
        let texels: Vec<u16> = probes
            .lights
            .iter()
            .flat_map(|light| pick(light).to_array().map(half_bits))
            .collect();
        let bytes = bytemuck::cast_slice(&texels);
        let format = wgpu::TextureFormat::Rgba16Float;
        volume(gpu, probes.grid.size, format, bytes)
    };
    let red = color(|light| light.red);
    let green = color(|light| light.green);
    let blue = color(|light| light.blue);
    let format = wgpu::TextureFormat::Rg8Unorm;
    let bytes = field.texels.as_flattened();
    let distances = volume(gpu, field.grid.size, format, bytes);
    let seen = seen(gpu, probes);
    let (words, below) = cell_words(gpu, baked);
    let mirrors = MirrorBinding::new(gpu, &baked.reflections, below);
    let resources = [
        TextureView(shadow_map),
        Sampler(shadow_sampler),
        Sampler(volume_sampler),
        TextureView(&red),
        TextureView(&green),
        TextureView(&blue),
        TextureView(&distances),
        TextureView(&words),
        TextureView(&seen),
        TextureView(flashes),
    ];
    let entries: Vec<_> = (0u32..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .chain(lamps.entries())
        .chain(mirrors.entries())
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("lighting"),
        layout,
        entries: &entries,
    })
}

/// Which probes are in sight where.
fn seen(gpu: &Gpu, probes: &Probes) -> wgpu::TextureView {
    let (size, texels) = probes.visibility.texels(&probes.grid);
    let format = wgpu::TextureFormat::Rgba8Unorm;
    volume(gpu, size, format, texels.as_flattened())
}

/// What the probes' cells know of walls, and above that along y, which is the shortest way in most
/// levels, which mirrors serve their cells; and how many rows are below those.
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
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D3,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// From `y` on.
fn write_volume(gpu: &Gpu, texture: &wgpu::Texture, y: u32, sides: UVec3, bytes: &[u8]) {
    let texel = bytes.len() as u32 / sides.element_product();
    let target = wgpu::TexelCopyTextureInfo {
        origin: wgpu::Origin3d { x: 0, y, z: 0 },
        ..texture.as_image_copy()
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(sides.x * texel),
        rows_per_image: Some(sides.y),
    };
    gpu.queue
        .write_texture(target, bytes, layout, extent(sides));
}

fn extent(sides: UVec3) -> wgpu::Extent3d {
    wgpu::Extent3d {
        width: sides.x,
        height: sides.y,
        depth_or_array_layers: sides.z,
    }
}

/// What the eye adapts to: `brightness` of the light about it falling on surfaces of which
/// `whiteness` comes back, brought nearer to the middle.
pub(super) fn exposure(brightness: f32, whiteness: f32) -> f32 {
    const MIDDLE: f32 = 0.34;
    /// What plaster and limestone give back.
    const PALE: f32 = 0.30;
    /// Brighter than anything in the sun: from here on the eye would be blinded.
    const GLARE: f32 = 2.0;
    let wanted = MIDDLE / brightness.max(1e-3);
    let dark_surfaces = (PALE / whiteness.max(0.02)).clamp(1.0, 4.0);
    let against_glare = GLARE / brightness.clamp(GLARE, 100.0 * GLARE);
    // In part only: dark places and dark stone stay darker than bright ones.
    let eye = libm::powf(wanted, 0.84) * libm::powf(dark_surfaces, 0.55);
    eye.clamp(0.6, 12.0) * against_glare
}

/// The part of light that the level's surfaces give back on average, by area; `colors` are the
/// materials' mean colors, linear.
pub(super) fn whiteness(level: &Level, colors: &[Vec3]) -> f32 {
    let mesh = &level.mesh;
    let (mut sum, mut total) = (0.0_f64, 0.0_f64);
    for part in mesh.parts.iter().filter(|part| part.visible) {
        let color = colors
            .get(part.material)
            .copied()
            .unwrap_or(Vec3::splat(0.5));
        let given_back = f64::from(color.dot(Vec3::new(0.2126, 0.7152, 0.0722)));
        let range = part.indices.start as usize..part.indices.end as usize;
        let triangles = mesh.indices.get(range).unwrap_or_default().chunks_exact(3);
        for corners in triangles {
            let place = |corner: &u32| {
                let vertex = mesh.vertices.get(*corner as usize)?;
                Some(Vec3::from_array(vertex.position)).filter(|position| position.is_finite())
            };
            let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|i| place(&corners[i])) else {
                continue;
            };
            let area = f64::from((b - a).cross(c - a).length());
            sum += area * given_back;
            total += area;
        }
    }
    if total > 0.0 {
        (sum / total) as f32
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eye_opens_in_the_dark_and_only_so_far() {
        assert!(exposure(0.05, 0.3) > 2.0 * exposure(0.4, 0.3));
        assert!(0.05 * exposure(0.05, 0.3) < 0.4 * exposure(0.4, 0.3));
        assert!(exposure(0.0, 0.0) <= 12.0 && exposure(2.0, 1.0) >= 0.6);
        // Glare is no white picture, whatever makes it.
        let looks = |brightness: f32| brightness * exposure(brightness, 0.5);
        assert!(looks(20.0) <= 1.01 * looks(2.0) && exposure(f32::MAX, 0.5) > 0.0);
        let (dark, pale) = (exposure(0.3, 0.06), exposure(0.3, 0.3));
        assert!(
            dark > 1.5 * pale && 0.06 * dark < 0.3 * pale,
            "dark stone stays darker"
        );
    }
}
