//! The command `sim`: runs the simulation without window, sound or graphics.

use std::{ffi::OsString, path::PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use hexbound_base::output::is_standard;
use hexbound_lab::SimOptions;

use super::{
    levels::lasting_name,
    printing::{say_beside, text_of},
    progress_bar::ProgressBar,
    shared_arguments::{EventArguments, HeadlessArguments, MethodArguments},
    values,
};

#[derive(Args, Debug)]
pub(crate) struct SimArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub run: HeadlessArguments,
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
    let (level, source) = arguments.run.open(&arguments.level)?;
    let options = SimOptions {
        ticks: arguments.run.ticks,
        speed: arguments.speed,
        methods,
        record: arguments.record.clone(),
        trace: arguments.trace.clone(),
        events: arguments.events.events.clone(),
        bodies_every: arguments.events.bodies_every,
        opened_by: lasting_name(&arguments.level),
    };
    let bar = ProgressBar::beside(!streams.is_empty());
    let report = hexbound_lab::simulate(&level, source, &options, &bar.progress())?;
    drop(bar);
    let text = text_of(arguments.json, &report, || report.summary())?;
    // Standard output may carry data for another program.
    say_beside(!streams.is_empty(), &text)
}
