//! An island: balls that may meet each other in a tick, with one queue of events, earliest first.

use std::{cmp::Ordering, collections::BinaryHeap};

use smallvec::SmallVec;

use super::{
    Impact,
    ball_sim::BallSim,
    bounce::bounce,
    broad::BallBoxes,
    contact_solver, depenetration,
    flight::MeetingTolerance,
    pair::meet,
    scene::BallScene,
    tolerances::{TICK_SECONDS, TOUCH_GAP},
};
use hexbound_collide::SKIN;

use crate::{BallFlight, BallMeeting, tuning::SLEEP_TICKS};

/// The least height of a ball's center above another that it lies on, as a fraction of the sum of their
/// radii.
const MIN_LEAN_HEIGHT: f64 = 0.01;

/// The ticks in a row after which a supported, slow ball rests whatever it lies on.
const WEDGED_TICKS: u8 = 4 * SLEEP_TICKS;

/// The number of solved contacts in a tick up to which stacks are solved again; after that, contacts are
/// resolved one by one.
const MAX_SOLVED_CONTACTS: usize = 3000;

/// The error when a ball leaves the bounds of its island, where it may meet other balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Escape {
    /// The ball's index in the world.
    pub ball: u32,
}

/// Balls whose paths in a tick come near each other.
#[derive(Debug)]
pub(super) struct Island<'a> {
    /// The balls' indices in the world, ascending.
    pub members: Vec<u32>,
    pub sims: Vec<BallSim<'a>>,
    /// The pairs whose boxes overlap, by their indices in the island: lower first, ascending.
    pub pairs: Vec<(u32, u32)>,
    partners: Vec<SmallVec<[u32; 8]>>,
    queue: BinaryHeap<QueuedEvent>,
    pub impacts: Vec<Impact>,
    /// The number of stack contacts that were solved in this tick.
    solved: usize,
    /// The method by which the balls find each other.
    meeting: BallMeeting,
}

/// A foreseen contact; stale when a version has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct QueuedEvent {
    time: f64,
    /// The other ball; `None` for a contact with a static body, which comes first.
    second: Option<u32>,
    first: u32,
    versions: [u32; 2],
}

impl Eq for QueuedEvent {}

impl Ord for QueuedEvent {
    /// Orders events in reverse, so that the heap pops the earliest one. Ties put the level before balls,
    /// and low indices before high ones.
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |event: &Self| (event.second.is_some(), event.first, event.second);
        (other.time.total_cmp(&self.time))
            .then(key(other).cmp(&key(self)))
            .then(other.versions.cmp(&self.versions))
    }
}

