//! The same commands by several methods, side by side: what each made of them, where each parted from
//! the first, and why. The plot is drawn in `plot`.

mod plot;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use thiserror::Error;

use super::{
    report::Sums,
    run::{Pilot, Source},
    tick_cost::Stopwatch,
};
use crate::{
    capsule::goes_through,
    clock::TICK_RATE,
    level::Level,
    output::Output,
    replay::ReplayError,
    sim::{Command, MethodChoices, Parting, World},
};

/// The conditions of a comparison.
#[derive(Clone, Debug, Default)]
pub struct CompareOptions {
    /// The methods, each in the place of the input's own; the others are held against the first.
    pub methods: Vec<MethodChoices>,
    /// The number of ticks; by default the input's length, or ten seconds.
    pub ticks: Option<u64>,
    /// A file for one row of CSV a tick, or `-` for standard output.
    pub table: Option<PathBuf>,
    /// A file for an SVG picture of how far apart they were.
    pub plot: Option<PathBuf>,
}

#[derive(Debug, Error)]
pub enum CompareError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error("cannot write {}; choose another file", path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// The outcome of the same commands by several methods.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub level: String,
    pub ticks: u64,
    /// One for each of the methods, in the order in which they were asked for.
    pub methods: Vec<Compared>,
}

/// The outcome of the commands by one of the methods.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The methods as they were asked for; `usual` are those of the input.
    pub methods: String,
    /// The player's end, in the file's own coordinates, meters.
    pub end: [f64; 3],
    /// Length of the path, respawns not counted, meters.
    pub distance: f64,
    /// The part of all ticks in which the player was grounded, 0..1.
    pub grounded_fraction: f64,
    /// Planes that stopped or turned the body, summed over the ticks.
    pub contacts: u64,
    /// Triangles the tree handed to the six planes.
    pub asked: u64,
    pub respawns: u32,
    /// The number of times that the body was freed from an overlap with the level.
    pub releases: u32,
    /// The ticks in which the body's center went through a triangle of the level that stands.
    pub passed_through: u64,
    /// The first of these ticks.
    pub first_passed: Option<u64>,
    /// The mean time of the player's part of a tick by the wall clock, microseconds.
    pub microseconds: f64,
    /// The distance from the player of the first methods at the end, and the most at any tick, meters.
    pub apart_at_end: f32,
    pub most_apart: f32,
    /// The first tick at which it was clearly elsewhere than by the first methods, and why.
    pub parted: Option<PartedAt>,
    /// The hash of the last state, sixteen hexadecimal digits.
    pub state_hash: String,
}

/// Where one of the methods parted from the first.
#[derive(Clone, Debug, Serialize)]
pub struct PartedAt {
    pub tick: u64,
    /// The distance between the two players at that tick, meters.
    pub apart: f32,
    /// The words of the swept test and of the article on the triangle that decided.
    pub why: String,
}

/// Runs the commands of `source` on `level` by each of the methods.
pub fn compare(
    level: &Level,
    source: Source,
    options: &CompareOptions,
) -> Result<Comparison, CompareError> {
    let rules = source.rules_on(level)?;
    let ticks = options.ticks.unwrap_or(source.ticks());
    let as_given = MethodChoices::default();
    let mut pilot = Pilot::new(source, &as_given);
    let methods = options.methods.iter();
    let mut runners: Vec<Runner> = methods
        .map(|choices| Runner::new(choices, World::new(level, rules)))
        .collect();
    let mut table = match &options.table {
        Some(path) => Some(Table::create(path, &runners)?),
        None => None,
    };
    for _ in 0..ticks {
        let Some(first) = runners.first() else { break };
        let command = pilot.next_command(level, &first.world);
        for runner in &mut runners {
            runner.step(level, &command);
        }
        measure_apart(level, &mut runners);
        if let Some(table) = &mut table {
            table.write_row(level, &runners)?;
        }
    }
    if let Some(table) = table {
        table.finish()?;
    }
    if let Some(path) = &options.plot {
        let curves: Vec<_> = (runners.iter().skip(1))
            .map(|runner| (runner.choices.to_string(), &runner.apart[..]))
            .collect();
        let first = runners.first().map(|runner| runner.choices.to_string());
        let drawn = plot::draw(&level.name, &first.unwrap_or_default(), &curves);
        fs::write(path, drawn).map_err(|source| write_error(path, source))?;
    }
    Ok(Comparison {
        level: level.name.clone(),
        ticks,
        methods: runners.iter().map(|runner| runner.told(level)).collect(),
    })
}

fn write_error(path: &Path, source: io::Error) -> CompareError {
    CompareError::Write {
        path: path.to_owned(),
        source,
    }
}

/// A world by one of the methods, and what became of it so far.
struct Runner<'a> {
    choices: &'a MethodChoices,
    world: World,
    sums: Sums,
    stopwatch: Stopwatch,
    passed_through: u64,
    first_passed: Option<u64>,
    /// The distance from the player of the first methods after each tick, meters.
    apart: Vec<f32>,
    parting: Option<Parting>,
}

impl<'a> Runner<'a> {
    fn new(choices: &'a MethodChoices, world: World) -> Self {
        Self {
            choices,
            world,
            sums: Sums::default(),
            stopwatch: Stopwatch::new(),
            passed_through: 0,
            first_passed: None,
            apart: Vec::new(),
            parting: None,
        }
    }

