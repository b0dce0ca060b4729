//! The capsule against the rest: does its segment come within the radius?

use super::{
    ray::{meets_line, reaches_from},
    sphere::reaches,
};
use crate::geom::{
    Aabb, Capsule, Convex, Cylinder, Frustum, Obb, Rectangle, Segment, Triangle,
    closest::{closest_to_triangle, least},
    gjk, hair,
};

pub fn intersects_capsule_capsule(a: &Capsule, b: &Capsule) -> bool {
    let reach = f64::from(a.radius) + f64::from(b.radius);
    meets_line(&a.segment.stretch(), &b.segment.stretch(), reach)
}

pub fn intersects_capsule_segment(capsule: &Capsule, segment: &Segment) -> bool {
    let axis = capsule.segment.stretch();
    meets_line(&axis, &segment.stretch(), f64::from(capsule.radius))
}

pub fn intersects_capsule_triangle(capsule: &Capsule, triangle: &Triangle) -> bool {
    let axis = capsule.segment.stretch();
    let (a, b) = closest_to_triangle(&axis, triangle.exact_corners());
    reaches_from(&axis, a, b, f64::from(capsule.radius))
}

pub fn intersects_capsule_rectangle(capsule: &Capsule, rectangle: &Rectangle) -> bool {
    let axis = capsule.segment.stretch();
    let halves = rectangle.halves().into_iter();
    let (a, b) = least(halves.map(|half| closest_to_triangle(&axis, half)));
    reaches(a, b, f64::from(capsule.radius))
}

pub fn intersects_capsule_aabb(capsule: &Capsule, aabb: &Aabb) -> bool {
    reaches_solid(capsule, aabb)
}

pub fn intersects_capsule_obb(capsule: &Capsule, obb: &Obb) -> bool {
    reaches_solid(capsule, obb)
}

pub fn intersects_capsule_frustum(capsule: &Capsule, frustum: &Frustum) -> bool {
    reaches_solid(capsule, frustum)
}

pub fn intersects_capsule_cylinder(capsule: &Capsule, cylinder: &Cylinder) -> bool {
    reaches_solid(capsule, cylinder)
}

fn reaches_solid(capsule: &Capsule, solid: &impl Convex) -> bool {
    let coordinates = [capsule.largest_coordinate(), solid.largest_coordinate()];
    let reach = f64::from(capsule.radius) + hair(coordinates);
    gjk::within(&capsule.segment, solid, reach)
}
