//! The end of a slide.

use glam::DVec3;
use smallvec::SmallVec;

use crate::HitList;

/// One straight stretch of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideLeg {
    /// The body's center when the leg began, meters.
    pub from: DVec3,
    /// The body's center when the leg ended, meters: at a contact, or where the motion was spent.
    pub to: DVec3,
    /// The remaining motion when the leg began, meters.
    pub wish: DVec3,
}

/// The end of a move and its contacts.
#[derive(Clone, Debug)]
pub struct SlideEnd {
    /// The body's center at the end, meters.
    pub position: DVec3,
    /// The straight stretches of the path from the start to `position`, in order.
    pub legs: SmallVec<[SlideLeg; 2]>,
    /// The contacts in the order in which they were met.
    pub hits: HitList,
    /// The unit normals that deflected the motion.
    pub planes: SmallVec<[DVec3; 4]>,
    /// The fraction of the whole motion, 0..1, at which the first contact came; 1 if there was none.
    pub first_fraction: f64,
}

impl SlideEnd {
    /// The end of a move without motion at `position`, meters, without a contact.
    pub fn stationary(position: DVec3) -> Self {
        Self {
            position,
            legs: SmallVec::new(),
            hits: HitList::new(),
            planes: SmallVec::new(),
            first_fraction: 1.0,
        }
    }

    /// Adds a leg by `delta`, of the remaining motion `wish`.
    pub(super) fn go(&mut self, delta: DVec3, wish: DVec3) {
        let from = self.position;
        self.position += delta;
        self.legs.push(SlideLeg {
            from,
            to: self.position,
            wish,
        });
    }
}
