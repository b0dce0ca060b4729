//! The journal of a mover: each question that it was asked, with the answer and what came of it. It
//! is kept only where somebody asks for it, and changes no answer.

use glam::DVec3;

use super::{Hit, Mover, part::triangles_named};
use crate::{
    Counters,
    contact::{Feature, face_normal, facing, sweep_body_triangle},
    work::Work,
};

/// The largest difference between two unit normals that are the same but for rounding.
const SAME_NORMAL: f64 = 1e-6;

/// The questions that a [`Mover`] was asked, in their order; see [`Mover::keep_journal`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Journal {
    /// The questions and decisions, in their order.
    pub entries: Vec<JournalEntry>,
    purpose: Purpose,
}

/// One question with its answer, or a decision that was made of answers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum JournalEntry {
    /// The body was pushed out of what it overlapped, or was free.
    Release(JournalRelease),
    /// The body was swept to its first contact.
    Sweep(JournalSweep),
    /// The body slid along what it met.
    Slide(JournalSlide),
    /// A step up was thought of.
    Step(StepOutcome),
    /// Ground was looked for below the body.
    Ground(GroundOutcome),
}

/// The use of a question's answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Purpose {
    /// The move itself.
    #[default]
    Move,
    /// The way up to the height of a step.
    StepUp,
    /// The way forward at that height.
    StepForward,
    /// The way down onto the step.
    StepDown,
    /// The way down onto the ground that is followed.
    Ground,
    /// The little way down along a steep contact, beside which there may be ground.
    Settle,
}

/// A body that was pushed out of what it overlapped.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalRelease {
    /// The body's center before, then after each push, meters.
    pub places: Vec<DVec3>,
    /// The greatest depth before, meters.
    pub before: f64,
    /// The greatest depth after, meters.
    pub after: f64,
}

/// A sweep to the first contact.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalSweep {
    /// The use of the answer.
    pub purpose: Purpose,
    /// The body's center at the start, meters.
    pub from: DVec3,
    /// The body's center where the way would end with nothing on it, meters.
    pub to: DVec3,
    /// The part of the way that is free, 0..1.
    pub fraction: f64,
    /// The first contacts, by triangle.
    pub contacts: Vec<JournalContact>,
    /// The counts of what the planes decided about the triangles near the way.
    pub counters: Counters,
}

/// A slide: a move that goes on along what it meets.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalSlide {
    /// The use of the answer.
    pub purpose: Purpose,
    /// The body's center at the start, meters.
    pub from: DVec3,
    /// The whole motion wished for, meters.
    pub wish: DVec3,
    /// True if contacts that are too steep to stand on stopped the body like upright walls.
    pub is_walking: bool,
    /// The straight stretches, in order.
    pub legs: Vec<JournalLeg>,
    /// The limits that the contacts set, in the order in which they came; a leg's turn names them by
    /// their places here.
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
    /// The motion that was left to go at the start, meters.
    pub wish: DVec3,
    /// The part of that motion that was free, 0..1.
    pub fraction: f64,
    /// The first contacts, by triangle.
    pub contacts: Vec<JournalContact>,
    /// The counts of what the planes decided about the triangles near the leg.
    pub counters: Counters,
    /// The way in which the slide went on after the leg.
    pub turn: LegTurn,
}

/// The way in which a slide went on after a leg.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LegTurn {
    /// Nothing was met: the motion is spent.
    Spent,
    /// The motion that was left was turned along one limit, the crease of two or into the corner of
    /// three.
    Turned {
        /// The motion left to go after the turn, meters; zero if no way is left.
        left: DVec3,
        /// The limits that the motion now lies on, as places in [`JournalSlide::limits`].
        by: Vec<usize>,
        /// True if that motion led back, or too many contacts had been met: then the slide ended
        /// here.
        is_dropped: bool,
    },
}

/// A limit to a slide's motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalLimit {
    /// The unit normal that the motion may not go against.
    pub normal: DVec3,
    /// The motion must go at least this far along the normal, meters.
    pub push: f64,
    /// The contact that set it, by its leg and its place there.
    pub contact: (usize, usize),
    /// True if the contact was too steep to stand on, and this is the upright wall in its place.
    pub is_upright: bool,
}

/// A contact with all that is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JournalContact {
    /// The contact.
    pub hit: Hit,
    /// The corners of the touched triangle where it stands, meters.
    pub corners: [DVec3; 3],
    /// The distance from the body to the triangle at the start of the way, meters; negative by the
    /// depth. The body is the mover's, which may have a skin.
    pub before: f64,
    /// The distance at the end of the way, meters; negative by the depth.
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
    /// The touched edge or vertex itself, which sticks out: from the touched point to the body.
    Feature,
    /// The face of a triangle that goes on at the touched edge or vertex, in a flat or hollow
    /// surface.
    Seam(u32),
}

