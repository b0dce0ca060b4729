//! The arguments of the command line.

use std::{ffi::OsString, path::PathBuf};

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hexbound::{
    app::QualityWish,
    cache::CacheKind,
    inspect::{CollisionView, USUAL_DEPTH},
    level::{Reading, Scale},
    render::{AdapterChoice, Exposure, PictureOptions, Preset, Quality},
    sim::{Choice, CollisionMode, GroundStrategy, MethodChoices, Question},
};

use super::{
    capsule::{self, CapsuleArguments, OpenArguments},
    check::{self, CheckArguments},
    compare::{self, CompareArguments},
    examples,
    hunt::{self, HuntArguments},
    museum::{self, MuseumArguments},
    report::{self, ReportArguments},
    values::{self, Camera, Size},
    why::{self, WhyArguments},
};

/// A first-person game whose heart is collision you can trust and see.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = examples::PROGRAM)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub play: PlayArguments,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the game on a level.
    #[command(after_help = examples::PLAY)]
    Play(PlayArguments),
    /// List the levels there are, with their triangle counts.
    #[command(after_help = "Examples:\n  hexbound levels\n  hexbound levels --scenes")]
    Levels {
        /// List the generated test scenes too.
        #[arg(long)]
        scenes: bool,
    },
    /// Write a small level to begin from, the scripts that make it, and a guide.
    #[command(after_help = examples::NEW)]
    New {
        /// The folder to write; its name becomes the level's.
        name: PathBuf,
    },
    /// Tell what is wrong or odd about levels: where, and what to do.
    #[command(after_help = check::EXAMPLES)]
    Check(CheckArguments),
    /// Run the simulation without window, sound or graphics.
    #[command(after_help = examples::SIM)]
    Sim(SimArguments),
    /// Run the same commands by several methods of collision, and tell what each made of them.
    #[command(after_help = compare::EXAMPLES)]
    Compare(CompareArguments),
    /// List the methods of collision: every question, its answers, and a sentence on each.
    #[command(after_help = examples::METHODS)]
    Methods,
    /// Let a bot look for ways out of a level, overlaps, and places where nobody gets on.
    #[command(after_help = hunt::EXAMPLES)]
    Hunt(HuntArguments),
    /// Walk through the museum of failures: usual methods that fail beside the game's own.
    #[command(after_help = museum::EXAMPLES)]
    Museum(MuseumArguments),
    /// Tell why the player stopped or turned in a tick of a recorded run.
    #[command(after_help = why::EXAMPLES)]
    Why(WhyArguments),
    /// Write pages about recorded runs: path, contacts, time, pictures.
    #[command(after_help = report::EXAMPLES)]
    Report(ReportArguments),
    /// Play a recording back.
    #[command(after_help = examples::REPLAY)]
    Replay(ReplayArguments),
    /// Cut a moment of a run into one small file, or shrink one while its fault stays.
    #[command(after_help = capsule::EXAMPLES)]
    Capsule(CapsuleArguments),
    /// Show a capsule, or the report of a fault, or check it.
    #[command(after_help = capsule::OPEN_EXAMPLES)]
    Open(OpenArguments),
    /// Draw a level into a PNG file, without a window.
    #[command(after_help = examples::SHOT)]
    Shot(ShotArguments),
    /// Play a recorded run's level against its ghost.
    #[command(after_help = examples::RACE)]
    Race(RaceArguments),
    /// Simulate recorded runs again and confirm level, result, every command and every checkpoint.
    #[command(after_help = examples::VERIFY)]
    Verify(VerifyArguments),
    /// List the runs that are kept: the best few of every level.
    #[command(after_help = "Examples:\n  hexbound runs\n  hexbound runs --json")]
    Runs {
        /// Print JSON instead of a list.
        #[arg(long)]
        json: bool,
    },
    /// List the logs of the last runs, and the reports of faults that stopped the game.
    #[command(after_help = "Example:\n  hexbound logs")]
    Logs,
    /// List the player's settings, or change one. The file holds them with comments.
    #[command(after_help = examples::SETTINGS)]
    Settings(SettingsArguments),
    /// List what is kept so that levels open faster, or remove it.
    #[command(after_help = examples::CACHE)]
    Cache {
        #[command(subcommand)]
        action: Option<CacheAction>,
    },
    /// Draw a recorded run, or a stretch of it, into PNG frames or an animated file.
    #[command(after_help = examples::FILM)]
    Film(FilmArguments),
    /// Play the demo recording offscreen: PNG frames and a summary.
    #[command(after_help = "Example:\n  hexbound demo --output target/demo")]
    Demo(DemoArguments),
    /// Measure what drawing a level costs.
    #[command(after_help = examples::BENCH)]
    Bench(BenchArguments),
    /// Print what makes a shell complete these commands.
    #[command(after_help = examples::COMPLETION)]
    Completions {
        /// The shell that reads it.
        shell: Shell,
    },
    /// Write the manual pages of all commands, for a package.
    #[command(hide = true)]
    ManualPages {
        /// The folder for the pages; made when absent.
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, Subcommand)]
pub enum CacheAction {
    /// Remove everything that is kept, or what is kept of one kind.
    #[command(after_help = examples::CACHE)]
    Clear {
        /// geometry, light, pictures or quality.
        kind: Option<CacheKind>,
    },
}

