//! The course of a run, tick by tick, and the moments of it that are worth a picture.

use std::{collections::BTreeMap, path::PathBuf, time::Instant};

use glam::Vec3;

use crate::{Why, events};
use hexbound_base::{clock::TICK_RATE, progress::Progress};
use hexbound_inspect::why::is_turned;
use hexbound_level::Level;
use hexbound_replay::{Playback, Recording, ReplayError};
use hexbound_sim::{Command, Event, RunResult, World};

/// The speed that a contact has to take in one tick to stop the player, m/s.
const STOPS: f32 = 1.0;
/// The most moments that are told with a picture, and the most that are listed.
const CHOSEN: usize = 3;
const LISTED: usize = 60;

/// A run that has been played again.
pub(super) struct Course {
    pub file: PathBuf,
    /// The name that the level was opened by.
    pub level: String,
    /// The level's content hash, and the hash of the last state.
    pub content_hash: u64,
    pub state_hash: u64,
    /// The hash that the recording ends with.
    pub recorded_hash: Option<u64>,
    /// The number of hashes before the end, and whether the recording reports a fault.
    pub hashes: usize,
    pub reports_fault: bool,
    /// The reason why the run could not be played to its end as it was, if there is one.
    pub parted: Option<String>,
    /// The reason why the run is not what its recording says: it parted, or has another result.
    pub fault: Option<String>,
    /// The result that the recording claims.
    pub result: Option<String>,
    /// True if the run, played again, ends with that result.
    pub is_result_confirmed: bool,
    /// The ticks, one after another.
    pub ticks: Vec<Tick>,
    /// The player's place at the start, local, meters.
    pub start: Vec3,
    /// The methods, with the tick from which on they were used.
    pub methods: Vec<(u64, String)>,
    /// The number of events of each kind.
    pub events: BTreeMap<String, usize>,
    /// The ticks that stopped, freed or put back the player, or led through what stands, in order.
    pub notable: Vec<Notable>,
    /// The number of notable ticks, which may be more than are listed.
    pub notable_count: usize,
    /// The moments that are told at length, in order.
    pub chosen: Vec<ToldTick>,
}

/// One tick of a run.
#[derive(Clone, Copy)]
pub(super) struct Tick {
    /// The player's place after it, local, meters.
    pub position: Vec3,
    /// True if the player was put there.
    pub is_put: bool,
    pub contacts: u32,
    /// The player's speed, m/s.
    pub speed: f32,
    /// The time that the tick took, microseconds.
    pub microseconds: f32,
}

/// A tick that is worth being listed.
pub(super) struct Notable {
    pub tick: u64,
    pub position: Vec3,
    pub kind: NotableKind,
    /// The speed before and after, m/s.
    pub speed: [f32; 2],
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NotableKind {
    Stopped,
    Freed,
    PutBack,
    /// The body's center went through a triangle that stands.
    Through,
}

impl NotableKind {
    /// The words for what the tick did to the player.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Freed => "freed from an overlap",
            Self::PutBack => "put back",
            Self::Through => "went through a triangle",
        }
    }
}

/// A tick that is told at length.
pub(super) struct ToldTick {
    pub why: Why,
    pub kind: NotableKind,
}

/// A tick that may be told at length: the world before it, and how notable it is.
struct Candidate {
    weight: f32,
    before: World,
    command: Command,
    kind: NotableKind,
}

