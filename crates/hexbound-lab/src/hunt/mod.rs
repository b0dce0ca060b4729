//! Hunts for escapes: a bot plays a level without rest. It looks for places outside the intended area,
//! for overlaps, and for places where nobody can move on. Each find is minimized to the shortest run that
//! shows it.
//!
//! The search is that of Ecoffet and others, "Go-Explore: a New Approach for Hard-Exploration Problems".
//! An `archive` keeps a world for every kind of place that was reached. Each try continues from a seldom
//! tried one, by a few random moves of the `bot`.
//!
//! The `judge` tests every tick, and `shrink` minimizes a find. The same seed finds the same in the same
//! number of rounds, whatever the number of threads.

mod archive;
mod bot;
mod judge;
mod picture;
mod shrink;
#[cfg(test)]
mod tests;

use std::{ops::Range, path::Path};

use glam::Vec3;
use rayon::prelude::*;
use serde::Serialize;

use self::{
    archive::{Archive, PlaceKind},
    bot::Move,
    judge::{Judge, JudgedRun},
};
use super::record::record;
use crate::{capsule, tick_judge::FaultKind};
use hexbound_base::{clock::TICK_RATE, random::Random};
use hexbound_level::Level;
use hexbound_replay::ReplayError;
use hexbound_sim::{Command, Methods, Rules, World};

pub use picture::easel_for_finds;

/// The number of tries in one round, which run in parallel.
const TRIES_PER_ROUND: usize = 64;
/// The number of moves of a try.
const MOVES_PER_TRY: usize = 3;
/// The distance below which two faults of one kind are one find, meters.
const MIN_FIND_GAP: f32 = 2.0;
/// The largest number of finds of one kind that are kept, since further ones mostly have the same cause.
/// The others are counted.
const MAX_FINDS_OF_A_KIND: usize = 6;
/// The largest number of faults of one kind that are minimized, since many of them then end at one place.
const MAX_MINIMIZED_FAULTS: usize = 8 * MAX_FINDS_OF_A_KIND;

/// The duration of a find's last moment, ticks.
const MOMENT_TICKS: u64 = 3 * TICK_RATE as u64;

/// The options of a hunt.
#[derive(Clone, Debug, Default)]
pub struct HuntOptions {
    /// The seed of the moves.
    pub seed: u64,
    /// The methods that resolve collision.
    pub methods: Methods,
    /// The walking speed, meters a second; `None` is the usual one.
    pub speed: Option<f32>,
    /// The kinds of faults that do not count, such as `left` in an open level without walls at its edges.
    pub ignored: Vec<FaultKind>,
}

/// The progress of a hunt.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct HuntProgress {
    pub rounds: u64,
    /// The number of ticks that were played.
    pub ticks: u64,
    /// The number of kinds of places that were reached.
    pub places: usize,
    pub finds: usize,
    /// The number of finds beyond the largest number for their kind, which were not kept.
    pub more: usize,
}

/// A fault, and the shortest run that shows it.
#[derive(Clone, Debug)]
pub struct Find {
    pub kind: FaultKind,
    /// The body's center in the tick before the fault, local, meters. For a body that left the level it
    /// is the place where it last stood.
    pub place: Vec3,
    /// The run from the level's start up to the tick of the fault. A run to a place that nobody can leave
    /// ends with a second of walking in vain.
    pub commands: Vec<Command>,
    /// The number of ticks before minimization, including that second.
    pub found_after: usize,
    /// The number of ticks after which the player last stood before the fault; 0 if never.
    stood_after: usize,
}

impl Find {
    /// The ticks of the find's capsule: its last seconds, and those since the player last stood, so that
    /// the path out is included.
    pub fn moment(&self) -> Range<u64> {
        let end = self.commands_to_play().len() as u64;
        let begin = (end.saturating_sub(MOMENT_TICKS)).min(self.stood_after as u64);
        begin.max(end.saturating_sub(capsule::MAX_TICKS))..end
    }

    /// The commands that can be played to their end.
    pub(crate) fn commands_to_play(&self) -> &[Command] {
        let all = &self.commands;
        match self.kind {
            FaultKind::Panic => &all[..all.len().saturating_sub(1)],
            _ => all,
        }
    }

