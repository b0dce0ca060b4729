//! The exact test: a moving body against one triangle, in double precision, in world meters with
//! positions relative to the start of the move. Each kind of body has a file of its own.

mod capsule;
mod cuboid;
mod cylinder;
mod face;
mod found;
mod sphere;
mod triangle;

use glam::DVec3;

pub(crate) use found::{Separation, TriangleContact};
pub use triangle::Feature;
pub(crate) use triangle::{closest_on_triangle, crosses_triangle, face_normal, facing};

use capsule::UprightCapsule;
use cylinder::Cylinder;

use crate::{Body, BodyShape};

/// The first contact of `body` going from the origin by `motion`, if it comes no later than the
/// fraction `latest`. A body that starts within touching distance has a contact at fraction 0 if the
/// motion approaches, else none.
#[inline]
pub(crate) fn sweep_body_triangle(
    body: &Body,
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    match body.shape() {
        BodyShape::Ellipsoid { axes } => {
            let axes = axes.as_dvec3();
            let touch =
                sphere::sweep_sphere_triangle(motion / axes, divided(corners, axes), latest)?;
            Some(TriangleContact {
                point: touch.point * axes,
                normal: (touch.normal / axes).normalize(),
                ..touch
            })
        }
        BodyShape::Capsule {
            radius,
            half_height,
        } => UprightCapsule::new(radius, half_height).sweep(motion, corners, latest),
        BodyShape::Box { half } => {
            cuboid::sweep_box_triangle(half.as_dvec3(), motion, corners, latest)
        }
        BodyShape::Cylinder {
            radius,
            half_height,
        } => {
            let body = Cylinder::new(radius, half_height);
            cylinder::sweep_cylinder_triangle(body, motion, corners, latest)
        }
    }
}

/// The position of `body`, with its center at the origin, relative to the triangle.
#[inline]
pub(crate) fn separation_body_triangle(body: &Body, corners: [DVec3; 3]) -> Separation {
    let (closest, measure, face) = match body.shape() {
        BodyShape::Ellipsoid { axes } => {
            let axes = axes.as_dvec3();
            let corners = divided(corners, axes);
            (closest_on_triangle(corners).0, axes, face_normal(corners))
        }
        BodyShape::Capsule {
            radius,
            half_height,
        } => {
            return UprightCapsule::new(radius, half_height).separation(corners);
        }
        BodyShape::Box { half } => {
            return cuboid::separation_box_triangle(half.as_dvec3(), corners);
        }
        BodyShape::Cylinder {
            radius,
            half_height,
        } => {
            let body = Cylinder::new(radius, half_height);
            return cylinder::separation_cylinder_triangle(body, corners);
        }
    };
    let distance = closest.length();
    let outward = if distance > 1e-9 {
        -closest / distance
    } else {
        face.unwrap_or(DVec3::Y)
    };
    let slope = outward / measure;
    let normal = slope.normalize();
    Separation {
        gap: distance - 1.0,
        slope,
        normal,
        depth: (1.0 - distance) * body.reach(normal),
    }
}

fn divided([a, b, c]: [DVec3; 3], axes: DVec3) -> [DVec3; 3] {
    let inverse = axes.recip();
    [a * inverse, b * inverse, c * inverse]
}