#[derive(Args, Debug)]
pub struct PlayArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file [default: quarry, the first one]
    pub level: Option<OsString>,
    #[command(flatten)]
    pub unit: UnitArguments,
    #[command(flatten)]
    pub window: WindowArguments,
    #[command(flatten)]
    pub methods: MethodArguments,
    /// The view of collision to begin with: off, mesh, tree, candidates, planes,
    /// contacts, shells, rays or legs.
    #[arg(long, value_name = "NAME", default_value = "off")]
    pub collision_view: CollisionView,
    /// Write every tick's command to FILE (- is standard output), for 'hexbound replay'.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub events: EventArguments,
    /// Help, any of: aim (the way of the next throw is shown), balls (the hand is never empty), slow
    /// (time passes more slowly). A run with help is marked so.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub assist: Vec<AssistKind>,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

/// The methods by which collision is resolved.
#[derive(Args, Clone, Debug)]
pub struct MethodArguments {
    /// How the player's moves are resolved: swept, article or box [default: the input's, or swept]
    #[arg(long, value_name = "MODE")]
    pub collision: Option<CollisionMode>,
    /// The way to find the ground in mode swept: sweep (the body) or rays (four of them) [default: the
    /// input's, or sweep]
    #[arg(long, value_name = "HOW")]
    pub ground: Option<GroundStrategy>,
    /// Any methods at once, with a plus between them, such as article+ground=rays. An answer alone means
    /// the first question that has it; 'hexbound methods' lists them all.
    #[arg(
        long,
        value_name = "METHODS",
        default_value = "usual",
        hide_default_value = true
    )]
    pub methods: MethodChoices,
}

impl MethodArguments {
    /// The methods that were asked for. It is an error if a question was answered twice.
    pub fn chosen(&self) -> Result<MethodChoices> {
        let mut chosen = self.methods.clone();
        let answers = [
            (Question::Collision, self.collision.map(Choice::name)),
            (Question::Ground, self.ground.map(Choice::name)),
        ];
        for (question, choice) in answers {
            if let Some(choice) = choice {
                chosen.add(question, choice).map_err(anyhow::Error::msg)?;
            }
        }
        Ok(chosen)
    }
}

/// A stream of what happens in a run, for other programs.
#[derive(Args, Clone, Debug)]
pub struct EventArguments {
    /// Write each event as a line of JSON, and where all bodies are every so many ticks; - is
    /// standard output.
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// How many ticks lie between two lists of bodies among the events; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 120, requires = "events")]
    pub bodies_every: u64,
}

/// A kind of help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AssistKind {
    Aim,
    Balls,
    Slow,
}

