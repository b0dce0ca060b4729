//! The capped cylinder against the rest. Against flat shapes exactly: what of them lies between
//! the planes of the caps, seen along the axis, against the circle.

use arrayvec::ArrayVec;
use glam::{DVec2, DVec3};

use crate::geom::{
    Aabb, Convex, Cylinder, Frustum, Obb, Rectangle, Segment, Triangle, gjk, hair,
    polytope::clip_polygon,
};

pub fn intersects_cylinder_segment(cylinder: &Cylinder, segment: &Segment) -> bool {
    let ends = [segment.start, segment.end].map(|end| end.as_dvec3());
    reaches_polygon(cylinder, &ends)
}

pub fn intersects_cylinder_triangle(cylinder: &Cylinder, triangle: &Triangle) -> bool {
    reaches_polygon(cylinder, &triangle.exact_corners())
}

pub fn intersects_cylinder_rectangle(cylinder: &Cylinder, rectangle: &Rectangle) -> bool {
    reaches_polygon(cylinder, &rectangle.exact_corners())
}

pub fn intersects_cylinder_aabb(cylinder: &Cylinder, aabb: &Aabb) -> bool {
    reaches_solid(cylinder, aabb)
}

pub fn intersects_cylinder_obb(cylinder: &Cylinder, obb: &Obb) -> bool {
    reaches_solid(cylinder, obb)
}

pub fn intersects_cylinder_frustum(cylinder: &Cylinder, frustum: &Frustum) -> bool {
    reaches_solid(cylinder, frustum)
}

pub fn intersects_cylinder_cylinder(a: &Cylinder, b: &Cylinder) -> bool {
    reaches_solid(a, b)
}

fn reaches_solid(cylinder: &Cylinder, solid: &impl Convex) -> bool {
    let coordinates = [cylinder.largest_coordinate(), solid.largest_coordinate()];
    gjk::within(cylinder, solid, hair(coordinates))
}

/// Whether a flat convex polygon touches the cylinder: its part between the caps' planes comes
/// within the radius of the axis.
fn reaches_polygon(cylinder: &Cylinder, corners: &[DVec3]) -> bool {
    let axis = cylinder.exact_axis();
    let center = cylinder.middle();
    let far = corners.iter().fold(0.0, |most: f64, corner| {
        most.max(corner.abs().max_element())
    });
    let hair = hair([far, cylinder.largest_coordinate()]);
    let half_length = f64::from(cylinder.half_length) + hair;
    let relative: ArrayVec<DVec3, 8> = corners.iter().map(|corner| *corner - center).collect();
    let below = clip_polygon(&relative, axis, half_length);
    let between = clip_polygon(&below, -axis, half_length);
    let (side, other_side) = axis.any_orthonormal_pair();
    let seen: ArrayVec<DVec2, 16> = between
        .iter()
        .map(|corner| DVec2::new(corner.dot(side), corner.dot(other_side)))
        .collect();
    distance_to_polygon(&seen) <= f64::from(cylinder.radius) + hair
}

/// How far the origin is from a convex polygon in the plane: 0 inside, infinite for no corners.
fn distance_to_polygon(corners: &[DVec2]) -> f64 {
    let mut least = f64::INFINITY;
    let (mut left, mut right) = (false, false);
    for (index, from) in corners.iter().enumerate() {
        let along = corners[(index + 1) % corners.len()] - *from;
        let length = along.length_squared();
        let t = if length > 0.0 {
            (-from.dot(along) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        least = least.min((*from + along * t).length());
        let turn = along.perp_dot(-*from);
        left |= turn > 0.0;
        right |= turn < 0.0;
    }
    if left != right { 0.0 } else { least }
}
