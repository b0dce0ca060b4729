//! Tests whether two shapes touch: one function for each pair, and one trait over them for either order.
//! `docs/shapes.md` lists the method of each pair.
//!
//! The pairs are the 21 of sphere, box, plane, ray, rectangle and frustum. Queries of a mesh add sphere,
//! both kinds of box, frustum and triangle against a triangle, and two oriented boxes.

mod flat;
mod plane;
mod ray;
mod separating_axes;
mod sphere;

use super::{Aabb, Frustum, Obb, Plane, Ray, Rectangle, Sphere, Triangle, Validate};

/// A test of whether two shapes have a point in common. Touching counts, and the order of the shapes
/// does not matter.
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
    /// Returns whether the two have a point in common; false if either is not valid.
    fn intersects(&self, other: &Other) -> bool;
}

/// Implements [`Intersects`] for a pair by one function, with `both` in either order. A shape that is
/// not valid touches nothing.
macro_rules! pair {
    ($first:ty, $other:ty, $test:path) => {
        impl Intersects<$other> for $first {
            fn intersects(&self, other: &$other) -> bool {
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
pair!(Sphere, Plane, sphere::intersects_sphere_plane, both);
pair!(Sphere, Ray, sphere::intersects_sphere_ray, both);
pair!(Sphere, Rectangle, sphere::intersects_sphere_rectangle, both);
pair!(Sphere, Frustum, sphere::intersects_sphere_frustum, both);
pair!(Sphere, Triangle, sphere::intersects_sphere_triangle, both);

pair!(Plane, Plane, plane::intersects_plane_plane);
pair!(Plane, Aabb, plane::intersects_plane_aabb, both);
pair!(Plane, Ray, plane::intersects_plane_ray, both);
pair!(Plane, Rectangle, plane::intersects_plane_rectangle, both);
pair!(Plane, Frustum, plane::intersects_plane_frustum, both);

pair!(Ray, Ray, ray::intersects_ray_ray);
pair!(Ray, Aabb, ray::intersects_ray_aabb, both);
pair!(Ray, Rectangle, ray::intersects_ray_rectangle, both);
pair!(Ray, Frustum, ray::intersects_ray_frustum, both);

pair!(Aabb, Aabb, flat::intersects_aabb_aabb);
pair!(Aabb, Rectangle, flat::intersects_aabb_rectangle, both);
pair!(Aabb, Frustum, flat::intersects_aabb_frustum, both);
pair!(Aabb, Triangle, flat::intersects_aabb_triangle, both);

pair!(Rectangle, Rectangle, flat::intersects_rectangle_rectangle);
pair!(Rectangle, Frustum, flat::intersects_rectangle_frustum, both);
pair!(Frustum, Frustum, flat::intersects_frustum_frustum);
pair!(Frustum, Triangle, flat::intersects_frustum_triangle, both);

pair!(Obb, Obb, flat::intersects_obb_obb);
pair!(Obb, Triangle, flat::intersects_obb_triangle, both);
pair!(Triangle, Triangle, flat::intersects_triangle_triangle);
