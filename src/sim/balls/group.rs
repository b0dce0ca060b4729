//! Balls that may meet each other in a tick: one queue of what happens next, earliest first, and
//! what happens when two of them meet.

use std::{cmp::Ordering, collections::BinaryHeap};

use smallvec::SmallVec;

use super::{
    Impact, Scene, TICK_SECONDS, TOUCH, apart, broad::Broad, flight::Least, hold, pair::meet,
    runner::Runner,
};
use hexbound_collide::SKIN;

use crate::sim::tuning::SLEEP_TICKS;

/// A ball lies on another whose center is lower by at least this part of their radii: on one that
/// is as high as itself nothing lies.
const LEANS: f64 = 0.01;

/// Ticks in a row after which a held, slow ball rests whatever it lies on.
const WEDGED_TICKS: u8 = 4 * SLEEP_TICKS;

/// Piles are solved anew in a tick until so many contacts have been solved; after that contacts
/// are taken one by one.
const MOST_SOLVED: usize = 3000;

/// A ball has come to where balls outside its group may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Escape {
    /// Its number in the world.
    pub ball: u32,
}

/// Balls whose ways come near each other.
#[derive(Debug)]
pub struct Group<'a> {
    /// Numbers in the world, ascending.
    pub members: Vec<u32>,
    pub runners: Vec<Runner<'a>>,
    /// Whose boxes overlap, by place in the group: lower first, ascending.
    pub pairs: Vec<(u32, u32)>,
    partners: Vec<SmallVec<[u32; 8]>>,
    queue: BinaryHeap<Event>,
    pub impacts: Vec<Impact>,
    /// Contacts of its piles that were solved in this tick.
    solved: usize,
}

/// Something foreseen; stale when a version has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Event {
    time: f64,
    /// The ball itself for a meeting with what stands still: this comes first.
    second: Option<u32>,
    first: u32,
    versions: [u32; 2],
}

impl Eq for Event {}

impl Ord for Event {
    /// The heap gives the greatest: the earliest, of several at once the level before balls and
    /// low numbers before high ones.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |event: &Self| (event.second.is_some(), event.first, event.second);
        (other.time.total_cmp(&self.time))
            .then(key(other).cmp(&key(self)))
            .then(other.versions.cmp(&self.versions))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Group<'a> {
    /// `runners` of the `members`, both in the world's order.
    pub fn new(members: Vec<u32>, runners: Vec<Runner<'a>>) -> Self {
        let partners = vec![SmallVec::new(); members.len()];
        Self {
            members,
            runners,
            pairs: Vec::new(),
            partners,
            queue: BinaryHeap::new(),
            impacts: Vec::new(),
            solved: 0,
        }
    }

    /// The whole tick; or who has left the group's boxes for others'.
    pub fn run(&mut self, scene: &Scene, broad: &mut Broad) -> Result<(), Escape> {
        let before: f64 = self.energy();
        self.pair_up(broad);
        apart::separate(&mut self.runners, &self.pairs, scene);
        self.hold(0.0);
        for place in 0..self.runners.len() as u32 {
            self.watch(place, broad)?;
            self.foresee(place, scene, false);
        }
        for at in 0..self.pairs.len() {
            let (first, second) = self.pairs[at];
            self.foresee_pair(first, second);
        }
        while let Some(event) = self.queue.pop() {
            if self.is_stale(&event) {
                continue;
            }
            self.happen(event, scene, broad)?;
        }
        for runner in &mut self.runners {
            runner.finish();
        }
        self.settle();
        self.keep_energy(before);
        Ok(())
    }

    fn pair_up(&mut self, broad: &Broad) {
        let mut near = Vec::new();
        for first in 0..self.members.len() {
            broad.near(self.members[first] as usize, &mut near);
            for other in &near {
                // Only resting balls come near others without being of their group.
                match self.members.binary_search(other) {
                    Ok(second) if second > first => self.add_pair(first as u32, second as u32),
                    _ => {}
                }
            }
        }
    }

    fn add_pair(&mut self, first: u32, second: u32) {
        self.pairs.push((first, second));
        self.partners[first as usize].push(second);
        self.partners[second as usize].push(first);
    }

    /// Solves its piles; gives the places of the balls in them.
    fn hold(&mut self, time: f64) -> Vec<u32> {
        let (held, contacts) = hold::hold(&mut self.runners, &self.pairs, time);
        self.solved += contacts;
        held
    }

    fn is_stale(&self, event: &Event) -> bool {
        let version = |place: u32| self.runners[place as usize].version;
        let second = event.second.map_or(0, version);
        event.versions != [version(event.first), second]
    }

    fn happen(&mut self, event: Event, scene: &Scene, broad: &mut Broad) -> Result<(), Escape> {
        let first = event.first;
        let Some(second) = event.second else {
            let runner = &mut self.runners[first as usize];
            if let Some(meeting) = runner.next {
                self.impacts.push(runner.bounce(meeting, scene));
            }
            self.watch(first, broad)?;
            self.foresee(first, scene, true);
            return Ok(());
        };
        let pair = two_of(&mut self.runners, first as usize, second as usize);
        let (impact, lasts) = meet(pair, event.time, scene.restitution);
        self.impacts.push(impact);
        let piled = |place: u32| self.runners[place as usize].is_piled();
        let mut changed = vec![first, second];
        if lasts && self.solved < MOST_SOLVED && (piled(first) || piled(second)) {
            changed.extend(self.hold(event.time));
            changed.sort_unstable();
            changed.dedup();
        }
        for place in &changed {
            self.watch(*place, broad)?;
        }
        for place in &changed {
            self.foresee(*place, scene, true);
        }
        Ok(())
    }

