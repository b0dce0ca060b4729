//! Which shapes touch: one function for each of the 66 pairs of eleven shapes, and one trait over
//! them that takes either order. `docs/shapes.md` says which method each uses.

mod capsule;
mod cylinder;
mod flat_sided;
mod plane;
mod ray;
mod sphere;

use super::{
    Aabb, Capsule, Cylinder, Frustum, Obb, Plane, Ray, Rectangle, Segment, Sphere, Triangle, Valid,
};

/// Whether two shapes have a point in common; touching counts. Any two of the eleven shapes, in
/// either order, with the same answer.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Aabb, Intersects, Plane};
///
/// let floor = Plane::new(Vec3::Y, 0.0);
/// let crate_on_it = Aabb::new(Vec3::ZERO, Vec3::ONE);
/// assert!(floor.intersects(&crate_on_it) && crate_on_it.intersects(&floor));
/// ```
pub trait Intersects<Other> {
    fn intersects(&self, other: &Other) -> bool;
}

/// One function decides a pair in both orders, once both shapes are valid.
macro_rules! pair {
    ($first:ty, $first_again:ty, $test:path) => {
        impl Intersects<$first_again> for $first {
            fn intersects(&self, other: &$first_again) -> bool {
                self.is_valid() && other.is_valid() && $test(self, other)
            }
        }
    };
    ($first:ty, $second:ty, $test:path, both) => {
        pair!($first, $second, $test);
        impl Intersects<$first> for $second {
            fn intersects(&self, other: &$first) -> bool {
                other.intersects(self)
            }
        }
    };
}

pair!(Sphere, Sphere, sphere::intersects_sphere_sphere);
pair!(Sphere, Aabb, sphere::intersects_sphere_aabb, both);
pair!(Sphere, Obb, sphere::intersects_sphere_obb, both);
pair!(Sphere, Plane, sphere::intersects_sphere_plane, both);
pair!(Sphere, Ray, sphere::intersects_sphere_ray, both);
pair!(Sphere, Segment, sphere::intersects_sphere_segment, both);
pair!(Sphere, Rectangle, sphere::intersects_sphere_rectangle, both);
pair!(Sphere, Triangle, sphere::intersects_sphere_triangle, both);
pair!(Sphere, Frustum, sphere::intersects_sphere_frustum, both);
pair!(Sphere, Cylinder, sphere::intersects_sphere_cylinder, both);
pair!(Sphere, Capsule, sphere::intersects_sphere_capsule, both);

pair!(Plane, Plane, plane::intersects_plane_plane);
pair!(Plane, Aabb, plane::intersects_plane_aabb, both);
pair!(Plane, Obb, plane::intersects_plane_obb, both);
pair!(Plane, Ray, plane::intersects_plane_ray, both);
pair!(Plane, Segment, plane::intersects_plane_segment, both);
pair!(Plane, Rectangle, plane::intersects_plane_rectangle, both);
pair!(Plane, Triangle, plane::intersects_plane_triangle, both);
pair!(Plane, Frustum, plane::intersects_plane_frustum, both);
pair!(Plane, Cylinder, plane::intersects_plane_cylinder, both);
pair!(Plane, Capsule, plane::intersects_plane_capsule, both);

pair!(Ray, Ray, ray::intersects_ray_ray);
pair!(Ray, Aabb, ray::intersects_ray_aabb, both);
pair!(Ray, Obb, ray::intersects_ray_obb, both);
pair!(Ray, Segment, ray::intersects_ray_segment, both);
pair!(Ray, Rectangle, ray::intersects_ray_rectangle, both);
pair!(Ray, Triangle, ray::intersects_ray_triangle, both);
pair!(Ray, Frustum, ray::intersects_ray_frustum, both);
pair!(Ray, Cylinder, ray::intersects_ray_cylinder, both);
pair!(Ray, Capsule, ray::intersects_ray_capsule, both);

pair!(Capsule, Capsule, capsule::intersects_capsule_capsule);
pair!(Capsule, Aabb, capsule::intersects_capsule_aabb, both);
pair!(Capsule, Obb, capsule::intersects_capsule_obb, both);
pair!(Capsule, Segment, capsule::intersects_capsule_segment, both);
pair!(
    Capsule,
    Rectangle,
    capsule::intersects_capsule_rectangle,
    both
);
pair!(
    Capsule,
    Triangle,
    capsule::intersects_capsule_triangle,
    both
);
pair!(Capsule, Frustum, capsule::intersects_capsule_frustum, both);
pair!(
    Capsule,
    Cylinder,
    capsule::intersects_capsule_cylinder,
    both
);

pair!(Cylinder, Cylinder, cylinder::intersects_cylinder_cylinder);
pair!(Cylinder, Aabb, cylinder::intersects_cylinder_aabb, both);
pair!(Cylinder, Obb, cylinder::intersects_cylinder_obb, both);
pair!(
    Cylinder,
    Segment,
    cylinder::intersects_cylinder_segment,
    both
);
pair!(
    Cylinder,
    Rectangle,
    cylinder::intersects_cylinder_rectangle,
    both
);
pair!(
    Cylinder,
    Triangle,
    cylinder::intersects_cylinder_triangle,
    both
);
pair!(
    Cylinder,
    Frustum,
    cylinder::intersects_cylinder_frustum,
    both
);

pair!(Aabb, Aabb, flat_sided::intersects_aabb_aabb);
pair!(Aabb, Obb, flat_sided::intersects_aabb_obb, both);
pair!(Aabb, Segment, flat_sided::intersects_aabb_segment, both);
pair!(Aabb, Rectangle, flat_sided::intersects_aabb_rectangle, both);
pair!(Aabb, Triangle, flat_sided::intersects_aabb_triangle, both);
pair!(Aabb, Frustum, flat_sided::intersects_aabb_frustum, both);
pair!(Obb, Obb, flat_sided::intersects_obb_obb);
pair!(Obb, Segment, flat_sided::intersects_obb_segment, both);
pair!(Obb, Rectangle, flat_sided::intersects_obb_rectangle, both);
pair!(Obb, Triangle, flat_sided::intersects_obb_triangle, both);
pair!(Obb, Frustum, flat_sided::intersects_obb_frustum, both);
pair!(Segment, Segment, flat_sided::intersects_segment_segment);
pair!(
    Segment,
    Rectangle,
    flat_sided::intersects_segment_rectangle,
    both
);
pair!(
    Segment,
    Triangle,
    flat_sided::intersects_segment_triangle,
    both
);
pair!(
    Segment,
    Frustum,
    flat_sided::intersects_segment_frustum,
    both
);
pair!(
    Rectangle,
    Rectangle,
    flat_sided::intersects_rectangle_rectangle
);
pair!(
    Rectangle,
    Triangle,
    flat_sided::intersects_rectangle_triangle,
    both
);
pair!(
    Rectangle,
    Frustum,
    flat_sided::intersects_rectangle_frustum,
    both
);
pair!(Triangle, Triangle, flat_sided::intersects_triangle_triangle);
pair!(
    Triangle,
    Frustum,
    flat_sided::intersects_triangle_frustum,
    both
);
pair!(Frustum, Frustum, flat_sided::intersects_frustum_frustum);
