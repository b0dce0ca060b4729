//! The same commands by several methods, side by side: the outcome of each, the place and reason of its
//! parting from the first, its leaks and overlaps.
//!
//! The methods are in `method`, the findings in `findings`, the table and its sentences in `summary`.
//! `walker` moves by a method, `rapier` by another engine's controller, and `plot` draws the plot.

mod confirmation;
mod findings;
mod method;
mod plot;
#[cfg(feature = "rapier")]
mod rapier;
mod summary;
mod walker;

use std::{
    collections::HashSet,
    io,
    path::{self, Path, PathBuf},
};

use serde::Serialize;
use thiserror::Error;

use super::{
    output_files,
    report::Sums,
    run::{Pilot, Source},
    tick_cost::{Stopwatch, mean_microseconds},
    tick_judge::TickJudge,
    write_error::WriteError,
};
use hexbound_base::progress::{self, Progress};
use hexbound_inspect::why;
use hexbound_level::Level;
use hexbound_replay::ReplayError;
use hexbound_sim::{CollisionMode, Command, Drift, Journal, MethodChoices, Parting, Rules, World};

use confirmation::Confirmation;
pub use findings::{Deepest, Findings, Found};
#[cfg(feature = "rapier")]
use hexbound_sim::{Probe, TickPart};
pub use method::ComparedMethod;
#[cfg(feature = "rapier")]
use rapier::RapierWalker;
use walker::{MethodWalker, OwnWalker};

/// The options of a comparison.
#[derive(Clone, Debug, Default)]
pub struct CompareOptions {
    /// The methods. The first must be the game's own; the others are compared with it.
    pub methods: Vec<ComparedMethod>,
    /// The number of ticks; by default the input's length, or ten seconds.
    pub ticks: Option<u64>,
    /// A file for one row of CSV a tick, or `-` for standard output.
    pub table: Option<PathBuf>,
    /// A file for an SVG plot of their distances, or `-` for standard output.
    pub plot: Option<PathBuf>,
}

#[derive(Debug, Error)]
pub enum CompareError {
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error("{0} cannot be the first method: put one of the game's own before it, such as usual")]
    First(String),
    #[error("'{0}' is among the methods twice; leave one of them out")]
    Twice(String),
    #[cfg(feature = "rapier")]
    #[error("rapier3d cannot walk on this level: {0}")]
    Rapier(String),
    #[error("{} can't take both the table and the plot; name another file for one of them", .0.display())]
    OneFile(PathBuf),
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The outcome of the same commands by several methods.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub level: String,
    pub ticks: u64,
    /// The difference of the input's own methods from their recording. `None` if there is none, or if
    /// they were not run.
    pub unlike_recorded: Option<String>,
    /// The outcome of each method, in the order of the options.
    pub methods: Vec<Compared>,
}

/// The outcome of the commands by one of the methods.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The methods in the game's own spelling; `usual` are those of the input.
    pub methods: String,
    /// The player's end, in the file's own coordinates, meters.
    pub end: [f64; 3],
    /// The length of the path without respawns, meters.
    pub distance: f64,
    /// The share of ticks in which the player was grounded, 0..1.
    pub grounded_fraction: f64,
    /// The number of contacts of slides, plus one for each tick in which the ground carried the
    /// body.
    pub contacts: u64,
    /// The number of triangles passed from the tree to the six planes.
    pub asked: Option<u64>,
    pub respawns: u32,
    /// The number of times that the body was freed from an overlap with the level.
    pub releases: u32,
    #[serde(flatten)]
    pub findings: Findings,
    /// The mean time of the player's part of a tick by the wall clock, without the slowest ticks,
    /// microseconds.
    pub microseconds: f64,
    /// The distance from the first methods' player at the end, meters.
    pub apart_at_end: f32,
    /// The largest distance from the first methods' player at any tick, meters.
    pub most_apart: f32,
    /// The first tick at which the player was clearly elsewhere than by the first methods, and the
    /// reason.
    pub parted: Option<PartedAt>,
    /// The hash of the last state, sixteen hexadecimal digits; `None` for another engine.
    pub state_hash: Option<String>,
}

/// The tick and place where one of the methods parted from the first.
#[derive(Clone, Debug, Serialize)]
pub struct PartedAt {
    pub tick: u64,
    /// The distance between the two players' feet at that tick, meters.
    pub apart: f32,
    /// The tick from which the distance grew without a pause.
    pub began: u64,
    /// The growth of the distance in that tick, meters.
    pub grew: f32,
    /// The account of that tick by the first methods and by these, line by line. It is empty for another
    /// engine's walker.
    pub accounts: [Vec<String>; 2],
}

