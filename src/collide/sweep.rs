//! The swept query: a body's move against the triangles near it, earliest contact first.

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    Body, CollisionMesh, Counters,
    contact::{Feature, Separation, Touch, separation_body_triangle, sweep_body_triangle},
    entry::Move,
    near::{Near, Surroundings, Within},
    seam::{Support, support},
};
use crate::geom::Aabb;

/// Contacts this close in time, as a part of the move's length in metres, happen at once.
const TOGETHER: f64 = 1e-7;

/// A contact that was let pass may sink in this part of the semi-axes, for rounding.
const SINKS: f64 = 1e-6;

/// Tangents drawn while looking for the deepest place; a handful is the rule.
const MOST_TANGENTS: usize = 40;

/// How much further than a move needs triangles are gathered for the moves after it, metres.
const SPARE: f32 = 0.4;

/// A body may go this part of its reach behind a plane without being stopped by its triangle:
/// a micrometre. So a floor that is stood on is not asked again for every step along it.
pub(super) const GRAZE: f64 = 1e-6;

/// The contacts of one sweep.
pub type Hits = SmallVec<[Hit; 2]>;

/// The first contact of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Of the move, 0..1. A body that began touching and approaches hits at 0.
    pub fraction: f64,
    /// On the triangle, metres.
    pub point: DVec3,
    /// Unit, away from the level.
    pub normal: DVec3,
    pub triangle: u32,
    pub feature: Feature,
    /// How deep the body was in when the move began, metres along the normal; 0 for a first
    /// contact.
    pub depth: f64,
    /// The upward component of the most level face through the point: what could be stood on.
    pub face_up: f64,
}

/// A body among the triangles near it: answers sweeps and overlaps within the region it was made
/// for, and counts what the planes decided.
#[derive(Debug)]
pub struct Mover<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: Body,
    pub(super) near: Box<Near>,
    pub counters: Counters,
}

/// The exact test, if the contact comes no later than `latest`.
pub(super) fn touch(
    body: &Body,
    [a, b, c]: [DVec3; 3],
    from: DVec3,
    to: DVec3,
    latest: f64,
) -> Option<Touch> {
    sweep_body_triangle(body, to - from, [a - from, b - from, c - from], latest)
}

impl<'a> Mover<'a> {
    /// `region` must hold the body wherever it will be asked about; see [`Mover::reserve`].
    pub fn new(mesh: &'a CollisionMesh, body: Body, region: Aabb) -> Self {
        let mut mover = Self::within(mesh, body, Box::default());
        mover.near.cover(mesh, &body, region, 0.0);
        mover
    }

    /// Goes on with what an earlier mover has kept; see [`Mover::into_surroundings`]. Gathers
    /// anew, a little further than `region`, when that is for another place, body or mesh.
    pub fn resume(mesh: &'a CollisionMesh, body: Body, region: Aabb, kept: Surroundings) -> Self {
        let mut mover = Self::within(mesh, body, kept.0.unwrap_or_default());
        mover.near.cover(mesh, &body, region, SPARE);
        mover
    }

    /// What is worth keeping for the body's next move.
    pub fn into_surroundings(self) -> Surroundings {
        Surroundings(Some(self.near))
    }

    /// Gathers again if `region` reaches beyond what was gathered.
    pub fn reserve(&mut self, region: Aabb) {
        self.near.reserve(self.mesh, &self.body, region);
    }

    fn within(mesh: &'a CollisionMesh, body: Body, near: Box<Near>) -> Self {
        Self {
            mesh,
            body,
            near,
            counters: Counters::default(),
        }
    }

    /// The first contact of the move and all that happen together with it, by triangle index;
    /// empty when the way is free.
    pub fn sweep(&mut self, from: DVec3, to: DVec3) -> Hits {
        let length = (to - from).length();
        if !length.is_finite() || length == 0.0 {
            return Hits::new();
        }
        self.reserve(self.body.swept_bounds(from.as_vec3(), to.as_vec3()));
        self.counters.sweeps += 1;
        let together = TOGETHER / length;
        let mut first = f64::INFINITY;
        let mut hits = Hits::new();
        let mut passed: SmallVec<[(Hit, DVec3); 2]> = SmallVec::new();
        let mut known: Option<(DVec3, Support)> = None;
        let entries = self.entries(from, to);
        for &(enter, triangle) in &entries {
            let latest = (first + together).min(1.0);
            if enter > latest {
                break;
            }
            let corners = self.mesh.corners_f64(triangle);
            let Some(touch) = touch(&self.body, corners, from, to, latest) else {
                continue;
            };
            let (hit, touched) = self.hit(triangle, touch, from, to, &mut known);
            // What the chosen normal lets pass is no obstacle: the face it came from will answer.
            if hit.normal.dot(to - from) < -1e-9 * length {
                first = first.min(hit.fraction);
                hits.push(hit);
            } else {
                passed.push((hit, touched));
            }
        }
        self.near.entries = entries;
        passed.sort_by(|a, b| a.0.fraction.total_cmp(&b.0.fraction));
        // If that face did not answer and the move sinks into what was let pass, that stops after
        // all, by its own normal: a feature chooses a normal, it never removes a contact.
        for (hit, touched) in passed {
            let end = from + (to - from) * first.min(1.0);
            if hit.fraction < first && self.sinks(hit.triangle, from, end) {
                first = hit.fraction;
                hits.push(Hit {
                    normal: touched,
                    ..hit
                });
            }
        }
        hits.retain(|hit| hit.fraction <= first + together);
        hits.sort_unstable_by_key(|hit| hit.triangle);
        for hit in &hits {
            self.count_feature(hit.feature);
            self.near.met.remember(hit.normal);
        }
        hits
    }

