//! The course of a run, tick by tick, and its moments that deserve a picture.

use std::{collections::BTreeMap, time::Instant};

use glam::Vec3;

use crate::{
    FoundTick, Why, events,
    report::Sums,
    tick_judge::{FaultKind, TickJudge},
};
use hexbound_base::progress::{self, Progress};
use hexbound_inspect::why::is_turned;
use hexbound_level::Level;
use hexbound_replay::{Playback, Recording, ReplayError};
use hexbound_sim::{Command, Event, RunResult, World};

/// The least speed lost to a contact in one tick that counts as a stop, m/s.
const MIN_STOP_SPEED: f32 = 1.0;
/// The largest number of moments that are described with a picture.
const MAX_CHOSEN_MOMENTS: usize = 3;
/// The largest number of moments that are listed.
const MAX_LISTED_MOMENTS: usize = 60;

/// A run that has been replayed.
#[derive(Default)]
pub(super) struct ReplayedRun {
    pub recording: Recording,
    /// The hash of the last state.
    pub state_hash: u64,
    /// The reason why the run could not be replayed to its end, if there is one.
    pub parted: Option<String>,
    /// The reason why the run contradicts its recording: it parted, or has another result.
    pub fault: Option<String>,
    /// True if the replay ends with the result that the recording claims.
    pub is_result_confirmed: bool,
    pub sums: Sums,
    /// The ticks, one after another.
    pub ticks: Vec<Tick>,
    /// The player's place at the start, local, meters.
    pub start: Vec3,
    /// The methods, each with the first tick of its use.
    pub methods: Vec<(u64, String)>,
    /// The number of events of each kind.
    pub events: BTreeMap<String, usize>,
    /// The ticks that stopped, freed or returned the player, or led through the level, in order.
    pub notable: Vec<Notable>,
    /// The number of notable ticks, which may exceed those listed.
    pub notable_count: usize,
    /// The moments that are described in detail, in order.
    pub chosen: Vec<DetailedTick>,
}

/// One tick of a run.
#[derive(Clone, Copy)]
pub(super) struct Tick {
    /// The player's place after the tick, local, meters.
    pub position: Vec3,
    /// True if the player was placed there.
    pub teleported: bool,
    pub contacts: u32,
    /// The player's speed, m/s.
    pub speed: f32,
    /// The duration of the tick, microseconds.
    pub microseconds: f32,
}

/// A tick that is worth listing.
pub(super) struct Notable {
    pub tick: u64,
    pub position: Vec3,
    /// The fault of the tick; `None` if it only stopped the player.
    pub fault: Option<FaultKind>,
    /// The speed before and after, m/s.
    pub speed: [f32; 2],
}

/// The words for the effect of a tick on the player: a fault, or else a stop.
pub(super) fn in_words(fault: Option<FaultKind>) -> &'static str {
    match fault {
        None => "stopped",
        Some(FaultKind::Freed) => "freed from an overlap",
        Some(FaultKind::Through) => "went through a triangle",
        Some(_) => "put back",
    }
}

/// A tick that is described in detail.
pub(super) struct DetailedTick {
    pub why: Why,
    /// The fault of the tick; `None` if it only stopped the player.
    pub fault: Option<FaultKind>,
}

/// A tick that may be described in detail: the world before it, and its rank.
struct Candidate {
    weight: f32,
    tick: FoundTick,
    fault: Option<FaultKind>,
}

impl ReplayedRun {
    /// Plays a run, and reports progress to `progress`. Fails if the run was made on another level.
    pub(super) fn of(
        level: &Level,
        recording: Recording,
        progress: &Progress,
    ) -> Result<Self, ReplayError> {
        recording.check_level(level)?;
        let mut world = World::new(level, recording.header.rules);
        let mut course = Self {
            parted: recording.check_whole().err().map(|error| error.to_string()),
            start: world.player.position,
            recording,
            ..Self::default()
        };
        let (claimed, ticks) = (course.recording.result, course.recording.ticks);
        let label = format!("{}: playing it", course.recording.path.display());
        let mut playback = Playback::new(course.recording.clone());
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut events = Vec::new();
        // Altered commands are played as well: the page shows where they lead.
        while let Some(command) = playback.next_command() {
            progress::of_ticks(progress, &label, world.tick, ticks);
            let before = world.clone();
            events.clear();
            let started = Instant::now();
            world.step(level, &command, &mut events);
            let microseconds = started.elapsed().as_secs_f32() * 1e6;
            course.sums.add(before.player.position, &world);
            course.record(&world, &command, &events, microseconds);
            if let Some(candidate) = course.judge(level, before, &world, command) {
                candidates.push(candidate);
                candidates.sort_by(|a, b| b.weight.total_cmp(&a.weight));
                candidates.truncate(MAX_CHOSEN_MOMENTS);
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
        let recording = &course.recording;
        let other = (recording.state_hash)
            .and_then(|_| ReplayError::of_results(recording.path.clone(), claimed, found));
        let other = other.map(|error| error.to_string());
        course.fault = course.parted.clone().or(other);
        candidates.sort_by_key(|candidate| candidate.tick.before.tick);
        let detailed = candidates.into_iter().map(|candidate| DetailedTick {
            why: Why::of(level, &candidate.tick),
            fault: candidate.fault,
        });
        course.chosen = detailed.collect();
        Ok(course)
    }

    fn record(&mut self, world: &World, command: &Command, events: &[Event], microseconds: f32) {
        let player = &world.player;
        self.ticks.push(Tick {
            position: player.position,
            teleported: player.report.teleported,
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

    /// Lists the tick if it is notable, and considers it for a detailed description.
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
        let is_stop = || lost >= MIN_STOP_SPEED && journal().as_ref().is_some_and(is_turned);
        let judge = TickJudge::of(level, &before.player, &command, world, &[]);
        let weights = [
            (FaultKind::Through, 200.0),
            (FaultKind::Freed, 100.0),
            (FaultKind::Respawn, 50.0),
        ];
        let (fault, weight) = match weights.into_iter().find(|(kind, _)| judge.has(*kind)) {
            Some((kind, weight)) => (Some(kind), weight),
            None if is_stop() => (None, lost),
            None => return None,
        };
        self.notable_count += 1;
        if self.notable.len() < MAX_LISTED_MOMENTS {
            self.notable.push(Notable {
                tick: world.tick,
                position: player.position,
                fault,
                speed,
            });
        }
        Some(Candidate {
            weight,
            tick: FoundTick { before, command },
            fault,
        })
    }
}
