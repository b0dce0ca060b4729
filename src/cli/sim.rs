//! The command `sim`: runs the simulation without window, sound or graphics.

use std::{ffi::OsString, io, path::PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use hexbound_base::output::is_standard;
use hexbound_lab::{Options, Source};

use super::{
    levels::{lasting_name, open},
    printing::{as_json, say},
    progress_bar::ProgressBar,
    runs,
    shared_arguments::{EventArguments, MethodArguments, UnitArguments},
    values,
};

#[derive(Args, Debug)]
pub(crate) struct SimArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// How many ticks of 1/120 s to run [default: the input's length, or 1200]
    #[arg(long, value_name = "N", value_parser = values::ticks, allow_negative_numbers = true)]
    pub ticks: Option<u64>,
    /// Feed the commands of a recording, a kept run's name, or a level's name for the best run of it.
    #[arg(long, value_name = "RUN", conflicts_with = "wander")]
    pub input: Option<PathBuf>,
    /// Move like a restless player, differently for every SEED.
    #[arg(long, value_name = "SEED", value_parser = values::seed, allow_negative_numbers = true)]
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

/// Runs the command.
pub(super) fn run(arguments: &SimArguments) -> Result<()> {
    let outputs = [
        ("--trace", &arguments.trace),
        ("--record", &arguments.record),
        ("--events", &arguments.events.events),
    ];
    let streams: Vec<&str> = (outputs.into_iter())
        .filter(|(_, path)| path.as_deref().is_some_and(is_standard))
        .map(|(name, _)| name)
        .collect();
    if let [one, another, ..] = streams[..] {
        bail!("{one} and {another} can't both be standard output; name a file for one of them");
    }
    let methods = arguments.methods.chosen()?;
    let source = match (&arguments.input, arguments.wander) {
        (Some(path), _) => Source::Input(Box::new(runs::read(path)?)),
        (None, Some(seed)) => Source::Wander { seed },
        (None, None) => Source::Idle,
    };
    let level = open(&arguments.level, arguments.unit.reading())?;
    let options = Options {
        ticks: arguments.ticks,
        speed: arguments.speed,
        methods,
        record: arguments.record.clone(),
        trace: arguments.trace.clone(),
        events: arguments.events.events.clone(),
        bodies_every: arguments.events.bodies_every,
        opened_by: lasting_name(&arguments.level),
    };
    let bar = ProgressBar::beside(!streams.is_empty());
    let progress = |what: &str, share| bar.show(what, share);
    let report = hexbound_lab::simulate(&level, source, &options, &progress)?;
    drop(bar);
    let text = if arguments.json {
        as_json(&report)?
    } else {
        report.summary()
    };
    match streams.is_empty() {
        true => say(&mut io::stdout().lock(), &text),
        // Standard output carries data for another program.
        false => say(&mut io::stderr().lock(), &text),
    }
}
