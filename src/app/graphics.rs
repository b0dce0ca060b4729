//! What belongs to one window: the device, its surface and the renderer.

use std::sync::Arc;

use image::RgbaImage;
use winit::{event_loop::OwnedDisplayHandle, window::Window};

use super::Ahead;
use crate::{
    headless::Stage,
    level::Level,
    render::{
        Culling, DrawCounts, Frame, FrameFigures, Gpu, PassTime, RenderError, Renderer,
        WindowSurface,
    },
};

pub(super) struct Graphics {
    gpu: Gpu,
    surface: WindowSurface,
    renderer: Renderer,
}

impl Graphics {
    /// With nothing to show yet.
    pub fn open(
        window: Arc<Window>,
        display: OwnedDisplayHandle,
        ahead: Option<Ahead>,
    ) -> Result<Self, RenderError> {
        let (gpu, surface, mut renderer) = match ahead.and_then(|it| it.finish(&window)) {
            Some(opened) => opened,
            None => {
                let (gpu, surface) = Gpu::for_window(window, display)?;
                let renderer = Renderer::new(&gpu, surface.format(), surface.size())?;
                (gpu, surface, renderer)
            }
        };
        renderer.resize(&gpu, surface.size());
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

    /// Draws `frame` and shows it. False where there is nothing to show it on now.
    pub fn present(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        let mut frame = Some(frame);
        let shown = self.surface.present(&self.gpu, |target| {
            if let Some(frame) = frame.take() {
                self.renderer.draw(&self.gpu, target, frame);
            }
        })?;
        match self.gpu.take_fault() {
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(shown),
        }
    }

    /// From now on nothing waits for the screen, and the device's time is measured. False where
    /// the adapter can't.
    pub fn measure(&mut self) -> bool {
        self.surface.show_at_once(&self.gpu);
        self.renderer.time_passes(&self.gpu)
    }

    /// Whether what is hidden is drawn, from now on.
    pub fn cull(&mut self, culling: Culling) {
        self.renderer.cull(&self.gpu, culling);
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

impl Stage for Graphics {
    const IS_WINDOW: bool = true;

    fn adapter(&self) -> String {
        self.gpu.name()
    }

    fn size(&self) -> [u32; 2] {
        self.surface.size()
    }

    fn draw(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        let shown = self.present(frame)?;
        self.gpu.wait()?;
        Ok(shown)
    }

    fn is_settled(&self) -> bool {
        self.light_progress().is_none()
    }

    fn figures(&self) -> &FrameFigures {
        self.renderer.figures()
    }

    fn pass_times(&self) -> Vec<PassTime> {
        self.renderer.pass_times(&self.gpu)
    }
}
