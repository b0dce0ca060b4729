//! The graphics of one window: the device, its surface and the renderer.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use image::RgbaImage;
use winit::{event_loop::OwnedDisplayHandle, window::Window};

use super::Startup;
use hexbound_canvas::Overlay;
use hexbound_lab::Stage;
use hexbound_render::{
    Frame, Gpu, PictureOptions, Quality, RenderError, Renderer, TargetColors, WindowHandle,
    WindowSurface, picture,
};
use hexbound_ui::settings::{Colors, Settings};

/// The longest time for which an unchanged frame is not presented again, in case the desktop has lost it.
const MAX_UNSHOWN_TIME: Duration = Duration::from_secs(1);

/// The device, the surface and the renderer of a window.
pub(super) struct Graphics {
    window: Arc<Window>,
    pub gpu: Gpu,
    pub surface: WindowSurface,
    pub renderer: Renderer,
    /// The interface in the window, and the time when it was presented; `None` if the window may show
    /// something else.
    shown: Option<(Overlay, Instant)>,
}

impl Graphics {
    /// Opens the graphics of a window, with the preloaded device if it suits the window. The size is the
    /// window's. No level is set.
    pub(crate) fn open(
        window: Arc<Window>,
        display: OwnedDisplayHandle,
        preload: Option<Startup>,
        options: &PictureOptions,
    ) -> Result<Self, RenderError> {
        let (gpu, surface, mut renderer) =
            match preload.and_then(|it| it.finish(&window, &options.adapter)) {
                Some(opened) => opened,
                None => {
                    let size = window.inner_size().into();
                    let handle: WindowHandle = window.clone();
                    let (gpu, surface) = Gpu::for_window(handle, size, display, &options.adapter)?;
                    let renderer =
                        Renderer::new(&gpu, surface.format(), surface.size(), options.quality)?;
                    (gpu, surface, renderer)
                }
            };
        renderer.set_quality(&gpu, options.quality)?;
        renderer.resize(&gpu, surface.size());
        Ok(Self {
            window,
            gpu,
            surface,
            renderer,
            shown: None,
        })
    }

    /// Resizes the surface to `size`, pixels.
    pub(crate) fn resize(&mut self, size: [u32; 2]) {
        self.force_present();
        self.surface.resize(&self.gpu, size);
        self.renderer.resize(&self.gpu, size);
    }

    /// Draws a frame and presents it. Returns false if the window can't show anything at the moment, or
    /// if the device is lost.
    pub(crate) fn present(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        if self.gpu.is_lost() {
            return Ok(false);
        }
        if self.is_shown(&frame) {
            return Ok(true);
        }
        let keeps = self.renderer.keeps_scene();
        let (mut frame, mut overlay) = (Some(frame), None);
        let shown = self.surface.present(&self.gpu, |target| {
            if let Some(frame) = frame.take() {
                overlay = (frame.overlay.as_deref())
                    .filter(|_| keeps)
                    .map(Overlay::without_textures);
                self.renderer.draw(&self.gpu, target, frame);
            }
            self.window.pre_present_notify();
        })?;
        let overlay = overlay.filter(|_| shown);
        self.shown = overlay.map(|overlay| (overlay, Instant::now()));
        match self.gpu.take_fault() {
            Some(_) if self.gpu.is_lost() => Ok(false),
            Some(fault) if self.gpu.has_no_memory() => Err(RenderError::OutOfMemory(fault)),
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(shown),
        }
    }

    /// Returns whether the window already shows `frame`, as it does behind a static screen.
    fn is_shown(&self, frame: &Frame<'_>) -> bool {
        let (Some((shown, at)), Some(overlay)) = (&self.shown, frame.overlay.as_deref()) else {
            return false;
        };
        at.elapsed() < MAX_UNSHOWN_TIME
            && overlay.textures.is_empty()
            && (&overlay.vertices, &overlay.parts) == (&shown.vertices, &shown.parts)
            && self.renderer.is_drawn(frame)
    }

    /// Presents the next frame in any case, since the desktop may have lost the last one.
    pub(crate) fn force_present(&mut self) {
        self.shown = None;
    }

    /// Applies the settings, except for the quality.
    pub(crate) fn apply(&mut self, settings: &Settings) {
        self.force_present();
        self.surface.set_vsync(&self.gpu, settings.picture.vsync);
        self.renderer.set_target_colors(match settings.view.colors {
            Colors::Usual => TargetColors::Own,
            Colors::OrangeAndBlue => TargetColors::OrangeAndBlue,
        });
    }

    /// Sets the quality of later frames.
    pub(crate) fn set_quality(&mut self, quality: Quality) -> Result<(), RenderError> {
        self.force_present();
        self.renderer.set_quality(&self.gpu, quality)
    }

    /// Draws a frame off the screen and returns the time from its beginning until the device is done.
    pub(crate) fn time(&mut self, frame: Frame<'_>) -> Result<Duration, RenderError> {
        self.force_present();
        let target = picture(&self.gpu, self.surface.format(), self.surface.size());
        let view = target.create_view(&Default::default());
        // Earlier work of the device is not part of the time.
        self.gpu.wait()?;
        let start = Instant::now();
        self.renderer.draw(&self.gpu, &view, frame);
        self.gpu.wait()?;
        Ok(start.elapsed())
    }

    /// Draws a frame into memory.
    pub(crate) fn capture(&mut self, frame: Frame<'_>) -> Result<RgbaImage, RenderError> {
        self.force_present();
        self.renderer
            .capture(&self.gpu, self.surface.format(), self.surface.size(), frame)
    }
}

impl Stage for Graphics {
    const IS_WINDOW: bool = true;

    fn renderer(&self) -> (&Gpu, &Renderer) {
        (&self.gpu, &self.renderer)
    }

    fn size(&self) -> [u32; 2] {
        self.surface.size()
    }

    fn draw(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        let shown = self.present(frame)?;
        self.gpu.wait()?;
        Ok(shown)
    }
}
