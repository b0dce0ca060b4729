//! The notes of a slide for the journal. They are taken beside the slide and decide nothing.

use glam::DVec3;

use super::{
    clip::{Limit, SlideRule},
    slide_end::SlideLeg,
};
use crate::{Counters, Hit, JournalEntry, JournalLeg, JournalLimit, JournalSlide, LegTurn, Mover};

/// The distance, meters, and the part of its length within which a motion lies on a limit.
const ON_LIMIT: f64 = 1e-12;
const ON_LIMIT_PART: f64 = 1e-9;

/// The cosine of the angle between two normals above which they are one limit.
const SAME_LIMIT: f64 = 1.0 - 1e-9;

/// A slide whose notes are being taken.
pub(super) struct NotedSlide {
    slide: JournalSlide,
    counted: Counters,
}

impl NotedSlide {
    /// Begins the notes if the mover keeps a journal.
    #[inline]
    pub(super) fn begin(mover: &Mover, from: DVec3, wish: DVec3, rule: SlideRule) -> Option<Self> {
        mover.counted().map(|counted| Self {
            slide: JournalSlide {
                purpose: mover.asked_for(),
                from,
                wish,
                is_walking: rule == SlideRule::Walking,
                legs: Vec::new(),
                limits: Vec::new(),
            },
            counted,
        })
    }

    /// Notes one leg: the free part of its motion and what it met, then the motion that is left and
    /// what limits it.
    pub(super) fn leg(
        &mut self,
        mover: &Mover,
        leg: &SlideLeg,
        (fraction, met): (f64, &[Hit]),
        turned: Option<(DVec3, &[Limit])>,
    ) {
        let way = (leg.from, leg.from + leg.wish);
        self.slide.legs.push(JournalLeg {
            from: leg.from,
            to: leg.to,
            wish: leg.wish,
            fraction,
            contacts: mover.noted_contacts(way, fraction, met),
            counters: mover.counters.since(&self.counted),
            turn: LegTurn::Spent,
        });
        self.counted = mover.counters;
        if let Some((left, limits)) = turned {
            self.take_in(limits);
            let turn = LegTurn::Turned {
                left,
                by: lies_on(left, limits),
                is_dropped: false,
            };
            if let Some(leg) = self.slide.legs.last_mut() {
                leg.turn = turn;
            }
        }
    }

    /// The finished notes. The motion that the last leg has left to go was dropped.
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

    /// Takes in the limits after a leg: those that are known may push more now, the others come from
    /// the leg's contacts.
    fn take_in(&mut self, limits: &[Limit]) {
        let leg = self.slide.legs.len() - 1;
        for (place, limit) in limits.iter().enumerate() {
            if let Some(known) = self.slide.limits.get_mut(place) {
                known.push = limit.push;
                continue;
            }
            let contacts = &self.slide.legs[leg].contacts;
            let is_own = |hit: &Hit| hit.normal.dot(limit.normal) > SAME_LIMIT;
            let own = contacts.iter().position(|contact| is_own(&contact.hit));
            let upright = contacts.iter().position(|contact| {
                let normal = contact.hit.normal.with_y(0.0);
                normal.normalize_or_zero().dot(limit.normal) > SAME_LIMIT
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

/// The limits that a motion lies on, by their places.
fn lies_on(motion: DVec3, limits: &[Limit]) -> Vec<usize> {
    let near = ON_LIMIT + ON_LIMIT_PART * motion.length();
    let is_on = |limit: &Limit| (limit.normal.dot(motion) - limit.push).abs() <= near;
    let places = limits.iter().enumerate();
    places
        .filter_map(|(place, limit)| is_on(limit).then_some(place))
        .collect()
}
