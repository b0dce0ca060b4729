//! The textures a picture passes through, remade when its size changes.

use super::Gpu;

pub(super) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

pub(super) struct Targets {
    pub size: [u32; 2],
    /// Multisampled; the same as `resolved` where the device has no multisampling.
    pub color: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    pub resolved: wgpu::TextureView,
}

impl Targets {
    pub fn new(gpu: &Gpu, size: [u32; 2], samples: u32) -> Self {
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let sampled = attachment | wgpu::TextureUsages::TEXTURE_BINDING;
        let resolved = texture(gpu, "resolved", size, 1, COLOR_FORMAT, sampled);
        let color = if samples > 1 {
            texture(gpu, "color", size, samples, COLOR_FORMAT, attachment)
        } else {
            resolved.clone()
        };
        let depth = texture(gpu, "depth", size, samples, DEPTH_FORMAT, attachment);
        Self {
            size,
            color,
            depth,
            resolved,
        }
    }
}

/// Four where the device can multisample and resolve our colour format, else one.
pub(super) fn sample_count(gpu: &Gpu) -> u32 {
    let color = gpu.adapter.get_texture_format_features(COLOR_FORMAT).flags;
    let depth = gpu.adapter.get_texture_format_features(DEPTH_FORMAT).flags;
    let resolves = color.contains(wgpu::TextureFormatFeatureFlags::MULTISAMPLE_RESOLVE);
    if resolves && color.sample_count_supported(4) && depth.sample_count_supported(4) {
        4
    } else {
        1
    }
}

fn texture(
    gpu: &Gpu,
    label: &str,
    [width, height]: [u32; 2],
    sample_count: u32,
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some(label),
        size: wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