    /// The triangles that the planes can't reject, each with a fraction of the move before
    /// which it is not touched; earliest first.
    fn entries(&mut self, from: DVec3, to: DVec3) -> Vec<(f64, u32)> {
        let candidates = self.near.ask(Within::BODY, from, to, &mut self.counters);
        let mut entries = std::mem::take(&mut self.near.entries);
        entries.clear();
        if candidates.is_empty() {
            return entries;
        }
        let way = Move {
            mesh: self.mesh,
            body: &self.body,
            from,
            to,
            known: self.near.met.along(&self.body, from, to),
        };
        let triangles = candidates
            .iter()
            .map(|place| self.near.triangles[*place as usize]);
        way.narrow(triangles, &mut entries, &mut self.counters);
        if entries.len() > 1 {
            entries.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        entries
    }

    /// Whether a move from `from` to `end` takes the body deeper into the triangle than it began.
    ///
    /// The gap is a convex function of the fraction: it lies above each of its tangents. The
    /// crossing of the tangents at both ends bounds it from below, and is the next place to look.
    fn sinks(&self, triangle: u32, from: DVec3, end: DVec3) -> bool {
        let motion = end - from;
        // The gap at a fraction of the way, and its slope there.
        let gap = |fraction: f64| {
            let separation = self.separation(triangle, from + motion * fraction);
            (separation.gap, separation.slope.dot(motion))
        };
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        let (mut at_low, mut at_high) = (gap(0.0), gap(1.0));
        let enough = at_low.0.min(0.0) - SINKS;
        for _ in 0..MOST_TANGENTS {
            if at_low.0 < enough || at_high.0 < enough {
                return true;
            }
            if at_low.1 >= 0.0 || at_high.1 <= 0.0 {
                return false;
            }
            let rise = at_high.0 - at_low.0 - at_high.1 * (high - low);
            let between = (low + rise / (at_low.1 - at_high.1)).clamp(low, high);
            let bound = at_low.0 + at_low.1 * (between - low);
            if bound >= enough {
                return false;
            }
            let at_between = gap(between);
            if at_between.1 < 0.0 {
                (low, at_low) = (between, at_between);
            } else {
                (high, at_high) = (between, at_between);
            }
            if at_between.0 < enough {
                return true;
            }
        }
        false
    }

    /// The contact with the normal that it may use, and the normal of the touch itself.
    /// `known` is what supports an edge or a vertex that another triangle shares.
    fn hit(
        &self,
        triangle: u32,
        touch: Touch,
        from: DVec3,
        to: DVec3,
        known: &mut Option<(DVec3, Support)>,
    ) -> (Hit, DVec3) {
        let touched = touch.normal;
        let centre = from + (to - from) * touch.fraction;
        let point = from + touch.point;
        let of = (triangle, touch.feature);
        let support = match known {
            Some((at, known)) if *at == point && touch.feature != Feature::Face => *known,
            _ => support(self.mesh, &self.near, of, point, centre, touched),
        };
        if touch.feature != Feature::Face {
            *known = Some((point, support));
        }
        let hit = Hit {
            fraction: touch.fraction,
            point,
            normal: support.normal,
            triangle,
            feature: touch.feature,
            depth: touch.depth * self.body.reach(support.normal),
            face_up: support.face_up,
        };
        (hit, touched)
    }

    /// How the body at `position` lies to a triangle.
    pub(super) fn separation(&self, triangle: u32, position: DVec3) -> Separation {
        let [a, b, c] = self.mesh.corners_f64(triangle);
        separation_body_triangle(&self.body, [a - position, b - position, c - position])
    }

    /// The least [`Separation::gap`] from `position` to a triangle: negative where the body
    /// overlaps. Infinite when nothing is within a millimetre of the body.
    pub(super) fn least_gap(&mut self, position: DVec3) -> f64 {
        self.reserve(
            self.body
                .swept_bounds(position.as_vec3(), position.as_vec3()),
        );
        let around = Within {
            reach: 1.0,
            metres: 1e-3,
        };
        let near = self
            .near
            .ask(around, position, position, &mut Counters::default());
        let gap = |place: u32| {
            let triangle = self.near.triangles[place as usize];
            self.separation(triangle, position).gap
        };
        near.into_iter().map(gap).fold(f64::INFINITY, f64::min)
    }

    fn count_feature(&mut self, feature: Feature) {
        match feature {
            Feature::Face => self.counters.face += 1,
            Feature::Edge(_) => self.counters.edge += 1,
            Feature::Vertex(_) => self.counters.vertex += 1,
        }
    }
}
