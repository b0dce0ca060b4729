//! The last ten seconds of a run, to rewind to: a world at intervals, and every command between. Steps
//! are pure, so the ticks between are stepped again. Callers decide whether and when to rewind.

use std::collections::VecDeque;

use super::{Command, Journal, World};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;

/// The number of ticks that can be rewound.
pub(crate) const HISTORY_TICKS: u64 = 10 * TICK_RATE as u64;

/// The ticks between kept worlds; a rewind replays half as many on average.
const KEEP_INTERVAL: u64 = 12;

/// The last seconds of a run, to rewind to.
#[derive(Clone, Debug)]
pub struct History {
    /// The kept worlds, oldest first, `KEEP_INTERVAL` ticks apart.
    worlds: VecDeque<World>,
    /// The commands from the oldest world on.
    commands: VecDeque<Command>,
    /// The number of ticks that can be rewound.
    reach: u64,
}

impl History {
    /// A history that begins with `world`.
    pub fn new(world: &World) -> Self {
        Self {
            worlds: VecDeque::from([world.without_caches()]),
            commands: VecDeque::new(),
            reach: HISTORY_TICKS,
        }
    }

    /// A history of at least `ticks` ticks that begins with `world`.
    pub fn with_reach(world: &World, ticks: u64) -> Self {
        Self {
            reach: HISTORY_TICKS.max(ticks),
            ..Self::new(world)
        }
    }

    /// A history that reaches back as far as any other of the same run, whichever ticks the other keeps.
    pub fn beside(world: &World) -> Self {
        Self::with_reach(world, HISTORY_TICKS + KEEP_INTERVAL)
    }

    /// Adds a tick: its command, and the world after it.
    pub fn push(&mut self, command: &Command, after: &World) {
        self.commands.push_back(*command);
        let newest = self.worlds.back().map_or(0, |world| world.tick);
        if after.tick >= newest + KEEP_INTERVAL {
            self.worlds.push_back(after.without_caches());
        }
        while self
            .worlds
            .get(1)
            .is_some_and(|second| second.tick + self.reach <= after.tick)
        {
            let dropped = self.worlds[1].tick - self.worlds[0].tick;
            self.worlds.pop_front();
            self.commands.drain(..dropped as usize);
        }
    }

    /// The oldest tick that can be rewound to.
    pub fn oldest(&self) -> u64 {
        self.worlds.front().map_or(0, |world| world.tick)
    }

    /// The newest tick known.
    pub fn newest(&self) -> u64 {
        self.oldest() + self.commands.len() as u64
    }

    /// Returns the world after `tick` ticks, or at the nearest known tick, and forgets everything later.
    pub fn rewind_to(&mut self, level: &Level, tick: u64) -> World {
        let tick = self.forget_after(tick);
        self.since(level, tick).0
    }

    /// Returns the world of [`History::rewind_to`] with the journal of its last tick; at the oldest tick
    /// there is none.
    pub fn rewind_with_journal_to(&mut self, level: &Level, tick: u64) -> World {
        let tick = self.forget_after(tick);
        let (mut world, commands) = self.since(level, tick.saturating_sub(1));
        if let Some(command) = commands.first() {
            world.keep_journal(true);
            world.step(level, command, &mut Vec::new());
        }
        world
    }

    /// Replays the kept ticks with their journals, the newest first. Returns the newest world with its
    /// journal, including the last bounces, and the journal of the last tick that `is_notable`.
    pub fn recall(
        &self,
        level: &Level,
        is_notable: impl Fn(&Journal) -> bool,
    ) -> (World, Option<Journal>) {
        let mut notable = None;
        let mut newest: Option<World> = None;
        for (start, commands) in self.segments() {
            let mut world = start.clone();
            world.keep_journal(true);
            let mut last = None;
            for command in commands {
                world.step(level, command, &mut Vec::new());
                last = (world.journal().filter(|it| is_notable(it)).cloned()).or(last);
            }
            notable = notable.or(last);
            match &mut newest {
                Some(newest) => newest.recall_bounces(&world),
                None if world.tick > start.tick => newest = Some(world),
                None => {}
            }
            let knows_bounces =
                |world: &World| world.journal().is_some_and(|it| it.bounced.is_some());
            if notable.is_some() && newest.as_ref().is_some_and(knows_bounces) {
                break;
            }
        }
        let newest = newest.unwrap_or_else(|| {
            let mut world = self.since(level, self.newest()).0;
            world.keep_journal(true);
            world
        });
        (newest, notable)
    }

    /// The kept worlds, newest first, each with the commands from it to the next.
    fn segments(&self) -> impl Iterator<Item = (&World, impl Iterator<Item = &Command>)> {
        let index = |world: &World| (world.tick - self.oldest()) as usize;
        let ends = (self.worlds.iter().skip(1).map(index)).chain([self.commands.len()]);
        let segments = self.worlds.iter().zip(ends.collect::<Vec<_>>()).rev();
        segments.map(move |(world, end)| (world, self.commands.range(index(world)..end)))
    }

    /// Forgets everything after a tick, or after the nearest known one. Returns the newest tick now.
    fn forget_after(&mut self, tick: u64) -> u64 {
        let tick = tick.clamp(self.oldest(), self.newest());
        while self.worlds.len() > 1 && self.worlds.back().is_some_and(|world| world.tick > tick) {
            self.worlds.pop_back();
        }
        self.commands.truncate((tick - self.oldest()) as usize);
        tick
    }

