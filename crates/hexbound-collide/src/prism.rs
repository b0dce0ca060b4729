//! The triangle's plane S and its six bounding planes PS1 … PS6: the article's test, kept as a
//! necessary condition that is safe at any speed.
//!
//! While a body E only translates, it touches triangle T only with its center in T ⊕ E, their
//! Minkowski sum. For any unit vector n, this sum lies in the half-space n·x ≤ maxᵢ n·vᵢ + reach_E(n).
//! S and its back are one slab, PSk and PS(k+3) another: eight half-spaces, four slabs. A move whose
//! segment misses their intersection can't touch T. The planes do not determine the point of contact.

use bytemuck::{Pod, Zeroable};
use glam::{DVec3, Vec3};

use crate::{
    Body, BodyShape,
    geom::behind_plane,
    rounding::{rounded_down, rounded_up},
    simd::F64x4,
};

/// The name of one of the planes around a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PrismPlane {
    /// The triangle's own plane, front or back.
    S,
    /// One of the bounding planes PS1 … PS6, numbered from 1.
    Ps(u8),
}

/// The space between two parallel planes: `min ≤ normal·x ≤ max`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slab {
    /// The planes' normal, a unit vector within single precision; any direction would be safe.
    pub normal: Vec3,
    /// The lower plane's offset along the normal, meters.
    pub min: f32,
    /// The upper plane's offset along the normal, meters.
    pub max: f32,
}

/// The stored planes of a triangle: four slabs side by side, so that one instruction tests all of them.
/// The slabs are S with its back, then PS1 with PS4, PS2 with PS5, PS3 with PS6. PSk's normal points
/// into the triangle, so its side of the slab is `min`. The body's reach is added when a move is tested.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct Prism {
    /// The x, y and z of the slabs' normals.
    normal: [[f32; 4]; 3],
    min: [f32; 4],
    max: [f32; 4],
}

/// The addend that keeps a rate from being zero, far below the rate of any real move.
pub(crate) const MIN_RATE: f64 = 1e-30;

/// The tolerance of the planes' bounds for rounding, as a fraction of the move.
pub(crate) const FRACTION_TOLERANCE: f64 = 1e-9;

impl Prism {
    /// The planes of a triangle, computed in double precision and rounded outward. A triangle without
    /// area gets planes around its segment.
    pub fn from_triangle(corners: [Vec3; 3]) -> Self {
        let [a, b, c] = corners.map(Vec3::as_dvec3);
        let edges = [b - a, c - b, a - c];
        let longer = |x: DVec3, y: DVec3| if y.length() > x.length() { y } else { x };
        let longest = edges.into_iter().fold(DVec3::ZERO, longer);
        let normal = match is_needle(corners) {
            true => longest.normalize_or_zero().any_orthonormal_vector(),
            false => edges[0].cross(c - a).normalize(),
        };
        let [first, second, third] = edges.map(|edge| {
            let inward = normal.cross(edge).try_normalize();
            inward.unwrap_or_else(|| normal.any_orthonormal_vector())
        });
        let mut prism = Prism::zeroed();
        for (lane, normal) in [normal, first, second, third].into_iter().enumerate() {
            let slab = Slab::around(normal, corners);
            for axis in 0..3 {
                prism.normal[axis][lane] = slab.normal[axis];
            }
            prism.min[lane] = slab.min;
            prism.max[lane] = slab.max;
        }
        prism
    }

    /// The slab with the index `lane`, 0..4: slab 0 is S and its back, slab k is PSk with PS(k+3).
    #[inline]
    pub(crate) fn slab(&self, lane: usize) -> Slab {
        let [x, y, z] = &self.normal;
        Slab {
            normal: Vec3::new(x[lane], y[lane], z[lane]),
            min: self.min[lane],
            max: self.max[lane],
        }
    }

    /// The four slabs: the first is S and its back, the k-th after it PSk with PS(k+3).
    pub fn slabs(&self) -> [Slab; 4] {
        [self.slab(0), self.slab(1), self.slab(2), self.slab(3)]
    }

    /// The x, y and z of the slabs' normals.
    #[inline(always)]
    pub(crate) fn normals<D: F64x4>(&self) -> [D; 3] {
        let [x, y, z] = &self.normal;
        [D::from_singles(x), D::from_singles(y), D::from_singles(z)]
    }

    /// Returns whether the planes let `body` touch the triangle on its path from `from` to `to` no later
    /// than the fraction `latest`: [`Prism::rejecting_plane`] for all four slabs at once.
    #[inline(always)]
    pub(crate) fn may_touch<D: F64x4>(
        &self,
        body: &Body,
        from: DVec3,
        to: DVec3,
        latest: f64,
    ) -> bool {
        let normals = self.normals::<D>();
        let reach = reach_four(body, normals);
        let start = dot_four(normals, from);
        // The rate of a move along the planes must not be zero.
        let rate = dot_four(normals, to).sub(start).add(D::splat(MIN_RATE));
        let low = D::from_singles(&self.min).sub(reach).sub(start).div(rate);
        let high = D::from_singles(&self.max).add(reach).sub(start).div(rate);
        let enter = low.min(high).max_element();
        let leave = low.max(high).min_element();
        let slack = FRACTION_TOLERANCE * (1.0 + enter.abs());
        enter <= leave + slack && enter <= latest + slack && leave >= -slack
    }

