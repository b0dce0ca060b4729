//! The command that runs the same commands by several methods.

use std::io;

use anyhow::Result;
use hexbound::{
    headless::{self, CompareOptions, Source},
    output::is_standard,
};

use super::{
    arguments::CompareArguments,
    commands::{open, say},
    runs,
};

pub fn run(arguments: &CompareArguments) -> Result<()> {
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
    let comparison = headless::compare(&level, source, &options)?;
    let text = match arguments.json {
        true => serde_json::to_string_pretty(&comparison)?,
        false => comparison.summary(),
    };
    match arguments.csv.as_deref().is_some_and(is_standard) {
        // Standard output carries the rows.
        true => say(&mut io::stderr().lock(), &text),
        false => say(&mut io::stdout().lock(), &text),
    }
}
