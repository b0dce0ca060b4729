//! The flat-sided shapes among themselves, by separating axes.

use super::separating_axes::overlap;
use crate::geom::{Aabb, Frustum, Obb, Rectangle, Triangle};

pub(super) fn intersects_aabb_aabb(a: &Aabb, b: &Aabb) -> bool {
    a.overlaps(b)
}

pub(super) fn intersects_aabb_rectangle(aabb: &Aabb, rectangle: &Rectangle) -> bool {
    overlap(aabb, rectangle)
}

/// The method is that of Akenine-Möller, "Fast 3D Triangle–Box Overlap Testing".
pub(super) fn intersects_aabb_triangle(aabb: &Aabb, triangle: &Triangle) -> bool {
    aabb.overlaps(&triangle.bounds()) && overlap(aabb, triangle)
}

pub(super) fn intersects_aabb_frustum(aabb: &Aabb, frustum: &Frustum) -> bool {
    overlap(aabb, frustum)
}

pub(super) fn intersects_obb_obb(a: &Obb, b: &Obb) -> bool {
    overlap(a, b)
}

pub(super) fn intersects_obb_triangle(obb: &Obb, triangle: &Triangle) -> bool {
    overlap(obb, triangle)
}

pub(super) fn intersects_rectangle_rectangle(a: &Rectangle, b: &Rectangle) -> bool {
    overlap(a, b)
}

pub(super) fn intersects_rectangle_frustum(rectangle: &Rectangle, frustum: &Frustum) -> bool {
    overlap(rectangle, frustum)
}

pub(super) fn intersects_triangle_triangle(a: &Triangle, b: &Triangle) -> bool {
    overlap(a, b)
}

pub(super) fn intersects_frustum_triangle(frustum: &Frustum, triangle: &Triangle) -> bool {
    overlap(triangle, frustum)
}

pub(super) fn intersects_frustum_frustum(a: &Frustum, b: &Frustum) -> bool {
    overlap(a, b)
}
