//! Faces at the same place: with the same corners, or overlapping in one plane.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces as Sides, RayHit};
use rayon::prelude::*;

use super::{
    super::report::{Tallies, spelled},
    faces::{Faces, is_double_sided},
    seen::DrawnTriangles,
};
use hexbound_level::{Code, Finding, Level};
use hexbound_reach::shows_front;

/// The distance between two parallel faces below which they flicker, meters.
const MAX_FLICKER_DISTANCE: f32 = 2e-4;
/// The distance in front of a face from which its view is tested, meters.
const EYE_DISTANCE: f32 = 2e-3;
/// The free distance in front of a visible face, meters.
const VIEW_CLEARANCE: f32 = 0.02;
/// The smallest face that is tested for overlaps, m².
const MIN_FACE_AREA: f32 = 4e-4;
/// The least weight of each corner at a point inside a triangle, not at its border.
const MIN_INNER_WEIGHT: f32 = 0.05;
/// The cosine from which faces are parallel.
const MIN_PARALLEL_COSINE: f32 = 0.9999;

/// Finds faces with the same corners, and faces of different materials that overlap in one plane. Of two
/// nodes, the one with flipped faces is reported as the cause.
pub(super) fn findings(
    level: &Level,
    faces: &Faces,
    is_flipped: &dyn Fn(usize) -> bool,
) -> Vec<Finding> {
    let same = same_corners(level, faces, is_flipped);
    // A node with duplicate faces overlaps itself; one report is enough.
    let overlaps = overlaps(level, faces, is_flipped, |node| same.has(node));
    let mut found = same.findings(Code::DuplicateFaces, &faces.names, |tally| {
        let there = spelled(tally.count, "face lies", "faces lie");
        format!("{there} where there is already one with the same corners")
    });
    found.extend(
        overlaps.findings(Code::DuplicateFaces, &faces.names, |tally| {
            let there = spelled(tally.count, "face overlaps one", "faces overlap ones");
            format!("{there} of another material in the same plane, so that they flicker")
        }),
    );
    found
}

/// Counts each face with the same corners as an earlier one. A pair of opposite faces counts only if
/// a side is drawn twice; otherwise it is a sheet with two sides.
fn same_corners(level: &Level, faces: &Faces, is_flipped: &dyn Fn(usize) -> bool) -> Tallies {
    let mut order: Vec<([u32; 3], u32)> = (0..faces.corners.len())
        .filter(|face| faces.is_whole(*face))
        .map(|face| (sorted(faces.corners[face]).0, face as u32))
        .collect();
    order.par_sort_unstable();
    let mut found = Tallies::default();
    for run in order
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|run| run.len() > 1)
    {
        for (index, (_, face)) in run.iter().enumerate().skip(1) {
            let same = run[..index].iter().find(|(_, other)| {
                let [one, two] = [*face, *other].map(|it| it as usize);
                let is_alike = sorted(faces.corners[one]).1 == sorted(faces.corners[two]).1;
                (is_alike && is_in_the_open(level, faces, one))
                    || is_seen_twice(level, faces, [one, two])
            });
            if let Some((_, other)) = same {
                let face = *face as usize;
                let nodes = [face, *other as usize].map(|face| faces.node(face));
                let node = nodes.into_iter().find(|node| is_flipped(*node));
                let area = faces.cross(face).length();
                found.add(node.unwrap_or(nodes[0]), area, faces.middle(face));
            }
        }
    }
    found
}

/// Returns whether two opposite faces are both drawn to one side, and visible. They are invisible where
/// two solids touch.
fn is_seen_twice(level: &Level, faces: &Faces, pair: [usize; 2]) -> bool {
    pair.into_iter()
        .any(|face| is_double_sided(level, faces.parts[face]))
        && (pair.into_iter()).all(|it| faces.is_static(it) && is_in_the_open(level, faces, it))
}

/// Returns whether the front of a face is in the open; that of a moving face always is.
fn is_in_the_open(level: &Level, faces: &Faces, face: usize) -> bool {
    let normal = faces.cross(face).try_normalize();
    !faces.is_static(face)
        || normal.is_some_and(|normal| is_open(&level.collision, faces.middle(face), normal))
}

