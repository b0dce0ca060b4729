//! The journal of a mover: each query with its result, and the decisions that follow. A mover keeps a
//! journal only on request, and the journal changes no result.

use glam::DVec3;

use super::{Hit, Mover, part::corners_through};
use crate::{
    Counters,
    contact::{Feature, face_normal, facing, sweep_body_triangle},
    work::Work,
};

/// The largest difference between two unit normals that are equal up to rounding.
const SAME_NORMAL: f64 = 1e-6;

/// The queries of a [`Mover`], in order; see [`Mover::keep_journal`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Journal {
    /// The queries and decisions, in order.
    pub entries: Vec<JournalEntry>,
    purpose: Purpose,
}

/// One query with its result, or a decision that is based on results.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum JournalEntry {
    /// The body was pushed out of overlaps, or was free of them.
    Release(JournalRelease),
    /// The body was swept to its first contact.
    Sweep(JournalSweep),
    /// The body slid along its contacts.
    Slide(JournalSlide),
    /// A step up was considered.
    Step(StepOutcome),
    /// Ground was searched below the body.
    Ground(GroundOutcome),
}

/// The purpose of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Purpose {
    /// The move itself.
    #[default]
    Move,
    /// The motion up to the height of a step.
    StepUp,
    /// The motion forward at the height of a step.
    StepForward,
    /// The motion down onto the step.
    StepDown,
    /// The motion down onto the ground that the body follows.
    Ground,
    /// The small motion down along a steep contact, beside which there may be ground.
    Settle,
}

/// The pushes of a body out of overlaps.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalRelease {
    /// The body's center before the first push and after each push, meters.
    pub places: Vec<DVec3>,
    /// The greatest depth before the pushes, meters.
    pub before: f64,
    /// The greatest depth after the pushes, meters.
    pub after: f64,
}

/// A sweep to the first contact.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalSweep {
    /// The purpose of the query.
    pub purpose: Purpose,
    /// The body's center at the start, meters.
    pub from: DVec3,
    /// The body's center at the end of the path without contacts, meters.
    pub to: DVec3,
    /// The free fraction of the path, 0..1.
    pub fraction: f64,
    /// The first contacts, in the order of their triangles.
    pub contacts: Vec<JournalContact>,
    /// The counts of the planes' decisions about the triangles near the path.
    pub counters: Counters,
}

/// A slide: a move that continues along its contacts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalSlide {
    /// The purpose of the query.
    pub purpose: Purpose,
    /// The body's center at the start, meters.
    pub from: DVec3,
    /// The whole requested motion, meters.
    pub wish: DVec3,
    /// True if contacts that are too steep to stand on blocked the body like upright walls.
    pub is_walking: bool,
    /// The straight stretches, in order.
    pub legs: Vec<JournalLeg>,
    /// The limits that the contacts set, in order. The turns of the legs refer to limits by index.
    pub limits: Vec<JournalLimit>,
}

impl JournalSlide {
    /// The body's center at the end, meters.
    pub fn end(&self) -> DVec3 {
        self.legs.last().map_or(self.from, |leg| leg.to)
    }
}

/// One straight stretch of a slide.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalLeg {
    /// The body's center at the start, meters.
    pub from: DVec3,
    /// The body's center at the end, meters.
    pub to: DVec3,
    /// The remaining motion at the start, meters.
    pub wish: DVec3,
    /// The free fraction of the remaining motion, 0..1.
    pub fraction: f64,
    /// The first contacts, in the order of their triangles.
    pub contacts: Vec<JournalContact>,
    /// The counts of the planes' decisions about the triangles near the leg.
    pub counters: Counters,
    /// The continuation of the slide after the leg.
    pub turn: LegTurn,
}

