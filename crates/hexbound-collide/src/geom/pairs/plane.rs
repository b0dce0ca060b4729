//! The plane against everything: does the other shape's projection on the normal hold the plane's
//! offset (Ericson, Real-Time Collision Detection, 5.2.2 to 5.2.4)?

use crate::geom::{
    Aabb, Capsule, Cylinder, Frustum, Obb, Plane, Ray, Rectangle, Segment, Side, Triangle, hair,
};

/// Planes meet in a line unless they are parallel; then they have to be the same.
pub fn intersects_plane_plane(a: &Plane, b: &Plane) -> bool {
    let (a, b) = (a.unit(), b.unit());
    if a.0.cross(b.0).length_squared() > 1e-18 {
        return true;
    }
    let same_way = a.0.dot(b.0).signum();
    (a.1 - b.1 * same_way).abs() <= hair([a.1, b.1])
}

/// The ray starts on the plane, or on the side from which it comes closer.
pub fn intersects_plane_ray(plane: &Plane, ray: &Ray) -> bool {
    let (normal, offset) = plane.unit();
    let line = ray.stretch();
    let height = normal.dot(line.origin) - offset;
    let touching = hair([line.origin.abs().max_element(), offset]);
    height.abs() <= touching || height * normal.dot(line.along) < 0.0
}

pub fn intersects_plane_aabb(plane: &Plane, aabb: &Aabb) -> bool {
    plane.side(aabb) == Side::Across
}

pub fn intersects_plane_obb(plane: &Plane, obb: &Obb) -> bool {
    plane.side(obb) == Side::Across
}

pub fn intersects_plane_segment(plane: &Plane, segment: &Segment) -> bool {
    plane.side(segment) == Side::Across
}

pub fn intersects_plane_rectangle(plane: &Plane, rectangle: &Rectangle) -> bool {
    plane.side(rectangle) == Side::Across
}

pub fn intersects_plane_triangle(plane: &Plane, triangle: &Triangle) -> bool {
    plane.side(triangle) == Side::Across
}

pub fn intersects_plane_frustum(plane: &Plane, frustum: &Frustum) -> bool {
    plane.side(frustum) == Side::Across
}

pub fn intersects_plane_cylinder(plane: &Plane, cylinder: &Cylinder) -> bool {
    plane.side(cylinder) == Side::Across
}

pub fn intersects_plane_capsule(plane: &Plane, capsule: &Capsule) -> bool {
    plane.side(capsule) == Side::Across
}
