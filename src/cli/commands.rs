//! What each command does, by calling the library.

use std::{
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, Result};
use hexbound::{
    headless::{self, Options, Source},
    level::{self, Level},
    replay,
};

use super::arguments::{Cli, Command, ReplayArguments, SimArguments};

/// Runs what was typed.
pub fn run(arguments: Cli) -> Result<()> {
    match arguments.command {
        None => Ok(()),
        Some(Command::Play(_play)) => Ok(()),
        Some(Command::Levels { scenes }) => levels(scenes),
        Some(Command::Sim(sim)) => simulate(&sim),
        Some(Command::Replay(replay)) => replay_headless(&replay),
        Some(Command::Shot(_shot)) => Ok(()),
        Some(Command::Demo(_demo)) => Ok(()),
    }
}

fn levels(scenes: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    for listing in level::list() {
        if listing.path.is_none() && !scenes {
            continue;
        }
        let line = match listing.triangles {
            Ok(triangles) => format!("{:<24} {triangles:>9} triangles", listing.name),
            Err(problem) => format!("{:<24} refused: {problem}", listing.name),
        };
        say(&mut out, &line)?;
    }
    Ok(())
}

fn simulate(arguments: &SimArguments) -> Result<()> {
    let source = match (&arguments.input, arguments.wander) {
        (Some(path), _) => Source::Input(replay::read(path)?),
        (None, Some(seed)) => Source::Wander { seed },
        (None, None) => Source::Idle,
    };
    let level = open(&arguments.level)?;
    let options = Options {
        ticks: arguments.ticks,
        speed: arguments.speed,
        collision: arguments.collision,
        record: arguments.record.clone(),
        trace: arguments.trace.clone(),
        opened_by: lasting_name(&arguments.level),
    };
    let report = headless::simulate(&level, source, &options)?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&report)?
    } else {
        report.summary()
    };
    say(&mut io::stdout().lock(), &text)
}

fn replay_headless(arguments: &ReplayArguments) -> Result<()> {
    let recording = replay::read(&arguments.file)?;
    let name = arguments.level.as_ref().unwrap_or(&recording.header.level);
    let level = open(name).with_context(|| {
        format!(
            "the recording {} needs the level '{name}'; --level says where it is now",
            arguments.file.display()
        )
    })?;
    let ticks = recording.ticks;
    let world = headless::replay(&level, recording)?;
    let text = format!("ticks {ticks} state_hash {:016x}", world.state_hash());
    say(&mut io::stdout().lock(), &text)
}

/// Opens a level and tells what is odd about it.
fn open(argument: &str) -> Result<Level> {
    let level = level::open(argument)?;
    for warning in &level.warnings {
        log::warn!("{}: {warning}", level.name);
    }
    Ok(level)
}

/// What a recording calls a level by: a path is written in full, so that it is found from other
/// folders too.
fn lasting_name(argument: &str) -> String {
    match Path::new(argument).canonicalize() {
        Ok(path) if path.is_file() => path.to_string_lossy().into_owned(),
        _ => argument.to_owned(),
    }
}

/// Prints a line. A reader that went away (`| head`) is no failure.
fn say(out: &mut impl Write, text: &str) -> Result<()> {
    match writeln!(out, "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to the terminal")
        }
        _ => Ok(()),
    }
}
