//! The commands for moments of runs: cutting one out, shrinking it, opening it.

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use hexbound::app;
use hexbound_base::{clock::TICK_RATE, output::is_standard, words::counted};
use hexbound_lab::{FaultKind, capsule::Capsule};
use hexbound_replay::ReplayError;

use super::{
    exit_codes::Finding,
    levels::level_of,
    playing::{ReplayArguments, replay as replay_run},
    printing::say,
    progress_bar::ProgressBar,
    runs,
    shared_arguments::{ExposureArguments, WindowArguments},
    windows::{preload, window_options},
};

pub(super) const EXAMPLES: &str = "\
A capsule holds a moment of a run: the part of the level around it, the state before it, its commands,
and the state's hash after every tick. RUN is a recording, a kept run's name, or the report of a
fault. With --minimize, RUN is a capsule, which shrinks while a fault of the same kind stays: panic,
through (the body's center goes through a triangle), overlap (by more than 2 mm), freed (from an
overlap), respawn or stuck.

Examples:
  hexbound capsule run.rec --ticks 4200..4500 -o snag.capsule --note 'snags at the door'
  hexbound capsule --minimize snag.capsule
  hexbound capsule hexbound-crash-2026-01-31-120000.txt
  hexbound open snag.capsule";

pub(super) const OPEN_EXAMPLES: &str = "\
The window stands still at the first fault that is found in the capsule, or at its end: '.' and ',' go
on and back by single ticks, P plays on. The report of a fault is shown as 'hexbound replay' does. With
--headless the exit code is 1 where a tick comes to another state, and 2 where the file can't be read.

Examples:
  hexbound open snag.capsule
  hexbound open snag.capsule --headless    tells which tick comes to another state, if one does";

/// The length of a capsule for which no ticks are named, ticks.
const USUAL_TICKS: u64 = 5 * TICK_RATE as u64;

#[derive(Args, Debug)]
pub(crate) struct CapsuleArguments {
    /// A recording, a kept run's name or the report of a fault; with --minimize a capsule.
    pub run: PathBuf,
    /// The ticks: A have been played before the first command, and B after the last; A..=B has one
    /// command more [default: the last five seconds]
    #[arg(long, value_name = "A..B", value_parser = ticks, conflicts_with = "minimize")]
    pub ticks: Option<Range<u64>>,
    /// The capsule to write; - is standard output [default: named after RUN and its ticks, in the
    /// folder where the command runs, with a number where that name is taken]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// A note that the capsule holds, shown where it is opened.
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Where the level is now, when it is not where it was.
    #[arg(long, conflicts_with = "minimize")]
    pub level: Option<String>,
    /// Shrink a capsule while its fault stays.
    #[arg(long, visible_alias = "minimise")]
    pub minimize: bool,
    /// The kind of fault that has to stay [default: the gravest that is found]
    #[arg(long, value_name = "KIND", requires = "minimize")]
    pub fault: Option<FaultKind>,
}

#[derive(Args, Debug)]
pub(crate) struct OpenArguments {
    /// A capsule, or the report of a fault.
    pub file: PathBuf,
    /// Check without a window that it still comes to the same states.
    #[arg(long, conflicts_with_all = ["size", "fullscreen", "quality", "adapter"])]
    pub headless: bool,
    #[command(flatten)]
    pub exposure: ExposureArguments,
    #[command(flatten)]
    pub window: WindowArguments,
}

/// Reads a range of ticks. As in Rust, `A..=B` has the tick B as well, and so one more than `A..B`.
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
    let run = &arguments.run;
    if Capsule::is_one(run) {
        bail!(
            "{} is a capsule already; --minimize shrinks it, 'hexbound open' shows it",
            run.display()
        );
    }
    let recording = runs::read(run)?;
    let level = level_of(&recording, arguments.level.as_deref())?;
    let ticks = arguments.ticks.clone().unwrap_or_else(|| {
        let begin = recording.ticks.saturating_sub(USUAL_TICKS);
        begin..recording.ticks
    });
    let fault = recording.fault.as_ref().map(|fault| fault.words.clone());
    let note = arguments.note.clone().or(fault).unwrap_or_default();
    let ending = format!("-{}-{}", ticks.start, ticks.end);
    let bar = ProgressBar::new();
    let progress = |what: &str, share| bar.show(what, share);
    let capsule = Capsule::cut(&level, &recording, ticks, &note, &progress)?;
    drop(bar);
    let path = (arguments.output.clone()).unwrap_or_else(|| free_name(run, &ending));
    capsule.write(&path)?;
    tell_of(&capsule, level.collision.len(), &path)
}

fn minimize(arguments: &CapsuleArguments) -> Result<()> {
    let whole = Capsule::read(&arguments.run)?;
    let (mut small, fault) = whole.minimize(arguments.fault, &|stage| log::info!("{stage}"))?;
    if let Some(note) = &arguments.note {
        small.note.clone_from(note);
    }
    let path = arguments.output.clone();
    let path = path.unwrap_or_else(|| free_name(&arguments.run, "-small"));
    small.write(&path)?;
    let text = format!(
        "{} of {} and {} of {} are left, and at tick {} {} ({})",
        small.ticks(),
        counted(whole.ticks(), "tick", "ticks"),
        small.triangles(),
        counted(whole.triangles(), "triangle", "triangles"),
        fault.tick,
        fault.kind.words(),
        fault.kind
    );
    match is_standard(&path) {
        true => say(&mut io::stderr().lock(), &text)?,
        false => say(&mut io::stdout().lock(), &text)?,
    }
    tell_of(&small, whole.triangles(), &path)
}