    /// The plane that rejects the move of `body` from `from` to `to`, meters: no part of the move is
    /// inside this plane and all planes before it. `None` if the exact test is necessary.
    pub fn rejecting_plane(&self, body: &Body, from: DVec3, to: DVec3) -> Option<PrismPlane> {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (index, slab) in self.slabs().iter().enumerate() {
            let normal = slab.normal.as_dvec3();
            let reach = body.reach(normal);
            let (start, end) = (normal.dot(from), normal.dot(to));
            let low = f64::from(slab.min) - reach;
            let high = f64::from(slab.max) + reach;
            for (beyond, rate, is_lower) in [
                (low - start, start - end, true),
                (start - high, end - start, false),
            ] {
                let (from, until) = behind_plane(beyond, rate);
                (enter, leave) = (enter.max(from), leave.min(until));
                if enter > leave {
                    return Some(PrismPlane::from_slab(index, is_lower));
                }
            }
        }
        None
    }
}

/// The dot products of four directions, given by their x, y and z, with `v`.
#[inline(always)]
pub(crate) fn dot_four<D: F64x4>([x, y, z]: [D; 3], v: DVec3) -> D {
    x.mul(D::splat(v.x))
        .add(y.mul(D::splat(v.y)))
        .add(z.mul(D::splat(v.z)))
}

/// [`Body::reach`] along four normals.
#[inline(always)]
pub(crate) fn reach_four<D: F64x4>(body: &Body, [x, y, z]: [D; 3]) -> D {
    let single = |value: f32| f64::from(value);
    match body.shape() {
        BodyShape::Ellipsoid { axes } => {
            let x = x.mul(D::splat(single(axes.x)));
            let y = y.mul(D::splat(single(axes.y)));
            let z = z.mul(D::splat(single(axes.z)));
            x.mul(x).add(y.mul(y)).add(z.mul(z)).sqrt()
        }
        BodyShape::Capsule {
            radius,
            half_height,
        } => {
            let length = x.mul(x).add(y.mul(y)).add(z.mul(z)).sqrt();
            let segment = y.abs().mul(D::splat(single(half_height)));
            length.mul(D::splat(single(radius))).add(segment)
        }
        BodyShape::Box { half } => {
            let x = x.abs().mul(D::splat(single(half.x)));
            let y = y.abs().mul(D::splat(single(half.y)));
            x.add(y).add(z.abs().mul(D::splat(single(half.z))))
        }
        BodyShape::Cylinder {
            radius,
            half_height,
        } => {
            let level = x.mul(x).add(z.mul(z)).sqrt().mul(D::splat(single(radius)));
            level.add(y.abs().mul(D::splat(single(half_height))))
        }
    }
}

/// Returns whether the corners span hardly any area. Such a triangle is a segment, and the normal of S
/// is arbitrary.
pub(crate) fn is_needle(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let longest = (b - a).length_squared().max((c - a).length_squared());
    let longest = longest.max((c - b).length_squared());
    (b - a).cross(c - a).length() <= 1e-12 * longest
}

impl PrismPlane {
    /// The plane's name in the article.
    pub(crate) fn name(self) -> String {
        match self {
            Self::S => "S".to_owned(),
            Self::Ps(k) => format!("PS{k}"),
        }
    }

    pub(crate) fn from_slab(index: usize, is_lower: bool) -> Self {
        match (index, is_lower) {
            (0, _) => PrismPlane::S,
            (k, true) => PrismPlane::Ps(k as u8),
            (k, false) => PrismPlane::Ps(k as u8 + 3),
        }
    }
}

impl Slab {
    /// The thinnest slab perpendicular to `normal` that contains the corners. The bounds come from
    /// the *stored* normal in double precision and are rounded outward, so that no rounding of the
    /// normal can leave a corner outside.
    fn around(normal: DVec3, corners: [Vec3; 3]) -> Self {
        let normal = normal.as_vec3();
        let along = corners.map(|corner| normal.as_dvec3().dot(corner.as_dvec3()));
        let min = along.into_iter().fold(f64::INFINITY, f64::min);
        let max = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self {
            normal,
            min: rounded_down(min),
            max: rounded_up(max),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::point;

    proptest! {
        /// Whatever the shape and place, no corner and no point of the triangle is rejected.
        #[test]
        fn the_triangle_is_inside_its_own_prism(
            corners in [point(200.0), point(200.0), point(200.0)],
            squeeze in 0.0_f32..1.0, u in 0.0_f64..1.0, v in 0.0_f64..1.0,
        ) {
            let mut corners = corners;
            corners[2] = corners[1] + (corners[2] - corners[1]) * squeeze.powi(8);
            let prism = Prism::from_triangle(corners);
            let [a, b, c] = corners.map(Vec3::as_dvec3);
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            let inside = a + (b - a) * u + (c - a) * v;
            let body = Body::unchecked(BodyShape::Ellipsoid { axes: Vec3::splat(1e-5) });
            prop_assert_eq!(prism.rejecting_plane(&body, inside, inside), None);
        }

        /// A move that ends touching the triangle is never rejected, however fast.
        #[test]
        fn a_touching_move_is_accepted(
            corners in [point(10.0), point(10.0), point(10.0)],
            from in point(300.0), beyond in point(300.0), tall in 0.1_f32..2.0,
        ) {
            let prism = Prism::from_triangle(corners);
            let body = Body::ellipsoid(0.4, tall).unwrap();
            // Some point of the body meets a corner half way.
            let offset = from.as_dvec3().normalize_or_zero() * 0.99 * body.half_extents().as_dvec3();
            let middle = corners[0].as_dvec3() - offset;
            let to = middle * 2.0 - beyond.as_dvec3();
            prop_assert_eq!(prism.rejecting_plane(&body, beyond.as_dvec3(), to), None);
        }
    }
}
