//! The work that a question may take, so that its time is bounded in any mesh. It is counted and never
//! timed: answers are the same on every run and machine.

use std::cell::Cell;

use glam::DVec3;

use crate::{Body, BodyShape};

/// The most work of a sweep, a slide or a walk, of a release and of a search for ground, in units of
/// about ten nanoseconds. Walks in ordinary levels take less than half, and mostly a hundredth.
/// A body deep within a mover may take all that a release has. The next release goes on.
pub(crate) const MOVE_WORK: u32 = 40_000;
pub(crate) const RELEASE_WORK: u32 = 48_000;
pub(crate) const GROUND_WORK: u32 = 12_000;

/// Each sweep and each look for overlaps may take the work that is left divided by this.
const SWEEP_DIVISOR: u32 = 2;

/// Less work than this is none: it would not be enough for any sweep.
const MIN_SHARE: u32 = 250;

/// The work of a visit to a node of the tree, best first.
pub(crate) const NODE_WORK: usize = 60;

/// The work of a triangle whose box is compared with a region: mostly the wait for its corners.
pub(crate) const ASKED_WORK: usize = 2;

/// The work of a triangle of a list, and of one of a crowd, before the exact test.
pub(crate) const LISTED_WORK: usize = 4;
pub(crate) const CROWD_WORK: usize = 8;

/// The work of an exact test of a triangle that is apart from the body where it begins.
const APART_WORK: usize = 30;

/// The work that is left for a question. Whatever is asked spends of it first; when there is no more,
/// the answer is the one that is safe.
#[derive(Debug)]
pub(crate) struct Work {
    left: Cell<u32>,
    /// The part of `left` that is kept for later sweeps.
    kept: Cell<u32>,
}

impl Work {
    pub(crate) fn of(most: u32) -> Self {
        Self {
            left: Cell::new(most),
            kept: Cell::new(0),
        }
    }

    /// Begins another sweep or look for overlaps, which may take its share of what is left. Returns
    /// whether that is anything.
    pub(crate) fn share(&self) -> bool {
        let left = self.left.get();
        let share = Some(left / SWEEP_DIVISOR).filter(|share| *share >= MIN_SHARE);
        self.kept.set(left - share.unwrap_or(0));
        share.is_some()
    }

    /// Takes some work, and returns whether there was as much left.
    #[inline]
    pub(crate) fn spend(&self, work: usize) -> bool {
        let left = self.left.get();
        let taken = work.min((left - self.kept.get()) as usize);
        self.left.set(left - taken as u32);
        taken == work
    }

    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.left.get() == self.kept.get()
    }
}

/// The work of an exact test of a body with a triangle, whose corners are relative to the body's
/// center. It is more where their boxes overlap.
#[inline]
pub(crate) fn test_work(body: &Body, [a, b, c]: [DVec3; 3]) -> usize {
    let half = body.half_extents().as_dvec3();
    let is_apart = a.min(b).min(c).cmpgt(half).any() || a.max(b).max(c).cmplt(-half).any();
    match is_apart {
        true => APART_WORK,
        false => look_work(body),
    }
}

/// The work of a look at how a body lies to a triangle.
pub(crate) fn look_work(body: &Body) -> usize {
    match body.shape() {
        BodyShape::Ellipsoid { .. } => 25,
        BodyShape::Box { .. } => 60,
        BodyShape::Capsule { .. } => 80,
        BodyShape::Cylinder { .. } => 220,
    }
}
