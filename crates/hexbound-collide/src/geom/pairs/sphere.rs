//! The sphere against the other shapes: a test of whether the other shape's closest point is within the
//! radius (Ericson, "Real-Time Collision Detection", 5.1 and 5.2.5).

use glam::DVec3;

use crate::geom::{
    Aabb, ClosestPoint, Frustum, Plane, Ray, Rectangle, Sphere, SupportMap, Triangle,
    epsilon::epsilon,
};

pub(super) fn intersects_sphere_sphere(a: &Sphere, b: &Sphere) -> bool {
    let reach = f64::from(a.radius) + f64::from(b.radius);
    reaches(a.interior_point(), b.interior_point(), reach)
}

pub(super) fn intersects_sphere_aabb(sphere: &Sphere, aabb: &Aabb) -> bool {
    reaches_closest(sphere, aabb)
}

pub(super) fn intersects_sphere_plane(sphere: &Sphere, plane: &Plane) -> bool {
    reaches_closest(sphere, plane)
}

pub(super) fn intersects_sphere_ray(sphere: &Sphere, ray: &Ray) -> bool {
    reaches_closest(sphere, ray)
}

pub(super) fn intersects_sphere_rectangle(sphere: &Sphere, rectangle: &Rectangle) -> bool {
    reaches_closest(sphere, rectangle)
}

pub(super) fn intersects_sphere_frustum(sphere: &Sphere, frustum: &Frustum) -> bool {
    reaches_closest(sphere, frustum)
}

pub(super) fn intersects_sphere_triangle(sphere: &Sphere, triangle: &Triangle) -> bool {
    reaches_closest(sphere, triangle)
}

fn reaches_closest(sphere: &Sphere, other: &impl ClosestPoint) -> bool {
    let center = sphere.interior_point();
    let closest = other.closest_point(center);
    reaches(center, closest, f64::from(sphere.radius))
}

/// Returns whether two points are within `reach` of each other, with an allowance for rounding.
pub(super) fn reaches(a: DVec3, b: DVec3, reach: f64) -> bool {
    let coordinates = [a.abs().max_element(), b.abs().max_element(), reach];
    a.distance(b) <= reach + epsilon(coordinates)
}
