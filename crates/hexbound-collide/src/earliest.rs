//! The earliest contacts of a move, picked from the touches that come in while triangles are asked:
//! shared by the sweep of a mover and that of the whole mesh, so that both mean the same.

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    Body, CollisionMesh, Hit, Hits,
    contact::{Feature, Separation, Touch, separation_body_triangle, sweep_body_triangle},
    seam::{Support, support},
};

/// Contacts this close in time, as a part of the move's length in meters, happen at once.
const TOGETHER: f64 = 1e-7;

/// A contact that was let pass may sink in this part of the semi-axes, for rounding.
const SINKS: f64 = 1e-6;

/// Tangents drawn while looking for the deepest place; a handful is the rule.
const MOST_TANGENTS: usize = 40;

/// A normal that the motion goes into by less than this part of its length lets it pass.
pub(super) const PASSES: f64 = 1e-9;

/// A move of a body's center that makes sense: see [`super::MoveError`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
}

/// What is known of a move's first contacts.
#[derive(Debug)]
pub(super) struct Earliest {
    length: f64,
    first: f64,
    hits: Hits,
    /// What the chosen normal let pass, with the touched feature's own normal.
    passed: SmallVec<[(Hit, DVec3); 2]>,
    /// What supports an edge or a vertex that another triangle shares: the point touched last.
    known: Option<(DVec3, Support)>,
}

impl Sweep<'_> {
    /// The exact test, if the contact comes no later than `latest`.
    #[inline]
    pub fn touch(&self, triangle: u32, latest: f64) -> Option<Touch> {
        let corners = self.mesh.corners_f64(triangle).map(|c| c - self.from);
        sweep_body_triangle(self.body, self.to - self.from, corners, latest)
    }

    /// The contact with the normal that it may use, and the normal of the touch itself. `around`
    /// gives the triangles that may pass through a point, ascending; `known` is the support found
    /// last.
    pub fn hit<I: IntoIterator<Item = u32>>(
        &self,
        triangle: u32,
        touch: Touch,
        known: &mut Option<(DVec3, Support)>,
        around: impl FnOnce(DVec3) -> I,
    ) -> (Hit, DVec3) {
        let touched = touch.normal;
        let point = self.from + touch.point;
        let support = match known {
            _ if touch.feature == Feature::Face => Support {
                normal: touched,
                face_up: touched.y,
            },
            Some((at, known)) if *at == point => *known,
            _ => {
                let center = self.from + (self.to - self.from) * touch.fraction;
                let of = (triangle, touch.feature);
                let found = support(self.mesh, around(point), of, point, center, touched);
                *known = Some((point, found));
                found
            }
        };
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

    /// Whether the part of the move up to a fraction takes the body deeper into the triangle than
    /// it began.
    ///
    /// The gap is a convex function of the fraction: it lies above each of its tangents. The
    /// crossing of the tangents at both ends bounds it from below, and is the next place to look.
    fn sinks(&self, triangle: u32, until: f64) -> bool {
        let motion = (self.to - self.from) * until;
        // The gap at a fraction of the way, and its slope there.
        let gap = |fraction: f64| {
            let separation = separation(
                self.mesh,
                self.body,
                triangle,
                self.from + motion * fraction,
            );
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
}

/// How `body` at `position` lies to a triangle.
pub(super) fn separation(
    mesh: &CollisionMesh,
    body: &Body,
    triangle: u32,
    position: DVec3,
) -> Separation {
    let [a, b, c] = mesh.corners_f64(triangle);
    separation_body_triangle(body, [a - position, b - position, c - position])
}

impl Earliest {
    pub fn new(length: f64) -> Self {
        Self {
            length,
            first: f64::INFINITY,
            hits: Hits::new(),
            passed: SmallVec::new(),
            known: None,
        }
    }

    /// The fraction of the move from which on no contact is of interest.
    #[inline]
    pub fn latest(&self) -> f64 {
        (self.first + TOGETHER / self.length).min(1.0)
    }

    /// Takes a touch no later than [`Earliest::latest`]; see [`Sweep::hit`] for `around`.
    pub fn offer<I: IntoIterator<Item = u32>>(
        &mut self,
        sweep: &Sweep,
        triangle: u32,
        touch: Touch,
        around: impl FnOnce(DVec3) -> I,
    ) {
        let (hit, touched) = sweep.hit(triangle, touch, &mut self.known, around);
        // What the chosen normal lets pass is no obstacle: the face it came from will answer.
        if hit.normal.dot(sweep.to - sweep.from) < -PASSES * self.length {
            self.first = self.first.min(hit.fraction);
            self.hits.push(hit);
        } else {
            self.passed.push((hit, touched));
        }
    }

    /// The first contact and all that happen together with it, by triangle index.
    pub fn finish(mut self, sweep: &Sweep) -> Hits {
        self.passed.sort_by(|(a, _), (b, _)| {
            (a.fraction.total_cmp(&b.fraction)).then(a.triangle.cmp(&b.triangle))
        });
        // If that face did not answer and the move sinks into what was let pass, that stops after
        // all, by its own normal: a feature chooses a normal, it never removes a contact.
        for (hit, touched) in self.passed {
            if hit.fraction < self.first && sweep.sinks(hit.triangle, self.first.min(1.0)) {
                self.first = hit.fraction;
                self.hits.push(Hit {
                    normal: touched,
                    ..hit
                });
            }
        }
        let latest = self.first + TOGETHER / self.length;
        self.hits.retain(|hit| hit.fraction <= latest);
        self.hits.sort_unstable_by_key(|hit| hit.triangle);
        self.hits
    }
}
