//! The plane against the other shapes: a test of whether the other shape's projection on the normal
//! contains the plane's offset (Ericson, "Real-Time Collision Detection", 5.2.2 to 5.2.4).

use crate::geom::{Aabb, Frustum, Plane, PlaneSide, Ray, Rectangle, epsilon::epsilon};

/// Two planes meet in a line unless they are parallel. Parallel planes must coincide.
pub(super) fn intersects_plane_plane(a: &Plane, b: &Plane) -> bool {
    let (a, b) = (a.unit(), b.unit());
    if a.0.cross(b.0).length_squared() > 1e-18 {
        return true;
    }
    let orientation = a.0.dot(b.0).signum();
    (a.1 - b.1 * orientation).abs() <= epsilon([a.1, b.1])
}

/// A ray meets a plane if it starts on the plane or moves toward it.
pub(super) fn intersects_plane_ray(plane: &Plane, ray: &Ray) -> bool {
    let (normal, offset) = plane.unit();
    let line = ray.span();
    let height = normal.dot(line.origin) - offset;
    let touching = epsilon([line.origin.abs().max_element(), offset]);
    height.abs() <= touching || height * normal.dot(line.along) < 0.0
}

pub(super) fn intersects_plane_aabb(plane: &Plane, aabb: &Aabb) -> bool {
    plane.side(aabb) == PlaneSide::Intersecting
}

pub(super) fn intersects_plane_rectangle(plane: &Plane, rectangle: &Rectangle) -> bool {
    plane.side(rectangle) == PlaneSide::Intersecting
}

pub(super) fn intersects_plane_frustum(plane: &Plane, frustum: &Frustum) -> bool {
    plane.side(frustum) == PlaneSide::Intersecting
}
