//! The commands for kept runs and other recordings: listing, verifying, racing.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use hexbound::app;
use hexbound_base::words::counted;
use hexbound_replay::{
    Recording, ReplayError,
    runs::{KeptRun, RunStore},
};
use hexbound_sim::RunResult;
use serde::Serialize;

use super::{
    exit_codes::{self, Finding},
    levels::level_of,
    printing::{as_json, say},
    progress_bar::ProgressBar,
    shared_arguments::{ExposureArguments, WindowArguments},
    windows::{preload, refuse_in_window, window_options},
};

#[derive(Args, Debug)]
pub(crate) struct RaceArguments {
    /// A recording, the name of a kept run or branch, or a level's name for the best run kept of it.
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
pub(crate) struct VerifyArguments {
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

/// Reads the recording that an argument means: a file, a kept run's name, a level's name for the best
/// run that is kept of it, or a branch's name.
pub(super) fn read(run: &Path) -> Result<Recording> {
    read_with(run, hexbound_replay::read)
}

/// Reads a recording as [`read`] does, also where lines of the file don't fit together: playing it
/// tells where it was changed.
pub(super) fn read_to_confirm(run: &Path) -> Result<Recording> {
    read_with(run, hexbound_replay::read_to_confirm)
}

fn read_with(
    run: &Path,
    reader: impl Fn(&Path) -> Result<Recording, ReplayError>,
) -> Result<Recording> {
    let kept = || RunStore::of_user()?.find(&run.to_string_lossy());
    let path = match run.is_file() {
        true => run.to_owned(),
        false => kept().unwrap_or_else(|| run.to_owned()),
    };
    let is_name = path == run && run.components().count() == 1 && run.extension().is_none();
    if is_name && !run.exists() {
        bail!(
            "there is no kept run of the level or name {}, nor a branch or a file of that name; \
             'hexbound runs' lists what is kept",
            run.display()
        );
    }
    reader(&path).with_context(|| format!("{} can't be played again", run.display()))
}

/// Lists the kept runs, and beneath them those that were left unfinished and the branches; as JSON the kept
/// runs alone.
pub(super) fn list(json: bool) -> Result<()> {
    let store = RunStore::of_user().context("a user without a home folder has no kept runs")?;
    let (runs, faults) = store.list();
    for fault in faults {
        log::warn!("{}", app::with_causes(&fault));
    }
    let mut out = io::stdout().lock();
    if json {
        let listed: Vec<Listed> = runs.iter().map(Listed::of).collect();
        return say(&mut out, &as_json(&listed)?);
    }
    list_kept(&mut out, &store, &runs)?;
    list_left(&mut out, &store)?;
    list_branches(&mut out, &store)
}

/// Lists kept runs under the names of their levels.
fn list_kept(out: &mut impl Write, store: &RunStore, runs: &[KeptRun]) -> Result<()> {
    let folder = store.folder().display();
    if runs.is_empty() {
        let text = format!("no run has been finished yet; they are kept in {folder}");
        return say(out, &text);
    }
    let mut before: Option<&KeptRun> = None;
    for run in runs {
        if !before
            .replace(run)
            .is_some_and(|before| before.is_like(run))
        {
            say(out, &run.level)?;
        }
        let name = file_name(&run.path);
        say(out, &format!("  {:<44} {name}", run.result.to_string()))?;
    }
    say(out, &format!("in {folder}"))
}

/// Lists the runs that were left unfinished, if there are any.
fn list_left(out: &mut impl Write, store: &RunStore) -> Result<()> {
    let left = store.left();
    if left.is_empty() {
        return Ok(());
    }
    say(
        out,
        "unfinished, to be gone on with by Continue on the start screen",
    )?;
    for run in &left {
        let lit = run.lit.map(|[lit, of]| format!("{lit} of {of} lit, "));
        let seconds = run.score_seconds();
        let so_far = format!("{}{seconds:.2} s", lit.unwrap_or_default());
        say(out, &format!("  {so_far:<44} {}", run.level()))?;
    }
    Ok(())
}

/// Lists the branches of runs, if there are any.
fn list_branches(out: &mut impl Write, store: &RunStore) -> Result<()> {
    let branches = store.branches();
    if branches.is_empty() {
        return Ok(());
    }
    say(out, "branches")?;
    for path in &branches {
        say(out, &format!("  {}", file_name(path)))?;
    }
    say(out, &format!("in {}", store.branches_folder().display()))
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// A kept run as JSON.
#[derive(Serialize)]
struct Listed<'a> {
    level: &'a str,
    file: String,
    /// The time that counts against par, seconds.
    seconds: f64,
    #[serde(flatten)]
    result: RunResult,
}

impl<'a> Listed<'a> {
    fn of(run: &'a KeptRun) -> Self {
        Self {
            level: &run.level,
            file: run.path.display().to_string(),
            seconds: run.result.score_seconds(),
            result: run.result,
        }
    }
}

/// Simulates every run again and tells whether it is what it says.
pub(super) fn verify(arguments: &VerifyArguments) -> Result<()> {
    let mut judged = Vec::new();
    let mut out = io::stdout().lock();
    for run in &arguments.runs {
        let verdict = Verdict::of(run, arguments.level.as_deref());
        if !arguments.json {
            say(&mut out, &verdict.line())?;
        }
        judged.push(verdict);
    }
    if arguments.json {
        say(&mut out, &as_json(&judged)?)?;
    }
    out.flush().ok();
    let mut refused = judged.iter().filter_map(|verdict| verdict.refused.as_ref());
    let Some(first) = refused.next() else {
        return Ok(());
    };
    let said = match refused.count() {
        0 => first.clone(),
        more => format!("{first}; and {more} more of {} runs", judged.len()),
    };
    match judged.iter().any(|verdict| verdict.is_unread) {
        true => bail!(said),
        false => Err(Finding(said).into()),
    }
}

/// The judgment of a run.
#[derive(Serialize)]
struct Verdict {
    file: String,
    ok: bool,
    #[serde(flatten)]
    confirmed: Option<hexbound_lab::Confirmed>,
    /// The time that counts against par, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    /// The reason why it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// True if it could not be judged: it or its level can't be read, or it is nothing to be judged.
    #[serde(skip)]
    is_unread: bool,
}

impl Verdict {
    fn of(run: &Path, level: Option<&str>) -> Self {
        let confirm = || -> Result<hexbound_lab::Confirmed> {
            let recording = read_to_confirm(run)?;
            let level = level_of(&recording, level)?;
            let bar = ProgressBar::new();
            let progress = |what: &str, share| bar.show(what, share);
            Ok(hexbound_lab::confirm(&level, recording, &progress)?)
        };
        let (confirmed, refused, is_unread) = match confirm() {
            Ok(confirmed) => (Some(confirmed), None, false),
            Err(error) => {
                let is_unread = !exit_codes::is_answer(&error);
                (None, Some(app::with_causes(error.as_ref())), is_unread)
            }
        };
        let result = confirmed.as_ref().and_then(|it| it.result);
        Self {
            file: run.display().to_string(),
            ok: refused.is_none(),
            seconds: result.map(|it| it.score_seconds()),
            confirmed,
            refused,
            is_unread,
        }
    }