/// The window that a run is played or watched in.
#[derive(Args, Clone, Debug)]
pub struct WindowArguments {
    /// The window's size in pixels.
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub size: Option<Size>,
    /// Fill the screen.
    #[arg(long)]
    pub fullscreen: bool,
    /// Show ghosts of these methods of collision, with commas between them, such as
    /// article,body=capsule: they follow the same commands. F6 hides them and shows them from there on
    /// [default: none, and with F6 the other collision modes]
    #[arg(long, value_name = "METHODS", value_delimiter = ',')]
    pub ghosts: Vec<MethodChoices>,
    /// How much work goes into each picture: auto (as fast as this computer draws), low, medium, high
    /// or ultra [default: the settings']
    #[arg(long, value_name = "NAME")]
    pub quality: Option<QualityWish>,
    /// Surfaces without textures stay flat, without the look of plaster and stone.
    #[arg(long)]
    pub no_grain: bool,
    /// The graphics adapter, by a part of its name, its kind (discrete, integrated, software) or its
    /// interface [default: the settings']
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
}

/// The pictures that are drawn without a window.
#[derive(Args, Clone, Debug)]
pub struct PictureArguments {
    /// The picture's size in pixels.
    #[arg(
        long,
        value_name = "WxH",
        default_value = "1280x720",
        allow_hyphen_values = true
    )]
    pub size: Size,
    /// How much work goes into each picture: low, medium, high or ultra.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub quality: Preset,
    /// Surfaces without textures stay flat, without the look of plaster and stone.
    #[arg(long)]
    pub no_grain: bool,
    /// The graphics adapter, by a part of its name, its kind (discrete, integrated, software) or its
    /// interface.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
}

impl PictureArguments {
    pub fn options(&self) -> PictureOptions {
        PictureOptions {
            size: self.size.pixels(),
            quality: Quality {
                grain: !self.no_grain,
                ..self.quality.quality()
            },
            adapter: adapter(self.adapter.as_ref()),
        }
    }
}

/// The adapter that is asked for by name, or the usual one.
pub fn adapter(name: Option<&String>) -> AdapterChoice {
    name.map_or_else(AdapterChoice::default, |name| {
        AdapterChoice::required(name.clone())
    })
}

/// The choices that a level's file leaves open.
#[derive(Args, Clone, Debug)]
pub struct UnitArguments {
    /// Meters that a unit of the level's file is, for files made in other units: 0.01 for
    /// centimeters.
    #[arg(long, value_name = "N", default_value_t, allow_hyphen_values = true)]
    pub scale: Scale,
    /// The look to show of a file that offers several (KHR_materials_variants), by its name.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

impl UnitArguments {
    /// How the file is read.
    pub fn reading(&self) -> Reading {
        Reading {
            scale: self.scale,
            variant: self.variant.clone(),
        }
    }
}

/// How pictures are exposed; without them the player's settings hold.
#[derive(Args, Clone, Copy, Debug)]
pub struct ExposureArguments {
    /// How bright: auto (as the eye gets used to a place), or stops, 0 for a sunlit place.
    #[arg(long, value_name = "auto|STOPS", value_parser = values::exposure, allow_hyphen_values = true)]
    pub exposure: Option<Exposure>,
    /// Explosions throw no light and shine less.
    #[arg(long)]
    pub low_flash: bool,
}

#[derive(Args, Debug)]
pub struct SimArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// How many ticks of 1/120 s to run [default: the input's length, or 1200]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Feed the commands of a recording.
    #[arg(long, value_name = "FILE", conflicts_with = "wander")]
    pub input: Option<PathBuf>,
    /// Move like a restless player, differently for every SEED.
    #[arg(long, value_name = "SEED")]
    pub wander: Option<u64>,
    /// Walking speed, for stress.
    #[arg(long, value_name = "M_PER_S", value_parser = values::speed, allow_hyphen_values = true)]
    pub speed: Option<f32>,
    #[command(flatten)]
    pub methods: MethodArguments,
    /// Write a recording of the run; - is standard output.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write one row of CSV a tick; - is standard output, the summary then goes to standard error.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    #[command(flatten)]
    pub events: EventArguments,
    /// Print one JSON object instead of a summary.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct ReplayArguments {
    /// A recording, a kept run's name, or a level's name for the best run kept of it.
    pub file: PathBuf,
    /// Check it without a window.
    #[arg(long, conflicts_with_all = ["size", "fullscreen", "quality", "adapter"])]
    pub headless: bool,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
    #[command(flatten)]
    pub exposure: ExposureArguments,
    #[command(flatten)]
    pub window: WindowArguments,
}

