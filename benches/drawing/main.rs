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
    path::PathBuf,
    process::{Command, ExitCode, Stdio},
    sync::Arc,
    time::Instant,
};

use hexbound::app;
use hexbound_base::progress;
use hexbound_lab::{BenchOptions, BenchReport, Pose};
use hexbound_level::Level;
use hexbound_render::{Culling, PictureOptions, Quality};
use hexbound_scenes::catalog;

/// Asks this program to measure one level and to print its report as JSON.
const ONE: &str = "--one";
/// Leaves out of the pictures what Bevy's do not have.
const PLAIN: &str = "--plain";
/// The level that comes with the game.
const SHIPPED_LEVEL: &str = "observatory";
/// The size of the pictures, pixels.
const SIZE: [u32; 2] = [1280, 720];
/// The number of frames that are drawn before the measured ones.
const WARM_UP: u32 = 5;
const WARM_UP_LIKE_BEVY: u32 = 20;

/// Where the pictures of Bevy were measured in a level.
struct BevyEye {
    level: &'static str,
    /// In the file's coordinates, meters.
    position: [f64; 3],
    /// Degrees.
    yaw: f32,
}

const BEVY_EYES: [BevyEye; 4] = [
    BevyEye::new("oa_dm1", [3.25, 1.35, -43.5], 45.0),
    BevyEye::new("oacmpctf3", [-91.0, 1.6, 11.0], 270.0),
    BevyEye::new("oacmpctf3-dense", [-91.0, 1.6, 11.0], 270.0),
    BevyEye::new("zdm2", [-1.38, 10.71, -7.59], 135.0),
];

impl BevyEye {
    const fn new(level: &'static str, position: [f64; 3], yaw: f32) -> Self {
        Self {
            level,
            position,
            yaw,
        }
    }
}

type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let began = Instant::now();
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo test --all-targets` starts this too, without a word: nothing is asked for there.
    if arguments.is_empty() {
        return ExitCode::SUCCESS;
    }
    match Request::of(&arguments).and_then(|request| request.run(began)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The arguments of the command line, checked.
#[derive(Default)]
struct Request {
    levels: Vec<String>,
    frames: u32,
    /// The program that draws with Bevy.
    bevy: Option<PathBuf>,
    like_bevy: bool,
    plain: bool,
    offscreen: bool,
    write: bool,
    one: bool,
}

impl Request {
    fn of(arguments: &[String]) -> Result<Self, Failure> {
        let mut request = Self {
            frames: 120,
            ..Self::default()
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                // From cargo itself.
                "--bench" => {}
                "--like-bevy" => request.like_bevy = true,
                PLAIN => request.plain = true,
                "--offscreen" => request.offscreen = true,
                "--write" => request.write = true,
                ONE => request.one = true,
                "--frames" => {
                    let number = words.next().and_then(|number| number.parse().ok());
                    request.frames = number.ok_or("--frames needs a number")?;
                }
                "--bevy" => {
                    let program = words.next().ok_or("--bevy needs a program")?;
                    request.bevy = Some(program.into());
                    request.like_bevy = true;
                }
                option if option.starts_with("--") => {
                    return Err(format!("there is no option {option}").into());
                }
                level => request.levels.push(level.to_owned()),
            }
        }
        if request.levels.is_empty() {
            request.levels.push(SHIPPED_LEVEL.to_owned());
        }
        Ok(request)
    }

    fn run(&self, began: Instant) -> Result<(), Failure> {
        if self.one {
            let report = self.measure(&self.levels[0], began)?;
            println!("{}", serde_json::to_string(&report)?);
            return Ok(());
        }
        if let Some(program) = &self.bevy {
            let levels = (self.levels.iter())
                .map(|level| Ok((level.as_str(), eye_in(level)?)))
                .collect::<Result<Vec<_>, Failure>>()?;
            let measure = |level: &str, is_plain| self.measure_apart(level, is_plain);
            let beside = beside::table(&levels, program, self.frames, measure)?;
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
        command.args([ONE, "--frames", &self.frames.to_string(), level]);
        if self.like_bevy {
            command.arg("--like-bevy");
        }
        if is_plain {
            command.arg(PLAIN);
        }
        if self.offscreen {
            command.arg("--offscreen");
        }
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
            true => (WARM_UP_LIKE_BEVY, bevy_pose(&level)),
            false => (WARM_UP, None),
        };
        let options = BenchOptions {
            frames: self.frames,
            warm_up,
            picture: self.picture(),
            culling: Culling::WhenItPays,
            stand,
            began,
        };
        if let Some(preload) = preload {
            match app::bench(&level, &options, preload, &progress::unseen) {
                Ok(report) => return Ok(report),
                Err(error) => eprintln!("{}; measuring offscreen", app::with_causes(&error)),
            }
        }
        Ok(hexbound_lab::bench(&level, &options, &progress::unseen)?)
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
    let name = PathBuf::from(path).file_stem().map(OsStr::to_owned);
    let eye = (BEVY_EYES.iter()).find(|eye| name.as_deref() == Some(OsStr::new(eye.level)));
    eye.ok_or_else(|| format!("{path}: no place is known in a level of this name").into())
}

fn bevy_pose(level: &Level) -> Option<Pose> {
    let eye = BEVY_EYES.iter().find(|eye| eye.level == level.name)?;
    Some(Pose {
        eye: level.to_local(eye.position.into()),
        yaw: eye.yaw.to_radians(),
        pitch: 0.0,
    })
}
