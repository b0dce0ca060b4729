//! How much of an open edge other triangles' open edges lie along: T-junctions, where one side of
//! a seam has corners that the other has not.

use arrayvec::ArrayVec;
use glam::{DVec3, Vec3};

use super::{
    CollisionMesh,
    tree::{Leaves, Way, lanes::Lanes},
};
use crate::geom::Aabb;

/// Two edges lie along each other when the shorter's ends are this near to the longer's line, a
/// part of the largest coordinate: a corner put on an edge in single precision is off by some
/// roundings of 2⁻²⁴, and by some more if it was moved since.
const BESIDE: f64 = 2e-6;

/// How much of an edge is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Covered {
    Not,
    Partly,
    Whole,
}

/// Triangles near another that are looked at one by one; where there are more, each edge goes its
/// own way through the tree.
const FEW: usize = 48;

/// Looks along a triangle's edges for others, of those that `is_open` names.
pub(super) fn covered_edges(
    mesh: &CollisionMesh,
    triangle: u32,
    is_open: impl Fn(u32, usize) -> bool + Copy,
) -> [Covered; 3] {
    let mut covered = [Covered::Not; 3];
    // One way through the tree is cheaper than a whole box.
    let is_single = (0..3).filter(|edge| is_open(triangle, *edge)).count() == 1;
    let mut near: Option<Near> = is_single.then(Near::unknown);
    for (edge, covered) in covered.iter_mut().enumerate() {
        if !is_open(triangle, edge) {
            continue;
        }
        let near = near.get_or_insert_with(|| Near::around(mesh, triangle));
        let mut beside = Beside::new(mesh, (triangle, edge), is_open);
        if near.is_more {
            beside.follow();
        } else {
            near.found.iter().for_each(|other| beside.look_at(*other));
        }
        *covered = beside.sum();
    }
    covered
}

/// What lies in a triangle's box.
#[derive(Default)]
struct Near {
    found: ArrayVec<u32, FEW>,
    is_more: bool,
}

impl Near {
    fn unknown() -> Self {
        Self {
            is_more: true,
            ..Self::default()
        }
    }

    fn around(mesh: &CollisionMesh, triangle: u32) -> Self {
        let bounds = Aabb::from_points(mesh.corners(triangle));
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
        let half = bounds.size() * 0.5 + Vec3::splat(2.0 * BESIDE as f32 * largest);
        let mut near = Near::default();
        // A way that goes nowhere meets the boxes that are here.
        let way = Way::new(bounds.center(), Vec3::ZERO, half);
        mesh.tree().follow(&way, 1.0, &mut near);
        near
    }
}

impl Leaves for Near {
    #[inline(always)]
    fn leaf<L: Lanes>(&mut self, first: u32, count: u32, _: f32) -> f32 {
        if self.found.remaining_capacity() < count as usize {
            self.is_more = true;
            return -1.0;
        }
        self.found.extend(first..first + count);
        1.0
    }
}

fn ends(mesh: &CollisionMesh, triangle: u32, edge: usize) -> [Vec3; 2] {
    let corners = mesh.corners(triangle);
    [corners[edge], corners[(edge + 1) % 3]]
}

/// Gathers the stretches of an edge, metres from its start, that others lie along.
struct Beside<'a, O> {
    mesh: &'a CollisionMesh,
    triangle: u32,
    is_open: O,
    start: DVec3,
    /// Unit.
    along: DVec3,
    length: f64,
    /// Metres off the line.
    allowed: f64,
    /// Around the edge and what is allowed.
    region: Aabb,
    stretches: Vec<(f64, f64)>,
}

impl<O: Fn(u32, usize) -> bool> Leaves for Beside<'_, O> {
    #[inline(always)]
    fn leaf<L: Lanes>(&mut self, first: u32, count: u32, _: f32) -> f32 {
        (first..first + count).for_each(|other| self.look_at(other));
        1.0
    }
}

impl<'a, O: Fn(u32, usize) -> bool> Beside<'a, O> {
    fn new(mesh: &'a CollisionMesh, (triangle, edge): (u32, usize), is_open: O) -> Self {
        let [from, to] = ends(mesh, triangle, edge);
        let (start, along) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        let largest = from.abs().max(to.abs()).max_element();
        Beside {
            mesh,
            triangle,
            is_open,
            start,
            length: along.length(),
            along: along.normalize_or_zero(),
            allowed: BESIDE * f64::from(largest),
            region: Aabb::from_points([from, to]).grown(Vec3::splat(2.0 * BESIDE as f32 * largest)),
            stretches: Vec::new(),
        }
    }

    /// Goes along the edge through the tree.
    fn follow(&mut self) {
        let along = (self.along * self.length).as_vec3();
        let half = Vec3::splat(self.allowed as f32);
        let way = Way::new(self.start.as_vec3(), along, half);
        self.mesh.tree().follow(&way, 1.0, self);
    }

    fn look_at(&mut self, other: u32) {
        let [a, b, c] = self.mesh.corners(other);
        let bounds = Aabb::new(a.min(b).min(c), a.max(b).max(c));
        if other == self.triangle || !bounds.overlaps(&self.region) {
            return;
        }
        for (edge, [from, to]) in [[a, b], [b, c], [c, a]].into_iter().enumerate() {
            if (self.is_open)(other, edge) {
                self.stretches
                    .extend(self.stretch([from.as_dvec3(), to.as_dvec3()]));
            }
        }
    }

    /// The part of the edge that another lies along.
    fn stretch(&self, [from, to]: [DVec3; 2]) -> Option<(f64, f64)> {
        let place = |point: DVec3| (point - self.start).dot(self.along);
        let (a, b) = (place(from), place(to));
        let (low, high) = (a.min(b).max(0.0), a.max(b).min(self.length));
        // Only ends that meet: most edges there are.
        if high - low <= 2.0 * self.allowed {
            return None;
        }
        let (along, length) = (to - from, from.distance(to));
        let off = if length > self.length {
            let direction = along / length;
            let end = self.start + self.along * self.length;
            let off = |point: DVec3| (point - from).reject_from_normalized(direction).length();
            off(self.start).max(off(end))
        } else {
            let off = |point: DVec3| (point - self.start).reject_from_normalized(self.along);
            off(from).length().max(off(to).length())
        };
        (off <= self.allowed).then_some((low, high))
    }

    fn sum(mut self) -> Covered {
        if self.stretches.is_empty() {
            return Covered::Not;
        }
        self.stretches
            .sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut reached, mut gaps) = (0.0_f64, false);
        for (low, high) in &self.stretches {
            gaps |= *low > reached + 2.0 * self.allowed;
            reached = reached.max(*high);
        }
        if gaps || reached + 2.0 * self.allowed < self.length {
            Covered::Partly
        } else {
            Covered::Whole
        }
    }
}
