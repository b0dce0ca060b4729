//! Outlines of bodies, as lines.

use std::collections::BTreeMap;

use glam::Vec3;
use hexbound_collide::{
    Body, BodyShape, CollisionMesh,
    geom::{Aabb, Capsule, Cylinder},
};

use super::legend::colors::faint;
use hexbound_base::debug_lines::{DebugColor, DebugLines};

/// The number of corners of the rings that outline a round body.
pub(crate) const RING_CORNERS: usize = 32;
/// The number of lines from rim to rim of a cylinder.
const STAVE_COUNT: usize = 8;
/// The cosine of the least angle between two triangles at which their common edge is drawn as an edge of
/// the body: 2.5°.
const MAX_CREASE_COSINE: f32 = 0.999;
/// The opacity of an edge inside a flat face.
const INNER_EDGE_OPACITY: f32 = 0.22;

/// Adds the outline of a body at its place.
pub(crate) fn body(body: &Body, center: Vec3, color: DebugColor, debug: &mut DebugLines) {
    match body.shape() {
        BodyShape::Ellipsoid { axes } => rings(center, axes, color, debug),
        BodyShape::Box { half } => debug.cuboid(Aabb::new(center - half, center + half), color),
        BodyShape::Cylinder {
            radius,
            half_height,
        } => {
            let upright = Cylinder {
                center,
                axis: Vec3::Y,
                radius,
                half_length: half_height,
            };
            cylinder(&upright, color, debug);
        }
        BodyShape::Capsule {
            radius,
            half_height,
        } => {
            let upright = Capsule {
                center,
                axis: Vec3::Y,
                radius,
                half_length: half_height,
            };
            capsule(&upright, color, debug);
        }
    }
}

/// Adds a flat face with the opacity `opacity`, and its border.
pub(crate) fn face(corners: &[Vec3], color: DebugColor, opacity: f32, debug: &mut DebugLines) {
    debug.fill(corners, faint(color, opacity));
    debug.outline(corners, color);
}

/// Adds three rings around the axes of an ellipsoid.
pub(crate) fn rings(center: Vec3, half: Vec3, color: DebugColor, debug: &mut DebugLines) {
    for (across, up) in [(Vec3::X, Vec3::Y), (Vec3::Z, Vec3::Y), (Vec3::X, Vec3::Z)] {
        let corners = ring(across, up, RING_CORNERS).map(|offset| center + offset * half);
        debug.outline(&corners.collect::<Vec<Vec3>>(), color);
    }
}

/// Adds a circle around a center, in the plane perpendicular to a unit vector.
pub(crate) fn circle(
    center: Vec3,
    across: Vec3,
    radius: f32,
    color: DebugColor,
    debug: &mut DebugLines,
) {
    let (right, up) = across.any_orthonormal_pair();
    let corners = ring(right, up, RING_CORNERS).map(|offset| center + offset * radius);
    debug.outline(&corners.collect::<Vec<Vec3>>(), color);
}

/// Adds both rims of a cylinder and lines between them.
pub(crate) fn cylinder(cylinder: &Cylinder, color: DebugColor, debug: &mut DebugLines) {
    let (right, up) = cylinder.axis.any_orthonormal_pair();
    let along = cylinder.axis * cylinder.half_length;
    for end in [cylinder.center - along, cylinder.center + along] {
        circle(end, cylinder.axis, cylinder.radius, color, debug);
    }
    for offset in ring(right, up, STAVE_COUNT) {
        let foot = cylinder.center + offset * cylinder.radius;
        debug.line(foot - along, foot + along, color);
    }
}

