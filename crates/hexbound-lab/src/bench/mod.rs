//! The cost of drawing: a flight through a level, measured frame by frame, offscreen or on the caller's
//! stage.
//!
//! Three times are measured. *Own work* is culling, writing buffers and recording commands. *Device* is
//! the time of the adapter's timestamps between the passes. *Frame* is the whole time until the device is
//! done. Frames do not overlap: the next one begins after that.

mod flight;
mod report;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

pub(crate) use flight::CameraFlight;
pub use flight::Pose;
pub use report::BenchReport;

use hexbound_base::progress::Progress;
use hexbound_level::Level;
use hexbound_render::{
    Culling, Frame, FrameFigures, Gpu, Offscreen, PassTime, PictureOptions, RenderError, Renderer,
};
use hexbound_sim::{Rules, View, World};

/// The options of a measurement.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// The number of measured frames, at least one.
    pub frames: u32,
    /// The number of frames that are drawn first without being measured.
    pub warm_up: u32,
    pub picture: PictureOptions,
    /// The culling of chunks that others hide.
    pub culling: Culling,
    /// The pose of a static camera, in place of the flight.
    pub stand: Option<Pose>,
    /// The start of the program, for the time until the level is visible.
    pub began: Instant,
}

/// The measurements of one frame.
struct Sample {
    whole: Duration,
    figures: FrameFigures,
    passes: Vec<PassTime>,
}

/// The target to which measured frames are drawn.
pub trait Stage {
    /// True if the frames are visible.
    const IS_WINDOW: bool;

    /// The device, and its renderer.
    fn renderer(&self) -> (&Gpu, &Renderer);
    /// The size, pixels.
    fn size(&self) -> [u32; 2];
    /// Draws one frame and waits until the device is done. Returns false if nothing could be shown.
    fn draw(&mut self, frame: Frame<'_>) -> Result<bool, RenderError>;
}

/// The outcome of a step.
pub enum Step {
    Drawn,
    /// There is no surface for a frame.
    NotShown,
    Done(Box<BenchReport>),
}

/// Draws `level` along its flight without a window and reports the cost. Each frame is reported to
/// `progress`.
pub fn bench(
    level: &Arc<Level>,
    options: &BenchOptions,
    progress: &Progress,
) -> Result<BenchReport, RenderError> {
    let mut offscreen = Offscreen::new(&options.picture)?;
    let has_timer = offscreen.time_passes();
    offscreen.set_culling(options.culling);
    offscreen.open_level(level)?;
    let mut measuring = Measuring::new(level, options.clone(), has_timer);
    loop {
        if let Step::Done(report) = measuring.step(level, &mut offscreen, progress)? {
            return Ok(*report);
        }
    }
}

/// A measurement in progress, one frame a step.
pub struct Measuring {
    options: BenchOptions,
    flight: CameraFlight,
    /// The level's bodies at the start of a run, which are drawn with it.
    start: View,
    has_timer: bool,
    /// The number of frames left before the measured ones.
    warm_up: u32,
    /// The time from the program's start to the first frame.
    visible: Option<Duration>,
    /// The CPU time of all threads at the start of the measurement, seconds.
    processor: Option<f64>,
    samples: Vec<Sample>,
}

impl Measuring {
    /// A measurement on a stage that shows `level`. `has_timer` is true if the stage measures the
    /// device's time.
    pub fn new(level: &Level, options: BenchOptions, has_timer: bool) -> Self {
        Self {
            flight: CameraFlight::through(level),
            start: View::of(&World::new(level, Rules::default())),
            warm_up: options.warm_up.max(1),
            options,
            has_timer,
            visible: None,
            processor: None,
            samples: Vec::new(),
        }
    }

    /// Draws the next frame of `level`, which `stage` shows. The frame is first reported to `progress`.
    pub fn step<S: Stage>(
        &mut self,
        level: &Level,
        stage: &mut S,
        progress: &Progress,
    ) -> Result<Step, RenderError> {
        let frames = self.options.frames.max(1);
        // The light is computed beside the first frames, as in the game: none of those is measured.
        let (_, renderer) = stage.renderer();
        let is_settled = renderer.arriving().is_none() && !renderer.figures().lacks_pipelines;
        let warms_up = self.samples.is_empty() && (self.warm_up > 0 || !is_settled);
        if self.samples.is_empty() && !warms_up {
            self.processor = report::processor_time();
        }
        let share = self.samples.len() as f32 / frames as f32;
        match warms_up {
            true => progress("preparing the level's light", None),
            false => progress(&format!("measuring {frames} frames"), Some(share)),
        }
        let pose = (self.options.stand).unwrap_or_else(|| self.flight.pose(share));
        let view = View {
            eye: pose.eye,
            yaw: pose.yaw,
            pitch: pose.pitch,
            ..self.start.clone()
        };
        let Some(sample) = draw(stage, &view)? else {
            return Ok(Step::NotShown);
        };
        (self.visible).get_or_insert_with(|| self.options.began.elapsed());
        if warms_up {
            self.warm_up = self.warm_up.saturating_sub(1);
            return Ok(Step::Drawn);
        }
        self.samples.push(sample);
        if self.samples.len() < frames as usize {
            return Ok(Step::Drawn);
        }
        Ok(Step::Done(Box::new(self.report(level, stage))))
    }
}

impl Stage for Offscreen {
    const IS_WINDOW: bool = false;

    fn renderer(&self) -> (&Gpu, &Renderer) {
        (self.gpu(), Offscreen::renderer(self))
    }

    fn size(&self) -> [u32; 2] {
        Offscreen::size(self)
    }

    fn draw(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        Offscreen::draw(self, frame).map(|()| true)
    }
}

fn draw<S: Stage>(stage: &mut S, view: &View) -> Result<Option<Sample>, RenderError> {
    let start = Instant::now();
    let shown = stage.draw(Frame {
        seconds: 0.0,
        ..Frame::of(view)
    })?;
    let whole = start.elapsed();
    let (gpu, renderer) = stage.renderer();
    Ok(shown.then(|| Sample {
        whole,
        figures: *renderer.figures(),
        // The list is empty on a device without timestamps.
        passes: renderer.pass_times(gpu),
    }))
}
