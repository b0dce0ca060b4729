//! The first contacts of a move, selected from the contacts of tested triangles. The sweep of a mover
//! and that of the whole mesh share this code, so that their results agree.

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    contact_normal::{ContactNormal, EdgeContact, NearTriangle, contact_normal},
    hit::{Hit, HitList},
    toi_bound::ToiBound,
};
use crate::{
    Body,
    contact::{Feature, TriangleContact, separation_body_triangle, sweep_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    work::{Work, separation_work, test_work},
};

/// The distance along the move within which contacts count as simultaneous, meters.
const SIMULTANEOUS_DISTANCE: f64 = 1e-7;

/// The distance by which a triangle must be behind a front, meters; more than the tolerance of contacts.
const FRONT_MARGIN: f64 = 1e-7;

/// The depth to which a body may sink at a contact whose normal lets the motion pass, as a share of the
/// body's size. The tolerance is for rounding.
const SINK_TOLERANCE: f64 = 1e-6;

/// The most tangents in the search for the deepest fraction of a move. A handful is usual.
const MAX_TANGENTS: usize = 40;

/// The number of simultaneous contacts after which the search for more ends. The next leg of a slide
/// begins at them.
const MAX_SIMULTANEOUS: usize = 64;

/// The distance by which a contact must be earlier than `MAX_SIMULTANEOUS` known ones, meters; more than
/// the error of the fronts of round bodies.
const CROWD_GRAZE: f64 = 1e-5;

/// The share of a motion's length against a normal below which the normal lets the motion pass.
pub(super) const PASSING_SHARE: f64 = 1e-9;

/// A move of a body's center that has passed [`check_move`](super::check_move).
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep<'a> {
    pub mesh: PlacedMesh<'a>,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
}

/// The plane that touches the body and the level at the first contact. The body moves toward the plane,
/// so nothing behind the plane is touched sooner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    normal: DVec3,
    /// The component of the motion along the normal, meters; never positive.
    approach: f64,
    /// The reach of the body along the normal, meters.
    reach: f64,
}

impl Front {
    /// The front of a move without a contact, which hides nothing.
    pub(super) const NONE: Self = Self {
        normal: DVec3::ZERO,
        approach: 0.0,
        reach: f64::INFINITY,
    };

    pub(super) fn new(sweep: &Sweep, normal: DVec3) -> Self {
        Self {
            normal,
            approach: normal.dot(sweep.to - sweep.from).min(0.0),
            reach: sweep.body.reach(normal),
        }
    }

    /// Returns whether a triangle, relative to the start of the move, is not touched up to the fraction
    /// `latest`.
    #[inline]
    fn hides(&self, [a, b, c]: [DVec3; 3], latest: f64) -> bool {
        let height = |corner: DVec3| self.normal.dot(corner);
        height(a).max(height(b)).max(height(c)) < self.offset_at(latest)
    }

    /// Returns whether no triangle in a box of the mesh's own space is touched up to the fraction
    /// `latest`.
    pub(super) fn hides_box(&self, sweep: &Sweep, bounds: &Aabb, latest: f64) -> bool {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let (middle, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let middle = sweep.mesh.point_in_world(middle) - sweep.from;
        let across = sweep.mesh.direction_in_mesh(self.normal).abs().dot(half);
        self.normal.dot(middle) + across < self.offset_at(latest)
    }

    fn offset_at(&self, latest: f64) -> f64 {
        self.approach * latest - self.reach - FRONT_MARGIN
    }
}

/// The first contacts found so far.
#[derive(Debug)]
pub(super) struct FirstContacts {
    length: f64,
    first: f64,
    front: Front,
    hits: HitList,
    /// The contacts whose chosen normal lets the motion pass, with the touched feature's own normal.
    passed: SmallVec<[(Hit, DVec3); 2]>,
    /// True if there are `MAX_SIMULTANEOUS` first contacts, so that only an earlier one matters.
    is_crowd: bool,
    last: LastNormal,
}

/// The last normal of a sweep, and its point. Triangles that share an edge or a vertex need the same
/// normal.
pub(super) type LastNormal = Option<(DVec3, ContactNormal)>;

impl Sweep<'_> {
    /// The exact test: the contact, if it comes no later than the fraction `latest`. Triangles behind
    /// the front, which are most of those near a contact, are skipped.
    #[inline]
    pub(super) fn contact_before(
        &self,
        front: &Front,
        triangle: u32,
        latest: f64,
        work: &Work,
    ) -> Option<TriangleContact> {
        let corners = self.mesh.corners_from(triangle, self.from);
        if front.hides(corners, latest) {
            work.spend(1);
            return None;
        }
        work.spend(test_work(self.body, corners));
        sweep_body_triangle(self.body, self.to - self.from, corners, latest)
    }