    /// The fault as words that follow its place.
    pub fn about(&self) -> &'static str {
        match self.kind {
            FaultKind::Panic => "the tick panics, which is a mistake of the game's",
            FaultKind::Stuck => "nobody gets on from here",
            kind => kind.words(),
        }
    }
}

/// The result of a hunt.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub progress: HuntProgress,
    /// The finds, in the order of discovery.
    pub finds: Vec<Find>,
    pub rules: Rules,
}

impl Hunt {
    /// Writes the run of a find on a level, which was opened as `opened_by`. A last tick that panics is
    /// left out.
    pub fn record(
        &self,
        find: &Find,
        level: &Level,
        opened_by: &str,
        path: &Path,
    ) -> Result<(), ReplayError> {
        record(self.rules, level, opened_by, find.commands_to_play(), path)
    }
}

/// The outcome of a try.
struct TryOutcome {
    from: usize,
    /// Places that the archive may lack, with the moves from `from` to them.
    places: Vec<(PlaceKind, World, Vec<Move>)>,
    fault: Option<(FaultKind, Vec3, Vec<Move>)>,
    ticks: u64,
}

/// Hunts on a level until `goes_on`, which is called after each round, returns false.
pub fn hunt(
    level: &Level,
    options: &HuntOptions,
    mut goes_on: impl FnMut(&HuntProgress) -> bool,
) -> Hunt {
    let mut rules = Rules::default();
    rules.walk_speed = options.speed.unwrap_or(rules.walk_speed);
    let judge = Judge::new(level, options.methods);
    let mut archive = Archive::beginning_with(World::new(level, rules));
    let mut random = Random::new(options.seed);
    let mut progress = HuntProgress::default();
    let mut faults = FoundFaults::default();
    loop {
        let tries: Vec<(usize, u64)> = (0..TRIES_PER_ROUND)
            .map(|_| (archive.choose(&mut random), random.bits()))
            .collect();
        let tried: Vec<TryOutcome> = (tries.par_iter())
            .map(|&(from, seed)| run_try(level, options, &judge, from, archive.world(from), seed))
            .collect();
        for tried in tried {
            progress.ticks += tried.ticks;
            for (kind, world, moves) in tried.places {
                archive.add(kind, world, tried.from, moves);
            }
            let Some((kind, place, moves)) = tried.fault else {
                continue;
            };
            if !faults.is_known(kind, place) {
                let moves = archive.moves_to(tried.from).chain(moves);
                faults.add(kind, place, moves);
            }
        }
        progress.rounds += 1;
        progress.places = archive.len();
        progress.finds = faults.max_finds();
        progress.more = faults.known.len() - progress.finds;
        if !goes_on(&progress) {
            break;
        }
    }
    let (finds, doubles) = finds_among(faults.kept, &judge, rules);
    progress.finds = finds.len();
    progress.more = faults.known.len() - finds.len() - doubles;
    Hunt {
        progress,
        finds,
        rules,
    }
}

/// Returns whether the places of two faults are near enough for one find.
fn is_near(one: Vec3, other: Vec3) -> bool {
    one.distance(other) < MIN_FIND_GAP
}

/// A fault, and the moves from the level's start to it.
struct FoundFault {
    kind: FaultKind,
    place: Vec3,
    moves: Vec<Move>,
}

/// The faults that a hunt met, at most one of a kind at a place.
#[derive(Default)]
struct FoundFaults {
    known: Vec<(FaultKind, Vec3)>,
    /// The first faults of each kind, which may be minimized.
    kept: Vec<FoundFault>,
}

impl FoundFaults {
    fn is_known(&self, kind: FaultKind, place: Vec3) -> bool {
        (self.known.iter()).any(|(of, at)| *of == kind && is_near(*at, place))
    }

    fn add(&mut self, kind: FaultKind, place: Vec3, moves: impl Iterator<Item = Move>) {
        self.known.push((kind, place));
        if self.kept.iter().filter(|it| it.kind == kind).count() < MAX_MINIMIZED_FAULTS {
            self.kept.push(FoundFault {
                kind,
                place,
                moves: moves.collect(),
            });
        }
    }

