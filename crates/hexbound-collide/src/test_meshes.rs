//! Random meshes and a cube for unit tests, and the brute-force search that judges queries.

use std::ops::Range;

use glam::{DVec3, Vec3};
use proptest::prelude::*;

use crate::{
    Body, CollisionMesh, Probe,
    geom::{Aabb, ConvexHull, Triangle},
};

pub(crate) fn point(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
}

pub(crate) fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// A body of the player's size, in one of four shapes.
pub(crate) fn upright(kind: i32) -> Body {
    let body = match kind {
        0 => Body::ellipsoid(0.4, 0.9),
        1 => Body::capsule(0.4, 0.5),
        2 => Body::cuboid(Vec3::new(0.3, 0.9, 0.2)),
        _ => Body::cylinder(0.4, 0.9),
    };
    body.unwrap()
}

/// A body of that height and of 30 cm to the sides, in one of four shapes.
pub(crate) fn slender(kind: i32, tall: f32) -> Body {
    let body = match kind {
        0 => Body::ellipsoid(0.3, tall),
        1 => Body::capsule(0.3, tall),
        2 => Body::cuboid(Vec3::new(0.3, tall, 0.2)),
        _ => Body::cylinder(0.3, tall),
    };
    body.unwrap()
}

/// Clips an outline to the side of a plane where `beyond`, the distance from the plane, is not positive.
pub(crate) fn cut(outline: &[DVec3], beyond: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (index, &point) in outline.iter().enumerate() {
        let next = outline[(index + 1) % outline.len()];
        let (here, there) = (beyond(point), beyond(next));
        if here <= 0.0 {
            kept.push(point);
        }
        if (here <= 0.0) != (there <= 0.0) {
            kept.push(point + (next - point) * (here / (here - there)));
        }
    }
    kept
}

/// A floor of one triangle at y = 0, around the origin.
pub(crate) fn floor() -> CollisionMesh {
    let corners = [Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0];
    CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap()
}

/// The cube around `center` whose sides are `2 * half` long, meters.
pub(crate) fn cube(center: DVec3, half: f64) -> ConvexHull {
    let corner = |index: usize| {
        let side = |bit: usize| if index >> bit & 1 == 1 { half } else { -half };
        (center + DVec3::new(side(0), side(1), side(2))).as_vec3()
    };
    let corners: Vec<Vec3> = (0..8).map(corner).collect();
    ConvexHull::from_points(&corners).unwrap()
}

/// The numbers of the corners of so many triangles that share none.
pub(crate) fn numbered(triangles: usize) -> Vec<[u32; 3]> {
    let numbers = (0..triangles as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    numbers.collect()
}

/// The triangles of which these are the corners, three of each.
pub(crate) fn mesh_of(corners: &[Vec3]) -> CollisionMesh {
    CollisionMesh::build(corners, &numbered(corners.len() / 3)).unwrap()
}

/// So many boxes, each with its place scaled by a power of ten from `least` to 2.
pub(crate) fn boxes(count: Range<usize>, least: i32) -> impl Strategy<Value = Vec<Aabb>> {
    let corner = [-50.0_f32..50.0, -5.0..5.0, -50.0..50.0].prop_map(Vec3::from_array);
    let size = [0.0_f32..3.0, 0.0..3.0, 0.0..0.5].prop_map(Vec3::from_array);
    let one = (corner, size, least..3).prop_map(|(at, size, power)| {
        let scale = 10.0_f32.powi(power);
        Aabb::new(at * scale, (at + size) * scale)
    });
    prop::collection::vec(one, count)
}

/// One to 59 triangles, some of them slivers.
pub(crate) fn soup() -> impl Strategy<Value = CollisionMesh> {
    let flat = (point(8.0), point(2.0), point(2.0), 0.0_f32..1.0);
    prop::collection::vec(flat, 1..60).prop_map(|triangles| {
        let corners = (triangles.iter())
            .flat_map(|(a, b, c, thin)| [*a, *a + *b, *a + b.lerp(*c, thin.powi(6))]);
        mesh_of(&corners.collect::<Vec<_>>())
    })
}

/// The triangles that the shape touches, by asking every one.
pub(crate) fn brute(mesh: &CollisionMesh, shape: &impl Probe) -> Vec<u32> {
    let all = (0..mesh.len() as u32).filter(|t| {
        let corners = mesh.corners(*t);
        shape.intersects(&Triangle { corners })
    });
    all.collect()
}
