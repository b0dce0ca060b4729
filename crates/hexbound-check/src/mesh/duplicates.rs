//! Faces that lie in the same place: with the same corners, or in one plane above each other.

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

/// Faces this close above each other flicker, meters.
const MAX_FLICKER_DISTANCE: f32 = 2e-4;
/// The distance before a face from which it is looked at, meters.
const EYE_DISTANCE: f32 = 2e-3;
/// Nothing may be this close before a face that is to be seen, meters.
const VIEW_CLEARANCE: f32 = 0.02;
/// The smallest face of which an overlap is looked for, m².
const MIN_FACE_AREA: f32 = 4e-4;
/// A point is inside a triangle, not at its border, from this weight of each corner on.
const MIN_INNER_WEIGHT: f32 = 0.05;
/// Faces are parallel from this cosine on.
const MIN_PARALLEL_COSINE: f32 = 0.9999;

/// Finds faces with the same corners, and faces of different materials that overlap in one plane. Of two
/// nodes the one whose faces are flipped is reported, since that is the cause.
pub(super) fn findings(
    level: &Level,
    faces: &Faces,
    is_flipped: &dyn Fn(usize) -> bool,
) -> Vec<Finding> {
    let same = same_corners(level, faces, is_flipped);
    // A node of which faces are there twice overlaps itself; once is enough.
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

/// Counts the faces that have the same corners as one before them. A face against one turned the other
/// way counts only if a side of them is drawn twice: else the two are the sides of a sheet.
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
        for (place, (_, face)) in run.iter().enumerate().skip(1) {
            let same = run[..place].iter().find(|(_, other)| {
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

/// Returns whether two faces that are turned against each other are both drawn to one side, and can be
/// seen: they are not where two solids touch.
fn is_seen_twice(level: &Level, faces: &Faces, pair: [usize; 2]) -> bool {
    pair.into_iter()
        .any(|face| is_double_sided(level, faces.parts[face]))
        && (pair.into_iter()).all(|face| faces.is_still(face) && is_in_the_open(level, faces, face))
}

/// Returns whether the front of a face looks into the open; that of one that moves always does.
fn is_in_the_open(level: &Level, faces: &Faces, face: usize) -> bool {
    let normal = faces.cross(face).try_normalize();
    !faces.is_still(face)
        || normal.is_some_and(|normal| is_open(&level.collision, faces.middle(face), normal))
}

/// Returns whether one looks into the open from a face. Inside something solid, which may lack a side,
/// most of what is seen around shows its back.
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

/// The corners in ascending order, and whether the face goes round them that way.
fn sorted(corners: [u32; 3]) -> ([u32; 3], bool) {
    let mut ascending = corners;
    ascending.sort_unstable();
    let first = (0..3).find(|at| corners[*at] == ascending[0]).unwrap_or(0);
    (ascending, corners[(first + 1) % 3] == ascending[1])
}

/// Counts the visible faces whose middle lies in the plane of a face of another material with the same
/// direction. Faces of some nodes do not count.
fn overlaps(
    level: &Level,
    faces: &Faces,
    is_flipped: &dyn Fn(usize) -> bool,
    but: impl Fn(usize) -> bool,
) -> Tallies {
    let mut tallies = Tallies::default();
    let Some(drawn) = DrawnTriangles::of(level) else {
        return tallies;
    };
    let found: Vec<Overlap> = (0..level.collision.len() as u32)
        .into_par_iter()
        .filter_map(|triangle| overlap(level, &drawn, triangle))
        .collect();
    for Overlap { parts, area, place } in found {
        let nodes = parts.map(|part| faces.node_of_part(part));
        let flipped = nodes.into_iter().find(|node| is_flipped(*node));
        let node = flipped.unwrap_or(nodes[0]);
        if !but(node) {
            tallies.add(node, area, place);
        }
    }
    tallies
}

/// A triangle that overlaps another.
struct Overlap {
    /// Its part and that of the other.
    parts: [u32; 2],
    /// Twice its area, m².
    area: f32,
    /// Its middle, local, meters.
    place: Vec3,
}

/// Returns how a triangle overlaps another.
fn overlap(level: &Level, drawn: &DrawnTriangles, triangle: u32) -> Option<Overlap> {
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
    (!is_hidden && is_open(mesh, middle, normal)).then_some(Overlap {
        parts: [part, other],
        area: cross.length(),
        place: middle,
    })
}
