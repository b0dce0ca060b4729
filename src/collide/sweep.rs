//! The swept query: a body's move against the triangles near it, earliest contact first.

use glam::{DVec3, Vec3};

use super::{
    Body, CollisionMesh, Counters,
    contact::{Feature, Touch, closest_on_triangle, sweep_sphere_triangle},
    seam::support,
};
use crate::geom::Aabb;

/// Contacts this close in time, as a part of the move's length in metres, happen at once.
const TOGETHER: f64 = 1e-7;

/// A contact that was let pass may sink in this part of the semi-axes, for rounding.
const SINKS: f64 = 1e-6;

/// Thirds left out while looking for the deepest place: a metre shrinks to less than 10 µm.
const LEAST_STEPS: usize = 30;

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
    pub(super) near: Vec<u32>,
    region: Aabb,
    pub counters: Counters,
}

impl CollisionMesh {
    /// The first contact of `body` going from `from` to `to` (its centre, metres): the earliest;
    /// of several at once the one with the lowest triangle index.
    pub fn sweep(&self, body: Body, from: Vec3, to: Vec3) -> Option<Hit> {
        let mut mover = Mover::new(self, body, body.swept_bounds(from, to));
        mover.sweep(from.as_dvec3(), to.as_dvec3()).first().copied()
    }
}

impl<'a> Mover<'a> {
    /// `region` must hold the body wherever it will be asked about; see [`Mover::reserve`].
    pub fn new(mesh: &'a CollisionMesh, body: Body, region: Aabb) -> Self {
        let region =
            region.grown(Vec3::splat(1e-3) + region.max.abs().max(region.min.abs()) * 1e-6);
        let near = mesh.triangles_near(region);
        Self {
            mesh,
            body,
            near,
            region,
            counters: Counters::default(),
        }
    }

    /// Gathers again if `region` reaches beyond what was gathered.
    pub fn reserve(&mut self, region: Aabb) {
        if !(self.region.contains(region.min) && self.region.contains(region.max)) {
            let counters = self.counters;
            *self = Self::new(self.mesh, self.body, self.region.union(region));
            self.counters = counters;
        }
    }

    /// The first contact of the move and all that happen together with it, by triangle index;
    /// empty when the way is free.
    pub fn sweep(&mut self, from: DVec3, to: DVec3) -> Vec<Hit> {
        self.reserve(self.body.swept_bounds(from.as_vec3(), to.as_vec3()));
        let length = (to - from).length();
        if length == 0.0 {
            return Vec::new();
        }
        let together = TOGETHER / length;
        let mut first = f64::INFINITY;
        let mut hits: Vec<Hit> = Vec::new();
        let mut passed: Vec<(Hit, DVec3)> = Vec::new();
        for index in 0..self.near.len() {
            let triangle = self.near[index];
            let Some(touch) = self.touch(triangle, from, to) else {
                continue;
            };
            if touch.fraction > first + together {
                continue;
            }
            let (hit, touched) = self.hit(triangle, touch, from, to);
            // What the chosen normal lets pass is no obstacle: the face it came from will answer.
            if hit.normal.dot(to - from) < -1e-9 * length {
                first = first.min(hit.fraction);
                hits.push(hit);
            } else {
                passed.push((hit, touched));
            }
        }
        // If that face did not answer and the move sinks into what was let pass, that stops after
        // all, by its own normal: a feature chooses a normal, it never removes a contact.
        passed.sort_by(|a, b| a.0.fraction.total_cmp(&b.0.fraction));
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
        for hit in &hits {
            self.count_feature(hit.feature);
        }
        hits
    }

    /// The planes first, then the exact test.
    fn touch(&mut self, triangle: u32, from: DVec3, to: DVec3) -> Option<Touch> {
        let rejection = self
            .mesh
            .prism(triangle)
            .rejecting_plane(&self.body, from, to);
        self.counters.count(rejection);
        if rejection.is_some() {
            return None;
        }
        let axes = self.body.axes.as_dvec3();
        let corners = self
            .mesh
            .corners_f64(triangle)
            .map(|corner| (corner - from) / axes);
        sweep_sphere_triangle((to - from) / axes, corners)
    }

    /// Whether a move from `from` to `end` takes the body deeper into the triangle than it began.
    fn sinks(&self, triangle: u32, from: DVec3, end: DVec3) -> bool {
        let axes = self.body.axes.as_dvec3();
        let distance = |fraction: f64| {
            let place = from + (end - from) * fraction;
            let corners = self.mesh.corners_f64(triangle);
            let corners = corners.map(|corner| (corner - place) / axes);
            closest_on_triangle(corners).0.length()
        };
        let deeper = |fraction: f64| distance(fraction) < distance(0.0).min(1.0) - SINKS;
        if deeper(1.0) {
            return true;
        }
        // It may have gone in and out again. The distance is a convex function of the fraction,
        // so its least value is found by leaving out a third again and again.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..LEAST_STEPS {
            let third = (high - low) / 3.0;
            if distance(low + third) < distance(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        deeper(0.5 * (low + high))
    }

    /// The contact with the normal that it may use, and the normal of the touch itself.
    fn hit(&self, triangle: u32, touch: Touch, from: DVec3, to: DVec3) -> (Hit, DVec3) {
        let axes = self.body.axes.as_dvec3();
        let touched = (touch.normal / axes).normalize();
        let centre = from + (to - from) * touch.fraction;
        let point = from + touch.point * axes;
        let of = (triangle, touch.feature);
        let support = support(self.mesh, &self.near, of, point, centre, touched);
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

    /// The least distance from `position` to a triangle in the space divided by the semi-axes:
    /// below 1 the body overlaps.
    pub fn scaled_distance(&mut self, position: DVec3) -> f64 {
        self.reserve(
            self.body
                .swept_bounds(position.as_vec3(), position.as_vec3()),
        );
        let axes = self.body.axes.as_dvec3();
        let distance = |triangle: &u32| {
            let corners = self
                .mesh
                .corners_f64(*triangle)
                .map(|corner| (corner - position) / axes);
            closest_on_triangle(corners).0.length()
        };
        self.near.iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    fn count_feature(&mut self, feature: Feature) {
        match feature {
            Feature::Face => self.counters.face += 1,
            Feature::Edge(_) => self.counters.edge += 1,
            Feature::Vertex(_) => self.counters.vertex += 1,
        }
    }
}