    fn step(&mut self, level: &Level, command: &Command) {
        let command = Command {
            methods: self.choices.over(command.methods),
            ..*command
        };
        let before = self.world.player.position;
        self.stopwatch.begin();
        let (world, stopwatch) = (&mut self.world, &mut self.stopwatch);
        world.step_probed(level, &command, &mut Vec::new(), stopwatch);
        self.sums.add(before, &self.world);
        let player = &self.world.player;
        if !player.report.teleported && goes_through(level, before, player.position) {
            self.passed_through += 1;
            self.first_passed.get_or_insert(self.world.tick);
        }
    }

    fn told(&self, level: &Level) -> Compared {
        let player = &self.world.player;
        Compared {
            methods: self.choices.to_string(),
            end: level.to_file(player.position).to_array(),
            distance: self.sums.distance,
            grounded_fraction: self.sums.grounded as f64 / self.sums.ticks.max(1) as f64,
            contacts: self.sums.contacts,
            asked: self.sums.counters.asked,
            respawns: player.respawns,
            releases: player.report.releases,
            passed_through: self.passed_through,
            first_passed: self.first_passed,
            microseconds: self.stopwatch.cost().player,
            apart_at_end: self.apart.last().copied().unwrap_or(0.0),
            most_apart: self.apart.iter().copied().fold(0.0, f32::max),
            parted: self.parting.as_ref().map(PartedAt::of),
            state_hash: format!("{:016x}", self.world.state_hash()),
        }
    }
}

impl PartedAt {
    fn of(parting: &Parting) -> Self {
        let text = parting.to_string();
        // Its first line says when and how far.
        let why = text.split_once('\n').map_or("", |(_, why)| why);
        Self {
            tick: parting.tick,
            apart: parting.apart,
            why: why.to_owned(),
        }
    }
}

/// Notes how far each is from the first, and where it parts from it.
fn measure_apart(level: &Level, runners: &mut [Runner]) {
    let Some((first, others)) = runners.split_first_mut() else {
        return;
    };
    first.apart.push(0.0);
    for other in others {
        let (one, two) = (&first.world, &other.world);
        other
            .apart
            .push(one.player.feet().distance(two.player.feet()));
        if other.parting.is_none() {
            other.parting = Parting::between(level, one, two);
        }
    }
}

/// The rows of CSV, as they are written.
struct Table<'a> {
    path: &'a Path,
    out: Output,
}

impl<'a> Table<'a> {
    fn create(path: &'a Path, runners: &[Runner]) -> Result<Self, CompareError> {
        let out = Output::create(path).map_err(|source| write_error(path, source))?;
        let mut table = Self { path, out };
        let columns = runners.iter().map(|runner| {
            let name = runner.choices;
            format!(",{name}.x,{name}.y,{name}.z,{name}.contacts,{name}.apart")
        });
        table.write_line(&format!("tick{}", columns.collect::<String>()))?;
        Ok(table)
    }

    fn write_row(&mut self, level: &Level, runners: &[Runner]) -> Result<(), CompareError> {
        let tick = runners.first().map_or(0, |runner| runner.world.tick);
        let cells = runners.iter().map(|runner| {
            let player = &runner.world.player;
            let at = level.to_file(player.position);
            let (contacts, apart) = (player.report.contacts, runner.apart.last().unwrap_or(&0.0));
            format!(",{},{},{},{contacts},{apart}", at.x, at.y, at.z)
        });
        self.write_line(&format!("{tick}{}", cells.collect::<String>()))
    }

    fn write_line(&mut self, line: &str) -> Result<(), CompareError> {
        writeln!(self.out, "{line}").map_err(|source| write_error(self.path, source))
    }

    fn finish(mut self) -> Result<(), CompareError> {
        let flushed = self.out.flush();
        flushed.map_err(|source| write_error(self.path, source))
    }
}

impl Comparison {
    /// A table for people, and below it why each parted from the first.
    pub fn summary(&self) -> String {
        let width = self.methods.iter().map(|it| it.methods.chars().count());
        let width = width.max().unwrap_or(0).max("methods".len());
        let mut text = format!(
            "{}, {} ticks ({:.1} s)\n\
             {:width$}  µs/tick    path m  ground %  contacts     asked  respawns  freed  through  \
             apart m  most m\n",
            self.level,
            self.ticks,
            self.ticks as f64 / f64::from(TICK_RATE),
            "methods",
        );
        for it in &self.methods {
            text += &format!(
                "{:width$}  {:7.1}  {:8.1}  {:8.0}  {:8}  {:8}  {:8}  {:5}  {:7}  {:7.2}  {:6.2}\n",
                it.methods,
                it.microseconds,
                it.distance,
                it.grounded_fraction * 100.0,
                it.contacts,
                it.asked,
                it.respawns,
                it.releases,
                it.passed_through,
                it.apart_at_end,
                it.most_apart,
            );
        }
        let (first, others) = match &self.methods[..] {
            [first, others @ ..] => (first.methods.as_str(), others),
            [] => ("", &[][..]),
        };
        for it in others {
            text += "\n";
            text += &match &it.parted {
                None => format!("{} went where {first} went\n", it.methods),
                Some(parted) => format!(
                    "{} parted from {first} at tick {} by {:.2} m\n{}\n",
                    it.methods, parted.tick, parted.apart, parted.why
                ),
            };
        }
        let through = self
            .methods
            .iter()
            .filter_map(|it| Some((it, it.first_passed?)));
        for (it, tick) in through {
            text += &format!(
                "\n{} took the body's center through a triangle in {} ticks, first at tick {tick}\n",
                it.methods, it.passed_through
            );
        }
        text.truncate(text.trim_end().len());
        text
    }
}
