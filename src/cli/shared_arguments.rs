//! The arguments that several commands have in common.

use std::{ffi::OsStr, path::PathBuf};

use anyhow::Result;
use clap::Args;
use hexbound::app::QualityWish;
use hexbound_lab::Source;
use hexbound_level::{Level, Reading, Scale};
use hexbound_render::{AdapterChoice, Exposure, PictureOptions, Preset, Quality};
use hexbound_replay::Recording;
use hexbound_sim::{Choice, CollisionMode, GroundStrategy, MethodChoices, Question};

use super::{
    levels::{self, level_of},
    runs, values,
};

/// A recorded run.
#[derive(Args, Clone, Debug)]
pub(crate) struct RunArguments {
    /// A recording, capsule or report of a fault; the name of a kept run or branch; a level's name
    /// for its best kept run; or demo, for the game's own.
    #[arg(value_name = "RUN")]
    pub file: PathBuf,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
}

impl RunArguments {
    /// Reads the recording and opens the level that it was made on.
    pub(crate) fn open(&self) -> Result<(Level, Recording)> {
        let recording = runs::read(&self.file)?;
        Ok((level_of(&recording, self.level.as_deref())?, recording))
    }
}

/// The reading of a level on which a run is made without a window, and the run's length and commands.
#[derive(Args, Debug)]
pub(crate) struct HeadlessArguments {
    #[command(flatten)]
    pub unit: UnitArguments,
    /// How many ticks of 1/120 s to run [default: the input's length, or 1200]
    #[arg(long, value_name = "N", value_parser = values::count("a number of ticks", 0), allow_negative_numbers = true)]
    pub ticks: Option<u64>,
    /// Feed the commands of a recording, a kept run's name, or a level's name for the best run of it.
    #[arg(long, value_name = "RUN", conflicts_with = "wander")]
    pub input: Option<PathBuf>,
    /// Move like a restless player, differently for every SEED.
    #[arg(long, value_name = "SEED", value_parser = values::count("a seed", 0), allow_negative_numbers = true)]
    pub wander: Option<u64>,
}

impl HeadlessArguments {
    /// Opens the level, after the source of the commands.
    pub(crate) fn open(&self, level: &OsStr) -> Result<(Level, Source)> {
        let source = match (&self.input, self.wander) {
            (Some(path), _) => Source::Input(Box::new(runs::read(path)?)),
            (None, Some(seed)) => Source::Wander { seed },
            (None, None) => Source::Idle,
        };
        Ok((levels::open(level, self.unit.reading())?, source))
    }
}

/// The methods by which collision is resolved.
#[derive(Args, Clone, Debug)]
pub(crate) struct MethodArguments {
    /// How the player's moves are resolved: swept, article or box [default: the input's, or swept]
    #[arg(long, value_name = "MODE")]
    pub collision: Option<CollisionMode>,
    /// The way to find the ground in mode swept: sweep (the body) or rays (four of them) [default: the
    /// input's, or sweep]
    #[arg(long, value_name = "HOW")]
    pub ground: Option<GroundStrategy>,
    /// Any methods at once, with a plus between them, such as article+ground=rays. An answer alone means
    /// the first question that has it; 'hexbound compare --list' has them all.
    #[arg(
        long,
        value_name = "METHODS",
        default_value = "usual",
        hide_default_value = true
    )]
    pub methods: MethodChoices,
}

impl MethodArguments {
    /// The requested methods. Fails if a question was answered twice.
    pub(crate) fn chosen(&self) -> Result<MethodChoices> {
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
pub(crate) struct EventArguments {
    /// Write each event as a line of JSON, and where all bodies are every so many ticks; - is
    /// standard output.
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// How many ticks lie between two lists of bodies among the events; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 120, requires = "events", value_parser = values::count("a number of ticks", 0), allow_negative_numbers = true)]
    pub bodies_every: u64,
}

/// The window that a run is played or watched in.
#[derive(Args, Clone, Debug)]
pub(crate) struct WindowArguments {
    /// The window's size in pixels.
    #[arg(long, value_name = "WxH", value_parser = values::size, allow_hyphen_values = true)]
    pub size: Option<[u32; 2]>,
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
pub(crate) struct PictureArguments {
    /// The picture's size in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = values::size, allow_hyphen_values = true)]
    pub size: [u32; 2],
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
    pub(crate) fn options(&self) -> PictureOptions {
        PictureOptions {
            size: self.size,
            quality: Quality {
                grain: !self.no_grain,
                ..self.quality.quality()
            },
            adapter: adapter(self.adapter.as_ref()),
        }
    }
}

/// The adapter with the requested name, or the usual one.
pub(super) fn adapter(name: Option<&String>) -> AdapterChoice {
    name.map_or_else(AdapterChoice::default, |name| {
        AdapterChoice::required(name.clone())
    })
}

/// The choices that a level's file leaves open.
#[derive(Args, Clone, Debug)]
pub(crate) struct UnitArguments {
    /// Meters that a unit of the level's file is, for files made in other units: 0.01 for
    /// centimeters.
    #[arg(long, value_name = "N", default_value_t, allow_hyphen_values = true)]
    pub scale: Scale,
    /// The look to show of a file that offers several (KHR_materials_variants), by its name.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
}

impl UnitArguments {
    /// The options of reading the file.
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            scale: self.scale,
            variant: self.variant.clone(),
        }
    }
}

/// How pictures are exposed; without them the player's settings hold.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ExposureArguments {
    /// How bright: auto (as the eye gets used to a place), or stops, 0 for a sunlit place.
    #[arg(long, value_name = "auto|STOPS", value_parser = values::exposure, allow_hyphen_values = true)]
    pub exposure: Option<Exposure>,
    /// Explosions throw no light and shine less.
    #[arg(long)]
    pub low_flash: bool,
}
