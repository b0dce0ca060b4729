//! Measures what drawing costs, or whether memory grows, in a window that is opened for it and
//! closed when done. What is drawn and how it is summed up is decided in `headless`.

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

use super::{GpuPreload, gpu_preload::why_no_window, graphics::Graphics, user_event::UserEvent};
use hexbound_lab::{
    BenchOptions, BenchReport, Measuring, SoakError, SoakOptions, SoakReport, Soaking, Step, Work,
};
use hexbound_level::Level;
use hexbound_render::{Culling, PictureOptions, RenderError};

/// The time for which a window may show nothing before it counts as hidden.
const PATIENCE: Duration = Duration::from_secs(5);

/// The reason why a measurement in a window was given up.
#[derive(Debug, Error)]
pub enum BenchError {
    #[error("no window can be opened: {0}")]
    NoWindow(String),
    #[error("the window shows nothing: it is hidden or minimized")]
    Hidden,
    #[error("the window was closed before everything was measured; leave it open")]
    Closed,
    #[error(transparent)]
    Soak(#[from] SoakError),
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Measures as `headless::bench` does, in a window. `preload` was begun before the level was read.
/// An error where no window can be opened or seen, or it is closed too early.
pub fn bench(
    level: &Level,
    options: &BenchOptions,
    preload: GpuPreload,
) -> Result<BenchReport, BenchError> {
    let begin = |graphics: &mut Graphics| {
        let has_timer = graphics.measure();
        Measuring::new(level, options.clone(), has_timer)
    };
    run(level, (&options.picture, options.culling), begin, preload)
}

/// Plays as `headless::soak` does, in a window, with the errors of `bench`.
pub fn soak(
    level: &Level,
    options: &SoakOptions,
    preload: GpuPreload,
) -> Result<SoakReport, BenchError> {
    let soaking = Soaking::new(level, options.clone())?;
    let begin = |graphics: &mut Graphics| {
        graphics.measure();
        soaking
    };
    run(
        level,
        (&options.picture, Culling::default()),
        begin,
        preload,
    )
}

/// Does the work that `begin` makes, in a window of the pictures' size.
fn run<W: Work>(
    level: &Level,
    (picture, culling): (&PictureOptions, Culling),
    begin: impl FnOnce(&mut Graphics) -> W,
    mut preload: GpuPreload,
) -> Result<W::Report, BenchError> {
    let event_loop = preload
        .event_loop()
        .map_err(|error| BenchError::NoWindow(why_no_window(&error)))?;
    event_loop.set_control_flow(ControlFlow::Poll);
    let mut window = MeasuredWindow {
        level,
        picture,
        culling,
        start: Some((preload, begin)),
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
struct MeasuredWindow<'a, W: Work, B> {
    level: &'a Level,
    picture: &'a PictureOptions,
    culling: Culling,
    /// The inputs of the work, until the window is there.
    start: Option<(GpuPreload, B)>,
    open: Option<(Graphics, W)>,
    /// The time when something was last shown.
    shown: Instant,
    result: Option<Result<W::Report, BenchError>>,
}

impl<W: Work, B: FnOnce(&mut Graphics) -> W> MeasuredWindow<'_, W, B> {
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(Graphics, W), BenchError> {
        let [width, height] = self.picture.size;
        let attributes = Window::default_attributes()
            .with_title("Hexbound: measuring")
            .with_inner_size(PhysicalSize::new(width, height))
            .with_resizable(false);
        let window = event_loop
            .create_window(attributes)
            .map_err(|error| BenchError::NoWindow(why_no_window(&error)))?;
        let display = event_loop.owned_display_handle();
        let (preload, begin) = self.start.take().ok_or(BenchError::Closed)?;
        let mut graphics = Graphics::open(Arc::new(window), display, Some(preload), self.picture)?;
        graphics.cull(self.culling);
        graphics.set_level(self.level)?;
        let work = begin(&mut graphics);
        Ok((graphics, work))
    }

    /// Draws the next frame; the result when there is one.
    fn step(&mut self) -> Option<Result<W::Report, BenchError>> {
        let (graphics, work) = self.open.as_mut()?;
        match work.step(self.level, graphics) {
            Ok(Step::Drawn) => self.shown = Instant::now(),
            Ok(Step::NotShown) if self.shown.elapsed() < PATIENCE => {}
            Ok(Step::NotShown) => return Some(Err(BenchError::Hidden)),
            Ok(Step::Done(report)) => return Some(Ok(report)),
            Err(error) => return Some(Err(error.into())),
        }
        None
    }

    fn finish(&mut self, event_loop: &ActiveEventLoop, result: Result<W::Report, BenchError>) {
        self.result.get_or_insert(result);
        self.open = None;
        event_loop.exit();
    }
}

impl<W: Work, B: FnOnce(&mut Graphics) -> W> ApplicationHandler<UserEvent>
    for MeasuredWindow<'_, W, B>
{
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
