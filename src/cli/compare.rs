//! The command that runs the same commands by several methods.

use std::{ffi::OsString, io, path::PathBuf};

use anyhow::{Result, bail};
use clap::{ArgGroup, Args};
use hexbound_base::output::is_standard;
use hexbound_lab::{CompareOptions, ComparedMethod, Source};

use super::{
    levels::open,
    printing::{as_json, say},
    progress_bar::ProgressBar,
    runs,
    shared_arguments::UnitArguments,
};

pub(super) const EXAMPLES: &str = "\
The methods are held against the first of them. One parts from it where it is more than 5 cm away: less
may come of the gaps that each keeps to the level. 'usual' stands for those of the input itself. A row
tells the mean time of the player's part of a tick, how far the player went, how often something
was touched and how many triangles were asked; 'freed' counts overlaps that had to be resolved,
'through' the ticks in which the body's center went through a triangle of the level. A judge counts
'leaks', ticks that led through a triangle or out of the level, and 'overlaps', ticks in which the
body was more than 2 mm inside what stands, with the deepest. A program that was built with
--features rapier also knows the method 'rapier': rapier3d's character controller, never first.
The commands are those of --input, or with --wander SEED a restless player's.

Examples:
  hexbound compare observatory --input run.rec
  hexbound compare test:wedge --wander 3 --ticks 6000 --methods usual,article
  hexbound compare observatory --input run.rec --methods usual,ground=rays,box --csv apart.csv --plot apart.svg";

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("commands").required(true).args(["input", "wander"])))]
pub(crate) struct CompareArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// How many ticks of 1/120 s to run [default: the input's length, or 1200]
    #[arg(long, value_name = "N", value_parser = super::values::ticks, allow_negative_numbers = true)]
    pub ticks: Option<u64>,
    /// Feed the commands of a recording, a kept run's name, or a level's name for the best run of it.
    #[arg(long, value_name = "RUN")]
    pub input: Option<PathBuf>,
    /// Move like a restless player, differently for every SEED.
    #[arg(long, value_name = "SEED", value_parser = super::values::seed, allow_negative_numbers = true)]
    pub wander: Option<u64>,
    /// The methods to compare, with commas between them, each such as usual, box or article+ground=rays.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "usual,article,box"
    )]
    pub methods: Vec<ComparedMethod>,
    /// Write one row of CSV a tick: where each was; - is standard output, the table then goes to
    /// standard error.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw how far apart they were over time into an SVG file; - is standard output, the table then
    /// goes to standard error.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(arguments: &CompareArguments) -> Result<()> {
    let is_streamed = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_standard);
    let streams = [&arguments.csv, &arguments.plot].map(is_streamed);
    if streams == [true, true] {
        bail!("--csv and --plot can't both be standard output; name a file for one of them");
    }
    let source = match (&arguments.input, arguments.wander) {
        (Some(run), _) => Source::Input(Box::new(runs::read(run)?)),
        (None, Some(seed)) => Source::Wander { seed },
        (None, None) => Source::Idle,
    };
    let level = open(&arguments.level, arguments.unit.reading())?;
    let options = CompareOptions {
        methods: arguments.methods.clone(),
        ticks: arguments.ticks,
        table: arguments.csv.clone(),
        plot: arguments.plot.clone(),
    };
    let is_streamed = streams.contains(&true);
    let bar = ProgressBar::beside(is_streamed);
    let progress = |what: &str, share| bar.show(what, share);
    let comparison = hexbound_lab::compare(&level, source, &options, &progress)?;
    drop(bar);
    let text = match arguments.json {
        true => as_json(&comparison)?,
        false => comparison.summary(),
    };
    match is_streamed {
        // Standard output carries the rows or the picture.
        true => say(&mut io::stderr().lock(), &text),
        false => say(&mut io::stdout().lock(), &text),
    }
}
