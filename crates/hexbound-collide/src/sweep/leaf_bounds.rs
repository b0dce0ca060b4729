//! Lower bounds of the time of impact with the triangles of a leaf, four at once. A bound is the
//! fraction at which the body reaches a triangle's plane. Newton's method improves the bounds of round
//! bodies. The capsule's exact test (`contact/capsule.rs`) explains why no step goes beyond the contact.

use glam::DVec3;

use crate::{
    Body, BodyShape,
    prism::reach_four,
    simd::{
        F64x4,
        vec_x4::{self, Vectors},
    },
    tree::TriangleX4,
};

/// The factor that widens reaches, for rounding and for the tolerances of the exact tests.
pub(super) const REACH_FACTOR: f64 = 1.0 + 1e-7;

/// The most steps of Newton's method. Most triangles that remain after these steps are touched.
const MAX_NEWTON_STEPS: usize = 3;

/// A body and its move, for bounds of the body's contacts.
pub(super) struct LeafBounds<'a> {
    body: &'a Body,
    motion: DVec3,
    round: Option<RoundBody>,
}

/// A round body in its scaled space: a ball, or a ball extended along the vertical.
struct RoundBody {
    /// The factors from the scaled space to the mesh's.
    axes: DVec3,
    radius: f64,
    half_height: f64,
}

impl<'a> LeafBounds<'a> {
    pub(super) fn new(body: &'a Body, motion: DVec3) -> Self {
        let round = match body.shape() {
            BodyShape::Ellipsoid { axes } => Some((axes.as_dvec3(), 1.0, 0.0)),
            BodyShape::Capsule {
                radius,
                half_height,
            } => Some((DVec3::ONE, f64::from(radius), f64::from(half_height))),
            BodyShape::Box { .. } | BodyShape::Cylinder { .. } => None,
        };
        let round = round.map(|(axes, radius, half_height)| RoundBody {
            axes,
            radius: radius * REACH_FACTOR,
            half_height,
        });
        Self {
            body,
            motion,
            round,
        }
    }

    /// Returns whether the bounds are tight, as for a round body: most remaining triangles are touched.
    #[inline(always)]
    pub(super) fn are_tight(&self) -> bool {
        self.round.is_some()
    }

    /// The mask of the triangles of `left` that may be touched no later than the fraction `latest`, and
    /// lower bounds of their contacts' fractions. Corners are relative to the start of the move.
    #[inline(always)]
    pub(super) fn compute<D: F64x4>(
        &self,
        triangles: &TriangleX4<D>,
        mut left: u32,
        latest: f64,
    ) -> (u32, [f64; 4]) {
        let TriangleX4([a, b, c]) = triangles;
        let (zero, latest) = (D::splat(0.0), D::splat(latest));
        // No part of a triangle is met before its plane. The plane of a needle may have any direction:
        // every direction is safe.
        let normal = vec_x4::cross(&vec_x4::sub(b, a), &vec_x4::sub(c, a));
        let height = vec_x4::dot(&normal, a);
        let rate = vec_x4::dot(&normal, &vec_x4::splat(self.motion));
        let reach = reach_four(self.body, normal).mul(D::splat(REACH_FACTOR));
        let outside = height.abs().sub(reach);
        let approach = height.select_le(zero, zero.sub(rate), rate);
        left &= outside.le_mask(zero.max(approach.mul(latest)));
        let fraction = outside.select_le(zero, zero, outside.div(approach));
        match &self.round {
            Some(round) if left != 0 => {
                let plane = LeafPlanes {
                    normal,
                    height: height.sub(rate.mul(fraction)),
                    fraction,
                };
                round.bounds(triangles, &plane, self.motion, left, latest)
            }
            _ => (left, fraction.store()),
        }
    }
}

/// The planes of a leaf's triangles, and the fractions of the move at which the body reaches them.
struct LeafPlanes<D> {
    normal: Vectors<D>,
    /// The heights of the planes over the body at these fractions, in lengths of the normals.
    height: D,
    fraction: D,
}

