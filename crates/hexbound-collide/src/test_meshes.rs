//! Random meshes and a cube for unit tests, and the brute-force search that judges queries.

use glam::{DVec3, Vec3};
use proptest::prelude::*;

use crate::{
    CollisionMesh, Probe,
    geom::{ConvexHull, Triangle},
};

pub(crate) fn point(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
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

/// One to 59 triangles, some of them slivers.
pub(crate) fn soup() -> impl Strategy<Value = CollisionMesh> {
    let flat = (point(8.0), point(2.0), point(2.0), 0.0_f32..1.0);
    prop::collection::vec(flat, 1..60).prop_map(|triangles| {
        let corners = triangles
            .iter()
            .flat_map(|(a, b, c, thin)| [*a, *a + *b, *a + b.lerp(*c, thin.powi(6))]);
        let numbers = (0..triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
        let (corners, numbers): (Vec<_>, Vec<_>) = (corners.collect(), numbers.collect());
        CollisionMesh::build(&corners, &numbers).unwrap()
    })
}

/// The triangles that the shape touches, by asking every one.
pub(crate) fn brute(mesh: &CollisionMesh, shape: &impl Probe) -> Vec<u32> {
    (0..mesh.len() as u32)
        .filter(|t| {
            let corners = mesh.corners(*t);
            shape.intersects(&Triangle { corners })
        })
        .collect()
}