    /// The contact with its chosen normal, and the touched feature's own normal. `around` returns the
    /// triangles that may pass through a point, in the order of their indices.
    pub(super) fn hit<I: IntoIterator<Item = NearTriangle>>(
        &self,
        triangle: u32,
        contact: TriangleContact,
        last: &mut LastNormal,
        around: impl FnOnce(DVec3) -> I,
    ) -> (Hit, DVec3) {
        let touched = contact.normal;
        let point = self.from + contact.point;
        let chosen = match *last {
            _ if contact.feature == Feature::Face => ContactNormal {
                normal: touched,
                face_up: touched.y,
            },
            Some((at, known)) if at == point => known,
            _ => {
                let center = self.from + (self.to - self.from) * contact.fraction;
                let touched_feature = EdgeContact {
                    center: center - point,
                    normal: touched,
                };
                let chosen = contact_normal(around(point), touched_feature);
                *last = Some((point, chosen));
                chosen
            }
        };
        let hit = Hit {
            fraction: contact.fraction,
            point,
            normal: chosen.normal,
            triangle: self.mesh.first + triangle,
            feature: contact.feature,
            depth: contact.depth * self.body.reach(chosen.normal),
            face_up: chosen.face_up,
        };
        (hit, touched)
    }

    /// A contact with an imagined wall, which ends the move at a fraction beyond which triangles are
    /// untested. The wall's normal is that of an untested triangle, or opposes the motion.
    pub(super) fn halt(&self, fraction: f64, untested: Option<u32>) -> Hit {
        let motion = self.to - self.from;
        let center = self.from + motion * fraction;
        let triangle = untested.unwrap_or(0);
        let in_front = untested.map(|triangle| {
            let corners = self.mesh.corners_from(triangle, center);
            separation_body_triangle(self.body, corners).normal
        });
        let normal = in_front
            .filter(|normal| normal.dot(motion) < -PASSING_SHARE * motion.length())
            .unwrap_or(-motion.normalize());
        Hit {
            fraction,
            point: center - normal * self.body.reach(normal),
            normal,
            triangle: self.mesh.first + triangle,
            feature: Feature::Face,
            depth: 0.0,
            face_up: normal.y,
        }
    }

    /// Returns whether the move up to a fraction takes the body deeper into the triangle than at its
    /// start. Returns `true` if that is too much work to compute.
    ///
    /// The gap is a convex function of the fraction, so it lies above each of its tangents. The crossing
    /// of the tangents at both ends bounds the gap from below, and is the next fraction to test.
    fn sinks_in(&self, triangle: u32, until: f64, work: &Work) -> bool {
        let motion = (self.to - self.from) * until;
        // The gap at a fraction of the move, and its slope there.
        let gap = |fraction: f64| {
            work.spend(separation_work(self.body));
            let corners = self
                .mesh
                .corners_from(triangle, self.from + motion * fraction);
            let separation = separation_body_triangle(self.body, corners);
            (separation.gap, separation.gradient.dot(motion))
        };
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        let (mut at_low, mut at_high) = (gap(0.0), gap(1.0));
        // No gap is below −1. If it begins there, the contact's own approach decides.
        if at_low.0 <= SINK_TOLERANCE - 1.0 {
            return true;
        }
        let limit = at_low.0.min(0.0) - SINK_TOLERANCE;
        for _ in 0..MAX_TANGENTS {
            if work.is_spent() || at_low.0 < limit || at_high.0 < limit {
                return true;
            }
            if at_low.1 >= 0.0 || at_high.1 <= 0.0 {
                return false;
            }
            let rise = at_high.0 - at_low.0 - at_high.1 * (high - low);
            let between = (low + rise / (at_low.1 - at_high.1)).clamp(low, high);
            let bound = at_low.0 + at_low.1 * (between - low);
            if bound >= limit {
                return false;
            }
            let at_between = gap(between);
            if at_between.1 < 0.0 {
                (low, at_low) = (between, at_between);
            } else {
                (high, at_high) = (between, at_between);
            }
            if at_between.0 < limit {
                return true;
            }
        }
        false
    }
}

