//! How much of an open edge other triangles' open edges lie along: T-junctions, where one side of
//! a seam has corners that the other has not.

use glam::{DVec3, Vec3};

use super::{
    CollisionMesh,
    tree::{Leaves, Way},
};

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

/// Looks along edge `edge` of a triangle for others that `is_open` names.
pub(super) fn covered(
    mesh: &CollisionMesh,
    (triangle, edge): (u32, usize),
    is_open: impl Fn(u32, usize) -> bool,
) -> Covered {
    let [from, to] = ends(mesh, triangle, edge);
    let (start, along) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
    let largest = from.abs().max(to.abs()).max_element();
    let mut beside = Beside {
        mesh,
        triangle,
        is_open,
        start,
        length: along.length(),
        along: along.normalize_or_zero(),
        allowed: BESIDE * f64::from(largest),
        stretches: Vec::new(),
    };
    let half = Vec3::splat(beside.allowed as f32);
    let way = Way::new(from, to - from, half);
    mesh.tree().follow(&way, 1.0, &mut beside);
    beside.sum()
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
    stretches: Vec<(f64, f64)>,
}

impl<O: Fn(u32, usize) -> bool> Leaves for Beside<'_, O> {
    #[inline(always)]
    fn leaf(&mut self, first: u32, count: u32, _: f32) -> f32 {
        for other in first..first + count {
            for edge in 0..3 {
                if other != self.triangle && (self.is_open)(other, edge) {
                    let ends = ends(self.mesh, other, edge);
                    self.stretches
                        .extend(self.stretch(ends.map(|end| end.as_dvec3())));
                }
            }
        }
        1.0
    }
}

impl<O> Beside<'_, O> {
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
        self.stretches
            .sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut reached, mut gaps) = (0.0_f64, false);
        for (low, high) in &self.stretches {
            gaps |= *low > reached + 2.0 * self.allowed;
            reached = reached.max(*high);
        }
        if self.stretches.is_empty() {
            Covered::Not
        } else if gaps || reached + 2.0 * self.allowed < self.length {
            Covered::Partly
        } else {
            Covered::Whole
        }
    }
}
