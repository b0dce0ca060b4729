//! Clipping of a line by a half-space, and a test of a segment against a box.

use glam::DVec3;

/// The interval of a line behind a plane, as its first and last parameter: those `t` with `height +
/// rate·t ≤ 0`. Clipping by one plane after the other yields the interval inside a convex solid (Cyrus
/// and Beck, "Generalized Two- and Three-Dimensional Clipping"). The slabs of Kay and Kajiya, "Ray
/// Tracing Complex Scenes", are the case of a box.
///
/// The trees' boxes (`tree::SweptAabb`) and the prisms (`Prism`, `sweep::toi_bound`) clip several
/// intervals at once instead, with their own outward rounding. The different arithmetic is deliberate.
#[inline]
pub(crate) fn behind_plane(height: f64, rate: f64) -> (f64, f64) {
    if rate < 0.0 {
        (-height / rate, f64::INFINITY)
    } else if rate > 0.0 {
        (f64::NEG_INFINITY, -height / rate)
    } else if height > 0.0 {
        (f64::INFINITY, f64::NEG_INFINITY)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

/// Returns whether the segment from `start` to `end` meets the box of half size `half` about the origin;
/// touching counts. The computation is in double precision in the box's own space, for rotated or far
/// boxes, for which an [`Aabb`](super::Aabb) in single precision is too inexact.
///
/// ```
/// use glam::DVec3;
/// use hexbound_collide::geom::segment_meets_box;
///
/// let half = DVec3::new(2.0, 1.0, 0.01);
/// assert!(segment_meets_box(DVec3::Z * -90.0, DVec3::Z * 90.0, half));
/// assert!(!segment_meets_box(DVec3::Z * -90.0, DVec3::Z * -0.02, half));
/// ```
pub fn segment_meets_box(start: DVec3, end: DVec3, half: DVec3) -> bool {
    let delta = end - start;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        for (at, rate) in [(start[axis], delta[axis]), (-start[axis], -delta[axis])] {
            let (from, to) = behind_plane(at - half[axis], rate);
            (enter, leave) = (enter.max(from), leave.min(to));
        }
    }
    enter <= leave
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_meets_a_box_that_it_crosses_touches_or_lies_in() {
        let half = DVec3::new(2.0, 1.0, 0.5);
        let meets = |from: [f64; 3], to: [f64; 3]| {
            let (from, to) = (DVec3::from_array(from), DVec3::from_array(to));
            let there = segment_meets_box(from, to, half);
            assert_eq!(there, segment_meets_box(to, from, half), "{from} {to}");
            there
        };
        assert!(meets([-9.0, -0.5, 0.0], [9.0, 0.5, 0.0]));
        assert!(!meets([-9.0, 0.0, 0.0], [-2.1, 0.0, 0.0]), "ends before it");
        assert!(meets([-9.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), "ends at it");
        assert!(meets([-3.0, 1.0, 0.0], [3.0, 1.0, 0.0]), "along a side");
        assert!(!meets([-3.0, 1.1, 0.0], [3.0, 1.1, 0.0]), "beside a side");
        assert!(!meets([1.0, 3.0, 0.0], [4.0, 0.0, 0.0]), "past an edge");
        assert!(meets([0.1, 0.1, 0.1], [0.1, 0.1, 0.1]), "at rest inside");
        assert!(!meets([2.1, 0.1, 0.1], [2.1, 0.1, 0.1]), "at rest beside");
    }
}
