//! The distance of two convex shapes, or their depth in each other, with the points. The distance is by
//! GJK (Gilbert, Johnson and Keerthi), the depth by `depth`. Both use the shapes' cores, so spheres and
//! capsules are exact.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::{
    depth::depth,
    difference::{Corner, Separation},
    gjk::nearest_subset,
};
use crate::geom::{SupportMap, epsilon::epsilon};

/// The maximum number of iterations for the distance. Flat shapes need a dozen.
const MAX_ROUNDS: usize = 100;

/// The separation of two convex shapes: the place where they are nearest, or deepest in each other.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Aabb, Sphere, separation};
///
/// let block = Aabb::new(Vec3::NEG_ONE, Vec3::ONE);
/// let apart = separation(&block, &Sphere::new(Vec3::X * 3.0, 0.5));
/// assert!((apart.distance - 1.5).abs() < 1e-9);
/// let deep = separation(&block, &Sphere::new(Vec3::X * 0.75, 0.5));
/// assert!((deep.distance + 0.75).abs() < 1e-9 && deep.normal.x > 0.999);
/// ```
pub fn separation<A, B>(a: &A, b: &B) -> Separation
where
    A: SupportMap + ?Sized,
    B: SupportMap + ?Sized,
{
    let corner = |along: DVec3| Corner {
        on_a: a.core_support(along),
        on_b: b.core_support(-along),
    };
    let (between, rounding) = (nearest(a, b, corner), [a.rounding(), b.rounding()]);
    let touching = epsilon([a.largest_coordinate(), b.largest_coordinate()]);
    let core = match between.distance > 1e3 * touching {
        true => between,
        false => depth(corner, 1e3 * touching),
    };
    Separation {
        distance: core.distance - rounding[0] - rounding[1],
        normal: core.normal,
        on_a: core.on_a + core.normal * rounding[0],
        on_b: core.on_b - core.normal * rounding[1],
    }
}

/// The nearest points of two cores. The search walks to the point of a − b nearest to the origin and
/// keeps the corners between which that point lies.
fn nearest<A, B>(a: &A, b: &B, corner: impl Fn(DVec3) -> Corner) -> Separation
where
    A: SupportMap + ?Sized,
    B: SupportMap + ?Sized,
{
    let start = (b.interior_point() - a.interior_point()).normalize_or(DVec3::X);
    let mut simplex = ArrayVec::<Corner, 4>::from_iter([corner(start)]);
    let mut point = simplex[0].difference();
    for _ in 0..MAX_ROUNDS {
        let distance = point.length();
        if distance == 0.0 {
            break;
        }
        let next = corner(-point / distance);
        let gain = distance - next.difference().dot(point / distance);
        let is_known = |known: &Corner| known.difference() == next.difference();
        if gain <= 1e-13 * distance || simplex.iter().any(is_known) || simplex.is_full() {
            break;
        }
        simplex.push(next);
        let (nearer, kept) = nearest_subset(&simplex, Corner::difference);
        if nearer.length() >= distance {
            simplex.pop();
            break;
        }
        (point, simplex) = (nearer, kept);
    }
    let [on_a, on_b] = Corner::witness_points(&simplex, point);
    Separation {
        distance: point.length(),
        normal: -point.normalize_or(-start),
        on_a,
        on_b,
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::geom::{Rectangle, Sphere};

    #[test]
    fn shapes_that_coincide_have_a_way_out() {
        let ball = Sphere::new(Vec3::ONE, 0.5);
        assert!((separation(&ball, &ball).distance + 1.0).abs() < 1e-12);
        let sheet = Rectangle::new(Vec3::ZERO, Vec3::X, Vec3::Z);
        let found = separation(&sheet, &Sphere::new(Vec3::ZERO, 0.25));
        assert!((found.distance + 0.25).abs() < 1e-12 && found.normal.y.abs() > 0.999);
        assert_eq!(separation(&sheet, &sheet).distance, 0.0);
    }
}
