//! The ray against the rest: solids by clipping it to what is inside, thin shapes by the distance
//! to them.

use super::sphere::reaches;
use crate::geom::{
    Aabb, Capsule, Cast, Convex, Cylinder, Frustum, Obb, Ray, Rectangle, Segment, Triangle,
    closest::{closest_between, closest_to_triangle, least},
    hair,
    segment::Stretch,
};

pub fn intersects_ray_ray(a: &Ray, b: &Ray) -> bool {
    meets_line(&a.stretch(), &b.stretch(), 0.0)
}

pub fn intersects_ray_segment(ray: &Ray, segment: &Segment) -> bool {
    meets_line(&ray.stretch(), &segment.stretch(), 0.0)
}

pub fn intersects_ray_capsule(ray: &Ray, capsule: &Capsule) -> bool {
    let axis = capsule.segment.stretch();
    meets_line(&ray.stretch(), &axis, f64::from(capsule.radius))
}

pub fn intersects_ray_triangle(ray: &Ray, triangle: &Triangle) -> bool {
    let (a, b) = closest_to_triangle(&ray.stretch(), triangle.exact_corners());
    reaches_from(&ray.stretch(), a, b, 0.0)
}

pub fn intersects_ray_rectangle(ray: &Ray, rectangle: &Rectangle) -> bool {
    let halves = rectangle.halves().into_iter();
    let (a, b) = least(halves.map(|half| closest_to_triangle(&ray.stretch(), half)));
    reaches_from(&ray.stretch(), a, b, 0.0)
}

pub fn intersects_ray_aabb(ray: &Ray, aabb: &Aabb) -> bool {
    enters(ray, aabb)
}

pub fn intersects_ray_obb(ray: &Ray, obb: &Obb) -> bool {
    enters(ray, obb)
}

pub fn intersects_ray_frustum(ray: &Ray, frustum: &Frustum) -> bool {
    enters(ray, frustum)
}

pub fn intersects_ray_cylinder(ray: &Ray, cylinder: &Cylinder) -> bool {
    enters(ray, cylinder)
}

/// Whether the ray goes through a solid grown by a hair.
fn enters(ray: &Ray, solid: &(impl Cast + Convex)) -> bool {
    let line = ray.stretch();
    let origin = line.origin.abs().max_element();
    let grown = hair([origin, solid.largest_coordinate()]);
    solid.entry(line.origin, line.along, grown).is_some()
}

/// Whether two stretches of line come within `reach`.
pub(super) fn meets_line(a: &Stretch, b: &Stretch, reach: f64) -> bool {
    let (on_a, on_b) = closest_between(a, b);
    reaches(
        on_a,
        on_b,
        reach + hair([a.origin.abs().max_element(), b.origin.abs().max_element()]),
    )
}

/// Whether two points are within `reach`, one of them found by going along a line.
pub(super) fn reaches_from(line: &Stretch, a: glam::DVec3, b: glam::DVec3, reach: f64) -> bool {
    reaches(a, b, reach + hair([line.origin.abs().max_element()]))
}