impl RoundBody {
    /// The mask and the bounds as in [`LeafBounds::compute`].
    #[inline(always)]
    fn bounds<D: F64x4>(
        &self,
        TriangleX4([a, b, c]): &TriangleX4<D>,
        plane: &LeafPlanes<D>,
        motion: DVec3,
        mut left: u32,
        latest: D,
    ) -> (u32, [f64; 4]) {
        let (zero, radius) = (D::splat(0.0), D::splat(self.radius));
        let scale = vec_x4::splat::<D>(self.axes.recip());
        let triangle = [
            vec_x4::mul(a, &scale),
            vec_x4::mul(b, &scale),
            vec_x4::mul(c, &scale),
        ];
        let motion = vec_x4::splat::<D>(motion / self.axes);
        let edges = [
            LeafEdge::between(&triangle[0], &triangle[1]),
            LeafEdge::between(&triangle[1], &triangle[2]),
            LeafEdge::between(&triangle[2], &triangle[0]),
        ];
        let mut fraction = plane.fraction;
        let mut corners = corners_at(&triangle, &motion, fraction);
        let face_nearest = left & self.face_nearest(&corners, plane);
        for step in 0..MAX_NEWTON_STEPS {
            if step > 0 {
                corners = corners_at(&triangle, &motion, fraction);
            }
            let offset = self.shortest_offset(&corners, &edges);
            let distance = vec_x4::dot(&offset, &offset).sqrt();
            // Gap and approach are multiplied by the distance.
            let gap = distance.sub(radius).mul(distance);
            let approach = zero.sub(vec_x4::dot(&offset, &motion));
            left &= gap.le_mask(zero.max(approach.mul(latest.sub(fraction)))) | face_nearest;
            if left & !face_nearest == 0 {
                break;
            }
            fraction = gap.select_le(zero, fraction, fraction.add(gap.div(approach)));
        }
        let (mut bounds, at_plane) = (fraction.store(), plane.fraction.store());
        for lane in (0..4).filter(|lane| face_nearest >> lane & 1 == 1) {
            bounds[lane] = at_plane[lane];
        }
        (left, bounds)
    }

    /// The mask of the triangles of which no edge is nearest: the face is, or the body's segment pierces
    /// it.
    #[inline(always)]
    fn face_nearest<D: F64x4>(&self, [a, b, c]: &[Vectors<D>; 3], plane: &LeafPlanes<D>) -> u32 {
        let zero = D::splat(0.0);
        let mut toward = vec_x4::mul(&plane.normal, &vec_x4::splat(self.axes));
        let mut end = zero;
        if self.half_height > 0.0 {
            let (up, half) = (toward[1], D::splat(self.half_height));
            end = plane.height.mul(up).select_le(zero, zero.sub(half), half);
            // A segment that pierces the plane is tested along itself.
            let (height, through) = (plane.height.abs(), up.abs().mul(half));
            toward = [
                through.select_le(height, toward[0], zero),
                through.select_le(height, up, D::splat(1.0)),
                through.select_le(height, toward[2], zero),
            ];
        }
        let a = [a[0], a[1].sub(end), a[2]];
        let b = [b[0], b[1].sub(end), b[2]];
        let c = [c[0], c[1].sub(end), c[2]];
        let weights = [
            vec_x4::dot(&vec_x4::cross(&a, &b), &toward),
            vec_x4::dot(&vec_x4::cross(&b, &c), &toward),
            vec_x4::dot(&vec_x4::cross(&c, &a), &toward),
        ];
        let least = weights[0].min(weights[1]).min(weights[2]);
        let greatest = weights[0].max(weights[1]).max(weights[2]);
        zero.le_mask(least) | greatest.le_mask(zero)
    }

    /// The shortest displacement from any of the edges to the body's segment.
    #[inline(always)]
    fn shortest_offset<D: F64x4>(
        &self,
        [a, b, c]: &[Vectors<D>; 3],
        edges: &[LeafEdge<D>; 3],
    ) -> Vectors<D> {
        let [first, second, third] = [
            self.edge_to_segment(a, &edges[0]),
            self.edge_to_segment(b, &edges[1]),
            self.edge_to_segment(c, &edges[2]),
        ];
        shorter(&shorter(&first, &second), &third)
    }

