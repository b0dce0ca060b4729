//! The shapes of bodies that the judge holds against triangles, in double precision.

use glam::{DVec3, dvec3};
pub use test_support::triangle::{Triangle, point_triangle_distance, segment_segment_distance};

/// A path nearer to a triangle than this meets it, meters. Far above the rounding of double
/// precision over a level, so that a path through the seam of two triangles meets one of them;
/// far below anything that a body of 0.4 m could come to by right.
const MEETS: f64 = 1e-7;

/// An upright ellipsoid, round about the vertical.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsoid {
    pub center: DVec3,
    pub radius: f64,
    pub half_height: f64,
}

impl Ellipsoid {
    /// Returns whether the body with its semi-axes made smaller by `shrink` touches the triangle:
    /// in the space where that body is the unit sphere, is the triangle nearer than 1?
    pub fn touches(&self, triangle: &Triangle, shrink: f64) -> bool {
        let semi_axes = dvec3(
            self.radius - shrink,
            self.half_height - shrink,
            self.radius - shrink,
        );
        let scaled = Triangle(triangle.0.map(|vertex| (vertex - self.center) / semi_axes));
        if scaled.min().cmpgt(DVec3::ONE).any() || scaled.max().cmplt(DVec3::NEG_ONE).any() {
            return false;
        }
        point_triangle_distance(DVec3::ZERO, &scaled) < 1.0
    }

    /// The overlap: the most that the semi-axes can shrink while the body still touches, meters;
    /// 0 when it does not touch at all.
    pub fn overlap(&self, triangle: &Triangle) -> f64 {
        let (mut touching, mut free) = (0.0, self.radius.min(self.half_height));
        if !self.touches(triangle, touching) {
            return 0.0;
        }
        // Forty halvings of 0.4 m end below a picometer.
        for _ in 0..40 {
            let middle = 0.5 * (touching + free);
            if self.touches(triangle, middle) {
                touching = middle;
            } else {
                free = middle;
            }
        }
        touching
    }
}

/// Returns whether the segment passes through the triangle or comes to lie on it: the least
/// distance between the two is nothing.
pub fn segment_meets(from: DVec3, to: DVec3, triangle: &Triangle) -> bool {
    if point_triangle_distance(from, triangle) <= MEETS
        || point_triangle_distance(to, triangle) <= MEETS
    {
        return true;
    }
    let normal = triangle.normal();
    let (before, after) = (
        (from - triangle.0[0]).dot(normal),
        (to - triangle.0[0]).dot(normal),
    );
    // The point at which it passes through the plane, when it does.
    if before * after < 0.0 {
        let through = from + (to - from) * (before / (before - after));
        if point_triangle_distance(through, triangle) <= MEETS {
            return true;
        }
    }
    // Within the plane, or along an edge: it has to come near an edge.
    let meets = |(start, end)| segment_segment_distance(from, to, start, end) <= MEETS;
    triangle.edges().into_iter().any(meets)
}
