//! `hexbound bench`: measures levels, each in a process of its own.

use std::{
    env,
    ffi::{OsStr, OsString},
    process::{Command, Stdio},
    sync::Arc,
    time::Instant,
};

use anyhow::{Context, Result, bail};
use clap::Args;

use hexbound::app::{self, BenchError};
use hexbound_lab::{BenchOptions, BenchReport};
use hexbound_render::Culling;

use super::{
    levels::open,
    printing::{as_json, say},
    progress_bar::ProgressBar,
    shared_arguments::{PictureArguments, UnitArguments},
    values::{self, CameraArgument},
};

/// The level that is measured when none is named.
const SHIPPED_LEVEL: &str = "observatory";

#[derive(Args, Debug)]
pub(crate) struct BenchArguments {
    /// Levels' names or paths [default: observatory]
    pub levels: Vec<OsString>,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// How many frames to measure, after a few to warm up.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = values::whole("a number of frames", 1_u32, 100_000), allow_negative_numbers = true)]
    pub frames: u32,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// Stand still and look from here, written as for shot, instead of flying.
    #[arg(long, value_name = "x,y,z,yaw,pitch", allow_hyphen_values = true)]
    pub camera: Option<CameraArgument>,
    /// Open no window.
    #[arg(long)]
    pub offscreen: bool,
    /// Leave out hidden things: if that pays, never, or always.
    #[arg(long, value_name = "WHEN", default_value_t, value_parser = values::one_of::<Culling>(["auto", "never", "always"], |word| word.parse().ok()))]
    pub occlusion: Culling,
    /// Print JSON instead of a summary.
    #[arg(long)]
    pub json: bool,
}

/// The number of frames that are drawn before the measured ones.
const WARM_UP_FRAMES: u32 = 5;
/// Runs the command.
pub(super) fn run(arguments: &BenchArguments) -> Result<()> {
    let began = Instant::now();
    let reports = match &arguments.levels[..] {
        [] => vec![measure(SHIPPED_LEVEL.as_ref(), arguments, began)?],
        [level] => vec![measure(level, arguments, began)?],
        levels => (levels.iter())
            .map(|level| measure_apart(level, arguments))
            .collect::<Result<_>>()?,
    };
    print(&reports, arguments)
}

fn print(reports: &[BenchReport], arguments: &BenchArguments) -> Result<()> {
    let text = match reports {
        [report] if arguments.json => as_json(report)?,
        _ if arguments.json => as_json(reports)?,
        _ => {
            let summaries: Vec<String> = reports.iter().map(BenchReport::summary).collect();
            summaries.join("\n")
        }
    };
    say(&text)
}

/// Measures one level in this process.
fn measure(name: &OsStr, arguments: &BenchArguments, began: Instant) -> Result<BenchReport> {
    let picture = arguments.picture.options();
    let preload = (!arguments.offscreen).then(|| app::Startup::begin(&picture));
    let level = Arc::new(open(name, arguments.unit.reading())?);
    let options = BenchOptions {
        frames: arguments.frames,
        warm_up: WARM_UP_FRAMES,
        picture,
        culling: arguments.occlusion,
        stand: arguments.camera.map(|camera| camera.pose(&level)),
        began,
    };
    let bar = ProgressBar::new();
    let Some(preload) = preload else {
        return Ok(hexbound_lab::bench(&level, &options, &bar.progress())?);
    };
    match app::bench(&level, &options, preload, &bar.progress()) {
        Ok(report) => Ok(report),
        Err(closed @ BenchError::Closed) => Err(closed.into()),
        Err(error) => {
            log::warn!("{}; measuring offscreen", app::with_causes(&error));
            Ok(hexbound_lab::bench(&level, &options, &bar.progress())?)
        }
    }
}

/// Measures a level in a process of its own, so that peak memory and start time are the level's alone.
fn measure_apart(level: &OsStr, arguments: &BenchArguments) -> Result<BenchReport> {
    let program = env::current_exe().context("cannot find this program to run it again")?;
    let (picture, unit) = (&arguments.picture, &arguments.unit);
    let [width, height] = picture.size;
    let mut options = vec![
        format!("--frames={}", arguments.frames),
        format!("--size={width}x{height}"),
        format!("--quality={}", picture.quality),
        format!("--scale={}", unit.scale),
        format!("--occlusion={}", arguments.occlusion),
    ];
    options.extend(unit.variant.iter().map(|it| format!("--variant={it}")));
    options.extend(picture.adapter.iter().map(|it| format!("--adapter={it}")));
    options.extend(arguments.camera.map(|it| format!("--camera={it}")));
    options.extend(picture.no_grain.then(|| String::from("--no-grain")));
    options.extend(arguments.offscreen.then(|| String::from("--offscreen")));
    let name = level.display();
    let output = Command::new(program)
        .args(["bench", "--json"])
        .args(options)
        .arg("--")
        .arg(level)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot measure {name}"))?;
    if !output.status.success() {
        bail!("measuring {name} failed; what it said stands above");
    }
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("measuring {name} gave no figures"))
}