impl Course {
    /// Plays a run, and reports to `progress` how far it is. It is an error if the run was made on another level.
    pub(super) fn of(
        level: &Level,
        recording: Recording,
        progress: &Progress,
    ) -> Result<Self, ReplayError> {
        recording.check_level(level)?;
        let mut world = World::new(level, recording.header.rules);
        let mut course = Self {
            file: recording.path.clone(),
            level: recording.header.level.clone(),
            content_hash: level.content_hash,
            state_hash: 0,
            recorded_hash: recording.state_hash,
            hashes: recording.checks.len(),
            reports_fault: recording.fault.is_some(),
            parted: recording.check_whole().err().map(|error| error.to_string()),
            fault: None,
            result: recording.result.map(|result| result.to_string()),
            is_result_confirmed: false,
            ticks: Vec::new(),
            start: world.player.position,
            methods: Vec::new(),
            events: BTreeMap::new(),
            notable: Vec::new(),
            notable_count: 0,
            chosen: Vec::new(),
        };
        let (claimed, ticks) = (recording.result, recording.ticks);
        let told = format!("{}: playing it", course.file.display());
        let mut playback = Playback::new(recording);
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut events = Vec::new();
        // What was altered is played as well: the page shows where that leads.
        while let Some(command) = playback.next_command() {
            if world.tick.is_multiple_of(u64::from(TICK_RATE)) {
                progress(&told, Some(world.tick as f32 / ticks as f32));
            }
            let before = world.clone();
            events.clear();
            let started = Instant::now();
            world.step(level, &command, &mut events);
            let microseconds = started.elapsed().as_secs_f32() * 1e6;
            course.take_in(&world, &command, &events, microseconds);
            if let Some(candidate) = course.judge(level, before, &world, command) {
                candidates.push(candidate);
                candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight));
                candidates.truncate(CHOSEN);
            }
            if let Err(error) = playback.check(&world) {
                course.parted = Some(error.to_string());
                break;
            }
        }
        course.state_hash = world.state_hash();
        let found = RunResult::of(&world, level);
        course.is_result_confirmed = course.parted.is_none() && claimed == found;
        // A script claims nothing.
        let is_other = (course.recorded_hash)
            .and_then(|_| ReplayError::of_results(course.file.clone(), claimed, found));
        let other = is_other.map(|error| error.to_string());
        course.fault = course.parted.clone().or(other);
        candidates.sort_by_key(|candidate| candidate.before.tick);
        course.chosen = candidates.into_iter().map(|it| it.told(level)).collect();
        Ok(course)
    }

    fn take_in(&mut self, world: &World, command: &Command, events: &[Event], microseconds: f32) {
        let player = &world.player;
        self.ticks.push(Tick {
            position: player.position,
            is_put: player.report.teleported,
            contacts: player.report.contacts,
            speed: player.velocity.length(),
            microseconds,
        });
        let methods = command.methods.to_string();
        if self.methods.last().is_none_or(|(_, last)| *last != methods) {
            self.methods.push((world.tick, methods));
        }
        for event in events {
            *self.events.entry(events::name(event.kind)).or_default() += 1;
        }
    }

    /// Lists the tick if it is notable, and offers it to be told at length.
    fn judge(
        &mut self,
        level: &Level,
        before: World,
        world: &World,
        command: Command,
    ) -> Option<Candidate> {
        let player = &world.player;
        let speed = [before.player.velocity.length(), player.velocity.length()];
        let lost = speed[0] - speed[1];
        let journal = || before.journal_of(level, &command);
        let is_stop = || lost >= STOPS && journal().as_ref().is_some_and(is_turned);
        let (from, to) = (before.player.position, player.position);
        let (kind, weight) = if !player.report.teleported && level.is_crossed(from, to) {
            (NotableKind::Through, 200.0)
        } else if player.report.releases > before.player.report.releases {
            (NotableKind::Freed, 100.0)
        } else if player.respawns > before.player.respawns {
            (NotableKind::PutBack, 50.0)
        } else if is_stop() {
            (NotableKind::Stopped, lost)
        } else {
            return None;
        };
        self.notable_count += 1;
        if self.notable.len() < LISTED {
            self.notable.push(Notable {
                tick: world.tick,
                position: player.position,
                kind,
                speed,
            });
        }
        Some(Candidate {
            weight,
            before,
            command,
            kind,
        })
    }

    /// The length of the path, respawns not counted, meters.
    pub(super) fn distance(&self) -> f64 {
        let mut last = self.start;
        let mut sum = 0.0;
        for tick in &self.ticks {
            if !tick.is_put {
                sum += f64::from(last.distance(tick.position));
            }
            last = tick.position;
        }
        sum
    }
}

impl Candidate {
    fn told(self, level: &Level) -> ToldTick {
        ToldTick {
            why: Why::of(level, self.before, &self.command),
            kind: self.kind,
        }
    }
}
