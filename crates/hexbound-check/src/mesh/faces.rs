//! The faces of a level as a modeler sees them: corners at one position are one corner, whatever their
//! normals and colors are.

use glam::Vec3;
use rayon::slice::ParallelSliceMut;

use super::super::point_grid::PointGrid;
use hexbound_level::{Alpha, Level, Part};
use hexbound_reach::DisjointSets;

/// The distance below which corners are one, meters: the resolution of single precision after a node's
/// transform.
const MIN_WELD_DISTANCE: f32 = 2e-5;

/// All visible faces of a level, joined at their corners.
pub(super) struct Faces {
    /// The corners' exact positions, local, meters. Faces use one of each welded group.
    pub points: Vec<Vec3>,
    /// The corners of each face, as indices into `points`.
    pub corners: Vec<[u32; 3]>,
    /// The part of each face, as an index into the level's list.
    pub parts: Vec<u32>,
    /// The node of each of the level's parts, as an index into `names`.
    nodes: Vec<usize>,
    /// The names of the nodes.
    pub names: Vec<String>,
    /// True for each static part of the level.
    static_parts: Vec<bool>,
    /// The distance below which corners are one, meters.
    pub weld: f32,
}

impl Faces {
    /// Collects the visible faces of a level.
    pub(super) fn of(level: &Level) -> Self {
        let parts = &level.mesh.parts;
        let (nodes, names) = nodes(parts);
        let mut raw: Vec<FaceCorner> = Vec::new();
        let mut owners = Vec::new();
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.visible) {
            let corners = level.mesh.faces(part).flatten();
            raw.extend(corners.map(|position| FaceCorner {
                position,
                body: body_of(part),
            }));
            owners.extend(level.mesh.triangles(part).map(|_| index as u32));
        }
        let reach = level.bounds.min.abs().max(level.bounds.max.abs());
        let weld = MIN_WELD_DISTANCE.max(reach.max_element() * f32::EPSILON * 4.0);
        let (points, welded) = weld_corners(&raw, weld);
        let corners = welded.chunks_exact(3).map(|it| [it[0], it[1], it[2]]);
        Self {
            corners: corners.collect(),
            points,
            parts: owners,
            nodes,
            names,
            static_parts: parts.iter().map(is_static_part).collect(),
            weld,
        }
    }

    /// The corners of a face, local, meters.
    pub(super) fn positions(&self, face: usize) -> [Vec3; 3] {
        self.corners[face].map(|corner| self.points[corner as usize])
    }

    /// The node of a face, as an index into `names`.
    pub(super) fn node(&self, face: usize) -> usize {
        self.node_of_part(self.parts[face])
    }

    /// The node of one of the level's parts, as an index into `names`.
    pub(super) fn node_of_part(&self, part: u32) -> usize {
        self.nodes[part as usize]
    }

    /// Returns whether a face is static.
    pub(super) fn is_static(&self, face: usize) -> bool {
        self.static_parts[self.parts[face] as usize]
    }

    /// The center of a face, local, meters.
    pub(super) fn middle(&self, face: usize) -> Vec3 {
        let [a, b, c] = self.positions(face);
        (a + b + c) / 3.0
    }

    /// Twice the area of a face along its normal, m².
    pub(super) fn cross(&self, face: usize) -> Vec3 {
        let [a, b, c] = self.positions(face).map(Vec3::as_dvec3);
        (b - a).cross(c - a).as_vec3()
    }

    /// Returns whether the three corners of a face are distinct.
    pub(super) fn is_whole(&self, face: usize) -> bool {
        let [a, b, c] = self.corners[face];
        a != b && b != c && c != a
    }

    /// The corners of the static faces, joined for each connected piece.
    pub(super) fn joined(&self) -> DisjointSets {
        let mut joined = DisjointSets::new(self.points.len());
        for face in self.static_faces() {
            let [a, b, c] = self.corners[face].map(|corner| corner as usize);
            joined.join(a, b);
            joined.join(b, c);
        }
        joined
    }

    /// The static faces.
    pub(super) fn static_faces(&self) -> impl Iterator<Item = usize> {
        (0..self.corners.len()).filter(|face| self.is_static(*face))
    }
}

/// Returns whether a part is static.
pub(super) fn is_static_part(part: &Part) -> bool {
    part.mover.is_none() && part.prop.is_none()
}

/// Returns whether both sides of a part's faces are drawn.
pub(super) fn is_double_sided(level: &Level, part: u32) -> bool {
    let material = level.mesh.parts[part as usize].material;
    (level.materials.get(material)).is_some_and(|it| it.double_sided || it.alpha == Alpha::Blend)
}

/// The node of each part and the nodes' names. Parts of one node are adjacent in the list.
pub(super) fn nodes(parts: &[Part]) -> (Vec<usize>, Vec<String>) {
    let mut names: Vec<String> = Vec::new();
    let mut nodes = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| &parts[before]);
        if before.is_none_or(|it| it.name != part.name || body_of(it) != body_of(part)) {
            names.push(part.name.clone());
        }
        nodes.push(names.len() - 1);
    }
    (nodes, names)
}

/// The mover or prop of a part. Parts of different ones are never joined.
fn body_of(part: &Part) -> u32 {
    match (part.mover, part.prop) {
        (Some(mover), _) => 2 * mover as u32 + 1,
        (None, Some(prop)) => 2 * prop as u32 + 2,
        (None, None) => 0,
    }
}

/// A corner before it is welded with others.
#[derive(Clone, Copy)]
struct FaceCorner {
    position: Vec3,
    body: u32,
}

impl FaceCorner {
    /// The exact position as sortable integers; both zeros are equal.
    fn key(&self) -> [u32; 4] {
        let [x, y, z] = (self.position + 0.0).to_array().map(f32::to_bits);
        [self.body, x, y, z]
    }
}

/// The distinct places of the corners, and the index of each corner's place. Corners nearer to each other
/// than `reach`, meters, are one.
fn weld_corners(corners: &[FaceCorner], reach: f32) -> (Vec<Vec3>, Vec<u32>) {
    let mut order: Vec<([u32; 4], u32)> = corners.iter().map(FaceCorner::key).zip(0..).collect();
    order.par_sort_unstable();
    let (mut points, mut bodies) = (Vec::new(), Vec::new());
    let mut welded = vec![0; corners.len()];
    for run in order.chunk_by(|a, b| a.0 == b.0) {
        let corner = &corners[run[0].1 as usize];
        for (_, index) in run {
            welded[*index as usize] = points.len() as u32;
        }
        points.push(corner.position);
        bodies.push(corner.body);
    }
    let grid = PointGrid::of(&points, reach * 64.0);
    let mut union = DisjointSets::new(points.len());
    for (index, point) in points.iter().enumerate() {
        grid.within(&points, *point, reach, |other| {
            if other < index && bodies[other] == bodies[index] {
                union.join(index, other);
            }
        });
    }
    for corner in &mut welded {
        *corner = union.root(*corner as usize) as u32;
    }
    (points, welded)
}