impl PartialOrd for QueuedEvent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Island<'a> {
    /// An island of `members` with their simulations, both in the world's order. `meeting` is the method
    /// by which the balls find each other.
    pub(super) fn new(members: Vec<u32>, sims: Vec<BallSim<'a>>, meeting: BallMeeting) -> Self {
        let partners = vec![SmallVec::new(); members.len()];
        Self {
            members,
            sims,
            pairs: Vec::new(),
            partners,
            queue: BinaryHeap::new(),
            impacts: Vec::new(),
            solved: 0,
            meeting,
        }
    }

    /// Simulates the whole tick. An error names a ball that has left the island's boxes.
    pub(super) fn run(&mut self, scene: &BallScene, broad: &mut BallBoxes) -> Result<(), Escape> {
        let before: f64 = self.energy();
        self.pair_up(broad);
        depenetration::separate(&mut self.sims, &self.pairs, scene);
        self.solve_stacks(0.0, scene);
        for index in 0..self.sims.len() as u32 {
            self.update_box(index, broad)?;
            self.foresee(index, scene, false);
        }
        for at in 0..self.pairs.len() {
            let (first, second) = self.pairs[at];
            self.foresee_pair(first, second);
        }
        while let Some(event) = self.queue.pop() {
            if self.is_stale(&event) {
                continue;
            }
            self.resolve(event, scene, broad)?;
        }
        for sim in &mut self.sims {
            sim.finish();
        }
        self.settle();
        self.limit_energy(before, scene.flight);
        Ok(())
    }

    fn pair_up(&mut self, broad: &BallBoxes) {
        let mut near = Vec::new();
        for first in 0..self.members.len() {
            broad.near(self.members[first] as usize, &mut near);
            for other in &near {
                // Only resting balls come near others without being members of their island.
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

    /// Solves the stacks and returns the indices of their balls.
    fn solve_stacks(&mut self, time: f64, scene: &BallScene) -> Vec<u32> {
        let (sims, pairs) = (&mut self.sims, &self.pairs);
        let (supported, contacts) = contact_solver::solve_stacks(sims, pairs, scene, time);
        self.solved += contacts;
        supported
    }

    fn is_stale(&self, event: &QueuedEvent) -> bool {
        let version = |index: u32| self.sims[index as usize].version;
        let second = event.second.map_or(0, version);
        event.versions != [version(event.first), second]
    }

    fn resolve(
        &mut self,
        event: QueuedEvent,
        scene: &BallScene,
        broad: &mut BallBoxes,
    ) -> Result<(), Escape> {
        let first = event.first;
        let Some(second) = event.second else {
            let sim = &mut self.sims[first as usize];
            if let Some(meeting) = sim.next {
                self.impacts.push(bounce(sim, meeting, scene));
            }
            self.update_box(first, broad)?;
            self.foresee(first, scene, true);
            return Ok(());
        };
        let (a, b) = pair_mut(&mut self.sims, first as usize, second as usize);
        let impact = meet(a, b, event.time);
        self.impacts.push(impact);
        let in_stack = |index: u32| self.sims[index as usize].is_in_stack();
        let mut changed = vec![first, second];
        if impact.lasts
            && self.solved < MAX_SOLVED_CONTACTS
            && (in_stack(first) || in_stack(second))
        {
            changed.extend(self.solve_stacks(event.time, scene));
            changed.sort_unstable();
            changed.dedup();
        }
        for index in &changed {
            self.update_box(*index, broad)?;
        }
        for index in &changed {
            self.foresee(*index, scene, true);
        }
        Ok(())
    }

    /// Foresees the next contact of a ball with a static body, and with `all` also those with its
    /// partners.
    fn foresee(&mut self, index: u32, scene: &BallScene, all: bool) {
        let sim = &mut self.sims[index as usize];
        sim.look_ahead(scene);
        if let Some(meeting) = sim.next {
            let event = QueuedEvent {
                time: meeting.time,
                second: None,
                first: index,
                versions: [sim.version, 0],
            };
            self.queue.push(event);
        }
        if all {
            for at in 0..self.partners[index as usize].len() {
                let other = self.partners[index as usize][at];
                self.foresee_pair(index.min(other), index.max(other));
            }
        }
    }

    fn foresee_pair(&mut self, first: u32, second: u32) {
        let (a, b) = (&self.sims[first as usize], &self.sims[second as usize]);
        if a.is_fixed() && b.is_fixed() {
            return;
        }
        let start = a.since.max(b.since);
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let (from, to) = (
            a.flight.after(start - a.since),
            b.flight.after(start - b.since),
        );
        let tolerance = if a.is_in_stack() && b.is_in_stack() {
            MeetingTolerance::IN_STACK
        } else {
            MeetingTolerance::ROUNDING
        };
        let left = TICK_SECONDS - start;
        let after = match self.meeting {
            BallMeeting::Exact => from.meeting(&to, reach, left, tolerance),
            BallMeeting::Slices => from.meeting_in_slices(&to, reach, left, tolerance),
        };
        if let Some(after) = after {
            self.queue.push(QueuedEvent {
                time: start + after,
                second: Some(second),
                first,
                versions: [a.version, b.version],
            });
        }
    }

    /// Grows a ball's box when its path leaves it, and pairs the ball with those in the larger box.
    fn update_box(&mut self, index: u32, broad: &mut BallBoxes) -> Result<(), Escape> {
        let ball = self.members[index as usize];
        let path = self.sims[index as usize].path_bounds();
        let around = broad.bounds_of(ball as usize);
        if around.contains(path.min) && around.contains(path.max) {
            return Ok(());
        }
        broad.grow(ball as usize, path);
        let mut near = Vec::new();
        broad.near(ball as usize, &mut near);
        for other in near {
            let Ok(other) = self.members.binary_search(&other) else {
                return Err(Escape { ball });
            };
            let other = other as u32;
            if !self.partners[index as usize].contains(&other) {
                self.add_pair(index.min(other), index.max(other));
                self.foresee_pair(index.min(other), index.max(other));
            }
        }
        Ok(())
    }

    /// Puts balls to rest that were supported and slow for long enough, if all balls below them rest.
    /// After a very long time they rest even without that, since balls wedged between each other wait for
    /// each other.
    fn settle(&mut self) {
        for index in 0..self.sims.len() {
            let ball = self.sims[index].ball;
            if ball.resting || ball.slow_ticks < SLEEP_TICKS {
                continue;
            }
            let others = self.partners[index].iter();
            let near = others.map(|other| &self.sims[*other as usize].ball);
            if near.clone().any(|other| overlaps(&ball, other)) {
                continue;
            }
            let (mut supports, mut all_rest) = (0_u8, true);
            for other in near.filter(|other| lies_on(&ball, other)) {
                supports = supports.saturating_add(u8::from(other.resting));
                all_rest &= other.resting;
            }
            let sim = &mut self.sims[index];
            let carried = supports > 0 || !sim.support_normals.is_empty();
            if (all_rest && carried) || ball.slow_ticks >= WEDGED_TICKS {
                sim.rest(supports);
            }
        }
    }

    fn energy(&self) -> f64 {
        self.sims.iter().map(|sim| sim.ball.energy()).sum()
    }

    /// Removes the energy that rounding and unfinished sums have added to the speeds.
    ///
    /// A ball struck while it waits continues with the sum of two velocities. The sum may hold more
    /// energy than both did, by the amount that its island has given to props. In such an island that
    /// amount is counted, too.
    fn limit_energy(&mut self, before: f64, flight: BallFlight) {
        let waits = self.sims.iter().any(BallSim::is_waiting);
        let work = |sim: &BallSim| if waits { -sim.energy_given } else { sim.work };
        let work: f64 = self.sims.iter().map(work).sum();
        let excess = self.energy() - before - work;
        let kinetic = |sim: &BallSim| sim.ball.kinetic_energy();
        let all: f64 = self.sims.iter().map(kinetic).sum();
        for sim in &mut self.sims {
            sim.remove_energy(excess, all, flight);
        }
    }
}

/// Returns whether two balls overlap so far that they are separated before they rest.
fn overlaps(ball: &super::Ball, other: &super::Ball) -> bool {
    let reach = f64::from(ball.radius) + f64::from(other.radius);
    (ball.position - other.position).length() < reach - f64::from(SKIN)
}

/// Returns whether the first ball lies on the second.
pub(super) fn lies_on(ball: &super::Ball, other: &super::Ball) -> bool {
    let offset = ball.position - other.position;
    let reach = f64::from(ball.radius) + f64::from(other.radius);
    offset.y > MIN_LEAN_HEIGHT * reach && offset.length() <= reach + TOUCH_GAP
}

fn pair_mut<T>(all: &mut [T], first: usize, second: usize) -> (&mut T, &mut T) {
    let (low, high) = all.split_at_mut(second);
    (&mut low[first], &mut high[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_by_time_then_kind_then_index() {
        let event = |time, first, second| QueuedEvent {
            time,
            second,
            first,
            versions: [0, 0],
        };
        let mut queue: BinaryHeap<QueuedEvent> = [
            event(2.0, 0, None),
            event(1.0, 0, Some(1)),
            event(1.0, 3, None),
            event(1.0, 2, None),
            event(1.0, 0, Some(2)),
        ]
        .into();
        let events = std::iter::from_fn(|| queue.pop());
        let order = events.map(|e| (e.time, e.first, e.second));
        let expected = [
            (1.0, 2, None),
            (1.0, 3, None),
            (1.0, 0, Some(1)),
            (1.0, 0, Some(2)),
            (2.0, 0, None),
        ];
        assert_eq!(order.collect::<Vec<_>>(), expected);
    }
}
