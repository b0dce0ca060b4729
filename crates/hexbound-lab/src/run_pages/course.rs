//! The course of a run, tick by tick, and the moments of it that are worth a picture.

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

/// The speed that a contact has to take in one tick to stop the player, m/s.
const MIN_STOP_SPEED: f32 = 1.0;
/// The most moments that are reported with a picture, and the most that are listed.
const MAX_CHOSEN_MOMENTS: usize = 3;
const MAX_LISTED_MOMENTS: usize = 60;

/// A run that has been played again.
#[derive(Default)]
pub(super) struct Course {
    pub recording: Recording,
    /// The hash of the last state.
    pub state_hash: u64,
    /// The reason why the run could not be played to its end as it was, if there is one.
    pub parted: Option<String>,
    /// The reason why the run is not what its recording says: it parted, or has another result.
    pub fault: Option<String>,
    /// True if the run, played again, ends with the result that the recording claims.
    pub is_result_confirmed: bool,
    pub sums: Sums,
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
    /// The moments that are reported at length, in order.
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
    /// The fault of the tick; `None` where it only stopped the player.
    pub fault: Option<FaultKind>,
    /// The speed before and after, m/s.
    pub speed: [f32; 2],
}

/// The words for what a tick did to the player: a fault, or else a stop.
pub(super) fn in_words(fault: Option<FaultKind>) -> &'static str {
    match fault {
        None => "stopped",
        Some(FaultKind::Freed) => "freed from an overlap",
        Some(FaultKind::Through) => "went through a triangle",
        Some(_) => "put back",
    }
}

/// A tick that is reported at length.
pub(super) struct ToldTick {
    pub why: Why,
    /// The fault of the tick; `None` where it only stopped the player.
    pub fault: Option<FaultKind>,
}

/// A tick that may be reported at length: the world before it, and how notable it is.
struct Candidate {
    weight: f32,
    tick: FoundTick,
    fault: Option<FaultKind>,
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
            parted: recording.check_whole().err().map(|error| error.to_string()),
            start: world.player.position,
            recording,
            ..Self::default()
        };
        let (claimed, ticks) = (course.recording.result, course.recording.ticks);
        let told = format!("{}: playing it", course.recording.path.display());
        let mut playback = Playback::new(course.recording.clone());
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut events = Vec::new();
        // What was altered is played as well: the page shows where that leads.
        while let Some(command) = playback.next_command() {
            progress::of_ticks(progress, &told, world.tick, ticks);
            let before = world.clone();
            events.clear();
            let started = Instant::now();
            world.step(level, &command, &mut events);
            let microseconds = started.elapsed().as_secs_f32() * 1e6;
            course.sums.add(before.player.position, &world);
            course.take_in(&world, &command, &events, microseconds);
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
        let told = candidates.into_iter().map(|candidate| ToldTick {
            why: Why::of(level, &candidate.tick),
            fault: candidate.fault,
        });
        course.chosen = told.collect();
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

    /// Lists the tick if it is notable, and offers it to be reported at length.
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
