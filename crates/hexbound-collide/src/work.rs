//! The work that a question may take, so that its time is bounded in any mesh. It is counted and never
//! timed: answers are the same on every run and machine.

use std::cell::Cell;

use crate::{Body, BodyShape};

/// The most work of one question that is asked of a mover, in units of about ten nanoseconds: some
/// hundred times what ordinary levels take.
const MAX_WORK: u32 = 40_000;

/// Each sweep and each look for overlaps may take this part of the work that is left.
const SHARE: u32 = 4;

/// Less work than this is none: it would not be enough for any sweep.
const LEAST_SHARE: u32 = 250;

/// The work of a visit to a node of the tree, best first.
pub(crate) const NODE: usize = 60;

/// The work of a triangle of a list, and of one of a crowd, before the exact test.
pub(crate) const LISTED: usize = 4;
pub(crate) const IN_CROWD: usize = 8;

/// The work that is left for a question. Whatever is asked spends of it first; when there is no more,
/// the answer is the one that is safe.
#[derive(Debug)]
pub(crate) struct Work {
    left: Cell<u32>,
    /// What has to stay for the sweeps to come.
    kept: Cell<u32>,
}

impl Work {
    /// As much as one question may take.
    pub(crate) fn of_a_question() -> Self {
        Self::of(MAX_WORK)
    }

    /// More than any question takes.
    pub(crate) fn unbounded() -> Self {
        Self::of(u32::MAX)
    }

    fn of(most: u32) -> Self {
        Self {
            left: Cell::new(most),
            kept: Cell::new(0),
        }
    }

    /// Begins another sweep or look for overlaps, which may take its share of what is left. Returns
    /// whether that is anything.
    pub(crate) fn share(&self) -> bool {
        let left = self.left.get();
        let share = Some(left / SHARE).filter(|share| *share >= LEAST_SHARE);
        self.kept.set(left - share.unwrap_or(0));
        share.is_some()
    }

    /// Takes some work, and returns whether there was as much left.
    #[inline]
    pub(crate) fn spend(&self, work: usize) -> bool {
        let most = self.left.get() - self.kept.get();
        let is_enough = work <= most as usize;
        let taken = if is_enough { work as u32 } else { most };
        self.left.set(self.left.get() - taken);
        is_enough
    }

    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.left.get() == self.kept.get()
    }
}

/// The work of an exact test of a body with a triangle, or of a look at how they lie to each other.
pub(crate) fn test_work(body: &Body) -> usize {
    match body.shape() {
        BodyShape::Ellipsoid { .. } => 25,
        BodyShape::Box { .. } => 60,
        BodyShape::Capsule { .. } => 80,
        BodyShape::Cylinder { .. } => 500,
    }
}
