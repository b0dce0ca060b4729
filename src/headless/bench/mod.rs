//! What drawing costs: a flight through a level, measured frame by frame offscreen.
//!
//! Three times are kept apart. *Own work* is culling, writing buffers and recording commands.
//! *Device* is what the adapter's timestamps say between the passes. *Frame* is the whole of it,
//! waited for. Nothing overlaps: the next frame begins when the device is done.

mod flight;
mod report;

use std::time::{Duration, Instant};

pub use flight::{Flight, Pose};
pub use report::{BenchReport, Milliseconds, PassReport, table};

use crate::{
    level::Level,
    render::{Film, Frame, FrameFigures, Offscreen, PassTime, RenderError},
    sim::View,
};

/// How to measure.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// Measured ones, at least one.
    pub frames: u32,
    /// Drawn before, and not measured.
    pub warm_up: u32,
    /// Pixels.
    pub size: [u32; 2],
    /// Vertical, radians.
    pub field_of_view: f32,
    /// Stands here instead of flying.
    pub stand: Option<Pose>,
    /// When the program began, for the time until the level is seen.
    pub began: Instant,
}

/// One frame.
struct Sample {
    whole: Duration,
    figures: FrameFigures,
    passes: Vec<PassTime>,
}

/// Draws `level` along its flight and says what it cost.
pub fn bench(level: &Level, options: &BenchOptions) -> Result<BenchReport, RenderError> {
    let mut offscreen = Offscreen::new(options.size)?;
    let has_timer = offscreen.time_passes();
    offscreen.open_level(level)?;
    let flight = Flight::through(level);
    let pose = |share| options.stand.unwrap_or_else(|| flight.pose(share));
    let mut visible = None;
    let mut warm_up = options.warm_up.max(1);
    // The light is worked out beside the first frames, as in the game: none of those is measured.
    while warm_up > 0 || offscreen.light_progress().is_some() {
        draw(&mut offscreen, options, pose(0.0))?;
        visible.get_or_insert_with(|| options.began.elapsed());
        warm_up = warm_up.saturating_sub(1);
    }
    let frames = options.frames.max(1);
    let before = report::processor_time();
    let samples = (0..frames)
        .map(|frame| draw(&mut offscreen, options, pose(frame as f32 / frames as f32)))
        .collect::<Result<Vec<Sample>, RenderError>>()?;
    let spent = (report::processor_time().zip(before)).map(|(after, before)| after - before);
    let mut report = BenchReport::new(level, &offscreen, &samples, has_timer);
    report.visible_after = visible.unwrap_or_default().as_secs_f64();
    report.processor = spent.map(|spent| spent * 1e3 / f64::from(frames));
    Ok(report)
}

fn draw(
    offscreen: &mut Offscreen,
    options: &BenchOptions,
    pose: Pose,
) -> Result<Sample, RenderError> {
    let view = View {
        eye: pose.eye,
        yaw: pose.yaw,
        pitch: pose.pitch,
        ..View::default()
    };
    let start = Instant::now();
    offscreen.draw(Frame {
        view: &view,
        field_of_view: options.field_of_view,
        seconds: 0.0,
        crosshair: false,
        effects: None,
        film: Film::default(),
        elapsed: f32::INFINITY,
        overlay: None,
    })?;
    let whole = start.elapsed();
    Ok(Sample {
        whole,
        figures: *offscreen.figures(),
        passes: offscreen.pass_times(),
    })
}
