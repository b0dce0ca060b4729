//! The limits to the work of a query, which bound its time in any mesh. Work is counted and never timed,
//! so results are the same on every run and machine.

use std::cell::Cell;

use glam::DVec3;

use crate::{Body, BodyShape};

/// The most work of a sweep, a slide or a walk, in units of about ten nanoseconds. Walks in ordinary
/// levels take less than half, and mostly a hundredth.
pub(crate) const MOVE_WORK: u32 = 40_000;
/// The most work of a release, in the same units. A body deep within a mesh may take all of it, and the next
/// release continues.
pub(crate) const RELEASE_WORK: u32 = 48_000;
/// The most work of a search for ground, in the same units.
pub(crate) const GROUND_WORK: u32 = 12_000;

/// The divisor of the remaining work for the share of a sweep or a search for overlaps.
const SWEEP_DIVISOR: u32 = 2;

/// The least share of work. Less would not be enough for any sweep.
const MIN_SHARE: u32 = 250;

/// The work of a node of the tree in a best-first walk.
pub(crate) const NODE_WORK: usize = 60;

/// The work of comparing a triangle's box with a region: mostly the wait for its corners.
pub(crate) const BOX_WORK: usize = 2;

/// The work of a triangle of a list before the exact test.
pub(crate) const LISTED_WORK: usize = 4;
/// The work of a triangle of a crowd before the exact test.
pub(crate) const CROWD_WORK: usize = 8;

/// The work of an exact test of a triangle apart from the body at its start.
const APART_WORK: usize = 30;

/// The remaining work of a query. Each step spends work first. Once the work is spent, the result is the
/// safe one.
#[derive(Debug)]
pub(crate) struct Work {
    left: Cell<u32>,
    /// The part of `left` that is reserved for later sweeps.
    kept: Cell<u32>,
}

impl Work {
    pub(crate) fn of(most: u32) -> Self {
        Self {
            left: Cell::new(most),
            kept: Cell::new(0),
        }
    }

    /// Begins another sweep or search for overlaps, with its share of the remaining work. Returns
    /// whether the share is large enough.
    pub(crate) fn share(&self) -> bool {
        let left = self.left.get();
        let share = Some(left / SWEEP_DIVISOR).filter(|share| *share >= MIN_SHARE);
        self.kept.set(left - share.unwrap_or(0));
        share.is_some()
    }

    /// Spends work, and returns whether as much was left.
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

/// The work of an exact test of a body with a triangle, whose corners are relative to the body's center.
/// The work is larger if their boxes overlap.
#[inline]
pub(crate) fn test_work(body: &Body, [a, b, c]: [DVec3; 3]) -> usize {
    let half = body.half_extents().as_dvec3();
    let is_apart = a.min(b).min(c).cmpgt(half).any() || a.max(b).max(c).cmplt(-half).any();
    match is_apart {
        true => APART_WORK,
        false => look_work(body),
    }
}

/// The work of computing the separation of a body and a triangle.
pub(crate) fn look_work(body: &Body) -> usize {
    match body.shape() {
        BodyShape::Ellipsoid { .. } => 25,
        BodyShape::Box { .. } => 60,
        BodyShape::Capsule { .. } => 80,
        BodyShape::Cylinder { .. } => 220,
    }
}
