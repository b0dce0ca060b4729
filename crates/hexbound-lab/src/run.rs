//! A run from its first tick to its last, with the requested outputs.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    time::Instant,
};

use thiserror::Error;

use super::{
    events::EventStream,
    output_files,
    report::{RunReport, Sums},
    tick_cost::Stopwatch,
    trace,
    wander::Wander,
    write_error::WriteError,
};
use hexbound_base::{
    output::Output,
    progress::{self, Progress},
};
use hexbound_level::Level;
use hexbound_replay::{Header, Playback, Recorder, Recording, ReplayError};
use hexbound_sim::{Command, Event, MethodChoices, Methods, Rules, World};

/// The ticks of a run without another limit.
const DEFAULT_TICKS: u64 = 1200;

/// The source of the commands.
pub enum Source {
    /// No commands.
    Idle,
    Wander {
        seed: u64,
    },
    /// The commands of a recording, then nothing.
    Input(Box<Recording>),
}

impl Source {
    /// The rules for which the commands were made. Fails if they were made on another level.
    pub(crate) fn rules_on(&self, level: &Level) -> Result<Rules, ReplayError> {
        match self {
            Source::Input(recording) => {
                recording.check_level(level)?;
                Ok(recording.header.rules)
            }
            _ => Ok(Rules::default()),
        }
    }

    /// The number of ticks by default.
    pub(crate) fn ticks(&self) -> u64 {
        match self {
            Source::Input(recording) => recording.ticks,
            _ => DEFAULT_TICKS,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct SimOptions {
    /// The number of ticks; by default the input's length, or ten seconds.
    pub ticks: Option<u64>,
    /// The walking speed in place of the input's or the usual one, meters a second.
    pub speed: Option<f32>,
    /// The methods in place of the input's.
    pub methods: MethodChoices,
    /// The recording to write, or `-` for standard output.
    pub record: Option<PathBuf>,
    /// The trace to write, or `-` for standard output.
    pub trace: Option<PathBuf>,
    /// The file for events and bodies, or `-` for standard output.
    pub events: Option<PathBuf>,
    /// The ticks between two lists of bodies among the events; 0 for none.
    pub bodies_every: u64,
    /// The name with which the level was opened, for the recording's header.
    pub opened_by: String,
}

#[derive(Debug, Error)]
pub enum SimError {
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Runs `source` on `level`, and reports progress to `progress`. The outputs do not change the
/// simulation.
pub fn simulate(
    level: &Level,
    source: Source,
    options: &SimOptions,
    progress: &Progress,
) -> Result<RunReport, SimError> {
    let mut rules = source.rules_on(level)?;
    rules.walk_speed = options.speed.unwrap_or(rules.walk_speed);
    let ticks = options.ticks.unwrap_or(source.ticks());
    let mut outputs = Outputs::open(level, &rules, options)?;
    let mut pilot = Pilot::new(source, &options.methods);
    let mut world = World::new(level, rules);
    let mut sums = Sums::before(&world);
    let mut events = Vec::new();
    let mut methods = options.methods.over(Methods::default());
    let mut stopwatch = Stopwatch::new();
    let started = Instant::now();
    for tick in 0..ticks {
        progress::of_ticks(progress, "simulating", tick, ticks);
        let command = pilot.next_command(level, &world);
        methods = command.methods;
        let before = world.player.position;
        events.clear();
        stopwatch.begin();
        world.step_probed(level, &command, &mut events, &mut stopwatch);
        sums.add(before, &world);
        outputs.write(level, &command, &world, &events)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    outputs.finish(&world, level)?;
    Ok(RunReport {
        tick_cost_us: stopwatch.cost(),
        ..RunReport::new(level, &rules, &world, &sums, methods, seconds)
    })
}

/// The commands of a [`Source`], one a tick.
pub(crate) enum Pilot<'a> {
    Idle(Methods),
    Wander(Box<Wander>, Methods),
    Input(Box<Playback>, &'a MethodChoices),
}

impl<'a> Pilot<'a> {
    pub(crate) fn new(source: Source, choices: &'a MethodChoices) -> Self {
        let methods = choices.over(Methods::default());
        match source {
            Source::Idle => Pilot::Idle(methods),
            Source::Wander { seed } => Pilot::Wander(Box::new(Wander::new(seed)), methods),
            Source::Input(recording) => Pilot::Input(Box::new(Playback::new(*recording)), choices),
        }
    }

    pub(crate) fn next_command(&mut self, level: &Level, world: &World) -> Command {
        match self {
            Pilot::Idle(methods) => Command::default().by(*methods),
            Pilot::Wander(wander, methods) => wander.next_command(level, world, *methods),
            Pilot::Input(playback, choices) => {
                let command = playback.next_command().unwrap_or_default();
                Command {
                    methods: choices.over(command.methods),
                    ..command
                }
            }
        }
    }
}

/// The files that a run writes.
struct Outputs<'a> {
    recorder: Option<Recorder>,
    trace: Option<(&'a Path, Output)>,
    events: Option<EventStream>,
}

impl<'a> Outputs<'a> {
    fn open(level: &Level, rules: &Rules, options: &'a SimOptions) -> Result<Self, SimError> {
        let header = || Header::of(level, *rules, options.opened_by.clone());
        let recorder = options.record.as_deref();
        let recorder = recorder.map(|path| Recorder::create(path, &header()));
        let trace = options.trace.as_deref();
        let trace = trace.map(|path| Ok::<_, WriteError>((path, open_trace(path)?)));
        let events = options.events.as_deref();
        let events = events.map(|path| EventStream::create(path, options.bodies_every));
        Ok(Self {
            recorder: recorder.transpose()?,
            trace: trace.transpose()?,
            events: events.transpose()?,
        })
    }

    fn write(
        &mut self,
        level: &Level,
        command: &Command,
        world: &World,
        events: &[Event],
    ) -> Result<(), SimError> {
        if let Some(recorder) = &mut self.recorder {
            recorder.push(command, world)?;
        }
        if let Some((path, out)) = &mut self.trace {
            trace::write_row(out, level, world).map_err(trace_failed(path))?;
        }
        if let Some(stream) = &mut self.events {
            stream.write(level, world, events)?;
        }
        Ok(())
    }

    fn finish(self, world: &World, level: &Level) -> Result<(), SimError> {
        if let Some(recorder) = self.recorder {
            recorder.finish(world, level)?;
        }
        if let Some((path, mut out)) = self.trace {
            out.flush().map_err(trace_failed(path))?;
        }
        if let Some(mut stream) = self.events {
            stream.flush()?;
        }
        Ok(())
    }
}

fn open_trace(path: &Path) -> Result<Output, WriteError> {
    let start = || {
        let mut out = output_files::create(path)?;
        writeln!(out, "{}", trace::TRACE_HEADER)?;
        Ok(out)
    };
    start().map_err(trace_failed(path))
}

fn trace_failed(path: &Path) -> impl Fn(io::Error) -> WriteError {
    WriteError::of("the trace ", path, "file with --trace")
}
