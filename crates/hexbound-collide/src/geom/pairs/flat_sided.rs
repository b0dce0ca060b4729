//! The flat-sided shapes among themselves: boxes, rectangle, triangle and frustum by separating
//! axes (Gottschalk, Lin, Manocha 1996; for box and triangle Akenine-Möller, "Fast 3D
//! triangle-box overlap testing", 2001), segments by their distance.

use super::ray::{meets_line, reaches_from};
use crate::geom::{
    Aabb, Frustum, Obb, Rectangle, Segment, Triangle,
    closest::{closest_to_triangle, least},
    polytope::overlap,
};

pub fn intersects_aabb_aabb(a: &Aabb, b: &Aabb) -> bool {
    a.overlaps(b)
}

pub fn intersects_aabb_obb(aabb: &Aabb, obb: &Obb) -> bool {
    overlap(aabb, obb)
}

pub fn intersects_aabb_segment(aabb: &Aabb, segment: &Segment) -> bool {
    overlap(aabb, segment)
}

pub fn intersects_aabb_rectangle(aabb: &Aabb, rectangle: &Rectangle) -> bool {
    overlap(aabb, rectangle)
}

pub fn intersects_aabb_triangle(aabb: &Aabb, triangle: &Triangle) -> bool {
    aabb.overlaps(&triangle.bounds()) && overlap(aabb, triangle)
}

pub fn intersects_aabb_frustum(aabb: &Aabb, frustum: &Frustum) -> bool {
    overlap(aabb, frustum)
}

pub fn intersects_obb_obb(a: &Obb, b: &Obb) -> bool {
    overlap(a, b)
}

pub fn intersects_obb_segment(obb: &Obb, segment: &Segment) -> bool {
    overlap(obb, segment)
}

pub fn intersects_obb_rectangle(obb: &Obb, rectangle: &Rectangle) -> bool {
    overlap(obb, rectangle)
}

pub fn intersects_obb_triangle(obb: &Obb, triangle: &Triangle) -> bool {
    overlap(obb, triangle)
}

pub fn intersects_obb_frustum(obb: &Obb, frustum: &Frustum) -> bool {
    overlap(obb, frustum)
}

pub fn intersects_segment_segment(a: &Segment, b: &Segment) -> bool {
    meets_line(&a.stretch(), &b.stretch(), 0.0)
}

pub fn intersects_segment_rectangle(segment: &Segment, rectangle: &Rectangle) -> bool {
    let line = segment.stretch();
    let halves = rectangle.halves().into_iter();
    let (a, b) = least(halves.map(|half| closest_to_triangle(&line, half)));
    reaches_from(&line, a, b, 0.0)
}

pub fn intersects_segment_triangle(segment: &Segment, triangle: &Triangle) -> bool {
    let line = segment.stretch();
    let (a, b) = closest_to_triangle(&line, triangle.exact_corners());
    reaches_from(&line, a, b, 0.0)
}

pub fn intersects_segment_frustum(segment: &Segment, frustum: &Frustum) -> bool {
    overlap(segment, frustum)
}

pub fn intersects_rectangle_rectangle(a: &Rectangle, b: &Rectangle) -> bool {
    overlap(a, b)
}

pub fn intersects_rectangle_triangle(rectangle: &Rectangle, triangle: &Triangle) -> bool {
    overlap(rectangle, triangle)
}

pub fn intersects_rectangle_frustum(rectangle: &Rectangle, frustum: &Frustum) -> bool {
    overlap(rectangle, frustum)
}

pub fn intersects_triangle_triangle(a: &Triangle, b: &Triangle) -> bool {
    overlap(a, b)
}

pub fn intersects_triangle_frustum(triangle: &Triangle, frustum: &Frustum) -> bool {
    overlap(triangle, frustum)
}

pub fn intersects_frustum_frustum(a: &Frustum, b: &Frustum) -> bool {
    overlap(a, b)
}