/// The file that is written unless another is named, in the folder where the command runs: what was kept
/// there earlier stays.
fn free_name(run: &Path, ending: &str) -> PathBuf {
    let numbered = (2..).map(|number: u64| format!("{ending}-{number}"));
    let mut endings = std::iter::once(ending.to_owned()).chain(numbered);
    let free = endings.find_map(|ending| {
        let path = named_after(run, &ending);
        path.symlink_metadata().is_err().then_some(path)
    });
    free.unwrap_or_else(|| named_after(run, ending))
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

/// Says what a capsule that was written holds of how many triangles.
fn tell_of(capsule: &Capsule, all: usize, path: &Path) -> Result<()> {
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
        // Standard output carries the capsule.
        true => say(&mut io::stderr().lock(), &text),
        false => say(
            &mut io::stdout().lock(),
            &format!("{}: {text}", path.display()),
        ),
    }
}

/// Shows a capsule or a report in a window, or checks it without one.
pub(super) fn open(arguments: &OpenArguments) -> Result<()> {
    let file = &arguments.file;
    if !Capsule::is_one(file) {
        refuse_unless_run(file)?;
        return replay_run(&ReplayArguments {
            file: file.clone(),
            headless: arguments.headless,
            level: None,
            exposure: arguments.exposure,
            window: arguments.window.clone(),
        });
    }
    let capsule = Capsule::read(file)?;
    if arguments.headless {
        return check(&capsule, file);
    }
    let preload = preload(&arguments.window);
    let options = window_options(&arguments.window, arguments.exposure);
    let level = capsule.level()?;
    let start = app::Start::Moment {
        capsule: Box::new(capsule),
        path: file.clone(),
    };
    Ok(app::play(level, start, options, preload)?)
}

/// Refuses a file that holds no run: one that is no recording either as what is no capsule.
fn refuse_unless_run(file: &Path) -> Result<()> {
    // A pipe is not waited for.
    match file.is_file().then(|| hexbound_replay::read(file)) {
        Some(Ok(_)) => {}
        None | Some(Err(ReplayError::NotARecording { .. } | ReplayError::Read { .. })) => {
            Capsule::read(file)?;
        }
        Some(Err(error)) => return Err(error.into()),
    }
    Ok(())
}

/// A text from a capsule, which may come from anywhere, without what could pass for a line of ours.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// Plays a capsule again and tells what is found in it; an error where a tick comes to another state.
fn check(capsule: &Capsule, file: &Path) -> Result<()> {
    let mut out = io::stdout().lock();
    say(
        &mut out,
        &format!(
            "{}: {}, made by version {}",
            file.display(),
            one_line(&capsule.level),
            one_line(&capsule.made_by)
        ),
    )?;
    if !capsule.note.is_empty() {
        say(&mut out, &format!("note: {}", one_line(&capsule.note)))?;
    }
    for fault in capsule.faults()? {
        say(
            &mut out,
            &format!(
                "tick {}: {} ({})",
                fault.tick,
                fault.kind.words(),
                fault.kind
            ),
        )?;
    }
    let difference = capsule.replay().context("it can't be checked")?;
    let Some(difference) = difference else {
        let text = format!(
            "{} to the states that are stored",
            counted(capsule.ticks(), "tick leads", "ticks lead")
        );
        return say(&mut out, &text);
    };
    let (tick, stored) = (difference.tick, difference.stored);
    let said = match difference.replayed {
        Ok(replayed) => format!(
            "tick {tick} comes to another state than when the capsule was made: {replayed:016x} \
             instead of {stored:016x}; {}",
            reason(&capsule.made_by)
        ),
        Err(words) => {
            format!("tick {tick} panics, as it did not when the capsule was made: {words}")
        }
    };
    Err(Finding(said).into())
}

/// The likely reason why a capsule that this version made, or another one, comes to other states.
fn reason(made_by: &str) -> String {
    const THIS: &str = env!("CARGO_PKG_VERSION");
    match made_by {
        THIS => format!(
            "the file was altered, or another build of version {THIS} made it; cut it again from its \
             recording"
        ),
        other => format!(
            "the simulation has changed since version {}, or the file was altered",
            one_line(other)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capsules_are_named_after_their_runs() {
        for run in ["friend.rec", "runs/friend.rec.gz", "friend.gz", "friend"] {
            assert_eq!(
                named_after(Path::new(run), "-small"),
                Path::new("friend-small.capsule")
            );
        }
    }

    #[test]
    fn a_range_has_its_last_tick_where_that_is_asked_for() {
        assert_eq!(ticks("4200..4500"), Ok(4200..4500));
        assert_eq!(ticks("4200..=4500"), Ok(4200..4501));
        assert_eq!(ticks("7..=7"), Ok(7..8));
        assert_eq!(ticks(" 7 ..= 8 "), Ok(7..9));
        let most = format!("7..={}", u64::MAX);
        for refused in ["7..7", "8..=7", "7..", "..7", "7..==8", "7", "7...8", &most] {
            let said = ticks(refused).unwrap_err();
            assert!(
                said.contains(refused) && said.contains("4200..4500"),
                "{said}"
            );
        }
        for (refused, why) in [
            ("3000..3000", "is empty"),
            ("3000..", "has no end"),
            ("..3000", "has no beginning"),
        ] {
            let said = ticks(refused).unwrap_err();
            assert!(said.contains(why), "{said}");
        }
    }
}
