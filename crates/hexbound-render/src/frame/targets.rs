//! The textures of a frame's passes, recreated when their size changes.

use super::figures::{CountedPass, Recorder};
use crate::{Gpu, Quality, device::bindings};

pub(crate) const COLOR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

pub(crate) struct Targets {
    /// The width and height of the finished frame, pixels.
    pub picture: [u32; 2],
    /// The width and height of the scene, pixels.
    pub size: [u32; 2],
    /// The number of samples per pixel.
    pub samples: u32,
    /// The scene's light: multisampled, or the same as `resolved` on devices without multisampling.
    pub color: wgpu::TextureView,
    pub depth: wgpu::TextureView,
    pub resolved: wgpu::TextureView,
}

impl Targets {
    /// The targets for frames of the size `picture`, pixels, in a quality.
    pub(crate) fn new(gpu: &Gpu, picture: [u32; 2], quality: &Quality) -> Self {
        let size = quality.scene_size(picture, gpu.max_texture_side());
        let samples = quality.samples;
        let attachment = wgpu::TextureUsages::RENDER_ATTACHMENT;
        let sampled = attachment | wgpu::TextureUsages::TEXTURE_BINDING;
        let resolved = texture(gpu, "resolved", size, 1, COLOR_FORMAT, sampled);
        let color = if samples > 1 {
            texture(gpu, "color", size, samples, COLOR_FORMAT, attachment)
        } else {
            resolved.clone()
        };
        // Only the occlusion test samples the depth.
        let usage = match gpu.supports_occlusion_tests() {
            true => sampled,
            false => attachment,
        };
        let depth = texture(gpu, "depth", size, samples, DEPTH_FORMAT, usage);
        Self {
            picture,
            size,
            samples,
            color,
            depth,
            resolved,
        }
    }

    /// Begins a pass that draws the scene.
    pub(crate) fn begin<'a>(
        &self,
        recorder: &'a mut Recorder<'_>,
        stage: Stage,
    ) -> CountedPass<'a> {
        let resolves = self.samples > 1 && stage.ends;
        recorder.begin(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.color,
                depth_slice: None,
                resolve_target: resolves.then_some(&self.resolved),
                ops: wgpu::Operations {
                    load: stage.load(wgpu::Color::BLACK),
                    store: stage.store(self.samples == 1),
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations {
                    load: stage.load(0.0),
                    store: stage.store(false),
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        })
    }
}

/// The position of a pass among those of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// True if the pass clears the targets.
    begins: bool,
    /// True if the pass is the last one, which resolves the frame and discards the rest.
    ends: bool,
}

impl Stage {
    pub(crate) const WHOLE: Self = Self {
        begins: true,
        ends: true,
    };
    pub(crate) const FIRST: Self = Self {
        begins: true,
        ends: false,
    };
    pub(crate) const LAST: Self = Self {
        begins: false,
        ends: true,
    };

    fn load<V>(self, cleared: V) -> wgpu::LoadOp<V> {
        match self.begins {
            true => wgpu::LoadOp::Clear(cleared),
            false => wgpu::LoadOp::Load,
        }
    }

    fn store(self, is_kept: bool) -> wgpu::StoreOp {
        match is_kept || !self.ends {
            true => wgpu::StoreOp::Store,
            false => wgpu::StoreOp::Discard,
        }
    }
}

/// The quality limited to the device's abilities.
pub(crate) fn on_device(gpu: &Gpu, quality: Quality) -> Quality {
    let quality = quality.within_range();
    Quality {
        samples: sample_count(gpu, quality.samples),
        ..quality
    }
}

/// The number of samples per pixel for a request of `wanted`: four if the device can multisample and resolve
/// the color format, otherwise one.
fn sample_count(gpu: &Gpu, wanted: u32) -> u32 {
    let color = gpu.adapter.get_texture_format_features(COLOR_FORMAT).flags;
    let depth = gpu.adapter.get_texture_format_features(DEPTH_FORMAT).flags;
    let resolves = color.contains(wgpu::TextureFormatFeatureFlags::MULTISAMPLE_RESOLVE);
    if wanted > 1 && resolves && color.sample_count_supported(4) && depth.sample_count_supported(4)
    {
        4
    } else {
        1
    }
}

/// A texture of the size `size`, pixels, as a render target.
pub(crate) fn texture(
    gpu: &Gpu,
    label: &str,
    [width, height]: [u32; 2],
    sample_count: u32,
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> wgpu::TextureView {
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        sample_count,
        format,
        usage,
        ..bindings::sampled_texture(label, [width, height, 1])
    });
    texture.create_view(&Default::default())
}