    /// The world after `tick` ticks, or at the nearest known tick, and the commands from there on.
    pub fn since(&self, level: &Level, tick: u64) -> (World, Vec<Command>) {
        let tick = tick.clamp(self.oldest(), self.newest());
        let after = self.worlds.partition_point(|world| world.tick <= tick);
        let mut world = self.worlds[after.saturating_sub(1)].clone();
        let done = (world.tick - self.oldest()) as usize;
        let missing = (tick - world.tick) as usize;
        let mut commands = self.commands.iter().skip(done);
        let mut ignored = Vec::new();
        for command in commands.by_ref().take(missing) {
            world.step(level, command, &mut ignored);
        }
        (world, commands.copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buttons, Journal, Rules};
    use hexbound_scenes::catalog;

    /// Walks, jumps, looks round and throws.
    fn command(tick: u64) -> Command {
        let mut command = Command {
            yaw: 0.01,
            ..Command::default()
        };
        command.buttons.set(Buttons::FORWARD, tick % 100 < 80);
        command.buttons.set(Buttons::JUMP, tick % 150 < 5);
        command.buttons.set(Buttons::THROW, tick % 40 < 3);
        command
    }

    /// A room, a world that keeps a journal, and its history.
    fn begun() -> (Level, World, History) {
        let level = catalog::open("test:box-room").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.keep_journal(true);
        let history = History::new(&world);
        (level, world, history)
    }

    fn step(world: &mut World, level: &Level, history: &mut History) {
        let command = command(world.tick);
        world.step(level, &command, &mut Vec::new());
        history.push(&command, world);
    }

    #[test]
    fn every_tick_of_the_last_ten_seconds_comes_back_bit_for_bit() {
        let (level, mut world, mut history) = begun();
        world.keep_journal(false);
        let mut hashes = vec![world.state_hash()];
        for _ in 0..2000 {
            step(&mut world, &level, &mut history);
            hashes.push(world.state_hash());
        }
        assert!(history.oldest() <= 2000 - HISTORY_TICKS);
        assert!(history.oldest() > 2000 - HISTORY_TICKS - 2 * KEEP_INTERVAL);
        let (mut then, commands) = history.since(&level, 1234);
        assert_eq!((then.tick, then.state_hash()), (1234, hashes[1234]));
        let mut ignored = Vec::new();
        (commands.iter()).for_each(|command| then.step(&level, command, &mut ignored));
        assert_eq!((then.tick, then.state_hash()), (2000, hashes[2000]));
        for back in [1990, 1989, 1500, 1203, 900, 803] {
            let then = history.rewind_to(&level, back);
            assert_eq!(then.tick, back);
            assert_eq!(then.state_hash(), hashes[back as usize]);
            assert_eq!(history.newest(), back);
        }
        let furthest = history.rewind_to(&level, 3);
        assert_eq!(furthest.tick, history.oldest());
        // And goes on from there as it did.
        let mut world = furthest;
        while world.tick < 1000 {
            step(&mut world, &level, &mut history);
        }
        assert_eq!(world.state_hash(), hashes[1000]);
        assert_eq!(history.rewind_to(&level, 990).state_hash(), hashes[990]);
    }

    #[test]
    fn a_recalled_journal_knows_the_last_notable_tick_and_the_last_bounces() {
        let (level, mut world, mut history) = begun();
        let is_notable = |journal: &Journal| journal.tick.is_multiple_of(77);
        let (start, none) = history.recall(&level, is_notable);
        assert!(start.tick == 0 && start.keeps_journal() && none.is_none());
        for _ in 0..310 {
            step(&mut world, &level, &mut history);
            let (recalled, notable) = history.recall(&level, is_notable);
            assert_eq!(recalled.state_hash(), world.state_hash());
            let [again, first] = [&recalled, &world].map(|world| world.journal().unwrap());
            assert_eq!(again.positions, first.positions);
            let bounced = |journal: &Journal| journal.bounced.as_ref().map(|it| it.tick);
            assert_eq!(bounced(again), bounced(first));
            let expected = world.tick / 77 * 77;
            assert_eq!(notable.map_or(0, |it| it.tick), expected);
        }
        assert!(world.journal().unwrap().bounced.is_some(), "a ball bounced");
    }

    #[test]
    fn the_journal_of_a_tick_comes_back_with_it() {
        let (level, mut world, mut history) = begun();
        let mut journals = Vec::new();
        for _ in 0..300 {
            step(&mut world, &level, &mut history);
            journals.push((world.state_hash(), world.journal().cloned().unwrap()));
        }
        // Also the ticks of which the world itself is kept, and those beside them.
        for back in (1..300).rev() {
            let then = history.rewind_with_journal_to(&level, back);
            let (hash, first) = &journals[back as usize - 1];
            assert_eq!((then.tick, then.state_hash()), (back, *hash));
            let again = then.journal().expect("a journal");
            assert_eq!(again.positions, first.positions);
            let contacts = |journal: &Journal| -> Vec<u32> {
                let moves = journal.kernel.moves();
                let legs = moves.flat_map(|slide| &slide.legs);
                let contacts = legs.flat_map(|leg| &leg.contacts);
                contacts.map(|it| it.hit.triangle).collect()
            };
            assert_eq!(contacts(again), contacts(first));
        }
        let first = history.rewind_with_journal_to(&level, 0);
        assert!(first.tick == 0 && first.journal().is_none());
    }

    #[test]
    fn a_history_beside_another_reaches_back_as_far() {
        let level = catalog::open("test:flat").unwrap();
        let mut world = World::new(&level, Rules::default());
        let mut history = History::new(&world);
        let mut beside = None;
        for tick in 0..2 * HISTORY_TICKS {
            if tick == 5 {
                beside = Some(History::beside(&world));
            }
            let command = command(tick);
            world.step(&level, &command, &mut Vec::new());
            history.push(&command, &world);
            if let Some(beside) = &mut beside {
                beside.push(&command, &world);
                assert!(beside.oldest() <= history.oldest().max(5), "tick {tick}");
            }
        }
    }
}