/// Runs the commands of `source` on `level` by each of the methods, and reports progress to `progress`.
pub fn compare(
    level: &Level,
    source: Source,
    options: &CompareOptions,
    progress: &Progress,
) -> Result<Comparison, CompareError> {
    let rules = source.rules_on(level)?;
    refuse_twins(&options.methods)?;
    let ticks = options.ticks.unwrap_or(source.ticks());
    let as_given = MethodChoices::default();
    let mut confirmation = Confirmation::of(&source);
    let mut pilot = Pilot::new(source, &as_given);
    let methods = options.methods.iter();
    let mut runners = methods
        .map(|method| Runner::new(method, level, rules))
        .collect::<Result<Vec<_>, _>>()?;
    // No file is opened for a comparison that can't be made.
    if let Some(first) = runners.first().filter(|it| it.walker.world().is_none()) {
        return Err(CompareError::First(first.name.clone()));
    }
    refuse_one_file(options)?;
    for path in options.plot.iter().chain(&options.table) {
        output_files::check_creatable(path).map_err(failed(path))?;
    }
    let mut table = options.table.as_ref().map(|_| table_head(&runners));
    for tick in 0..ticks {
        progress::of_ticks(progress, "comparing", tick, ticks);
        let Some(world) = runners.first().and_then(|first| first.walker.world()) else {
            break;
        };
        let command = pilot.next_command(level, world);
        step_all(level, &mut runners, &command);
        let as_recorded = runners.iter().find(|it| it.is_as_given);
        confirmation.confirm(as_recorded.and_then(|it| it.walker.world()));
        measure_apart(level, &mut runners);
        if let Some(table) = &mut table {
            *table += &table_row(level, &runners);
        }
    }
    if let (Some(path), Some(table)) = (&options.table, &table) {
        output_files::write(path, table.as_bytes()).map_err(failed(path))?;
    }
    if let Some(path) = &options.plot {
        let curves: Vec<_> = (runners.iter().skip(1))
            .map(|runner| (runner.name.clone(), &runner.apart[..]))
            .collect();
        let first = runners.first().map(|runner| runner.name.clone());
        let drawn = plot::draw(&level.name, &first.unwrap_or_default(), &curves);
        output_files::write(path, drawn.as_bytes()).map_err(failed(path))?;
    }
    Ok(Comparison {
        level: level.name.clone(),
        ticks,
        unlike_recorded: confirmation.refused(),
        methods: runners.iter().map(|runner| runner.result(level)).collect(),
    })
}

/// Refuses methods that are named twice, since tables and plots could not distinguish them.
fn refuse_twins(methods: &[ComparedMethod]) -> Result<(), CompareError> {
    let mut names = HashSet::new();
    let mut all = methods.iter().map(ToString::to_string);
    match all.find(|name| !names.insert(name.clone())) {
        Some(twin) => Err(CompareError::Twice(twin)),
        None => Ok(()),
    }
}

