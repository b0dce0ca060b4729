//! Meshes, bodies and a cube for unit tests, and brute-force searches to compare queries with.

use std::ops::Range;

use glam::{Affine3A, DVec3, Vec3};
use proptest::prelude::*;

use crate::{
    Body, CandidateCache, CollisionMesh, Mover, Obstacles, OpcodeLayout, OpcodeTree, QueryShape,
    geom::{Aabb, ConvexHull, Triangle},
};

pub(crate) fn point(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from_array)
}

pub(crate) fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// Any unit vector.
pub(crate) fn unit() -> impl Strategy<Value = DVec3> {
    vector(1.0).prop_filter_map("zero", |v| (v.length() > 0.1).then(|| v.normalize()))
}

/// A body of about the player's size. Its shape is the one with the index `kind` of four, or a sphere.
pub(crate) fn upright(kind: i32) -> Body {
    body(kind, 0.4, 0.9, 0.5)
}

/// A body of a half height, meters, and up to 30 cm to the sides. Its shape is as in [`upright`].
pub(crate) fn slender(kind: i32, half_height: f32) -> Body {
    body(kind, 0.3, half_height, half_height)
}

fn body(kind: i32, radius: f32, half_height: f32, capsule_half: f32) -> Body {
    let body = match kind {
        0 => Body::ellipsoid(radius, half_height),
        1 => Body::capsule(radius, capsule_half),
        2 => Body::cuboid(Vec3::new(0.3, half_height, 0.2)),
        3 => Body::cylinder(radius, half_height),
        _ => Body::sphere(radius),
    };
    body.unwrap()
}

/// A floor of one triangle at y = 0, around the origin.
pub(crate) fn floor() -> CollisionMesh {
    mesh_of(&[Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0])
}

/// The corners of a square about the origin whose sides are `2 * half` long.
pub(crate) fn square(half: f32) -> [(f32, f32); 4] {
    [(-half, -half), (-half, half), (half, half), (half, -half)]
}

/// A square in y = 0 about the origin whose sides are `2 * half` long.
pub(crate) fn plate(half: f32) -> CollisionMesh {
    quads(&square(half).map(|(x, z)| Vec3::new(x, 0.0, z)))
}

/// A mover of a body at a center, with an empty cache.
pub(crate) fn mover<'a>(obstacles: impl Into<Obstacles<'a>>, body: Body, at: DVec3) -> Mover<'a> {
    let centers = Aabb::new(at.as_vec3(), at.as_vec3());
    Mover::new(obstacles, body, centers, CandidateCache::default())
}

/// A mesh of quads, each with four of the corners.
pub(crate) fn quads(corners: &[Vec3]) -> CollisionMesh {
    let halves = |q: u32| [[4 * q, 4 * q + 1, 4 * q + 2], [4 * q, 4 * q + 2, 4 * q + 3]];
    let triangles: Vec<_> = (0..corners.len() as u32 / 4).flat_map(halves).collect();
    CollisionMesh::build(corners, &triangles).unwrap()
}

/// A sheet of `side` by `side` squares, two triangles each. `place` turns grid coordinates into corners,
/// row by row.
pub(crate) fn grid(side: u32, place: impl FnMut([u32; 2]) -> Vec3) -> CollisionMesh {
    let across = side + 1;
    let corners: Vec<Vec3> = (0..across * across)
        .map(|i| [i % across, i / across])
        .map(place)
        .collect();
    let squares = (0..side * side).map(|i| i / side * across + i % side);
    let halves = |a| [[a, a + across, a + 1], [a + 1, a + across, a + across + 1]];
    CollisionMesh::build(&corners, &squares.flat_map(halves).collect::<Vec<_>>()).unwrap()
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

/// The vertex indices of `triangles` triangles without shared vertices.
pub(crate) fn numbered(triangles: usize) -> Vec<[u32; 3]> {
    let indices = (0..triangles as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    indices.collect()
}

/// A mesh of triangles, each with three of the corners.
pub(crate) fn mesh_of(corners: &[Vec3]) -> CollisionMesh {
    CollisionMesh::build(corners, &numbered(corners.len() / 3)).unwrap()
}

/// Boxes whose coordinates are scaled by a power of ten, with an exponent from `least` to 2.
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

/// Returns whether `found` is an element of `all`, or `None` if `all` is empty.
pub(crate) fn is_one_of<T: PartialEq>(found: Option<T>, all: &[T]) -> bool {
    found.map_or(all.is_empty(), |found| all.contains(&found))
}

/// Checks that every tree finds the triangles that the shape touches, and returns them.
pub(crate) fn check_touched(
    mesh: &CollisionMesh,
    shape: &impl QueryShape,
) -> Result<Vec<u32>, TestCaseError> {
    let expected = brute(mesh, shape);
    prop_assert_eq!(&mesh.all_touched(shape), &expected);
    prop_assert!(is_one_of(mesh.any_touched(shape), &expected));
    let compact = mesh.tree().compact();
    prop_assert_eq!(&mesh.all_touched_through(&compact, shape), &expected);
    for layout in OpcodeLayout::ALL {
        let tree = OpcodeTree::build(mesh, layout);
        prop_assert_eq!(&mesh.all_touched_through(&tree, shape), &expected);
    }
    Ok(expected)
}

/// The touching pairs of triangles of `mesh` and of `other` moved by `placed`, by a test of every pair.
pub(crate) fn brute_pairs(
    mesh: &CollisionMesh,
    other: &CollisionMesh,
    placed: Affine3A,
) -> Vec<(u32, u32)> {
    let pairs = (0..other.len() as u32).flat_map(|theirs| {
        let corners = other
            .corners(theirs)
            .map(|corner| placed.transform_point3(corner));
        let touched = brute(mesh, &Triangle { corners }).into_iter();
        touched.map(move |ours| (ours, theirs))
    });
    let mut pairs: Vec<(u32, u32)> = pairs.collect();
    pairs.sort_unstable();
    pairs
}

/// The triangles that the shape touches, by a test of every one.
pub(crate) fn brute(mesh: &CollisionMesh, shape: &impl QueryShape) -> Vec<u32> {
    let all = (0..mesh.len() as u32).filter(|t| {
        let corners = mesh.corners(*t);
        shape.intersects(&Triangle { corners })
    });
    all.collect()
}
