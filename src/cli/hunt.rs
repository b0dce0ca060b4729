//! The command `hunt`: lets a bot look for ways out of a level, for overlaps and for places where nobody
//! can move on. Its finds are kept.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use clap::Args;
use hexbound::app;
use hexbound_base::{
    clock::TICK_RATE,
    output::is_standard,
    words::{counted, for_shell},
};
use hexbound_lab::{
    FaultKind, Find, Hunt, HuntOptions, HuntProgress, capsule::Capsule, easel_for_finds,
};
use hexbound_level::Level;
use hexbound_replay::Fault;
use hexbound_sim::Methods;
use serde::Serialize;

use super::{
    levels::{lasting_name, open},
    printing::{say, text_of},
    progress_bar::ProgressBar,
    shared_arguments::UnitArguments,
    values,
};

/// The file numbers that must be free above the last one in the folder, more than any hunt needs.
const RESERVED_FIND_NUMBERS: u64 = 1_000;

/// The default time of a hunt, minutes.
const USUAL_MINUTES: f64 = 1.0;

#[derive(Args, Debug)]
pub(crate) struct HuntArguments {
    /// A level's name or a path to a .glb, .gltf, .map or .bsp file.
    pub level: OsString,
    #[command(flatten)]
    pub unit: UnitArguments,
    /// The time to hunt for, in minutes [default: 1, unless --rounds is given]
    #[arg(long, value_name = "M", value_parser = values::minutes, allow_negative_numbers = true)]
    pub minutes: Option<f64>,
    /// The number of rounds to hunt for, each of 64 tries.
    #[arg(long, value_name = "N", value_parser = values::count("a number of rounds", 1), allow_negative_numbers = true)]
    pub rounds: Option<u64>,
    /// The seed of the bot's moves: another one makes other moves.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = values::count("a seed", 0), allow_negative_numbers = true)]
    pub seed: u64,
    /// Hunt by these methods of collision, such as usual, box or article+ground=rays.
    #[arg(long, value_name = "METHODS", default_value_t = Methods::default())]
    pub methods: Methods,
    /// Walk at another speed, in meters a second [default: 5]
    #[arg(long, value_name = "SPEED", value_parser = values::speed, allow_negative_numbers = true)]
    pub speed: Option<f32>,
    /// Leave out finds of these kinds, with commas between them: left (as in an open level that one may
    /// fall off), through, overlap, stuck.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = FaultKind::ignorable)]
    pub ignore: Vec<FaultKind>,
    /// Keep each find in the folder DIR: its run, for 'hexbound replay', its last seconds from where
    /// the player stood as a capsule, and a picture. Finds that are there
    /// stay: the new ones get numbers above theirs.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Print JSON instead of lines.
    #[arg(long)]
    pub json: bool,
}

/// A hunt as JSON.
#[derive(Serialize)]
struct HuntReport<'a> {
    level: &'a str,
    methods: String,
    seed: u64,
    #[serde(flatten)]
    progress: HuntProgress,
    /// The finds, in the order in which they were found.
    found: Vec<FindReport>,
}

/// A find as JSON.
#[derive(Serialize)]
struct FindReport {
    kind: &'static str,
    /// The kind as a sentence.
    #[serde(skip)]
    about: &'static str,
    /// The place of the find, in the file's own coordinates, meters.
    place: [f64; 3],
    /// The length of the run that shows the find, ticks.
    ticks: usize,
    /// The length of the run in which it was found, ticks.
    found_after: usize,
    #[serde(flatten)]
    kept: FindFiles,
}

