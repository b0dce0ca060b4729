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
use hexbound_level::Level;
use hexbound_render::{
    Culling, DrawCounts, Frame, FrameFigures, Gpu, LevelOpening, PassTime, PictureOptions, Quality,
    RenderError, Renderer, TargetColors, WindowHandle, WindowSurface, picture,
};
use hexbound_ui::settings;

/// The maximum time without showing an unchanged picture again, in case the desktop has lost it.
const MAX_UNSHOWN: Duration = Duration::from_secs(1);

/// The device, the surface and the renderer of a window.
pub(super) struct Graphics {
    window: Arc<Window>,
    pub gpu: Gpu,
    pub surface: WindowSurface,
    pub renderer: Renderer,
    /// The interface in the window, and the time of its showing; `None` if the window may show
    /// something else.
    shown: Option<(Overlay, Instant)>,
}

impl Graphics {
    /// Opens the graphics of a window, with the preloaded device where that suits it; the window
    /// has a size of its own. No level is set.
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

    /// The figures of the last frame.
    pub(crate) fn drawn(&self) -> DrawCounts {
        self.renderer.figures().all()
    }

    /// The surface's size in pixels.
    pub(crate) fn size(&self) -> [u32; 2] {
        self.surface.size()
    }

    /// Shows a level from now on. On an error the previous one stays.
    pub(crate) fn open_level(&mut self, level: &Arc<Level>) -> Result<(), RenderError> {
        LevelOpening::open(&mut self.renderer, &self.gpu, level)
    }

    /// Does one portion of opening a level; true once the level is shown. After an error the previous
    /// one stays.
    pub(crate) fn advance_level(
        &mut self,
        opening: &mut LevelOpening,
        level: &Arc<Level>,
    ) -> Result<bool, RenderError> {
        opening.advance(&mut self.renderer, &self.gpu, level)
    }

    /// Fits the surface to a window of this size in pixels.
    pub(crate) fn resize(&mut self, size: [u32; 2]) {
        self.show_anew();
        self.surface.resize(&self.gpu, size);
        self.renderer.resize(&self.gpu, size);
    }

    /// Draws a frame and shows it. Returns false where the window can't show anything at the moment, or
    /// the device is lost.
    pub(crate) fn present(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        if self.is_lost() {
            return Ok(false);
        }
        if self.is_shown(&frame) {
            return Ok(true);
        }
        let keeps = self.renderer.keeps_still();
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
            Some(_) if self.is_lost() => Ok(false),
            Some(fault) if self.gpu.has_no_memory() => Err(RenderError::OutOfMemory(fault)),
            Some(fault) => Err(RenderError::Device(fault)),
            None => Ok(shown),
        }
    }

    /// Returns whether the window shows `frame` already, as it does behind a screen on which nothing happens.
    fn is_shown(&self, frame: &Frame<'_>) -> bool {
        let (Some((shown, at)), Some(overlay)) = (&self.shown, frame.overlay.as_deref()) else {
            return false;
        };
        at.elapsed() < MAX_UNSHOWN
            && overlay.textures.is_empty()
            && (&overlay.vertices, &overlay.parts) == (&shown.vertices, &shown.parts)
            && self.renderer.is_drawn(frame)
    }

    /// Shows the next picture in any case, since the desktop may have lost the last one.
    pub(crate) fn show_anew(&mut self) {
        self.shown = None;
    }

    /// Sets from now on whether frames wait for the screen.
    pub(crate) fn set_vsync(&mut self, waits: bool) {
        self.surface.set_vsync(&self.gpu, waits);
    }

    /// Sets the colors in which targets glow.
    pub(crate) fn color_targets(&mut self, colors: settings::Colors) {
        self.show_anew();
        self.renderer.color_targets(match colors {
            settings::Colors::Usual => TargetColors::Own,
            settings::Colors::OrangeAndBlue => TargetColors::OrangeAndBlue,
        });
    }

    /// From now on frames do not wait for the screen, and the device's time is measured; false
    /// where the adapter can't measure it.
    pub(crate) fn measure(&mut self) -> bool {
        self.surface.set_vsync(&self.gpu, false);
        self.renderer.time_passes(&self.gpu)
    }

    /// Sets from now on whether what is hidden is drawn.
    pub(crate) fn cull(&mut self, culling: Culling) {
        self.renderer.cull(&self.gpu, culling);
    }

    /// Draws in another quality from the next frame on.
    pub(crate) fn set_quality(&mut self, quality: Quality) -> Result<(), RenderError> {
        self.show_anew();
        self.renderer.set_quality(&self.gpu, quality)
    }

    /// The time that a frame takes which nobody sees, from its beginning until the device is done.
    pub(crate) fn time(&mut self, frame: Frame<'_>) -> Result<Duration, RenderError> {
        self.show_anew();
        let target = picture(&self.gpu, self.surface.format(), self.surface.size());
        let view = target.create_view(&Default::default());
        // What was asked of the device before is not part of it.
        self.gpu.wait()?;
        let start = Instant::now();
        self.renderer.draw(&self.gpu, &view, frame);
        self.gpu.wait()?;
        Ok(start.elapsed())
    }

    /// Draws a frame into memory.
    pub(crate) fn capture(&mut self, frame: Frame<'_>) -> Result<RgbaImage, RenderError> {
        self.show_anew();
        self.renderer
            .capture(&self.gpu, self.surface.format(), self.surface.size(), frame)
    }

    /// Returns whether the device was lost with everything on it, so that it must be opened anew.
    pub(crate) fn is_lost(&self) -> bool {
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
        self.renderer.arriving().is_none()
    }

    fn figures(&self) -> &FrameFigures {
        self.renderer.figures()
    }

    fn pass_times(&self) -> Vec<PassTime> {
        self.renderer.pass_times(&self.gpu)
    }
}
