//! The passes of a picture in their order.

use super::{
    Frame, Gpu, RenderError,
    overlay::OverlayPass,
    sky::{Sky, SkyPass},
    targets::{Targets, sample_count},
    tone::TonePass,
    uniforms::{Globals, GlobalsBinding},
};
use crate::level::Level;

/// Everything that draws. Made once for an output format; levels and sizes come and go.
pub struct Renderer {
    samples: u32,
    targets: Targets,
    globals: GlobalsBinding,
    sky: Sky,
    sky_pass: SkyPass,
    tone: TonePass,
    overlay: OverlayPass,
}

impl Renderer {
    /// `size` in pixels; sides are cut to what the device can draw to.
    pub fn new(
        gpu: &Gpu,
        format: wgpu::TextureFormat,
        size: [u32; 2],
    ) -> Result<Self, RenderError> {
        let samples = sample_count(gpu);
        let targets = Targets::new(gpu, gpu.drawable(size).unwrap_or([1, 1]), samples);
        let globals = GlobalsBinding::new(gpu);
        let this = Self {
            sky_pass: SkyPass::new(gpu, &globals, samples),
            tone: TonePass::new(gpu, &globals, &targets, format),
            overlay: OverlayPass::new(gpu, format),
            sky: Sky::new(None),
            samples,
            targets,
            globals,
        };
        match gpu.take_fault() {
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(this),
        }
    }

    /// Replaces the level that is drawn. On an error the previous one stays.
    pub fn set_level(&mut self, _gpu: &Gpu, level: &Level) -> Result<(), RenderError> {
        self.sky = Sky::new(level.sun);
        Ok(())
    }

    /// A size with a zero side is ignored.
    pub fn resize(&mut self, gpu: &Gpu, size: [u32; 2]) {
        let Some(size) = gpu.drawable(size) else {
            return;
        };
        if size != self.targets.size {
            self.targets = Targets::new(gpu, size, self.samples);
            self.tone.resize(gpu, &self.targets);
        }
    }

    /// Draws `frame` to `target`, which must have the format and size this renderer has.
    pub fn draw(&mut self, gpu: &Gpu, target: &wgpu::TextureView, mut frame: Frame<'_>) {
        let globals = Globals::new(&frame, self.targets.size, &self.sky);
        self.globals.write(gpu, &globals);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        self.draw_scene(&mut encoder);
        self.tone.draw(&mut encoder, &self.globals, target);
        if let Some(overlay) = frame.overlay.as_deref_mut() {
            self.overlay.apply_textures(gpu, overlay);
            self.overlay
                .draw(gpu, &mut encoder, target, self.targets.size, overlay);
            self.overlay.free_textures(overlay);
        }
        gpu.queue.submit([encoder.finish()]);
    }

    fn draw_scene(&self, encoder: &mut wgpu::CommandEncoder) {
        let multisampled = self.samples > 1;
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("scene"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.targets.color,
                depth_slice: None,
                resolve_target: multisampled.then_some(&self.targets.resolved),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: if multisampled {
                        wgpu::StoreOp::Discard
                    } else {
                        wgpu::StoreOp::Store
                    },
                },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.targets.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.globals.group, &[]);
        self.sky_pass.draw(&mut pass);
    }
}
