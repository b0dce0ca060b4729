//! The command `capsule`: cuts a moment out of a run, or shrinks a capsule.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use clap::Args;
use hexbound_base::{clock::TICK_RATE, files, output::is_standard, words::counted};
use hexbound_lab::{
    FaultKind,
    capsule::{Capsule, FoundFault},
};

use super::{printing::say_beside, progress_bar::ProgressBar, shared_arguments::RunArguments};

/// The default length of a capsule, ticks.
const USUAL_TICKS: u64 = 5 * TICK_RATE as u64;

#[derive(Args, Debug)]
pub(crate) struct CapsuleArguments {
    #[command(flatten)]
    pub run: RunArguments,
    /// The ticks: A have been played before the first command, and B after the last; A..=B has one
    /// command more [default: the last five seconds]
    #[arg(long, value_name = "A..B", value_parser = ticks, conflicts_with = "minimize")]
    pub ticks: Option<Range<u64>>,
    /// The capsule to write; - is standard output [default: named after RUN and its ticks, in the
    /// current folder, with a number if that name is taken]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A note that the capsule holds, shown where it is opened.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Shrink a capsule while its fault stays.
    #[arg(long, visible_alias = "minimise", conflicts_with = "level")]
    pub minimize: bool,
    /// The kind of fault that has to stay [default: the gravest that is found]
    #[arg(long, value_name = "KIND", requires = "minimize")]
    pub fault: Option<FaultKind>,
}

/// Parses a range of ticks. As in Rust, `A..=B` includes the tick B, and is one longer than `A..B`.
fn ticks(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let read = text.split_once("..").and_then(|(from, to)| {
        let end = match to.strip_prefix('=') {
            Some(last) => number(last)?.checked_add(1)?,
            None => number(to)?,
        };
        Some(number(from)?..end)
    });
    match read {
        Some(range) if range.start < range.end => Ok(range),
        read => Err(format!(
            "'{text}' {}; write ticks as 4200..4500",
            fault_of_ticks(text, read.is_some())
        )),
    }
}

/// The reason why a text is no range of ticks, or an empty one.
fn fault_of_ticks(text: &str, is_range: bool) -> &'static str {
    match text.split_once("..") {
        Some(_) if is_range => "is empty: the first has to be less than the last",
        Some((_, end)) if end.trim_start_matches('=').trim().is_empty() => "has no end",
        Some((begin, _)) if begin.trim().is_empty() => "has no beginning",
        _ => "are no ticks",
    }
}

/// Cuts a capsule out of a run, or shrinks one.
pub(super) fn run(arguments: &CapsuleArguments) -> Result<()> {
    match arguments.minimize {
        true => minimize(arguments),
        false => cut(arguments),
    }
}

fn cut(arguments: &CapsuleArguments) -> Result<()> {
    let run = &arguments.run.file;
    if Capsule::is_capsule(run) {
        bail!(
            "{} is a capsule already; --minimize shrinks it, 'hexbound replay' shows it",
            run.display()
        );
    }
    let (level, recording) = arguments.run.open()?;
    let ticks = arguments.ticks.clone().unwrap_or_else(|| {
        let begin = recording.ticks.saturating_sub(USUAL_TICKS);
        begin..recording.ticks
    });
    let fault = recording.fault.as_ref().map(|fault| fault.words.clone());
    let note = arguments.note.clone().or(fault).unwrap_or_default();
    let ending = format!("-{}-{}", ticks.start, ticks.end);
    let bar = ProgressBar::new();
    let capsule = Capsule::cut(&level, &recording, ticks, &note, &bar.progress())?;
    drop(bar);
    let path = (arguments.output.clone()).unwrap_or_else(|| free_name(run, &ending));
    capsule.write(&path)?;
    describe(&capsule, level.collision.len(), &path)
}

fn minimize(arguments: &CapsuleArguments) -> Result<()> {
    let whole = Capsule::read(&arguments.run.file)?;
    let (mut small, fault) = whole.minimize(arguments.fault, &|stage| log::info!("{stage}"))?;
    if let Some(note) = &arguments.note {
        small.note.clone_from(note);
    }
    let path = arguments.output.clone();
    let path = path.unwrap_or_else(|| free_name(&arguments.run.file, "-small"));
    small.write(&path)?;
    let text = format!(
        "{} of {} and {} of {} are left, and at tick {} {}",
        small.ticks(),
        counted(whole.ticks(), "tick", "ticks"),
        small.triangles(),
        counted(whole.triangles(), "triangle", "triangles"),
        fault.tick,
        said_of_fault(&fault)
    );
    say_beside(is_standard(&path), &text)?;
    describe(&small, whole.triangles(), &path)
}

/// The default file in the current folder, under a name that is not taken.
fn free_name(run: &Path, ending: &str) -> PathBuf {
    let is_free = |ending: &str| named_after(run, ending).symlink_metadata().is_err();
    named_after(run, &files::free_name(ending, is_free))
}

/// The file of a capsule of a run.
fn named_after(run: &Path, ending: &str) -> PathBuf {
    let name = Path::new(run.file_name().unwrap_or_default());
    let is_compressed = name.extension().is_some_and(|it| it == "gz");
    let name = match is_compressed {
        true => name.with_extension("").with_extension(""),
        false => name.with_extension(""),
    };
    PathBuf::from(format!("{}{ending}.capsule", name.display()))
}

/// Describes a written capsule, with its number of triangles out of `all`.
fn describe(capsule: &Capsule, all: usize, path: &Path) -> Result<()> {
    let bytes = capsule.to_bytes()?.len();
    let text = format!(
        "{}, ticks {}..{}, {} of {}, {} kB",
        one_line(&capsule.level),
        capsule.begins_at(),
        capsule.begins_at() + capsule.ticks(),
        capsule.triangles(),
        counted(all, "triangle", "triangles"),
        bytes.div_ceil(1000)
    );
    match is_standard(path) {
        true => say_beside(true, &text),
        false => say_beside(false, &format!("{}: {text}", path.display())),
    }
}

/// A text of a capsule, which may come from anywhere, with its control characters replaced. The text
/// can't imitate other lines of the output.
pub(super) fn one_line(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// A fault of a capsule as text, with its kind.
pub(super) fn said_of_fault(fault: &FoundFault) -> String {
    format!("{} ({})", fault.kind.words(), fault.kind)
}
