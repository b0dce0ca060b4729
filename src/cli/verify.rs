//! The command `verify`: plays recordings, capsules and reports of faults again, and checks that each
//! ends as recorded.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use hexbound::app;
use hexbound_base::words::counted;
use hexbound_lab::{
    Confirmed,
    capsule::{Capsule, FoundFault},
};
use hexbound_level::Level;
use hexbound_replay::{Fault, Recording, crash};
use hexbound_sim::World;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    capsule::{one_line, said_of_fault},
    exit_codes::{Answer, conclude},
    levels::level_of,
    museum,
    pages::{self, PageArguments},
    printing::{as_json, say},
    progress_bar::ProgressBar,
    runs,
};

#[derive(Args, Debug)]
pub(crate) struct VerifyArguments {
    /// Recordings, capsules, reports of faults, kept runs' names, or levels' names for the best runs of them.
    #[arg(required_unless_present = "museum", value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where the level is now, when it is not where it was.
    #[arg(long)]
    pub level: Option<String>,
    /// Print JSON instead of lines.
    #[arg(long, conflicts_with = "pages")]
    pub json: bool,
    #[command(flatten)]
    pub pages: PageArguments,
    /// Play the vectors of the museum: all, or those of these halls and exhibits, with commas between them.
    #[arg(long, value_name = "LIST", value_delimiter = ',', num_args = 0..=1, default_missing_value = museum::ALL_EXHIBITS,
        conflicts_with_all = ["files", "level", "pages"])]
    pub museum: Option<Vec<String>>,
}

/// Plays every named file again. Fails if one ends in another state than recorded.
pub(super) fn run(arguments: &VerifyArguments) -> Result<()> {
    let level = arguments.level.as_deref();
    if let Some(asked) = &arguments.museum {
        return museum::check(asked, arguments.json);
    }
    if let Some(folder) = &arguments.pages.pages {
        return pages::write(folder, &arguments.files, level, &arguments.pages);
    }
    let (mut verdicts, mut errors) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        let mut lines = Vec::new();
        let judged = judge(file, level, &mut lines);
        if judged.is_err() {
            lines.push(format!("{}: refused", file.display()));
        }
        if !arguments.json {
            say(&lines.join("\n"))?;
        }
        verdicts.push(FileVerdict::of(file, &judged));
        errors.extend(judged.err());
    }
    if arguments.json {
        say(&as_json(&verdicts)?)?;
    }
    conclude(&errors, Vec::new())
}

/// The judgment of a file as JSON.
#[derive(Serialize)]
struct FileVerdict {
    file: String,
    ok: bool,
    #[serde(flatten)]
    facts: Option<Value>,
    /// The reason why the file is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl FileVerdict {
    fn of(file: &Path, judged: &Result<Value>) -> Self {
        let refused = judged.as_ref().err();
        Self {
            file: file.display().to_string(),
            ok: refused.is_none(),
            facts: judged.as_ref().ok().cloned(),
            refused: refused.map(|error| app::with_causes(error.as_ref())),
        }
    }
}

/// Plays a file again and returns the confirmed facts, which are also added to `lines` as text.
fn judge(file: &Path, level: Option<&str>, lines: &mut Vec<String>) -> Result<Value> {
    if Capsule::is_capsule(file) {
        return judge_capsule(&Capsule::read(file)?, file, lines);
    }
    let recording = runs::read_to_confirm(file)?;
    let level = level_of(&recording, level)?;
    if let Some(fault) = recording.fault.clone() {
        return judge_report(&level, recording, &fault, lines);
    }
    let bar = ProgressBar::new();
    let confirmed = hexbound_lab::confirm(&level, recording, &bar.progress())?;
    lines.push(one_line_of(file, &confirmed));
    let mut facts = serde_json::to_value(&confirmed)?;
    if let Some(result) = confirmed.result {
        facts["seconds"] = json!(result.score_seconds());
    }
    Ok(facts)
}