impl FirstContacts {
    /// Creates the contacts of a move of `length` meters that another mesh stops at the fraction
    /// `first`.
    pub(super) fn new(length: f64, first: f64) -> Self {
        Self {
            length,
            first,
            front: Front::NONE,
            hits: HitList::new(),
            passed: SmallVec::new(),
            is_crowd: false,
            last: None,
        }
    }

    /// The fraction of the move after which no contact matters.
    #[inline]
    pub(super) fn latest(&self) -> f64 {
        match self.is_crowd {
            true => self.first - CROWD_GRAZE / self.length,
            false => latest_simultaneous(self.first, self.length).min(1.0),
        }
    }

    /// The front of the first contact.
    #[inline]
    pub(super) fn front(&self) -> &Front {
        &self.front
    }

    /// Ends the move at the bound of the first untested triangle, if no contact comes before it.
    pub(super) fn halt_at(&mut self, sweep: &Sweep, left: Option<ToiBound>) {
        let left = left.map(|(bound, triangle)| (bound.max(0.0), triangle));
        if let Some((bound, triangle)) = left.filter(|(bound, _)| *bound < self.first) {
            self.first = bound;
            self.hits.push(sweep.halt(bound, Some(triangle)));
        }
    }

    /// Adds a contact no later than [`FirstContacts::latest`]; see [`Sweep::hit`] for `around`.
    pub(super) fn offer<I: IntoIterator<Item = NearTriangle>>(
        &mut self,
        sweep: &Sweep,
        triangle: u32,
        contact: TriangleContact,
        around: impl FnOnce(DVec3) -> I,
    ) {
        let (hit, touched) = sweep.hit(triangle, contact, &mut self.last, around);
        // A contact whose chosen normal lets the motion pass is no obstacle: the face of that normal
        // decides.
        if hit.normal.dot(sweep.to - sweep.from) < -PASSING_SHARE * self.length {
            if hit.fraction < self.first {
                self.front = Front::new(sweep, touched);
            }
            self.first = self.first.min(hit.fraction);
            self.hits.push(hit);
            if self.hits.len() >= MAX_SIMULTANEOUS {
                let latest = latest_simultaneous(self.first, self.length);
                self.hits.retain(|hit| hit.fraction <= latest);
                self.is_crowd = self.hits.len() >= MAX_SIMULTANEOUS;
            }
        } else {
            self.passed.push((hit, touched));
        }
    }

    /// Returns the first contact and all simultaneous ones, in the order of their triangles.
    pub(super) fn finish(mut self, sweep: &Sweep, work: &Work) -> HitList {
        self.passed.sort_by(|(a, _), (b, _)| {
            (a.fraction.total_cmp(&b.fraction)).then(a.triangle.cmp(&b.triangle))
        });
        // If the face of the chosen normal has no contact and the move would sink in, the contact stops
        // the move with the feature's own normal. Features choose normals, but never remove contacts.
        for (hit, touched) in self.passed {
            let own = hit.triangle - sweep.mesh.first;
            let until = self.first.min(1.0);
            if hit.fraction < self.first && (work.is_spent() || sweep.sinks_in(own, until, work)) {
                self.first = hit.fraction;
                self.hits.push(Hit {
                    normal: touched,
                    ..hit
                });
            }
        }
        let latest = latest_simultaneous(self.first, self.length);
        self.hits.retain(|hit| hit.fraction <= latest);
        self.hits.sort_unstable_by_key(|hit| hit.triangle);
        self.hits
    }
}

/// The latest fraction of a move of `length` meters that counts as simultaneous with `fraction`.
#[inline]
pub(super) fn latest_simultaneous(fraction: f64, length: f64) -> f64 {
    fraction + SIMULTANEOUS_DISTANCE / length
}
