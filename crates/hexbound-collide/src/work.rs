//! The limits to the work of a query, which bound its time in any mesh. Work is counted and never timed,
//! so results are the same on every run and machine.

use std::cell::Cell;

use glam::DVec3;

use crate::{Body, BodyShape};

/// The most work of a sweep, a slide or a walk, in units of about ten nanoseconds. A walk in an
/// ordinary level takes less than half of it, and mostly a hundredth.
pub(crate) const MAX_MOVE_WORK: u32 = 40_000;
/// The most work of a release, in the same units. If a body deep within a mesh needs more, its next
/// release continues.
pub(crate) const MAX_RELEASE_WORK: u32 = 48_000;
/// The most work of a search for ground, in the same units.
pub(crate) const MAX_GROUND_WORK: u32 = 12_000;

/// The divisor of the remaining work for the share of a sweep or a search for overlaps.
const SWEEP_DIVISOR: u32 = 2;

/// The least share of work. Less would not be enough for any sweep.
const MIN_SHARE: u32 = 250;

/// The work of a node of the tree in a best-first walk.
pub(crate) const NODE_WORK: usize = 60;

/// The work of comparing a triangle's box with a region: mostly the wait for its corners in memory.
pub(crate) const BOX_WORK: usize = 2;

/// The work of a triangle of a list before the exact test.
pub(crate) const LISTED_WORK: usize = 4;
/// The work of a triangle of a crowd before the exact test.
pub(crate) const CROWD_WORK: usize = 8;

/// The work of an exact test of a triangle whose box is apart from the box of the body at its start.
const APART_WORK: usize = 30;

/// The remaining work of a query. Each step spends work first. Once the work is spent, the result is the
/// safe one.
#[derive(Debug)]
pub(crate) struct Work {
    remaining: Cell<u32>,
    /// The share of `remaining` that is reserved for later sweeps.
    reserved: Cell<u32>,
}

impl Work {
    pub(crate) fn new(limit: u32) -> Self {
        Self {
            remaining: Cell::new(limit),
            reserved: Cell::new(0),
        }
    }

    /// Begins another sweep or search for overlaps, with its share of the remaining work. Returns
    /// whether the share is large enough.
    pub(crate) fn start_share(&self) -> bool {
        let remaining = self.remaining.get();
        let share = Some(remaining / SWEEP_DIVISOR).filter(|share| *share >= MIN_SHARE);
        self.reserved.set(remaining - share.unwrap_or(0));
        share.is_some()
    }

    /// Spends `work`, and returns whether that much was left of the share.
    #[inline]
    pub(crate) fn spend(&self, work: usize) -> bool {
        let remaining = self.remaining.get();
        let spent = work.min((remaining - self.reserved.get()) as usize);
        self.remaining.set(remaining - spent as u32);
        spent == work
    }

    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.remaining.get() == self.reserved.get()
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
        false => separation_work(body),
    }
}

/// The work of computing the separation of a body and a triangle.
pub(crate) fn separation_work(body: &Body) -> usize {
    match body.shape() {
        BodyShape::Ellipsoid { .. } => 25,
        BodyShape::Box { .. } => 60,
        BodyShape::Capsule { .. } => 80,
        BodyShape::Cylinder { .. } => 220,
    }
}