/// Refuses a common file for the table and the plot, since one would overwrite the other.
fn refuse_one_file(options: &CompareOptions) -> Result<(), CompareError> {
    let [table, plot] =
        [&options.table, &options.plot].map(|file| file.as_ref().map(path::absolute));
    match (table, plot) {
        (Some(Ok(table)), Some(Ok(plot))) if table == plot => Err(CompareError::OneFile(table)),
        _ => Ok(()),
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> WriteError {
    WriteError::of("", path, "file")
}

/// One of the methods in progress, and its results so far.
struct Runner<'a> {
    name: String,
    /// True if it uses the input's own methods.
    is_as_given: bool,
    walker: MethodWalker<'a>,
    sums: Sums,
    stopwatch: Stopwatch,
    findings: Findings,
    /// The distance from the first methods' player after each tick, meters.
    apart: Vec<f32>,
    drift: Drift,
    parted: Option<PartedAt>,
}

impl<'a> Runner<'a> {
    fn new(method: &'a ComparedMethod, level: &Level, rules: Rules) -> Result<Self, CompareError> {
        let walker = match method {
            ComparedMethod::Own(choices) => MethodWalker::Own(Box::new(OwnWalker {
                world: World::new(level, rules),
                choices,
                tests_planes: false,
                last: None,
            })),
            #[cfg(feature = "rapier")]
            ComparedMethod::Rapier => {
                let walker = RapierWalker::new(level, &rules).map_err(CompareError::Rapier)?;
                MethodWalker::Rapier(Box::new(walker))
            }
        };
        Ok(Self {
            name: method.to_string(),
            is_as_given: method.is_as_given(),
            walker,
            sums: Sums::default(),
            stopwatch: Stopwatch::new(),
            findings: Findings::default(),
            apart: Vec::new(),
            drift: Drift::default(),
            parted: None,
        })
    }

    /// Plays a tick. With `keeps_last` it can be explained later.
    fn step(&mut self, level: &Level, command: &Command, keeps_last: bool) {
        let before = self.walker.last_tick().position;
        match &mut self.walker {
            MethodWalker::Own(own) => {
                let command = Command {
                    methods: own.choices.over(command.methods),
                    ..*command
                };
                own.tests_planes |= command.methods.collision != CollisionMode::Box;
                own.last = keeps_last.then(|| (own.world.clone(), command));
                let (player, mut events) = (own.world.player, Vec::new());
                self.stopwatch.begin();
                (own.world).step_probed(level, &command, &mut events, &mut self.stopwatch);
                self.sums.add(before, &own.world);
                let mut judge = TickJudge::of(level, &player, &command, &own.world, &events);
                // All methods are judged equally, whatever they promise.
                judge.promises_no_overlap = true;
                self.findings.judge(own.world.tick, &judge);
            }
            #[cfg(feature = "rapier")]
            MethodWalker::Rapier(walker) => {
                self.stopwatch.begin();
                walker.step(level, command);
                self.stopwatch.done(TickPart::Player);
                self.sums.ticks += 1;
                if !walker.teleported {
                    self.sums.distance += f64::from(walker.position.distance(before));
                }
                self.sums.grounded += u64::from(walker.grounded);
                self.sums.contacts += u64::from(walker.contacts);
                if let Some(judge) = walker.judge(level, before) {
                    self.findings.judge(self.sums.ticks, &judge);
                }
            }
        }
    }

    fn result(&self, level: &Level) -> Compared {
        let (own, last) = (self.walker.own(), self.walker.last_tick());
        let world = own.map(|own| &own.world);
        Compared {
            methods: self.name.clone(),
            end: level.to_file(last.position).to_array(),
            distance: self.sums.distance,
            grounded_fraction: self.sums.grounded_fraction(),
            contacts: self.sums.contacts,
            asked: (own.filter(|own| own.tests_planes)).map(|_| self.sums.counters.asked),
            respawns: last.respawns,
            releases: world.map_or(0, |world| world.player.report.releases),
            findings: self.findings.clone(),
            microseconds: mean_microseconds(&self.stopwatch.player),
            apart_at_end: self.apart.last().copied().unwrap_or(0.0),
            most_apart: self.apart.iter().copied().fold(0.0, f32::max),
            parted: self.parted.clone(),
            state_hash: world.map(|world| format!("{:016x}", world.state_hash())),
        }
    }
}

impl PartedAt {
    fn of(level: &Level, parting: &Parting) -> Self {
        let began = &parting.began;
        let account = |journal: &Option<Journal>| match journal {
            Some(journal) => why::short_in_english(level, journal),
            None => Vec::new(),
        };
        Self {
            tick: parting.tick,
            apart: parting.apart,
            began: began.tick,
            grew: began.grew,
            accounts: began.journals.each_ref().map(account),
        }
    }
}

/// Plays a tick of each method. A method that has parted is not explained again, nor is the first once
/// all others have.
fn step_all(level: &Level, runners: &mut [Runner], command: &Command) {
    let Some((first, others)) = runners.split_first_mut() else {
        return;
    };
    let is_open = |other: &Runner| other.parted.is_none();
    first.step(level, command, others.iter().any(is_open));
    for other in others {
        other.step(level, command, other.parted.is_none());
    }
}

/// Records the distance of each from the first, and the tick at which it parts.
fn measure_apart(level: &Level, runners: &mut [Runner]) {
    let Some((first, others)) = runners.split_first_mut() else {
        return;
    };
    first.apart.push(0.0);
    for other in others {
        let apart = (first.walker.last_tick().feet).distance(other.walker.last_tick().feet);
        other.apart.push(apart);
        if other.parted.is_none() {
            let (its, tick) = (&other.walker, first.sums.ticks);
            let journals = || [&first.walker, its].map(|walker| walker.own()?.journal(level));
            let parting = other.drift.follow(tick, apart, journals);
            other.parted = parting.map(|parting| PartedAt::of(level, &parting));
        }
    }
}

/// The names of the columns of the table, as a line of CSV.
fn table_head(runners: &[Runner]) -> String {
    let columns = runners.iter().map(|runner| {
        let name = &runner.name;
        format!(",{name}.x,{name}.y,{name}.z,{name}.contacts,{name}.overlap_mm,{name}.apart")
    });
    format!("tick{}\n", columns.collect::<String>())
}

/// The row of a tick.
fn table_row(level: &Level, runners: &[Runner]) -> String {
    let tick = runners.first().map_or(0, |runner| runner.sums.ticks);
    let cells = runners.iter().map(|runner| {
        let last = runner.walker.last_tick();
        let at = level.to_file(last.position);
        let (contacts, depth) = (last.contacts, runner.findings.depth);
        let apart = runner.apart.last().unwrap_or(&0.0);
        format!(",{},{},{},{contacts},{depth},{apart}", at.x, at.y, at.z)
    });
    format!("{tick}{}\n", cells.collect::<String>())
}
