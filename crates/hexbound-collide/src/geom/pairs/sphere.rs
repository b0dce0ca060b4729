//! The sphere against everything: is the other shape's closest point within the radius (Ericson,
//! Real-Time Collision Detection, 5.1 and 5.2.5)?

use glam::DVec3;

use crate::geom::{
    Aabb, Capsule, Closest, Convex, Cylinder, Frustum, Obb, Plane, Ray, Rectangle, Segment, Sphere,
    Triangle, hair,
};

pub fn intersects_sphere_sphere(a: &Sphere, b: &Sphere) -> bool {
    let reach = f64::from(a.radius) + f64::from(b.radius);
    reaches(a.middle(), b.middle(), reach)
}

pub fn intersects_sphere_aabb(sphere: &Sphere, aabb: &Aabb) -> bool {
    reaches_closest(sphere, aabb)
}

pub fn intersects_sphere_obb(sphere: &Sphere, obb: &Obb) -> bool {
    reaches_closest(sphere, obb)
}

pub fn intersects_sphere_plane(sphere: &Sphere, plane: &Plane) -> bool {
    reaches_closest(sphere, plane)
}

pub fn intersects_sphere_ray(sphere: &Sphere, ray: &Ray) -> bool {
    reaches_closest(sphere, ray)
}

pub fn intersects_sphere_segment(sphere: &Sphere, segment: &Segment) -> bool {
    reaches_closest(sphere, segment)
}

pub fn intersects_sphere_rectangle(sphere: &Sphere, rectangle: &Rectangle) -> bool {
    reaches_closest(sphere, rectangle)
}

pub fn intersects_sphere_triangle(sphere: &Sphere, triangle: &Triangle) -> bool {
    reaches_closest(sphere, triangle)
}

pub fn intersects_sphere_frustum(sphere: &Sphere, frustum: &Frustum) -> bool {
    reaches_closest(sphere, frustum)
}

pub fn intersects_sphere_cylinder(sphere: &Sphere, cylinder: &Cylinder) -> bool {
    reaches_closest(sphere, cylinder)
}

pub fn intersects_sphere_capsule(sphere: &Sphere, capsule: &Capsule) -> bool {
    let near = capsule.segment.closest_point(sphere.middle());
    let reach = f64::from(sphere.radius) + f64::from(capsule.radius);
    reaches(sphere.middle(), near, reach)
}

fn reaches_closest(sphere: &Sphere, other: &impl Closest) -> bool {
    let near = other.closest_point(sphere.middle());
    reaches(sphere.middle(), near, f64::from(sphere.radius))
}

/// Whether two points are within `reach`, but for rounding.
pub fn reaches(a: DVec3, b: DVec3, reach: f64) -> bool {
    let coordinates = [a.abs().max_element(), b.abs().max_element(), reach];
    a.distance(b) <= reach + hair(coordinates)
}