/// Describes a confirmed run in one line.
fn one_line_of(file: &Path, confirmed: &Confirmed) -> String {
    let unfinished = || {
        format!(
            "{}, not finished",
            counted(confirmed.ticks, "tick", "ticks")
        )
    };
    format!(
        "{}: {}, {}, hash ok at {} and {}, {}",
        file.display(),
        confirmed.level,
        confirmed
            .result
            .map_or_else(unfinished, |it| it.to_string()),
        counted(confirmed.checkpoints, "checkpoint", "checkpoints"),
        counted(confirmed.commands, "command", "commands"),
        confirmed.state_hash
    )
}

/// Plays the run of a report, and the tick in which the game stopped. Fails if that tick panics again.
fn judge_report(
    level: &Level,
    recording: Recording,
    fault: &Fault,
    lines: &mut Vec<String>,
) -> Result<Value> {
    let (file, bar) = (recording.path.clone(), ProgressBar::new());
    let mut world = hexbound_lab::replay(level, recording, &bar.progress())?;
    drop(bar);
    let (tick, hash) = (world.tick, format!("{:016x}", world.state_hash()));
    let ticks = counted(tick, "tick", "ticks");
    let (file, name) = (file.display(), &level.name);
    lines.push(format!("{file}: {name}, {ticks}, {hash}"));
    let end = end_of_report(level, &mut world, fault)?;
    lines.push(end.clone());
    Ok(json!({"level": level.name, "ticks": tick, "state_hash": hash, "fault": end}))
}

fn end_of_report(level: &Level, world: &mut World, fault: &Fault) -> Result<String> {
    let (tick, recorded) = (world.tick, &fault.words);
    let again = (fault.unfinished.as_ref())
        .map(|command| crash::catch(|| hexbound_lab::next_tick(level, world, command)));
    match again {
        Some(Err(words)) => Err(Answer(format!("tick {} fails again: {words}", tick + 1)).into()),
        Some(Ok(())) => Ok(format!(
            "the game stopped in tick {}, but the tick can be played here; the fault was: {recorded}",
            tick + 1
        )),
        None => Ok(format!(
            "the game stopped after tick {tick}, by something else than the simulation: {recorded}"
        )),
    }
}

/// Plays a capsule and describes its faults. Fails if a tick ends in another state than the stored one.
fn judge_capsule(capsule: &Capsule, file: &Path, lines: &mut Vec<String>) -> Result<Value> {
    let [level, made_by, note] =
        [&capsule.level, &capsule.made_by, &capsule.note].map(|text| one_line(text));
    lines.push(format!(
        "{}: {level}, made by version {made_by}",
        file.display()
    ));
    if !note.is_empty() {
        lines.push(format!("note: {note}"));
    }
    let faults = capsule.faults()?;
    let said = |fault: &FoundFault| format!("tick {}: {}", fault.tick, said_of_fault(fault));
    lines.extend(faults.iter().map(said));
    let difference = capsule.replay().context("it can't be checked")?;
    if let Some(difference) = difference {
        let (tick, stored) = (difference.tick, difference.stored);
        let said = match difference.replayed {
            Ok(replayed) => format!(
                "tick {tick} comes to another state than when the capsule was made: {replayed:016x} \
                 instead of {stored:016x}; {}",
                likely_reason(&made_by)
            ),
            Err(panic) => {
                format!("tick {tick} panics, as it did not when the capsule was made: {panic}")
            }
        };
        return Err(Answer(said).into());
    }
    let ticks = capsule.ticks();
    let lead = counted(ticks, "tick leads", "ticks lead");
    lines.push(format!("{lead} to the states that are stored"));
    let faults: Vec<Value> = (faults.iter())
        .map(|fault| json!({"tick": fault.tick, "kind": fault.kind.to_string()}))
        .collect();
    Ok(json!({
        "level": capsule.level, "ticks": ticks, "made_by": capsule.made_by, "note": capsule.note,
        "faults": faults,
    }))
}

/// The likely reason why a capsule of the version `made_by` reaches other states.
fn likely_reason(made_by: &str) -> String {
    const THIS_VERSION: &str = env!("CARGO_PKG_VERSION");
    match made_by {
        THIS_VERSION => format!(
            "the file was altered, or another build of version {THIS_VERSION} made it; cut it again from its \
             recording"
        ),
        other => {
            format!("the simulation has changed since version {other}, or the file was altered")
        }
    }
}