#[derive(Args, Debug)]
pub struct ShotArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// The PNG file to write; - is standard output.
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// Where to look from.
    #[arg(long, value_name = "x,y,z,yaw,pitch", allow_hyphen_values = true)]
    pub camera: Option<Camera>,
    /// Run a recording first.
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// How many ticks of the input to run [default: all]
    #[arg(long, value_name = "N", requires = "input")]
    pub tick: Option<u64>,
    /// Show what collision decided in the last tick: mesh, tree, candidates, planes,
    /// contacts, shells, rays or legs.
    #[arg(long, value_name = "NAME", default_value = "off")]
    pub collision_view: CollisionView,
    /// Which level of the tree that view shows.
    #[arg(long, value_name = "N", default_value_t = USUAL_DEPTH)]
    pub tree_depth: u32,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

#[derive(Args, Debug)]
pub struct RaceArguments {
    /// A recording, a kept run's name, or a level's name for the best run kept of it.
    pub run: PathBuf,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
    #[command(flatten)]
    pub window: WindowArguments,
    /// Write your own commands to FILE too.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

#[derive(Args, Debug)]
pub struct VerifyArguments {
    /// Recordings, kept runs' names, or levels' names for the best runs kept of them.
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
    /// Print JSON instead of a line a run.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub struct SettingsArguments {
    /// A setting, such as 'mouse.invert', or a section of them.
    pub name: Option<String>,
    /// The setting's new value.
    #[arg(allow_negative_numbers = true)]
    pub value: Option<String>,
}

#[derive(Args, Debug)]
pub struct FilmArguments {
    /// A recording, a kept run's name, or a level's name for the best run kept of it.
    pub file: PathBuf,
    /// A .png or .apng file for an animated picture (- is standard output), or a folder for frames.
    #[arg(short, long, value_name = "DIR|FILE")]
    pub output: PathBuf,
    /// Where to begin, in seconds of the run.
    #[arg(long, value_name = "S", default_value_t = 0.0, value_parser = values::moment, allow_hyphen_values = true)]
    pub from: f64,
    /// Where to end, in seconds of the run [default: the run's end]
    #[arg(long, value_name = "S", value_parser = values::moment, allow_hyphen_values = true)]
    pub to: Option<f64>,
    /// How many frames a second.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=240))]
    pub fps: u16,
    /// Show what collision decided: mesh, tree, candidates, planes,
    /// contacts, shells, rays or legs.
    #[arg(long, value_name = "NAME", default_value = "off")]
    pub collision_view: CollisionView,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
    #[command(flatten)]
    pub exposure: ExposureArguments,
}

#[derive(Args, Debug)]
pub struct DemoArguments {
    /// The folder for the frames; made when absent.
    #[arg(short, long, value_name = "DIR", default_value = "target/demo", value_parser = values::folder)]
    pub output: PathBuf,
    /// Another recording than the shipped one.
    #[arg(long, value_name = "FILE")]
    pub recording: Option<PathBuf>,
}

/// When what is hidden behind other things is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Occlusion {
    Auto,
    Never,
    Always,
}

#[derive(Args, Debug)]
pub struct BenchArguments {
    /// Levels' names or paths [default: observatory]
    pub levels: Vec<String>,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// How many frames to measure, after a few to warm up.
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub frames: u32,
    #[command(flatten)]
    pub picture: PictureArguments,
    /// Open no window.
    #[arg(long)]
    pub offscreen: bool,
    /// Leave out what other things hide: where that pays, never, or always.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Occlusion::Auto)]
    pub occlusion: Occlusion,
    /// Play so long instead, with ghosts and balls, and fail where memory grows by more than 5 %.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86_400),
        conflicts_with_all = ["frames", "occlusion"])]
    pub soak: Option<u32>,
    /// Print JSON instead of a summary.
    #[arg(long)]
    pub json: bool,
}
