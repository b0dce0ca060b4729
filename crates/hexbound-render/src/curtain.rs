//! The interface alone in a window, before there is a renderer.

use hexbound_canvas::Overlay;

use crate::{Gpu, RenderError, WindowSurface, passes::overlay::OverlayPass};

/// A window's surface, and the pass that writes on it while the renderer is made.
pub struct Curtain {
    gpu: Gpu,
    surface: WindowSurface,
    pass: OverlayPass,
}

impl Curtain {
    /// The curtain before a surface of that device.
    pub fn new(gpu: Gpu, surface: WindowSurface) -> Self {
        Self {
            pass: OverlayPass::new(&gpu, surface.format()),
            gpu,
            surface,
        }
    }

    /// The surface's size in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.surface.size()
    }

    /// Fits the surface to a window of this size in pixels.
    pub fn resize(&mut self, size: [u32; 2]) {
        self.surface.resize(&self.gpu, size);
    }

    /// Shows the interface on black. Returns false where the window can't show anything at the moment. Fails
    /// when the surface does.
    pub fn present(&mut self, overlay: &mut Overlay) -> Result<bool, RenderError> {
        let (gpu, pass, size) = (&self.gpu, &mut self.pass, self.surface.size());
        pass.apply_textures(gpu, overlay);
        self.surface.present(gpu, |target| {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            drop(encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                label: Some("curtain"),
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: target,
                    depth_slice: None,
                    resolve_target: None,
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                        store: wgpu::StoreOp::Store,
                    },
                })],
                ..Default::default()
            }));
            pass.draw(gpu, &mut encoder, target, size, overlay);
            gpu.queue.submit([encoder.finish()]);
        })
    }

    /// Gives back what is needed to draw with a renderer.
    pub fn lift(self) -> (Gpu, WindowSurface) {
        (self.gpu, self.surface)
    }
}
