//! What belongs to one window: the device, its surface and the renderer.

use std::sync::Arc;

use image::RgbaImage;
use winit::{event_loop::OwnedDisplayHandle, window::Window};

use crate::{
    level::Level,
    render::{DrawCounts, Frame, Gpu, RenderError, Renderer, WindowSurface},
};

pub(super) struct Graphics {
    gpu: Gpu,
    surface: WindowSurface,
    renderer: Renderer,
}

impl Graphics {
    pub fn open(
        window: Arc<Window>,
        display: OwnedDisplayHandle,
        level: &Level,
    ) -> Result<Self, RenderError> {
        let (gpu, surface) = Gpu::for_window(window, display)?;
        let mut renderer = Renderer::new(&gpu, surface.format(), surface.size())?;
        renderer.open_level(&gpu, level)?;
        Ok(Self {
            gpu,
            surface,
            renderer,
        })
    }

    pub fn adapter(&self) -> String {
        self.gpu.name()
    }

    /// In the last frame.
    pub fn drawn(&self) -> DrawCounts {
        self.renderer.figures().all()
    }

    /// Pixels.
    pub fn size(&self) -> [u32; 2] {
        self.surface.size()
    }

    /// On an error the previous level stays.
    pub fn set_level(&mut self, level: &Level) -> Result<(), RenderError> {
        self.renderer.open_level(&self.gpu, level)
    }

    /// How far the level's light is, 0..1, while it is worked out.
    pub fn light_progress(&self) -> Option<f32> {
        self.renderer.light_progress()
    }

    pub fn resize(&mut self, size: [u32; 2]) {
        self.surface.resize(&self.gpu, size);
        self.renderer.resize(&self.gpu, size);
    }

    /// Draws `frame` and shows it, where there is anything to show it on.
    pub fn present(&mut self, frame: Frame<'_>) -> Result<(), RenderError> {
        let mut frame = Some(frame);
        self.surface.present(&self.gpu, |target| {
            if let Some(frame) = frame.take() {
                self.renderer.draw(&self.gpu, target, frame);
            }
        })?;
        match self.gpu.take_fault() {
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(()),
        }
    }

    /// Draws `frame` into memory.
    pub fn capture(&mut self, frame: Frame<'_>) -> Result<RgbaImage, RenderError> {
        self.renderer
            .capture(&self.gpu, self.surface.format(), self.surface.size(), frame)
    }

    /// Everything on the device is gone: open anew.
    pub fn is_lost(&self) -> bool {
        self.gpu.is_lost()
    }
}