/// The continuation of a slide after a leg.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LegTurn {
    /// There was no contact: the motion is spent.
    Spent,
    /// The remaining motion was turned along one limit, the crease of two, or into the corner of three.
    Turned {
        /// The remaining motion after the turn, meters; zero if no direction is free.
        left: DVec3,
        /// The limits on which the motion now lies, as indices in [`JournalSlide::limits`].
        by: Vec<usize>,
        /// True if the slide ended here because the motion led back, or after too many contacts.
        is_dropped: bool,
    },
}

/// A limit to a slide's motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalLimit {
    /// The unit normal of the limit, against which the motion may not go.
    pub normal: DVec3,
    /// The least distance that the motion must go along the normal, meters.
    pub push: f64,
    /// The contact that set the limit: the index of its leg, and its index in the leg.
    pub contact: (usize, usize),
    /// True if the contact was too steep to stand on, and the limit is the upright wall that replaces
    /// it.
    pub is_upright: bool,
}

/// A contact with its details.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalContact {
    /// The contact.
    pub hit: Hit,
    /// The corners of the touched triangle in the world, meters.
    pub corners: [DVec3; 3],
    /// The distance from the body to the triangle at the start of the path, meters; in an overlap the
    /// negative depth. The mover's body may include a skin.
    pub before: f64,
    /// The distance from the body to the triangle at the end of the path, meters; in an overlap the
    /// negative depth.
    pub after: f64,
    /// The source of the contact's normal.
    pub normal_from: NormalSource,
}

/// The source of a contact's normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum NormalSource {
    /// The touched face.
    Face,
    /// The touched edge or vertex itself, which sticks out. The normal points from the touched point to
    /// the body.
    Feature,
    /// The face of the triangle with this index, which continues a flat or hollow surface.
    Seam(u32),
}

/// The outcome of an attempt to step up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StepOutcome {
    /// The move is straight up or down, or zero.
    NotAhead,
    /// No contact of the move was too steep to walk on.
    NothingSteep,
    /// The steep triangle also blocks the body at the height of a step.
    StillInTheWay,
    /// The move over the step leads no further than the move on the level.
    NotFurther {
        /// The distance by which the move over the step led further, meters; negative if it was shorter.
        further: f64,
    },
    /// There is no ground to stand on behind the step.
    NoGround,
    /// The ground behind the step is higher than a step.
    TooHigh {
        /// The ground's height, meters.
        height: f64,
        /// The greatest height of ground that the body can climb onto, meters.
        highest: f64,
    },
    /// The step was taken.
    Taken {
        /// The ground's height, meters.
        height: f64,
        /// The distance by which the step led further than the move on the level, meters.
        further: f64,
    },
}

/// The outcome of a search for ground.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroundOutcome {
    /// The purpose of the query.
    pub purpose: Purpose,
    /// The kind of ground that was found.
    pub found: GroundFound,
    /// The body's center on the ground, meters; without ground, its center before the search.
    pub position: DVec3,
    /// The ground's unit normal; zero without ground.
    pub normal: DVec3,
}

/// The kind of ground that a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GroundFound {
    /// A contact of the motion down is level enough to stand on, or an edge with floor below it.
    Contact,
    /// A contact to stand on is a little below the first, which was too steep.
    BesideSteep,
    /// All contacts are steep, but the body is stuck between them.
    Wedged,
    /// There is no ground within reach.
    None,
}

impl Journal {
    /// The counts of the planes' decisions, summed over all queries but those of a release.
    pub fn counters(&self) -> Counters {
        let mut sum = Counters::default();
        for entry in &self.entries {
            match entry {
                JournalEntry::Sweep(sweep) => sum.add(&sweep.counters),
                JournalEntry::Slide(slide) => {
                    slide.legs.iter().for_each(|leg| sum.add(&leg.counters));
                }
                _ => {}
            }
        }
        sum
    }

    /// The slides with the purpose [`Purpose::Move`].
    pub fn moves(&self) -> impl Iterator<Item = &JournalSlide> {
        self.entries.iter().filter_map(|entry| match entry {
            JournalEntry::Slide(slide) if slide.purpose == Purpose::Move => Some(slide),
            _ => None,
        })
    }
}