    /// The largest possible number of finds, reached if all minimized faults are at different places.
    fn max_finds(&self) -> usize {
        let of_kind = |kind| self.kept.iter().filter(|it| it.kind == kind).count();
        let kinds = FaultKind::OF_HUNTS.into_iter();
        kinds
            .map(|kind| of_kind(kind).min(MAX_FINDS_OF_A_KIND))
            .sum()
    }
}

/// The finds after minimization, in the order of discovery, and the number of faults at an earlier find's
/// place. Each kind is minimized in groups of the largest number of finds, until there are enough.
fn finds_among(faults: Vec<FoundFault>, judge: &Judge, rules: Rules) -> (Vec<Find>, usize) {
    let mut finds: Vec<(usize, Find)> = Vec::new();
    let mut doubles = 0;
    for kind in FaultKind::OF_HUNTS {
        let of_kind: Vec<(usize, &FoundFault)> = (faults.iter().enumerate())
            .filter(|(_, fault)| fault.kind == kind)
            .collect();
        let mut single: Vec<(usize, Find)> = Vec::new();
        for some in of_kind.chunks(MAX_FINDS_OF_A_KIND) {
            if single.len() == MAX_FINDS_OF_A_KIND {
                break;
            }
            let minimized: Vec<(usize, Find)> = (some.par_iter())
                .map(|&(number, fault)| (number, minimized(fault, judge, rules)))
                .collect();
            for (number, find) in minimized {
                if (single.iter()).any(|(_, it)| is_near(it.place, find.place)) {
                    doubles += 1;
                } else if single.len() < MAX_FINDS_OF_A_KIND {
                    single.push((number, find));
                }
            }
        }
        finds.append(&mut single);
    }
    finds.sort_by_key(|(number, _)| *number);
    (finds.into_iter().map(|(_, find)| find).collect(), doubles)
}

/// The shortest run found that shows a fault.
fn minimized(fault: &FoundFault, judge: &Judge, rules: Rules) -> Find {
    let commands = bot::commands(&fault.moves);
    let mut found_after = commands.len();
    let (mut commands, shown) = shrink::shortest(commands, |commands| {
        judge.first_fault(rules, commands, fault.kind)
    });
    if fault.kind == FaultKind::Stuck
        && let Some(world) = judge.world_after(rules, &commands)
    {
        let attempt = judge.failed_attempt(&world);
        found_after += attempt.len();
        commands.extend(attempt);
    }
    Find {
        kind: fault.kind,
        place: shown.map_or(fault.place, |it| it.place),
        stood_after: shown.map_or(0, |it| it.stood_after),
        commands,
        found_after,
    }
}

/// Plays a few moves from a place of the archive.
fn run_try(
    level: &Level,
    options: &HuntOptions,
    judge: &Judge,
    from: usize,
    start: &World,
    seed: u64,
) -> TryOutcome {
    let mut random = Random::new(seed);
    let (mut run, mut moves) = (JudgedRun::from(judge, start.without_caches()), Vec::new());
    let mut tried = TryOutcome {
        from,
        places: Vec::new(),
        fault: None,
        ticks: 0,
    };
    for _ in 0..MOVES_PER_TRY {
        for next in bot::moves(&mut random, level, &run.world, options.methods) {
            let began_at = run.world.player.position;
            for tick in 0..next.ticks {
                let fault = run.step(&next.command(tick));
                tried.ticks += 1;
                if let Some((kind, place)) = fault {
                    moves.push(next.truncated_to(tick + 1));
                    let is_ignored = options.ignored.contains(&kind);
                    tried.fault = (!is_ignored).then_some((kind, place, moves));
                    return tried;
                }
            }
            moves.push(next);
            let place = run.world.player.position;
            let is_blocked = next.is_blocked(began_at, place);
            let is_requested = !options.ignored.contains(&FaultKind::Stuck);
            if is_blocked && is_requested && judge.is_stuck(&run.world) {
                tried.fault = Some((FaultKind::Stuck, place, moves));
                return tried;
            }
            let (kind, world) = (PlaceKind::of(&run.world), run.world.without_caches());
            tried.places.push((kind, world, moves.clone()));
        }
    }
    tried
}
