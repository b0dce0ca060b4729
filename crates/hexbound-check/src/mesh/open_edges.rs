//! Holes in closed surfaces: a missing triangle, a lid that does not fit. The rim of a sheet, such as a
//! plane or a terrain, is no hole, nor is an opening as large as a window.

use std::collections::BTreeMap;

use glam::Vec3;

use super::{
    super::report::{Tallies, area, spelled},
    edges::FaceEdge,
    faces::Faces,
    is_filled,
};
use hexbound_level::{Code, Finding, Level};
use hexbound_reach::DisjointSets;

/// The largest area of a hole with more than three edges, m². A larger one is an intended opening.
const MAX_HOLE_AREA: f32 = 0.1;
/// The largest share of a surface's area for all its holes together. With more, the surface is a sheet, a
/// tube or a box without a lid.
const MAX_HOLE_SHARE: f32 = 0.1;
/// The least number of faces of a surface that is tested for missing triangles.
const MIN_SURFACE_FACES: usize = 8;
/// The mean width below which a hole is a slit, meters. Slits are reported elsewhere.
const MAX_SLIT_WIDTH: f32 = 0.01;

/// The distance from the middle of a hole within which a surface fills it, meters.
const MAX_COVER_DISTANCE: f32 = 0.05;

/// A rim: connected open edges.
#[derive(Default)]
struct OpenLoop {
    edges: Vec<FaceEdge>,
    /// The enclosed area along its normal, m².
    area: Vec3,
    /// The length of the rim, meters.
    length: f32,
}

impl OpenLoop {
    /// The mean of the rim's corners, local, meters.
    fn middle(&self, faces: &Faces) -> Vec3 {
        let points = self.edges.iter().map(|edge| edge.line(faces)[0]);
        points.sum::<Vec3>() / self.edges.len() as f32
    }

    /// Returns whether nearly every edge belongs to a different face. Then the rim surrounds a hole,
    /// not a few faces whose neighbors have other corners.
    fn surrounds_hole(&self) -> bool {
        let mut faces: Vec<u32> = self.edges.iter().map(|edge| edge.face).collect();
        faces.sort_unstable();
        faces.dedup();
        faces.len() * 4 >= self.edges.len() * 3
    }
}

/// Finds the holes.
pub(super) fn findings(level: &Level, faces: &Faces, open: &[FaceEdge]) -> Vec<Finding> {
    let surfaces = surfaces(faces, open);
    let mut tallies = Tallies::default();
    for surface in surfaces.values() {
        let holes: f32 = surface.rims.iter().map(|rim| rim.area.length()).sum();
        let is_closed = holes < MAX_HOLE_SHARE * surface.area;
        for rim in &surface.rims {
            let size = rim.area.length();
            let is_slit = size < MAX_SLIT_WIDTH * rim.length * 0.5;
            let is_triangle = rim.edges.len() == 3 && surface.faces >= MIN_SURFACE_FACES;
            let is_hole = !is_slit && (is_triangle || (is_closed && size < MAX_HOLE_AREA));
            let middle = rim.middle(faces);
            let normal = rim.area.normalize_or(Vec3::Y);
            let is_covered = || is_filled(&level.collision, middle, normal, MAX_COVER_DISTANCE);
            if is_hole && rim.surrounds_hole() && !is_covered() {
                tallies.add(faces.node(rim.edges[0].face as usize), size, middle);
            }
        }
    }
    tallies.findings(Code::OpenEdge, &faces.names, |tally| {
        let holes = spelled(tally.count, "hole", "holes");
        let which = tally.worst_of("of", "the largest of");
        format!(
            "{holes} in what is otherwise closed, {which} {}",
            area(tally.worst)
        )
    })
}

/// A surface: faces joined at their corners.
#[derive(Default)]
struct JoinedSurface {
    faces: usize,
    /// The area of the surface, m².
    area: f32,
    rims: Vec<OpenLoop>,
}

/// The surfaces with a rim, each with all its rims.
fn surfaces(faces: &Faces, open: &[FaceEdge]) -> BTreeMap<usize, JoinedSurface> {
    let mut joined = faces.joined();
    let mut rims = DisjointSets::new(faces.points.len());
    for edge in open {
        rims.join(edge.ends[0] as usize, edge.ends[1] as usize);
    }
    let mut by_rim: BTreeMap<usize, OpenLoop> = BTreeMap::new();
    for edge in open {
        let root = rims.root(edge.ends[0] as usize);
        let rim = by_rim.entry(root).or_default();
        let [from, to] = edge.line(faces);
        let around = faces.points[root];
        rim.area += (from - around).cross(to - around) * 0.5;
        rim.length += from.distance(to);
        rim.edges.push(*edge);
    }
    let mut surfaces: BTreeMap<usize, JoinedSurface> = BTreeMap::new();
    for (root, rim) in by_rim {
        let surface = surfaces.entry(joined.root(root)).or_default();
        surface.rims.push(rim);
    }
    for face in faces.static_faces() {
        let root = joined.root(faces.corners[face][0] as usize);
        if let Some(surface) = surfaces.get_mut(&root) {
            surface.faces += 1;
            surface.area += faces.cross(face).length() * 0.5;
        }
    }
    surfaces
}
