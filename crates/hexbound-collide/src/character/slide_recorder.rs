//! The record of a slide for the journal. Recording does not change the slide.

use glam::DVec3;

use super::{
    clip::{Limit, SlideRule},
    slide_end::SlideLeg,
};
use crate::{Counters, Hit, JournalEntry, JournalLeg, JournalLimit, JournalSlide, LegTurn, Mover};

/// The distance within which a motion lies on a limit, meters.
const LIMIT_TOLERANCE: f64 = 1e-12;
/// The distance within which a motion lies on a limit, as a share of the motion's length.
const RELATIVE_LIMIT_TOLERANCE: f64 = 1e-9;

/// The cosine of the angle between two normals above which they count as one limit.
const SAME_LIMIT_COSINE: f64 = 1.0 - 1e-9;

/// The recorder of a slide.
pub(super) struct SlideRecorder {
    slide: JournalSlide,
    counters_before: Counters,
}

impl SlideRecorder {
    /// Begins a record if the mover keeps a journal.
    #[inline]
    pub(super) fn begin(mover: &Mover, from: DVec3, wish: DVec3, rule: SlideRule) -> Option<Self> {
        mover.journal_counters().map(|counters_before| Self {
            slide: JournalSlide {
                purpose: mover.purpose(),
                from,
                wish,
                is_walking: rule == SlideRule::Walking,
                legs: Vec::new(),
                limits: Vec::new(),
            },
            counters_before,
        })
    }

    /// Records one leg: the free share of its motion and its contacts, then the remaining motion and its
    /// limits.
    pub(super) fn leg(
        &mut self,
        mover: &Mover,
        leg: &SlideLeg,
        (fraction, hits): (f64, &[Hit]),
        turned: Option<(DVec3, &[Limit])>,
    ) {
        let path = (leg.from, leg.from + leg.wish);
        self.slide.legs.push(JournalLeg {
            from: leg.from,
            to: leg.to,
            wish: leg.wish,
            fraction,
            contacts: mover.journal_contacts(path, fraction, hits),
            counters: mover.counters.since(&self.counters_before),
            turn: LegTurn::Spent,
        });
        self.counters_before = mover.counters;
        if let Some((left, limits)) = turned {
            self.add_limits(limits);
            let turn = LegTurn::Turned {
                left,
                by: limits_at(left, limits),
                is_dropped: false,
            };
            if let Some(leg) = self.slide.legs.last_mut() {
                leg.turn = turn;
            }
        }
    }

    /// Returns the record. The motion that remained after the last leg was dropped.
    pub(super) fn finish(mut self) -> JournalEntry {
        if let Some(JournalLeg {
            turn: LegTurn::Turned { is_dropped, .. },
            ..
        }) = self.slide.legs.last_mut()
        {
            *is_dropped = true;
        }
        JournalEntry::Slide(self.slide)
    }

    /// Adds the limits after a leg. A known limit may push more now; a new one comes from the leg's
    /// contacts.
    fn add_limits(&mut self, limits: &[Limit]) {
        let leg = self.slide.legs.len() - 1;
        for (index, limit) in limits.iter().enumerate() {
            if let Some(known) = self.slide.limits.get_mut(index) {
                known.push = limit.push;
                continue;
            }
            let contacts = &self.slide.legs[leg].contacts;
            let is_own = |hit: &Hit| hit.normal.dot(limit.normal) > SAME_LIMIT_COSINE;
            let own = contacts.iter().position(|contact| is_own(&contact.hit));
            let upright = contacts.iter().position(|contact| {
                let normal = contact.hit.normal.with_y(0.0);
                normal.normalize_or_zero().dot(limit.normal) > SAME_LIMIT_COSINE
            });
            self.slide.limits.push(JournalLimit {
                normal: limit.normal,
                push: limit.push,
                contact: (leg, own.or(upright).unwrap_or(0)),
                is_upright: own.is_none(),
            });
        }
    }
}

/// The indices of the limits on which a motion lies.
fn limits_at(motion: DVec3, limits: &[Limit]) -> Vec<usize> {
    let near = LIMIT_TOLERANCE + RELATIVE_LIMIT_TOLERANCE * motion.length();
    let is_on = |limit: &Limit| (limit.normal.dot(motion) - limit.push).abs() <= near;
    let indexed = limits.iter().enumerate();
    indexed
        .filter_map(|(index, limit)| is_on(limit).then_some(index))
        .collect()
}