pub(super) fn run(arguments: &HuntArguments) -> Result<ExitCode> {
    let usual = arguments.rounds.is_none().then_some(USUAL_MINUTES);
    let minutes = arguments.minutes.or(usual);
    if arguments.output.as_deref().is_some_and(is_standard) {
        bail!("the files of finds can't go to standard output; name a folder with --output");
    }
    let level = open(&arguments.level, arguments.unit.reading())?;
    if let Some(folder) = &arguments.output {
        prepare(folder)?;
    }
    let options = HuntOptions {
        seed: arguments.seed,
        methods: arguments.methods,
        speed: arguments.speed,
        ignored: arguments.ignore.clone(),
    };
    let (began, bar) = (Instant::now(), ProgressBar::new());
    let hunt = hexbound_lab::hunt(&level, &options, |progress| {
        let left = minutes.map(|minutes| began.elapsed().as_secs_f64() / (minutes * 60.0));
        let rounds = (arguments.rounds).map(|rounds| progress.rounds as f64 / rounds as f64);
        let part = left.unwrap_or(0.0).max(rounds.unwrap_or(0.0));
        let line = format!(
            "hunting: {} ticks, {} of places, {}",
            progress.ticks,
            counted(progress.places, "kind", "kinds"),
            counted(progress.finds, "find", "finds")
        );
        bar.show(&line, Some(part as f32));
        part < 1.0
    });
    drop(bar);
    let mut kept = Vec::new();
    let result = match &arguments.output {
        Some(folder) => write_finds(folder, &hunt, &level, arguments, &mut kept),
        None => Ok(()),
    };
    // The finds are printed even if they could not be written.
    describe(arguments, &hunt, &level, &kept, began.elapsed())?;
    result?;
    Ok(match hunt.finds.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Creates the output folder and probes it with a temporary file. An unwritable folder is thus reported
/// before an hour of hunting.
fn prepare(folder: &Path) -> Result<()> {
    let trial = folder.join(".hexbound-hunt");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&trial, ""))
        .and_then(|()| fs::remove_file(&trial))
        .with_context(|| cannot_write(folder))
}

/// The files of a find, as text. A path need not be valid text.
#[derive(Clone, Debug, Default, Serialize)]
struct FindFiles {
    run: Option<String>,
    capsule: Option<String>,
    picture: Option<String>,
}

fn cannot_write(folder: &Path) -> String {
    format!(
        "cannot write to {}; choose another folder",
        folder.display()
    )
}

/// Writes the files of all finds, and adds their names to `kept`.
fn write_finds(
    folder: &Path,
    hunt: &Hunt,
    level: &Level,
    arguments: &HuntArguments,
    kept: &mut Vec<FindFiles>,
) -> Result<()> {
    let opened_by = lasting_name(&arguments.level);
    let first = free_number(folder)?;
    let mut easel = easel_for_finds();
    if !hunt.finds.is_empty() {
        easel.set_level(level);
    }
    for (index, find) in hunt.finds.iter().enumerate() {
        let number = first + index as u64;
        let path = |ending: &str| folder.join(format!("{number}-{}.{ending}", find.kind.name()));
        let run = path("rec");
        hunt.record(find, level, &opened_by, &run)?;
        // The run is essential: without the other files it is still kept.
        let capsule =
            cut(&run, level, find, arguments).and_then(|it| Ok(it.write(&path("capsule"))?));
        let picture = hunt.draw(find, level, &mut easel);
        let picture = picture.map(|it| it.save(path("png")).with_context(|| cannot_write(folder)));
        let named = |ending: &str| path(ending).display().to_string();
        kept.push(FindFiles {
            run: Some(named("rec")),
            capsule: ok_or_warn("capsule", capsule).map(|()| named("capsule")),
            picture: (picture.and_then(|it| ok_or_warn("picture", it))).map(|()| named("png")),
        });
    }
    if let Some(why) = easel.failure() {
        log::warn!("the finds have no pictures, since nothing can be drawn: {why}");
    }
    Ok(())
}

