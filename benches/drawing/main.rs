//! `cargo bench --bench drawing -- [LEVEL…]`: what drawing levels costs, for docs/benchmarks.md.
//!
//! `-- --write` puts the table into docs/benchmarks.md; `-- --like-bevy` stands where the figures
//! of Bevy were taken, instead of flying; `-- --offscreen` opens no window; `-- --frames N`
//! measures so many frames; `-- --plain` leaves out what Bevy's pictures lack. `-- --bevy PROGRAM`
//! draws the levels by turns with a program that draws them with Bevy, for docs/picture.md. Each level is
//! measured in a process of its own, so that its peak memory and its start are its own. Players measure with `hexbound bench`.

mod beside;
mod table;

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::Instant,
};

use clap::Parser;
use hexbound::app;
use hexbound_base::progress;
use hexbound_lab::{BenchOptions, BenchReport, Pose};
use hexbound_render::{Culling, PictureOptions, Quality};
use hexbound_scenes::catalog;

/// The level that comes with the game.
const SHIPPED_LEVEL: &str = "observatory";
/// The size of the pictures, pixels.
const SIZE: [u32; 2] = [1280, 720];
/// The number of frames that are drawn before the measured ones.
const WARM_UP: u32 = 5;
const WARM_UP_LIKE_BEVY: u32 = 20;

/// Where the pictures of Bevy were measured in a level: the place in the file's coordinates, meters,
/// and the yaw, degrees.
struct BevyEye(&'static str, [f64; 3], f32);

const BEVY_EYES: [BevyEye; 4] = [
    BevyEye("oa_dm1", [3.25, 1.35, -43.5], 45.0),
    BevyEye("oacmpctf3", [-91.0, 1.6, 11.0], 270.0),
    BevyEye("oacmpctf3-dense", [-91.0, 1.6, 11.0], 270.0),
    BevyEye("zdm2", [-1.38, 10.71, -7.59], 135.0),
];

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let began = Instant::now();
    // `cargo test --all-targets` starts this too, without a word: nothing is asked for there.
    if env::args().len() == 1 {
        return Ok(());
    }
    Request::parse().run(began)
}

/// The arguments of the command line.
#[derive(Parser)]
struct Request {
    #[arg(default_value = SHIPPED_LEVEL)]
    levels: Vec<String>,
    #[arg(long, default_value_t = 120)]
    frames: u32,
    /// The program that draws with Bevy.
    #[arg(long)]
    bevy: Option<PathBuf>,
    #[arg(long)]
    like_bevy: bool,
    /// Leaves out of the pictures what Bevy's do not have.
    #[arg(long)]
    plain: bool,
    #[arg(long)]
    offscreen: bool,
    #[arg(long)]
    write: bool,
    /// Measures one level and prints its report as JSON.
    #[arg(long)]
    one: bool,
    /// From cargo itself.
    #[arg(long)]
    bench: bool,
}

impl Request {
    fn run(&self, began: Instant) -> Result<(), Failure> {
        if self.one {
            let report = self.measure(&self.levels[0], began)?;
            println!("{}", serde_json::to_string(&report)?);
            return Ok(());
        }
        if let Some(program) = &self.bevy {
            let measure = |level: &str, is_plain| self.measure_apart(level, is_plain);
            let beside = beside::table(&self.levels, program, self.frames, measure)?;
            if self.write {
                table::write("picture.md", "beside", &beside)?;
            }
            return Ok(());
        }
        let mut reports = Vec::new();
        for level in &self.levels {
            let report = self.measure_apart(level, self.plain)?;
            println!("{}", report.summary());
            reports.push(report);
        }
        if self.write {
            table::write("benchmarks.md", "drawing", &table::of_levels(&reports))?;
        }
        Ok(())
    }

    /// Measures a level in a process of its own.
    fn measure_apart(&self, level: &str, is_plain: bool) -> Result<BenchReport, Failure> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["--one", "--frames", &self.frames.to_string(), level]);
        let likes_bevy = self.like_bevy || self.bevy.is_some();
        command.args(likes_bevy.then_some("--like-bevy"));
        command.args(is_plain.then_some("--plain"));
        command.args(self.offscreen.then_some("--offscreen"));
        let output = command.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("measuring {level} failed; what it said stands above").into());
        }
        Ok(serde_json::from_slice(&output.stdout)?)
    }

    /// Measures a level in this process: in a window, unless that is not wanted or not possible.
    fn measure(&self, name: &str, began: Instant) -> Result<BenchReport, Failure> {
        let preload = (!self.offscreen).then(|| app::Startup::begin(&self.picture()));
        let level = Arc::new(catalog::open(name)?);
        let (warm_up, stand) = match self.like_bevy {
            true => (WARM_UP_LIKE_BEVY, eye_in(name).ok()),
            false => (WARM_UP, None),
        };
        let options = BenchOptions {
            frames: self.frames,
            warm_up,
            picture: self.picture(),
            culling: Culling::WhenItPays,
            stand: stand.map(|BevyEye(_, position, yaw)| Pose {
                eye: level.to_local((*position).into()),
                yaw: yaw.to_radians(),
                pitch: 0.0,
            }),
            began,
        };
        if let Some(preload) = preload {
            match app::bench(&level, &options, preload, &progress::ignore) {
                Ok(report) => return Ok(report),
                Err(error) => eprintln!("{}; measuring offscreen", app::with_causes(&error)),
            }
        }
        Ok(hexbound_lab::bench(&level, &options, &progress::ignore)?)
    }

    /// The pictures that are measured.
    fn picture(&self) -> PictureOptions {
        let has_all = !self.plain;
        PictureOptions {
            size: SIZE,
            quality: Quality {
                indirect_light: has_all,
                reflections: has_all,
                bloom: has_all,
                smoothing: has_all,
                ..Quality::HIGH
            },
            ..PictureOptions::default()
        }
    }
}

/// The place of Bevy's pictures in a level of this path.
fn eye_in(path: &str) -> Result<&'static BevyEye, Failure> {
    let name = Path::new(path).file_stem();
    let eye = (BEVY_EYES.iter()).find(|eye| name == Some(OsStr::new(eye.0)));
    eye.ok_or_else(|| format!("{path}: no place is known in a level of this name").into())
}