/// Returns whether the view from a face is open. Inside a solid, which may lack a side, most of the
/// visible faces show their backs.
fn is_open(mesh: &CollisionMesh, place: Vec3, normal: Vec3) -> bool {
    let from = place + normal * EYE_DISTANCE;
    let side = normal.any_orthonormal_vector();
    let up = normal.cross(side);
    let far = mesh.bounds().size().length();
    let shows_back = |direction: &Vec3| {
        let direction = (*direction + normal * 0.1).normalize();
        let hit = mesh.ray_cast(from, direction, far);
        hit.is_some_and(|hit| !shows_front(mesh, &hit, direction))
    };
    let around = [normal, side, -side, up, -up];
    around.iter().filter(|it| shows_back(it)).count() * 2 < around.len()
}

/// The corners in ascending order, and whether the face has this orientation.
fn sorted(corners: [u32; 3]) -> ([u32; 3], bool) {
    let mut ascending = corners;
    ascending.sort_unstable();
    let first = (0..3).find(|at| corners[*at] == ascending[0]).unwrap_or(0);
    (ascending, corners[(first + 1) % 3] == ascending[1])
}

/// Counts the visible faces whose center lies in the plane of a face of another material with the same
/// direction. Faces of excluded nodes do not count.
fn overlaps(
    level: &Level,
    faces: &Faces,
    is_flipped: &dyn Fn(usize) -> bool,
    is_excluded: impl Fn(usize) -> bool,
) -> Tallies {
    let mut tallies = Tallies::default();
    let Some(drawn) = DrawnTriangles::of(level) else {
        return tallies;
    };
    let found: Vec<OverlappingTriangle> = (0..level.collision.len() as u32)
        .into_par_iter()
        .filter_map(|triangle| overlap(level, &drawn, triangle))
        .collect();
    for OverlappingTriangle { parts, area, place } in found {
        let nodes = parts.map(|part| faces.node_of_part(part));
        let flipped = nodes.into_iter().find(|node| is_flipped(*node));
        let node = flipped.unwrap_or(nodes[0]);
        if !is_excluded(node) {
            tallies.add(node, area, place);
        }
    }
    tallies
}

/// A triangle that overlaps another.
struct OverlappingTriangle {
    /// The parts of the triangle and of the overlapped one.
    parts: [u32; 2],
    /// Twice the triangle's area, m².
    area: f32,
    /// The triangle's center, local, meters.
    place: Vec3,
}

/// Returns the overlap of a triangle with another.
fn overlap(level: &Level, drawn: &DrawnTriangles, triangle: u32) -> Option<OverlappingTriangle> {
    let mesh: &CollisionMesh = &level.collision;
    let part = drawn.part(mesh, triangle)?;
    let [a, b, c] = mesh.corners(triangle);
    let cross = (b - a).cross(c - a);
    let normal = cross.try_normalize()?;
    if cross.length() * 0.5 < MIN_FACE_AREA {
        return None;
    }
    let middle = (a + b + c) / 3.0;
    let from = middle + normal * EYE_DISTANCE;
    let mut hits = Vec::new();
    mesh.ray_cast_all(from, -normal, EYE_DISTANCE * 2.0, Sides::Front, &mut hits);
    let own = hits.iter().find(|hit| hit.triangle == triangle)?.distance;
    let material = |part: u32| level.mesh.parts[part as usize].material;
    let other = |hit: &RayHit| {
        let is_there = hit.triangle != triangle
            && (hit.distance - own).abs() <= MAX_FLICKER_DISTANCE
            && hit.normal.dot(normal) > MIN_PARALLEL_COSINE
            && hit.barycentric.min_element() > MIN_INNER_WEIGHT;
        let other = is_there.then(|| drawn.part(mesh, hit.triangle))??;
        (material(other) != material(part)).then_some(other)
    };
    let other = hits.iter().find_map(other)?;
    let is_hidden = mesh.ray_hits_any(from, normal, VIEW_CLEARANCE, Sides::Both);
    (!is_hidden && is_open(mesh, middle, normal)).then_some(OverlappingTriangle {
        parts: [part, other],
        area: cross.length(),
        place: middle,
    })
}