    /// What comes next for a ball: with what stands still, and `all`: with its partners.
    fn foresee(&mut self, place: u32, scene: &Scene, all: bool) {
        let runner = &mut self.runners[place as usize];
        runner.look_ahead(scene);
        if let Some(meeting) = runner.next {
            let event = Event {
                time: meeting.time,
                second: None,
                first: place,
                versions: [runner.version, 0],
            };
            self.queue.push(event);
        }
        if all {
            for at in 0..self.partners[place as usize].len() {
                let other = self.partners[place as usize][at];
                self.foresee_pair(place.min(other), place.max(other));
            }
        }
    }

    fn foresee_pair(&mut self, first: u32, second: u32) {
        let (a, b) = (
            &self.runners[first as usize],
            &self.runners[second as usize],
        );
        if a.is_fixed() && b.is_fixed() {
            return;
        }
        let start = a.since.max(b.since);
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let (from, to) = (
            a.flight.after(start - a.since),
            b.flight.after(start - b.since),
        );
        let least = if a.is_piled() && b.is_piled() {
            Least::PILED
        } else {
            Least::ROUNDING
        };
        if let Some(after) = from.meeting(&to, reach, TICK_SECONDS - start, least) {
            self.queue.push(Event {
                time: start + after,
                second: Some(second),
                first,
                versions: [a.version, b.version],
            });
        }
    }

    /// Grows a ball's box when its way leaves it, and looks who is there.
    fn watch(&mut self, place: u32, broad: &mut Broad) -> Result<(), Escape> {
        let ball = self.members[place as usize];
        let way = self.runners[place as usize].way();
        let around = broad.around(ball as usize);
        if around.contains(way.min) && around.contains(way.max) {
            return Ok(());
        }
        broad.grow(ball as usize, way);
        let mut near = Vec::new();
        broad.near(ball as usize, &mut near);
        for other in near {
            let Ok(other) = self.members.binary_search(&other) else {
                return Err(Escape { ball });
            };
            let other = other as u32;
            if !self.partners[place as usize].contains(&other) {
                self.add_pair(place.min(other), place.max(other));
                self.foresee_pair(place.min(other), place.max(other));
            }
        }
        Ok(())
    }

    /// Who was held and slow for long enough comes to rest, if all that it lies on rests; for
    /// very long, without that: balls wedged between each other wait for each other.
    fn settle(&mut self) {
        for place in 0..self.runners.len() {
            let ball = self.runners[place].ball;
            if ball.resting || ball.quiet < SLEEP_TICKS {
                continue;
            }
            let others = self.partners[place].iter();
            let near = others.map(|other| &self.runners[*other as usize].ball);
            if near.clone().any(|other| overlaps(&ball, other)) {
                continue;
            }
            let (mut carriers, mut all_rest) = (0_u8, true);
            for other in near.filter(|other| lies_on(&ball, other)) {
                carriers = carriers.saturating_add(u8::from(other.resting));
                all_rest &= other.resting;
            }
            let runner = &mut self.runners[place];
            let carried = carriers > 0 || !runner.holds.is_empty();
            if (all_rest && carried) || ball.quiet >= WEDGED_TICKS {
                runner.rest(carriers);
            }
        }
    }

    fn energy(&self) -> f64 {
        self.runners.iter().map(|runner| runner.ball.energy()).sum()
    }

    /// Whatever rounding and unfinished sums added is taken from the speeds again.
    fn keep_energy(&mut self, before: f64) {
        let excess = self.energy() - before;
        let kinetic = |runner: &Runner| runner.ball.kinetic_energy();
        let all: f64 = self.runners.iter().map(kinetic).sum();
        for runner in &mut self.runners {
            runner.give_back(excess, all);
        }
    }
}

/// Whether two balls are far enough in each other to be moved apart before they rest.
fn overlaps(ball: &super::Ball, other: &super::Ball) -> bool {
    let reach = f64::from(ball.radius) + f64::from(other.radius);
    (ball.position - other.position).length() < reach - f64::from(SKIN)
}

/// Whether the first ball lies on the second.
pub fn lies_on(ball: &super::Ball, other: &super::Ball) -> bool {
    let offset = ball.position - other.position;
    let reach = f64::from(ball.radius) + f64::from(other.radius);
    offset.y > LEANS * reach && offset.length() <= reach + TOUCH
}

fn two_of<T>(all: &mut [T], first: usize, second: usize) -> (&mut T, &mut T) {
    let (low, high) = all.split_at_mut(second);
    (&mut low[first], &mut high[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_by_time_then_kind_then_number() {
        let event = |time, first, second| Event {
            time,
            second,
            first,
            versions: [0, 0],
        };
        let mut queue: BinaryHeap<Event> = [
            event(2.0, 0, None),
            event(1.0, 0, Some(1)),
            event(1.0, 3, None),
            event(1.0, 2, None),
            event(1.0, 0, Some(2)),
        ]
        .into();
        let order: Vec<_> = std::iter::from_fn(|| queue.pop())
            .map(|e| (e.time, e.first, e.second))
            .collect();
        let expected = [
            (1.0, 2, None),
            (1.0, 3, None),
            (1.0, 0, Some(1)),
            (1.0, 0, Some(2)),
            (2.0, 0, None),
        ];
        assert_eq!(order, expected);
    }
}