/// Adds two stadiums that cross, and the rings at the start of the round ends.
pub(crate) fn capsule(capsule: &Capsule, color: DebugColor, debug: &mut DebugLines) {
    let (right, up) = capsule.axis.any_orthonormal_pair();
    let along = capsule.axis * capsule.half_length;
    for across in [right, up] {
        let side = ring(across, capsule.axis, RING_CORNERS).map(|offset| {
            let is_low = offset.dot(capsule.axis) < 0.0;
            let end = if is_low { -along } else { along };
            capsule.center + end + offset * capsule.radius
        });
        debug.outline(&side.collect::<Vec<Vec3>>(), color);
    }
    for end in [-along, along] {
        let center = capsule.center + end;
        circle(center, capsule.axis, capsule.radius, color, debug);
    }
}

/// The corners of a unit ring in the plane of two unit vectors.
fn ring(across: Vec3, up: Vec3, corners: usize) -> impl Iterator<Item = Vec3> {
    (0..corners).map(move |index| {
        let angle = index as f32 / corners as f32 * std::f32::consts::TAU;
        across * libm::cosf(angle) + up * libm::sinf(angle)
    })
}

/// Adds every edge of a mesh once, transformed by `place`. Edges inside a flat face are faint.
pub(crate) fn mesh(
    mesh: &CollisionMesh,
    place: impl Fn(Vec3) -> Vec3,
    color: DebugColor,
    debug: &mut DebugLines,
) {
    let key = |corner: Vec3| corner.to_array().map(|part| (part + 0.0).to_bits());
    let mut edges: BTreeMap<[[u32; 3]; 2], (Vec3, bool)> = BTreeMap::new();
    for triangle in 0..mesh.len() as u32 {
        let [a, b, c] = mesh.corners(triangle);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let mut ends = [key(from), key(to)];
            ends.sort_unstable();
            (edges.entry(ends))
                .and_modify(|(other, is_flat)| *is_flat = other.dot(normal) > MAX_CREASE_COSINE)
                .or_insert((normal, false));
        }
    }
    for (ends, (_, is_flat)) in edges {
        let [from, to] = ends.map(|end| place(Vec3::from_array(end.map(f32::from_bits))));
        let shown = if is_flat {
            faint(color, INNER_EDGE_OPACITY)
        } else {
            color
        };
        debug.line(from, to, shown);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: DebugColor = [1.0; 4];

    #[test]
    fn every_shape_reaches_as_far_as_its_body() {
        let shapes = [
            Body::sphere(0.4),
            Body::ellipsoid(0.4, 0.9),
            Body::capsule(0.3, 0.6),
            Body::cylinder(0.4, 0.9),
            Body::cuboid(Vec3::new(0.3, 0.9, 0.5)),
        ];
        for shape in shapes.map(Result::unwrap) {
            let mut debug = DebugLines::default();
            body(&shape, Vec3::ONE, WHITE, &mut debug);
            let ends = debug.lines.iter().flat_map(|line| line.ends);
            let bounds = Aabb::from_points(ends);
            let off = bounds.size() * 0.5 - shape.half_extents();
            assert!(off.abs().max_element() < 1e-3, "{shape:?}: {off}");
            assert!((bounds.center() - Vec3::ONE).length() < 1e-3, "{shape:?}");
        }
    }

    #[test]
    fn a_face_of_two_triangles_shows_its_diagonal_faintly() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z, Vec3::Y];
        // A flat square, and a triangle that stands on one of its sides.
        let built = CollisionMesh::build(&corners, &[[0, 2, 1], [0, 3, 2], [0, 1, 4]]).unwrap();
        let mut debug = DebugLines::default();
        mesh(&built, |place| place + Vec3::Y, WHITE, &mut debug);
        assert_eq!(debug.lines.len(), 7);
        let faint = debug.lines.iter().filter(|line| line.color[3] < 1.0);
        let faint: Vec<_> = faint.collect();
        assert_eq!(faint.len(), 1, "{faint:?}");
        let [from, to] = faint[0].ends;
        assert!((from.distance(to) - std::f32::consts::SQRT_2).abs() < 1e-5);
        assert!(debug.lines.iter().all(|line| line.ends[0].y >= 1.0));
    }
}