    /// The judgment in one line.
    fn line(&self) -> String {
        let file = &self.file;
        let Some(confirmed) = &self.confirmed else {
            return format!("{file}: refused");
        };
        let result = match confirmed.result {
            Some(result) => result.to_string(),
            None => format!(
                "{}, not finished",
                counted(confirmed.ticks, "tick", "ticks")
            ),
        };
        format!(
            "{file}: {}, {result}, hash ok at {} and {}, {}",
            confirmed.level,
            counted(confirmed.checkpoints, "checkpoint", "checkpoints"),
            counted(confirmed.commands, "command", "commands"),
            confirmed.state_hash
        )
    }
}

/// Plays a run's level against its ghost.
pub(super) fn race(arguments: &RaceArguments) -> Result<()> {
    let rival = read(&arguments.run)?;
    let preload = preload(&arguments.window);
    let options = window_options(&arguments.window, arguments.exposure);
    let level = match level_of(&rival, arguments.level.as_deref()) {
        Ok(level) => level,
        Err(error) => return refuse_in_window(error, None, options, preload),
    };
    let start = app::Start::Player {
        methods: Default::default(),
        opened_by: rival.header.level.clone(),
        record: arguments.record.clone(),
        rival: Some(rival),
    };
    Ok(app::play(level, start, options, preload)?)
}
