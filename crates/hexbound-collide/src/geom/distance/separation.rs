//! How far apart two convex shapes are, or how deep in each other, and where: the distance by GJK
//! (Gilbert, Johnson and Keerthi), the depth by `depth`. Both look at the shapes' cores, so what is
//! round by a radius alone is exact.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::{
    depth::depth,
    difference::{Corner, Separation},
    gjk::nearest_part,
};
use crate::geom::{SupportMap, epsilon::epsilon};

/// A cap on the rounds of the distance: flat shapes end within a dozen.
const MAX_ROUNDS: usize = 100;

/// Returns where two convex shapes are nearest, or deepest in each other.
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
    let size = epsilon([a.largest_coordinate(), b.largest_coordinate()]);
    let core = match between.distance > 1e3 * size {
        true => between,
        false => depth(corner, 1e3 * size),
    };
    Separation {
        distance: core.distance - rounding[0] - rounding[1],
        normal: core.normal,
        on_a: core.on_a + core.normal * rounding[0],
        on_b: core.on_b - core.normal * rounding[1],
    }
}

/// The nearest points of two cores: walks to the point of a − b nearest to the origin and keeps the
/// corners between which that lies.
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
        let gains = distance - next.difference().dot(point / distance);
        let is_known = |known: &Corner| known.difference() == next.difference();
        if gains <= 1e-13 * distance || simplex.iter().any(is_known) || simplex.is_full() {
            break;
        }
        simplex.push(next);
        let (nearer, kept) = nearest_part(&simplex, Corner::difference);
        if nearer.length() >= distance {
            simplex.pop();
            break;
        }
        (point, simplex) = (nearer, kept);
    }
    let [on_a, on_b] = Corner::between(&simplex, point);
    Separation {
        distance: point.length(),
        normal: -point.normalize_or(-start),
        on_a,
        on_b,
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    use super::*;
    use crate::{
        geom::{Aabb, Capsule, ClosestPoint, Cylinder, Obb, Rectangle, Sphere, Triangle},
        test_meshes::{point, unit},
    };

    fn direction() -> impl Strategy<Value = Vec3> {
        unit().prop_map(|way| way.as_vec3().normalize())
    }

    type Recipe = (u8, Vec3, Vec3, f32, f32);

    fn recipe() -> impl Strategy<Value = Recipe> {
        let (radius, half_length) = (0.1_f32..0.8, 0.1_f32..0.9);
        (0..7_u8, point(1.5), direction(), radius, half_length)
    }

    /// A shape of any kind that has supports, solid or flat.
    fn made((kind, center, axis, radius, half_length): Recipe) -> Box<dyn SupportMap> {
        let (aside, up) = axis.any_orthonormal_pair();
        let turn = Quat::from_rotation_arc(Vec3::Y, axis);
        let half = Vec3::new(radius, half_length, 0.3);
        match kind {
            0 => Box::new(Sphere::new(center, radius)),
            1 => Box::new(Aabb::new(center - half, center + half)),
            2 => Box::new(Obb::new(center, half, turn)),
            3 => Box::new(Capsule {
                center,
                axis,
                radius,
                half_length,
            }),
            4 => Box::new(Cylinder {
                center,
                axis,
                radius,
                half_length,
            }),
            5 => Box::new(Rectangle::new(center, aside * radius, up * half_length)),
            _ => Box::new(Triangle {
                corners: [center, center + aside * radius, center + up * half_length],
            }),
        }
    }

    struct Moved<'a>(&'a dyn SupportMap, DVec3);

    impl SupportMap for Moved<'_> {
        fn interior_point(&self) -> DVec3 {
            self.0.interior_point() + self.1
        }

        fn support(&self, direction: DVec3) -> DVec3 {
            self.0.support(direction) + self.1
        }

        fn rounding(&self) -> f64 {
            self.0.rounding()
        }

        fn core_support(&self, direction: DVec3) -> DVec3 {
            self.0.core_support(direction) + self.1
        }
    }

    proptest! {
        /// No direction shows a wider gap, or a shorter way out, than the answer's own, which shows
        /// just that; the points lie where it says; and moved apart along it the two only touch.
        #[test]
        fn the_answer_is_the_best_of_all_directions(
            a in recipe(), b in recipe(), tried in prop::collection::vec(direction(), 64),
        ) {
            let (a, b) = (made(a), made(b));
            let found = separation(&*a, &*b);
            let gap = |way: DVec3| b.extent(way).0 - a.extent(way).1;
            prop_assert!((gap(found.normal) - found.distance).abs() < 1e-4, "{found:?}");
            for way in tried {
                let way = way.as_dvec3().normalize();
                prop_assert!(gap(way) <= found.distance + 1e-4, "{way} of {found:?}");
            }
            let between = found.on_b - found.on_a;
            prop_assert!((between - found.normal * found.distance).length() < 1e-3, "{found:?}");
            let parted = Moved(&*b, found.normal * (1e-3 - found.distance));
            let gap = separation(&*a, &parted).distance;
            prop_assert!((gap - 1e-3).abs() < 2e-4, "{gap} after {found:?}");
            let back = separation(&*b, &*a);
            prop_assert!((back.distance - found.distance).abs() < 1e-4);
        }

        #[test]
        fn a_point_is_as_far_from_a_shape_as_its_closest_point(
            center in point(1.5), point in point(1.5), axis in direction(),
        ) {
            let pill = Capsule { center, axis, radius: 0.3, half_length: 0.5 };
            let dot = Sphere::new(point, 0.0);
            let closest = pill.closest_point(point.as_dvec3()).distance(point.as_dvec3());
            let found = separation(&pill, &dot).distance;
            prop_assert!((found.max(0.0) - closest).abs() < 1e-6, "{found} {closest}");
        }
    }

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
