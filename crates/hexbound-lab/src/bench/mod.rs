//! The cost of drawing: a flight through a level, measured frame by frame, offscreen or on whatever
//! stage somebody brings.
//!
//! Three times are kept apart. *Own work* is culling, writing buffers and recording commands.
//! *Device* is what the adapter's timestamps say between the passes. *Frame* is the whole of it,
//! waited for. Nothing overlaps: the next frame begins when the device is done.

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
    Culling, ExposureSettings, Frame, FrameFigures, Offscreen, PassTime, PictureOptions,
    RenderError,
};
use hexbound_sim::{Rules, View, World};

/// The options of a measurement.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// Measured ones, at least one.
    pub frames: u32,
    /// Drawn before, and not measured.
    pub warm_up: u32,
    pub picture: PictureOptions,
    /// Vertical, radians.
    pub field_of_view: f32,
    /// The chunks that are left out because others hide them.
    pub culling: Culling,
    /// Stands here instead of flying.
    pub stand: Option<Pose>,
    /// The start of the program, for the time until the level is seen.
    pub began: Instant,
}

/// The measurements of one frame.
struct Sample {
    whole: Duration,
    figures: FrameFigures,
    passes: Vec<PassTime>,
}

/// The target that measured pictures are drawn to.
pub trait Stage {
    /// True if they are seen.
    const IS_WINDOW: bool;

    fn adapter(&self) -> String;
    /// Pixels.
    fn size(&self) -> [u32; 2];
    /// Draws one picture and waits until the device is done. False where nothing could be shown.
    fn draw(&mut self, frame: Frame<'_>) -> Result<bool, RenderError>;
    /// Returns whether the level has its full light.
    fn is_settled(&self) -> bool;
    /// The counts of the last picture.
    fn figures(&self) -> &FrameFigures;
    /// The passes' times in the last picture; empty where the device has no clock.
    fn pass_times(&self) -> Vec<PassTime>;
}

/// The outcome of a step.
pub enum Step {
    Drawn,
    /// There is nothing to show a picture on.
    NotShown,
    Done(Box<BenchReport>),
}

/// Draws `level` along its flight without a window and says what it cost. Each frame is reported to
/// `progress`.
pub fn bench(
    level: &Arc<Level>,
    options: &BenchOptions,
    progress: &Progress,
) -> Result<BenchReport, RenderError> {
    let mut offscreen = Offscreen::new(&options.picture)?;
    let has_timer = offscreen.time_passes();
    offscreen.cull(options.culling);
    offscreen.open_level(level)?;
    let mut measuring = Measuring::new(level, options.clone(), has_timer);
    loop {
        if let Step::Done(report) = measuring.step(level, &mut offscreen, progress)? {
            return Ok(*report);
        }
    }
}

/// A measurement on its way, one frame a step.
pub struct Measuring {
    options: BenchOptions,
    flight: CameraFlight,
    /// The level's bodies as a run begins, which are drawn with it.
    start: View,
    has_timer: bool,
    /// Frames before the measured ones.
    warm_up: u32,
    /// The time from the program's start to the first picture.
    visible: Option<Duration>,
    /// The processor time of all threads when measuring began, seconds.
    processor: Option<f64>,
    samples: Vec<Sample>,
}

impl Measuring {
    /// A measurement on a stage that shows `level`; `has_timer` says whether it measures the
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

    /// Draws the next frame of `level`, which `stage` shows. Before it the frame is reported to `progress`.
    pub fn step<S: Stage>(
        &mut self,
        level: &Level,
        stage: &mut S,
        progress: &Progress,
    ) -> Result<Step, RenderError> {
        let frames = self.options.frames.max(1);
        // The light is worked out beside the first frames, as in the game: none of those is
        // measured.
        let is_settled = stage.is_settled() && !stage.figures().lacks_pipelines;
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
        let Some(sample) = draw(stage, &self.options, &view)? else {
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

    fn adapter(&self) -> String {
        self.gpu().name()
    }

    fn size(&self) -> [u32; 2] {
        Offscreen::size(self)
    }

    fn draw(&mut self, frame: Frame<'_>) -> Result<bool, RenderError> {
        Offscreen::draw(self, frame).map(|()| true)
    }

    fn is_settled(&self) -> bool {
        self.arriving().is_none()
    }

    fn figures(&self) -> &FrameFigures {
        Offscreen::figures(self)
    }

    fn pass_times(&self) -> Vec<PassTime> {
        Offscreen::pass_times(self)
    }
}

fn draw<S: Stage>(
    stage: &mut S,
    options: &BenchOptions,
    view: &View,
) -> Result<Option<Sample>, RenderError> {
    let start = Instant::now();
    let shown = stage.draw(Frame {
        view,
        field_of_view: options.field_of_view,
        seconds: 0.0,
        crosshair: 0.0,
        effects: None,
        exposure: ExposureSettings::default(),
        elapsed: f32::INFINITY,
        overlay: None,
    })?;
    let whole = start.elapsed();
    Ok(shown.then(|| Sample {
        whole,
        figures: *stage.figures(),
        passes: stage.pass_times(),
    }))
}
