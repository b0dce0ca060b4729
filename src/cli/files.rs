//! The command `files`: lists runs, logs, reports of faults and the cache, and clears the cache.

use std::{borrow::Cow, path::Path, time::SystemTime};

use anyhow::{Context, Result};
use clap::Subcommand;
use hexbound::app;
use hexbound_base::{
    cache::{self, CacheKind, CachedFile},
    logs,
    words::counted,
};
use hexbound_replay::{
    crash,
    runs::{KeptRun, RunStore},
};
use hexbound_sim::RunResult;
use serde::Serialize;

use super::printing::{as_json, say};

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum FilesAction {
    /// List the runs that are kept: the best few of every level.
    Runs {
        /// Print JSON instead of a list.
        #[arg(long)]
        json: bool,
    },
    /// List the logs of the last runs, and the reports of faults that stopped the game.
    Logs,
    /// List what is kept so that levels open faster.
    Cache,
    /// Remove the cache, or what is in it of one kind.
    Clear {
        /// geometry, light, pictures or quality.
        kind: Option<CacheKind>,
    },
}

/// Lists the requested kind of files, or all, or removes the cache.
pub(super) fn run(action: Option<FilesAction>) -> Result<()> {
    match action {
        Some(FilesAction::Runs { json }) => list_runs(json),
        Some(FilesAction::Logs) => list_logs(),
        Some(FilesAction::Cache) => list_cache(),
        Some(FilesAction::Clear { kind }) => clear(kind),
        None => {
            list_runs(false)?;
            say("")?;
            list_logs()?;
            say("")?;
            list_cache()
        }
    }
}

/// Lists the kept runs, and below them the abandoned runs and the branches. As JSON it lists the kept
/// runs alone.
fn list_runs(json: bool) -> Result<()> {
    let store = RunStore::of_user().context("a user without a home folder has no kept runs")?;
    let (runs, faults) = store.list();
    for fault in faults {
        log::warn!("{}", app::with_causes(&fault));
    }
    if json {
        let listed: Vec<ListedRun> = runs.iter().map(ListedRun::of).collect();
        return say(&as_json(&listed)?);
    }
    list_kept(&store, &runs)?;
    list_abandoned(&store)?;
    list_branches(&store)
}

/// Lists kept runs under the names of their levels.
fn list_kept(store: &RunStore, runs: &[KeptRun]) -> Result<()> {
    let folder = store.folder().display();
    if runs.is_empty() {
        let text = format!("no run has been finished yet; they are kept in {folder}");
        return say(&text);
    }
    let mut before: Option<&KeptRun> = None;
    for run in runs {
        if !before
            .replace(run)
            .is_some_and(|before| before.is_on_same_level(run))
        {
            say(&run.level)?;
        }
        let name = file_name(&run.path);
        say(&format!("  {:<44} {name}", run.result.to_string()))?;
    }
    say(&format!("in {folder}"))
}

/// Lists the abandoned runs, if there are any.
fn list_abandoned(store: &RunStore) -> Result<()> {
    let left = store.abandoned();
    if left.is_empty() {
        return Ok(());
    }
    say("unfinished, to be gone on with by Continue on the start screen")?;
    for run in &left {
        let lit = run.lit.map(|[lit, of]| format!("{lit} of {of} lit, "));
        let seconds = run.score_seconds();
        let so_far = format!("{}{seconds:.2} s", lit.unwrap_or_default());
        say(&format!("  {so_far:<44} {}", run.level()))?;
    }
    Ok(())
}

/// Lists the branches of runs, if there are any.
fn list_branches(store: &RunStore) -> Result<()> {
    let branches = store.branches();
    if branches.is_empty() {
        return Ok(());
    }
    say("branches")?;
    for path in &branches {
        say(&format!("  {}", file_name(path)))?;
    }
    say(&format!("in {}", store.branches_folder().display()))
}

fn file_name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// A kept run as JSON.
#[derive(Serialize)]
struct ListedRun<'a> {
    level: &'a str,
    file: String,
    /// The time that counts against par, seconds.
    seconds: f64,
    #[serde(flatten)]
    result: RunResult,
}

impl<'a> ListedRun<'a> {
    fn of(run: &'a KeptRun) -> Self {
        Self {
            level: &run.level,
            file: run.path.display().to_string(),
            seconds: run.result.score_seconds(),
            result: run.result,
        }
    }
}

/// Lists the logs and the reports of faults.
fn list_logs() -> Result<()> {
    let lists = [
        ("logs of the last runs", logs::folder(), logs::list()),
        ("reports of faults", crash::folder(), crash::list()),
    ];
    for (what, folder, files) in lists {
        let folder = folder.context("a user without a home folder has no logs")?;
        match files.is_empty() {
            true => say(&format!("no {what} in {}", folder.display()))?,
            false => say(&format!("{what}, the newest first"))?,
        }
        for file in files {
            say(&format!("  {}", file.display()))?;
        }
    }
    Ok(())
}

/// Lists the cached files, which make levels open faster.
fn list_cache() -> Result<()> {
    let Some(folder) = cache::folder() else {
        return say(OFF_ANSWER);
    };
    let found = cache::list(&folder);
    let all: u64 = found.iter().map(|file| file.bytes).sum();
    let folder = folder.display();
    let count = files(found.len());
    say(&format!("cache in {folder}: {count}, {}", size(all)))?;
    for &kind in CacheKind::ALL {
        let of_kind = || found.iter().filter(|file| file.kind == kind);
        let bytes: u64 = of_kind().map(|file| file.bytes).sum();
        let count = files(of_kind().count());
        say(&format!("\n{:<9} {count}, {}", kind.name(), size(bytes)))?;
        for file in of_kind() {
            say(&line(file))?;
        }
    }
    Ok(())
}

/// The answer while the cache is off.
const OFF_ANSWER: &str = "nothing is kept: the cache is off";

fn clear(kind: Option<CacheKind>) -> Result<()> {
    let Some(folder) = cache::folder() else {
        return say(OFF_ANSWER);
    };
    let (count, bytes) =
        cache::clear(&folder, kind).context("not all of the cache could be removed")?;
    say(&format!("removed {}, {}", files(count), size(bytes)))
}

fn line(file: &CachedFile) -> String {
    let label = match &file.label {
        Some(label) => label.clone(),
        None => format!("{}: it can't be read, and is not used", file.path.display()),
    };
    let used = file.last_used.map_or_else(String::new, ago);
    format!("  {:>9}  used {used:<14}  {label}", size(file.bytes))
}

fn files(count: usize) -> String {
    counted(count, "file", "files")
}

/// A number of bytes, rounded, with its unit.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// The time since `then`, as text.
fn ago(then: SystemTime) -> String {
    let seconds = then.elapsed().unwrap_or_default().as_secs();
    let count = match seconds {
        0..60 => return String::from("just now"),
        60..3_600 => counted(seconds / 60, "minute", "minutes"),
        3_600..86_400 => counted(seconds / 3_600, "hour", "hours"),
        _ => counted(seconds / 86_400, "day", "days"),
    };
    format!("{count} ago")
}