impl Mover<'_> {
    /// Starts to record queries, which are appended to `journal`.
    pub fn keep_journal(&mut self, journal: Journal) {
        self.journal = Some(Box::new(journal));
    }

    /// Stops the recording and returns the journal; `None` without a journal.
    pub fn take_journal(&mut self) -> Option<Journal> {
        self.journal.take().map(|journal| *journal)
    }

    /// Sets the purpose of the next queries, for the journal.
    pub fn set_purpose(&mut self, purpose: Purpose) {
        if let Some(journal) = &mut self.journal {
            journal.purpose = purpose;
        }
    }

    /// The purpose of the next queries; [`Purpose::Move`] without a journal.
    pub(crate) fn purpose(&self) -> Purpose {
        (self.journal.as_ref()).map_or(Purpose::Move, |journal| journal.purpose)
    }

    /// Records the entry that `entry` creates, if there is a journal.
    #[inline]
    pub(crate) fn record(&mut self, entry: impl FnOnce(&Self) -> JournalEntry) {
        if self.journal.is_some() {
            let entry = entry(self);
            if let Some(journal) = &mut self.journal {
                journal.entries.push(entry);
            }
        }
    }

    /// The present counters, if there is a journal: the base for the counters of a query.
    #[inline]
    pub(crate) fn journal_counters(&self) -> Option<Counters> {
        self.journal.is_some().then_some(self.counters)
    }

    /// The record of a finished sweep. `before` holds the counters at its start.
    pub(super) fn sweep_entry(
        &self,
        (from, to): (DVec3, DVec3),
        hits: &[Hit],
        before: Counters,
    ) -> JournalSweep {
        let free = hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
        JournalSweep {
            purpose: self.purpose(),
            from,
            to,
            fraction: free,
            contacts: self.journal_contacts((from, to), free, hits),
            counters: self.counters.since(&before),
        }
    }

    /// The records of the contacts on a path of the body's center, whose free fraction is `free`, 0..1.
    pub(crate) fn journal_contacts(
        &self,
        (from, to): (DVec3, DVec3),
        free: f64,
        hits: &[Hit],
    ) -> Vec<JournalContact> {
        let end = from + (to - from) * free;
        let contact = |hit: &Hit| JournalContact {
            hit: *hit,
            corners: self.corners_of(hit.triangle),
            before: -self.separation(hit.triangle, from).depth,
            after: -self.separation(hit.triangle, end).depth,
            normal_from: self.normal_source(hit, (from, to)),
        };
        hits.iter().map(contact).collect()
    }

    fn corners_of(&self, triangle: u32) -> [DVec3; 3] {
        let mut meshes = self.meshes();
        let mesh = meshes.find(|mesh| mesh.contains(triangle));
        let mesh = mesh.expect("a triangle that this mover has named");
        mesh.corners_from(triangle - mesh.first, DVec3::ZERO)
    }

    fn normal_source(&self, hit: &Hit, (from, to): (DVec3, DVec3)) -> NormalSource {
        if hit.feature == Feature::Face {
            return NormalSource::Face;
        }
        let is_same = |normal: DVec3| normal.distance(hit.normal) < SAME_NORMAL;
        let corners = self.corners_of(hit.triangle).map(|corner| corner - from);
        let touched = sweep_body_triangle(&self.body, to - from, corners, 1.0);
        if touched.is_some_and(|touched| is_same(touched.normal)) {
            return NormalSource::Feature;
        }
        let center = from.lerp(to, hit.fraction) - hit.point;
        let work = Work::new(u32::MAX);
        let faces = corners_through(&self.parts, hit.point, &work);
        let mut facing = faces.filter_map(|(triangle, corners)| {
            let normal = facing(face_normal(corners)?, center);
            is_same(normal).then_some(triangle)
        });
        facing
            .next()
            .map_or(NormalSource::Feature, NormalSource::Seam)
    }
}
