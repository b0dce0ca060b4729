//! An independent judge in double precision, written separately from the library: the distance of a body
//! from the mesh, and whether a path passes through it. Parry's tree gathers the triangles.

use glam::{DVec3, Vec3};
use parry3d::bounding_volume::Aabb;
use test_support::triangle::{Triangle, point_triangle_distance, segment_segment_distance};

use crate::bench_mesh::{BenchMesh, HALF_SEGMENT, RADIUS};

/// The distance between the upright capsule at `center` and the mesh, meters, at most 0.5; negative
/// inside.
pub fn capsule_gap(mesh: &BenchMesh, center: Vec3) -> f64 {
    capsule_gap_of(mesh, center, f64::from(RADIUS), f64::from(HALF_SEGMENT))
}

pub fn capsule_gap_of(mesh: &BenchMesh, center: Vec3, radius: f64, half: f64) -> f64 {
    let reach = Vec3::new(radius as f32, (radius + half) as f32, radius as f32) + 0.5;
    let center64 = center.as_dvec3();
    let (low, high) = (center64 - DVec3::Y * half, center64 + DVec3::Y * half);
    near(mesh, center - reach, center + reach)
        .map(|corners| segment_triangle(low, high, corners) - radius)
        .fold(0.5, f64::min)
}

/// Returns the distance that the upright capsule moves from `from` along the unit `direction` before it
/// touches. By conservative advancement it repeatedly moves by the present gap.
pub fn first_touch(
    mesh: &BenchMesh,
    from: Vec3,
    direction: Vec3,
    length: f32,
    (radius, half): (f64, f64),
) -> Option<f32> {
    let mut gone = 0.0;
    for _ in 0..4000 {
        let at = from + direction * gone as f32;
        let gap = capsule_gap_of(mesh, at, radius, half);
        if gap < 1e-6 {
            break;
        }
        gone += gap;
        if gone > f64::from(length) {
            return None;
        }
    }
    Some(gone as f32)
}

/// Returns whether the upright ellipsoid at `center` touches a triangle with the
/// semi-axes `axes`, meters, less `margin`.
pub fn ellipsoid_touches(mesh: &BenchMesh, center: Vec3, axes: DVec3, margin: f64) -> bool {
    let reach = axes.as_vec3();
    let axes = axes - DVec3::splat(margin);
    near(mesh, center - reach, center + reach).any(|corners| {
        let corners = corners.map(|corner| (corner - center.as_dvec3()) / axes);
        point_triangle_distance(DVec3::ZERO, &Triangle(corners)) < 1.0
    })
}

/// Returns whether the straight path passes through a triangle.
pub fn passes_through(mesh: &BenchMesh, from: Vec3, to: Vec3) -> bool {
    let (start, end) = (from.as_dvec3(), to.as_dvec3());
    start != end
        && near(mesh, from.min(to), from.max(to))
            .any(|corners| crossing(start, end, corners).is_some())
}

/// Returns the fraction of the displacement at which a ray first hits a triangle.
pub fn first_crossing(mesh: &BenchMesh, from: Vec3, delta: DVec3) -> Option<f64> {
    let start = from.as_dvec3();
    let end = start + delta;
    near(mesh, from.min(end.as_vec3()), from.max(end.as_vec3()))
        .filter_map(|corners| crossing(start, end, corners))
        .min_by(f64::total_cmp)
}

fn near(mesh: &BenchMesh, min: Vec3, max: Vec3) -> impl Iterator<Item = [DVec3; 3]> {
    let found: Vec<u32> = (mesh.parry.bvh())
        .intersect_aabb(&Aabb::new(min, max))
        .collect();
    let corners = |index| mesh.triangle(index).map(Vec3::as_dvec3);
    found.into_iter().map(corners)
}

/// The fraction of the displacement from `start` to `end` at which it passes through the triangle.
fn crossing(start: DVec3, end: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let normal = (b - a).cross(c - a);
    let (before, after) = (normal.dot(start - a), normal.dot(end - a));
    if before * after >= 0.0 {
        return None;
    }
    let part = before / (before - after);
    let at = start + (end - start) * part;
    let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| normal.dot((q - p).cross(at - p)));
    sides.iter().all(|side| *side > 0.0).then_some(part)
}

/// Least distance between a segment and a triangle.
fn segment_triangle(low: DVec3, high: DVec3, corners: [DVec3; 3]) -> f64 {
    if crossing(low, high, corners).is_some() {
        return 0.0;
    }
    let triangle = Triangle(corners);
    let ends = [low, high].map(|end| point_triangle_distance(end, &triangle));
    let edges = triangle.edges();
    let edges = edges.map(|(p, q)| segment_segment_distance(low, high, p, q));
    ends.into_iter().chain(edges).fold(f64::INFINITY, f64::min)
}