/// The number of the first find in a folder: above those of all files in it, which are not replaced.
fn free_number(folder: &Path) -> Result<u64> {
    let files = fs::read_dir(folder).with_context(|| cannot_write(folder))?;
    let number = |file: fs::DirEntry| {
        let name = file.file_name();
        let (number, _) = name.to_str()?.split_once('-')?;
        number.parse::<u64>().ok()
    };
    let last = files.flatten().filter_map(number).max().unwrap_or(0);
    (last.checked_add(RESERVED_FIND_NUMBERS)).with_context(|| {
        format!(
            "no number is free in {}; choose another folder",
            folder.display()
        )
    })?;
    Ok(last + 1)
}

/// Logs a failed write of a file of a find as a warning, and returns `None`.
fn ok_or_warn(what: &str, written: Result<()>) -> Option<()> {
    let cannot = |error: &anyhow::Error| {
        let why = app::with_causes(error.as_ref());
        log::warn!("a find is kept without its {what}: {why}");
    };
    written.inspect_err(cannot).ok()
}

/// The capsule of a find's last moment. The run of the find has been written.
fn cut(run: &Path, level: &Level, find: &Find, arguments: &HuntArguments) -> Result<Capsule> {
    let mut recording = hexbound_replay::read(run)?;
    if find.kind == FaultKind::Panic {
        recording.fault = Some(Fault {
            words: find.about().to_owned(),
            unfinished: find.commands.last().copied(),
        });
    }
    let HuntArguments { seed, methods, .. } = arguments;
    let (level_name, kind) = (&recording.header.level, find.kind.name());
    let note = format!("a hunt on {level_name}, seed {seed}, methods {methods}: {kind}");
    let capsule = Capsule::cut(level, &recording, find.moment(), &note, &|_, _| ());
    Ok(capsule?)
}

fn describe(
    arguments: &HuntArguments,
    hunt: &Hunt,
    level: &Level,
    kept: &[FindFiles],
    took: Duration,
) -> Result<()> {
    let found = (hunt.finds.iter().enumerate()).map(|(index, find)| FindReport {
        kind: find.kind.name(),
        about: find.about(),
        place: level.to_file(find.place).to_array(),
        ticks: find.commands.len(),
        found_after: find.found_after,
        kept: kept.get(index).cloned().unwrap_or_default(),
    });
    let report = HuntReport {
        level: &level.name,
        methods: arguments.methods.to_string(),
        seed: arguments.seed,
        progress: hunt.progress,
        found: found.collect(),
    };
    let text = text_of(arguments.json, &report, || report.summary(took))?;
    say(&text)
}

impl HuntReport<'_> {
    /// The hunt in lines for people.
    fn summary(&self, took: Duration) -> String {
        let progress = &self.progress;
        let found = match progress.finds {
            0 => String::from("nothing found"),
            count => counted(count, "find", "finds"),
        };
        let mut lines = vec![format!(
            "{}: {found} in {}, {} ticks ({:.1} hours of play in {:.0} s) at {} of places",
            self.level,
            counted(progress.rounds, "round", "rounds"),
            progress.ticks,
            progress.ticks as f64 / f64::from(TICK_RATE) / 3600.0,
            took.as_secs_f64(),
            counted(progress.places, "kind", "kinds"),
        )];
        if progress.more > 0 {
            lines.push(format!(
                "  {} with such faults, not kept: mend these first, or leave their kind out by --ignore",
                counted(progress.more, "further place", "further places")
            ));
        }
        lines.extend(self.found.iter().map(FindReport::line));
        lines.join("\n")
    }
}

impl FindReport {
    fn line(&self) -> String {
        let [x, y, z] = self.place;
        let seen =
            (self.kept.run.as_ref()).map(|run| format!(": hexbound replay {}", for_shell(run)));
        format!(
            "  {} at {x:.2}, {y:.2}, {z:.2}: {}, after {} (found after {}){}",
            self.kind,
            self.about,
            counted(self.ticks, "tick", "ticks"),
            self.found_after,
            seen.unwrap_or_default()
        )
    }
}
