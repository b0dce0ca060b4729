//! Measures the cost of drawing in a window of its own, which is closed at the end. `hexbound_lab`
//! chooses the frames and sums up their times.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use thiserror::Error;
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    event::WindowEvent,
    event_loop::{ActiveEventLoop, ControlFlow},
    window::{Window, WindowId},
};

use super::{Startup, graphics::Graphics, startup::why_no_window, user_event::UserEvent};
use hexbound_base::progress::Progress;
use hexbound_lab::{BenchOptions, BenchReport, Measuring, Step};
use hexbound_level::Level;
use hexbound_render::{LevelOpening, RenderError};

/// The time after which a window that shows nothing counts as hidden.
const PATIENCE_TIME: Duration = Duration::from_secs(5);

/// The reason why a measurement in a window was abandoned.
#[derive(Debug, Error)]
pub enum BenchError {
    #[error("no window can be opened: {0}")]
    NoWindow(String),
    #[error("the window shows nothing: it is hidden or minimized")]
    Hidden,
    #[error("the window was closed before everything was measured; leave it open")]
    Closed,
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Measures as [`hexbound_lab::bench`] does, in a window of the pictures' size. `preload` was begun
/// before the level was read. Fails if no window can be opened or seen, or if it is closed too early.
pub fn bench(
    level: &Arc<Level>,
    options: &BenchOptions,
    mut preload: Startup,
    progress: &Progress,
) -> Result<BenchReport, BenchError> {
    let event_loop = preload.event_loop().map_err(BenchError::NoWindow)?;
    event_loop.set_control_flow(ControlFlow::Poll);
    let mut window = MeasuredWindow {
        level,
        options,
        progress,
        preload: Some(preload),
        open: None,
        shown: Instant::now(),
        result: None,
    };
    event_loop
        .run_app(&mut window)
        .map_err(|error| BenchError::NoWindow(why_no_window(&error)))?;
    window.result.unwrap_or(Err(BenchError::Closed))
}

/// The window in which something is measured.
struct MeasuredWindow<'a> {
    level: &'a Arc<Level>,
    options: &'a BenchOptions,
    progress: &'a Progress<'a>,
    /// The preload, held until the window is open.
    preload: Option<Startup>,
    open: Option<(Graphics, Measuring)>,
    /// The time when a frame was last shown.
    shown: Instant,
    result: Option<Result<BenchReport, BenchError>>,
}

impl MeasuredWindow<'_> {
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(Graphics, Measuring), BenchError> {
        let picture = &self.options.picture;
        let [width, height] = picture.size;
        let attributes = Window::default_attributes()
            .with_title("Hexbound: measuring")
            .with_inner_size(PhysicalSize::new(width, height))
            .with_resizable(false);
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| BenchError::NoWindow(why_no_window(&error)))?;
        let display = event_loop.owned_display_handle();
        let preload = self.preload.take().ok_or(BenchError::Closed)?;
        let mut graphics = Graphics::open(Arc::new(window), display, Some(preload), picture)?;
        let (gpu, renderer) = (&graphics.gpu, &mut graphics.renderer);
        renderer.set_culling(gpu, self.options.culling);
        LevelOpening::open(renderer, gpu, self.level)?;
        // Frames do not wait for the screen.
        graphics.surface.set_vsync(gpu, false);
        let has_timer = renderer.time_passes(gpu);
        let measuring = Measuring::new(self.level, self.options.clone(), has_timer);
        Ok((graphics, measuring))
    }

    /// Draws the next frame. Returns the result at the end.
    fn step(&mut self) -> Option<Result<BenchReport, BenchError>> {
        let (graphics, measuring) = self.open.as_mut()?;
        match measuring.step(self.level, graphics, self.progress) {
            Ok(Step::Drawn) => self.shown = Instant::now(),
            Ok(Step::NotShown) if self.shown.elapsed() < PATIENCE_TIME => {}
            Ok(Step::NotShown) => return Some(Err(BenchError::Hidden)),
            Ok(Step::Done(report)) => return Some(Ok(*report)),
            Err(error) => return Some(Err(error.into())),
        }
        None
    }

    fn finish(&mut self, event_loop: &ActiveEventLoop, result: Result<BenchReport, BenchError>) {
        self.result.get_or_insert(result);
        self.open = None;
        event_loop.exit();
    }
}

impl ApplicationHandler<UserEvent> for MeasuredWindow<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() || self.result.is_some() {
            return;
        }
        match self.open(event_loop) {
            Ok(open) => {
                self.open = Some(open);
                self.shown = Instant::now();
            }
            Err(error) => self.finish(event_loop, Err(error)),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.finish(event_loop, Err(BenchError::Closed)),
            WindowEvent::Resized(size) => {
                if let Some((graphics, _)) = &mut self.open {
                    graphics.resize(size.into());
                }
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(result) = self.step() {
            self.finish(event_loop, result);
        }
    }
}
