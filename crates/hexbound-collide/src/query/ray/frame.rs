//! The coordinates in which a ray is tested against triangles.

use glam::DVec3;

use crate::simd::{F64x4, vec_x4};

/// The coordinates in which a ray starts at the origin and runs along the third axis. A triangle is
/// tested in the other two. Triangles with a common edge agree about the side on which the ray passes it
/// (Woop, Benthin and Wald, "Watertight Ray/Triangle Intersection", 2013).
pub(super) struct RayFrame {
    /// The mesh's axes in the order of the frame's. The third is that of the direction's largest
    /// component.
    axes: &'static [usize; 3],
    origin: [f64; 3],
    /// The direction's first two components, as shares of the third.
    slopes: [f64; 2],
    /// The distance along the ray per meter of the third axis. It is negative if the ray runs backward
    /// along that axis.
    pub(super) scale: f64,
}

static ROTATED_AXES: [[usize; 3]; 3] = [[1, 2, 0], [2, 0, 1], [0, 1, 2]];

impl RayFrame {
    #[inline(always)]
    pub(super) fn new(origin: DVec3, direction: DVec3) -> Self {
        let [x, y, z] = direction.abs().to_array();
        // Numbers instead of branches, which would depend on the ray.
        let larger = usize::from(y > x);
        let third = larger + (2 - larger) * usize::from((z > x) & (z > y));
        let axes = &ROTATED_AXES[third];
        let (origin, direction) = (origin.to_array(), direction.to_array());
        let scale = 1.0 / direction[third];
        Self {
            axes,
            origin: axes.map(|axis| origin[axis]),
            slopes: [direction[axes[0]] * scale, direction[axes[1]] * scale],
            scale,
        }
    }

    /// One corner of a leaf's `count` triangles, in the frame. `corner` begins with the coordinates of
    /// that corner.
    #[inline(always)]
    pub(super) fn corners<D: F64x4>(&self, corner: &[f32], count: u32) -> vec_x4::Vectors<D> {
        let [x, y, z] = [
            self.coordinates::<D>(0, corner, count),
            self.coordinates::<D>(1, corner, count),
            self.coordinates::<D>(2, corner, count),
        ];
        let [slope_x, slope_y] = self.slopes.map(D::splat);
        [x.sub(z.mul(slope_x)), y.sub(z.mul(slope_y)), z]
    }

    #[inline(always)]
    fn coordinates<D: F64x4>(&self, axis: usize, corner: &[f32], count: u32) -> D {
        let four = corner[self.axes[axis] * count as usize..].first_chunk();
        D::from_singles(four.expect("a leaf has spare numbers")).sub(D::splat(self.origin[axis]))
    }

    /// The sides on which the ray passes the edges that are opposite a triangle's corners; see [`sides`].
    /// The rounding is the same.
    pub(super) fn sides_of(&self, corners: [DVec3; 3]) -> [f64; 3] {
        let [a, b, c] = corners.map(|corner| {
            let [x, y, z] = [0, 1, 2].map(|axis| corner[self.axes[axis]] - self.origin[axis]);
            [x - z * self.slopes[0], y - z * self.slopes[1]]
        });
        [[b, c], [c, a], [a, b]].map(|[p, q]| p[0] * q[1] - p[1] * q[0])
    }
}

/// The sides on which the ray passes the edges from `p` to `q`. They are twice the signed areas of the
/// triangles of `p`, `q` and the ray.
#[inline(always)]
pub(super) fn sides<D: F64x4>(p: &vec_x4::Vectors<D>, q: &vec_x4::Vectors<D>) -> D {
    p[0].mul(q[1]).sub(p[1].mul(q[0]))
}
