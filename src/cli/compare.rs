//! The command `compare`: runs the same commands by several methods, or lists the methods.

use std::{ffi::OsString, path::PathBuf};

use anyhow::{Result, bail};
use clap::{ArgGroup, Args};
use hexbound_base::output::is_standard;
use hexbound_lab::{CompareOptions, ComparedMethod};

use super::{
    printing::{say, say_beside, text_of},
    progress_bar::ProgressBar,
    shared_arguments::HeadlessArguments,
};

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("commands").required(true).args(["input", "wander", "list"])))]
pub(crate) struct CompareArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    #[arg(required_unless_present = "list")]
    pub level: Option<OsString>,
    #[command(flatten)]
    pub run: HeadlessArguments,
    /// List the methods of collision: every question, its answers, and a sentence on each.
    #[arg(long, exclusive = true)]
    pub list: bool,
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
    let Some(level) = &arguments.level else {
        let listed = hexbound_lab::list_methods();
        return say(listed.trim_end());
    };
    let is_streamed = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_standard);
    let streams = [&arguments.csv, &arguments.plot].map(is_streamed);
    if streams == [true, true] {
        bail!("--csv and --plot can't both be standard output; name a file for one of them");
    }
    let is_streamed = streams.contains(&true);
    let (level, source) = arguments.run.open(level)?;
    let options = CompareOptions {
        methods: arguments.methods.clone(),
        ticks: arguments.run.ticks,
        table: arguments.csv.clone(),
        plot: arguments.plot.clone(),
    };
    let bar = ProgressBar::beside(is_streamed);
    let comparison = hexbound_lab::compare(&level, source, &options, &bar.progress())?;
    drop(bar);
    let text = text_of(arguments.json, &comparison, || comparison.summary())?;
    // Standard output may carry the rows or the picture.
    say_beside(is_streamed, &text)
}
