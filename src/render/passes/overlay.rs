//! The pass that draws the interface over the finished picture.

use crate::render::{Gpu, Overlay};

pub(crate) struct OverlayPass {
    renderer: egui_wgpu::Renderer,
}

impl OverlayPass {
    pub(crate) fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Self {
        let options = egui_wgpu::RendererOptions::default();
        Self {
            renderer: egui_wgpu::Renderer::new(&gpu.device, format, options),
        }
    }

    /// Applies the changes of textures, also when nothing is drawn: they are never sent twice.
    pub(crate) fn apply_textures(&mut self, gpu: &Gpu, overlay: &mut Overlay) {
        for (id, deltas) in &overlay.textures.set {
            for delta in deltas {
                self.renderer
                    .update_texture(&gpu.device, &gpu.queue, *id, delta);
            }
        }
        overlay.textures.set.clear();
    }

    pub(crate) fn draw(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
        size: [u32; 2],
        overlay: &Overlay,
    ) {
        let screen = egui_wgpu::ScreenDescriptor {
            size_in_pixels: size,
            pixels_per_point: overlay.pixels_per_point,
        };
        let primitives = &overlay.primitives;
        // The command buffers are those of paint callbacks, which our interface does not have.
        self.renderer
            .update_buffers(&gpu.device, &gpu.queue, encoder, primitives, &screen);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("overlay"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Load,
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        let mut pass = pass.forget_lifetime();
        self.renderer.render(&mut pass, primitives, &screen);
    }

    pub(crate) fn free_textures(&mut self, overlay: &mut Overlay) {
        for id in overlay.textures.free.drain() {
            self.renderer.free_texture(&id);
        }
    }
}
