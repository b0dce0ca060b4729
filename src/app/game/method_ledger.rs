//! The cost of each combination of methods that played a run. It has the trimmed mean time of a tick, its
//! mean number of triangle tests, and the number of faults so far.

use std::time::{Duration, Instant};

use hexbound_collide::Counters;

use super::{Advance, PlayedTick, RunEntry, TickObserver};
use hexbound_lab::mean_microseconds;
use hexbound_sim::{Methods, Probe, TickPart};
use hexbound_ui::shell::MethodFigures;

/// The number of ticks over which figures are averaged.
const WINDOW_TICKS: usize = 60;
/// The largest number of combinations that are kept. The oldest is forgotten first.
const MAX_COMBINATIONS: usize = 32;

/// A clock that stops when the player's part of a tick is done.
pub(super) struct PlayerClock {
    began: Instant,
    pub(super) player: Duration,
}

impl PlayerClock {
    /// Begins a tick.
    pub(super) fn begin() -> Self {
        Self {
            began: Instant::now(),
            player: Duration::ZERO,
        }
    }
}

impl Probe for PlayerClock {
    fn done(&mut self, part: TickPart) {
        if part == TickPart::Player {
            self.player = self.began.elapsed();
        }
    }
}

/// The figures of every combination of methods so far.
#[derive(Debug, Default)]
pub(in crate::app) struct MethodLedger {
    entries: Vec<LedgerEntry>,
}

/// The figures of one combination of methods.
#[derive(Debug, Default)]
struct LedgerEntry {
    methods: Methods,
    /// The time of each tick in the present window.
    times: Vec<Duration>,
    counters: Counters,
    /// True once there was a full window.
    has_window: bool,
    /// The figures of the last full window, or of all ticks before the first one is full.
    shown: MethodFigures,
}

impl MethodLedger {
    /// The figures of methods, if they were in use.
    pub(in crate::app) fn figures(&self, methods: Methods) -> Option<MethodFigures> {
        let entry = self.entries.iter().find(|entry| entry.methods == methods);
        entry.map(|entry| entry.shown)
    }

    fn entry(&mut self, methods: Methods) -> &mut LedgerEntry {
        let known = self.entries.iter().position(|it| it.methods == methods);
        let index = known.unwrap_or_else(|| {
            if self.entries.len() >= MAX_COMBINATIONS {
                self.entries.remove(0);
            }
            self.entries.push(LedgerEntry {
                methods,
                ..LedgerEntry::default()
            });
            self.entries.len() - 1
        });
        &mut self.entries[index]
    }
}

impl TickObserver for MethodLedger {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        let (level, before, world) = (tick.level, &tick.before, tick.world);
        let entry = self.entry(tick.command.methods);
        entry.count(tick.player_time, &world.counters);
        let player = &world.player;
        let figures = &mut entry.shown;
        let freed = player
            .report
            .releases
            .saturating_sub(before.report.releases);
        let respawns = player.respawns.saturating_sub(before.respawns);
        figures.freed += u64::from(freed);
        figures.respawns += u64::from(respawns);
        let is_walked = !player.report.teleported && respawns == 0;
        let crosses = is_walked && level.is_crossed(before.position, player.position);
        figures.crossings += u64::from(crosses);
    }

    fn entered(&mut self, entry: &RunEntry<'_>) {
        if !entry.is_restart {
            *self = Self::default();
        }
    }
}

impl LedgerEntry {
    fn count(&mut self, player_time: Duration, counters: &Counters) {
        self.times.push(player_time);
        self.counters.add(counters);
        let is_full = self.times.len() >= WINDOW_TICKS;
        if is_full || !self.has_window {
            self.show();
        }
        if is_full {
            self.has_window = true;
            self.times.clear();
            self.counters = Counters::default();
        }
    }

    fn show(&mut self) {
        let mean = |count: u64| count as f64 / self.times.len() as f64;
        let counters = &self.counters;
        self.shown = MethodFigures {
            player_time: mean_microseconds(&self.times),
            asked: mean(counters.asked),
            rejected_s: mean(counters.rejected_s),
            rejected_ps: counters.rejected_ps.map(mean),
            ..self.shown
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use hexbound_level::Level;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, CollisionMode, Command, History, Rules, World};

    /// Lets a ledger follow a tick that led from one world to another.
    fn follow(
        ledger: &mut MethodLedger,
        level: &Level,
        [before, after]: [&World; 2],
        (methods, player_time): (Methods, Duration),
    ) {
        let command = Command::default().by(methods);
        let tick = PlayedTick {
            level,
            command: &command,
            before: before.player,
            world: after,
            events: &[],
            history: &History::new(after),
            player_time,
            is_shown: true,
        };
        ledger.tick(&tick, &mut Advance::default());
    }

    /// Walks ahead for as many ticks as figures are averaged over.
    fn walk(ledger: &mut MethodLedger, level: &Level, world: &mut World, methods: Methods) {
        let command = Command::holding(Buttons::FORWARD).by(methods);
        for _ in 0..WINDOW_TICKS {
            let before = world.clone();
            let mut clock = PlayerClock::begin();
            world.step_probed(level, &command, &mut Vec::new(), &mut clock);
            let played = (methods, clock.player);
            follow(ledger, level, [&before, world], played);
        }
    }

    #[test]
    fn every_combination_has_its_own_figures() {
        let level = catalog::open("test:box-room").unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut ledger = MethodLedger::default();
        let (usual, article) = (Methods::default(), Methods::by(CollisionMode::Article));
        assert_eq!(ledger.figures(usual), None);
        walk(&mut ledger, &level, &mut world, usual);
        let first = ledger.figures(usual).unwrap();
        assert!(first.player_time > 0.0 && first.asked > 0.0, "{first:?}");
        assert_eq!(ledger.figures(article), None);
        walk(&mut ledger, &level, &mut world, article);
        assert_eq!(ledger.figures(usual), Some(first), "what it was before");
        assert!(ledger.figures(article).unwrap().player_time > 0.0);
        assert_eq!((first.crossings, first.respawns), (0, 0));
    }

    #[test]
    fn a_tick_that_was_held_up_does_not_change_what_is_shown() {
        let mut entry = LedgerEntry::default();
        for tick in 0..WINDOW_TICKS {
            let held_up = if tick == 20 { 25_000 } else { 0 };
            entry.count(Duration::from_micros(10 + held_up), &Counters::default());
        }
        assert_eq!(entry.shown.player_time, 10.0);
    }

    #[test]
    fn a_way_through_a_wall_and_a_way_back_to_the_start_are_faults() {
        let level = catalog::open("test:box-room").unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut ledger = MethodLedger::default();
        let methods = Methods::default();
        let played = (methods, Duration::ZERO);
        let before = world.clone();
        world.player.position += Vec3::X * 500.0;
        follow(&mut ledger, &level, [&before, &world], played);
        assert_eq!(ledger.figures(methods).unwrap().crossings, 1);
        let before = world.clone();
        world.player.position -= Vec3::X * 500.0;
        world.player.respawns += 1;
        follow(&mut ledger, &level, [&before, &world], played);
        let found = ledger.figures(methods).unwrap();
        assert_eq!((found.crossings, found.respawns), (1, 1));
    }
}