/// The end of the thought of a step up.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StepOutcome {
    /// The move goes straight up or down, or nowhere.
    NotAhead,
    /// No contact of the move was too steep to walk on.
    NothingSteep,
    /// The steep triangle is in the way a step higher, too.
    StillInTheWay,
    /// The way over the step leads no further than the move on the level.
    NotFurther {
        /// The distance by which it led further, meters; negative if it led less far.
        further: f64,
    },
    /// There is nothing to stand on behind the step.
    NoGround,
    /// The ground there is higher than a step.
    TooHigh {
        /// The ground's height, meters.
        height: f64,
        /// The greatest height that is climbed, meters.
        highest: f64,
    },
    /// The step was taken.
    Taken {
        /// The ground's height, meters.
        height: f64,
        /// The distance by which it led further than the move on the level, meters.
        further: f64,
    },
}

/// The end of a search for ground.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroundOutcome {
    /// The use of the answer.
    pub purpose: Purpose,
    /// The way in which the ground was found.
    pub found: GroundFound,
    /// The body's center where it stands, meters; where it was before, without ground.
    pub position: DVec3,
    /// The ground's unit normal; zero without ground.
    pub normal: DVec3,
}

/// The way in which ground was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GroundFound {
    /// A contact of the way down is level enough to stand on, or an edge with floor below it.
    Contact,
    /// There is such a contact a little below the first, which was too steep.
    BesideSteep,
    /// All contacts are steep, but between them there is no way down.
    Wedged,
    /// There is no ground within reach.
    None,
}

impl Journal {
    /// The counts of what the planes decided, summed over all questions but those of a release.
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

    /// The slides that were asked for as the move itself.
    pub fn moves(&self) -> impl Iterator<Item = &JournalSlide> {
        self.entries.iter().filter_map(|entry| match entry {
            JournalEntry::Slide(slide) if slide.purpose == Purpose::Move => Some(slide),
            _ => None,
        })
    }
}

impl Mover<'_> {
    /// Notes each question from now on, after those that `journal` has already.
    pub fn keep_journal(&mut self, journal: Journal) {
        self.journal = Some(Box::new(journal));
    }

    /// Ends the journal and gives what was noted; `None` if there was none.
    pub fn take_journal(&mut self) -> Option<Journal> {
        self.journal.take().map(|journal| *journal)
    }

    /// Says what the next questions are for. Only the journal has to know.
    pub fn ask_for(&mut self, purpose: Purpose) {
        if let Some(journal) = &mut self.journal {
            journal.purpose = purpose;
        }
    }

    /// The purpose of the next questions; [`Purpose::Move`] without a journal.
    pub(crate) fn asked_for(&self) -> Purpose {
        (self.journal.as_ref()).map_or(Purpose::Move, |journal| journal.purpose)
    }

    /// Notes what `entry` makes of this mover, if there is a journal.
    #[inline]
    pub(crate) fn note(&mut self, entry: impl FnOnce(&Self) -> JournalEntry) {
        if self.journal.is_some() {
            let entry = entry(self);
            if let Some(journal) = &mut self.journal {
                journal.entries.push(entry);
            }
        }
    }

    /// The counters now, if there is a journal: to be taken off those after a question.
    #[inline]
    pub(crate) fn counted(&self) -> Option<Counters> {
        self.journal.is_some().then_some(self.counters)
    }

    /// A sweep that has been answered; `before` are the counters then.
    pub(super) fn noted_sweep(
        &self,
        (from, to): (DVec3, DVec3),
        hits: &[Hit],
        before: Counters,
    ) -> JournalSweep {
        let free = hits.iter().map(|hit| hit.fraction).fold(1.0, f64::min);
        JournalSweep {
            purpose: self.asked_for(),
            from,
            to,
            fraction: free,
            contacts: self.noted_contacts((from, to), free, hits),
            counters: self.counters.since(&before),
        }
    }

    /// The contacts of a way of the body's center, whose free part is `free`, 0..1.
    pub(crate) fn noted_contacts(
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
        let mesh = meshes.find(|mesh| mesh.holds(triangle));
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
        let work = Work::of(u32::MAX);
        let faces = triangles_named(&self.parts, hit.point, &work);
        let mut facing = faces.filter_map(|(triangle, corners)| {
            let normal = facing(face_normal(corners)?, center);
            is_same(normal).then_some(triangle)
        });
        facing
            .next()
            .map_or(NormalSource::Feature, NormalSource::Seam)
    }
}