    #[inline(always)]
    fn edge_to_segment<D: F64x4>(&self, start: &Vectors<D>, edge: &LeafEdge<D>) -> Vectors<D> {
        let (zero, one) = (D::splat(0.0), D::splat(1.0));
        let along = &edge.along;
        let beside = zero.sub(start[0].mul(along[0]).add(start[2].mul(along[2])));
        let mut height = zero;
        if self.half_height > 0.0 {
            let half = D::splat(self.half_height);
            let part = beside.mul(edge.inv_level_square).max(zero).min(one);
            let level = start[1].add(along[1].mul(part));
            height = level.max(zero.sub(half)).min(half);
        }
        let beyond = height.sub(start[1]).mul(along[1]);
        let part = beside.add(beyond).mul(edge.inv_square).max(zero).min(one);
        [
            zero.sub(start[0].add(along[0].mul(part))),
            height.sub(start[1].add(along[1].mul(part))),
            zero.sub(start[2].add(along[2].mul(part))),
        ]
    }
}

struct LeafEdge<D> {
    along: Vectors<D>,
    /// The inverse of the edge's squared length.
    inv_square: D,
    /// The inverse of the squared length of the edge's horizontal part.
    inv_level_square: D,
}

impl<D: F64x4> LeafEdge<D> {
    #[inline(always)]
    fn between(start: &Vectors<D>, end: &Vectors<D>) -> Self {
        let (one, tiny) = (D::splat(1.0), D::splat(f64::MIN_POSITIVE));
        let along = vec_x4::sub(end, start);
        let across = along[0].mul(along[0]).add(along[2].mul(along[2]));
        let length = across.add(along[1].mul(along[1]));
        Self {
            along,
            inv_square: one.div(length.max(tiny)),
            inv_level_square: one.div(across.max(tiny)),
        }
    }
}

#[inline(always)]
fn shorter<D: F64x4>(p: &Vectors<D>, q: &Vectors<D>) -> Vectors<D> {
    let (first, second) = (vec_x4::dot(p, p), vec_x4::dot(q, q));
    [
        first.select_le(second, p[0], q[0]),
        first.select_le(second, p[1], q[1]),
        first.select_le(second, p[2], q[2]),
    ]
}

/// The corners relative to the body after a fraction of its motion.
#[inline(always)]
fn corners_at<D: F64x4>(
    [a, b, c]: &[Vectors<D>; 3],
    motion: &Vectors<D>,
    fraction: D,
) -> [Vectors<D>; 3] {
    let moved = vec_x4::mul(motion, &[fraction; 3]);
    [
        vec_x4::sub(a, &moved),
        vec_x4::sub(b, &moved),
        vec_x4::sub(c, &moved),
    ]
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        contact::sweep_body_triangle,
        simd::PortableF64x4,
        test_meshes::{point, slender},
        tree::LeafCorners,
    };

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn no_contact_comes_before_its_bound(
            soup in prop::collection::vec([point(3.0), point(3.0), point(3.0)], 1..5),
            from in point(3.0), to in point(4.0), latest in 0.1..1.0, away in point(4000.0),
            tall in 0.1_f32..1.0, kind in 0..4, flat in any::<bool>(),
        ) {
            let level = if flat { Vec3::new(1.0, 0.0, 1.0) } else { Vec3::ONE };
            let corners = |triangle: u32| soup[triangle as usize].map(|corner| corner * level + away);
            let count = soup.len() as u32;
            let leaves = LeafCorners::new(&[(0, count)], soup.len(), corners);
            let (from, to) = ((from + away).as_dvec3(), (to + away).as_dvec3());
            let triangles = TriangleX4::<PortableF64x4>::load(leaves.leaf(0, count), count, from);
            let body = slender(kind, tall);
            let bounds = LeafBounds::new(&body, to - from);
            let (left, bounds) = bounds.compute(&triangles, (1 << count) - 1, latest);
            for (lane, bound) in bounds.into_iter().enumerate().take(soup.len()) {
                let corners = triangles.lane(lane);
                if let Some(contact) = sweep_body_triangle(&body, to - from, corners, latest) {
                    prop_assert!(left >> lane & 1 == 1, "{contact:?}");
                    prop_assert!(bound <= contact.fraction + 1e-9, "{bound} {contact:?}");
                }
            }
        }
    }
}
