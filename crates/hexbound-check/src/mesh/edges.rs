//! The edges of a level's faces: those of one face, and those of more than two.

use glam::Vec3;
use rayon::slice::ParallelSliceMut;

use super::{
    super::report::{Tallies, spelled},
    faces::Faces,
};
use hexbound_level::{Code, Finding};

/// An edge of one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FaceEdge {
    /// The lower and the higher corner.
    pub ends: [u32; 2],
    pub face: u32,
    /// True if the face's direction is from the lower corner to the higher.
    pub forward: bool,
}

impl FaceEdge {
    /// The corners in the direction of the face.
    pub(super) fn directed(&self) -> [u32; 2] {
        let [low, high] = self.ends;
        match self.forward {
            true => [low, high],
            false => [high, low],
        }
    }

    /// The two ends, local, meters, in the direction of the face.
    pub(super) fn line(&self, faces: &Faces) -> [Vec3; 2] {
        self.directed().map(|corner| faces.points[corner as usize])
    }
}

/// Every edge of the static faces. Those between the same corners are adjacent.
pub(super) fn sorted(faces: &Faces) -> Vec<FaceEdge> {
    let mut edges = Vec::with_capacity(faces.corners.len() * 3);
    for face in faces.static_faces().filter(|face| faces.is_whole(*face)) {
        let [a, b, c] = faces.corners[face];
        edges.extend([[a, b], [b, c], [c, a]].map(|[from, to]| FaceEdge {
            ends: [from.min(to), from.max(to)],
            face: face as u32,
            forward: from < to,
        }));
    }
    edges.par_sort_unstable();
    edges
}

/// The edges of only one face.
pub(super) fn open(edges: &[FaceEdge]) -> Vec<FaceEdge> {
    let runs = edges.chunk_by(|a, b| a.ends == b.ends);
    runs.filter(|run| run.len() == 1)
        .map(|run| run[0])
        .collect()
}

/// Finds edges at which three faces or more of one node meet, so that no inside can be determined. Solids
/// that touch along an edge are correct: both directions have the same number of faces.
pub(super) fn non_manifold(faces: &Faces, edges: &[FaceEdge]) -> Vec<Finding> {
    let mut tallies = Tallies::default();
    for run in edges.chunk_by(|a, b| a.ends == b.ends) {
        if run.len() < 3 {
            continue;
        }
        let mut own = distinct(faces, run);
        let node = |edge: &FaceEdge| faces.node(edge.face as usize);
        own.sort_by_key(node);
        for of_node in own.chunk_by(|a, b| node(a) == node(b)) {
            let forward = of_node.iter().filter(|edge| edge.forward).count();
            if of_node.len() >= 3 && forward * 2 != of_node.len() {
                let [from, to] = of_node[0].line(faces);
                tallies.add(node(&of_node[0]), from.distance(to), (from + to) * 0.5);
            }
        }
    }
    tallies.findings(Code::NonManifoldEdge, &faces.names, |tally| {
        let edges = spelled(tally.count, "edge has", "edges have");
        format!("{edges} three faces or more, so that no inside is to be told")
    })
}

/// The edges of a run without duplicate faces.
fn distinct(faces: &Faces, run: &[FaceEdge]) -> Vec<FaceEdge> {
    let mut seen: Vec<[u32; 3]> = Vec::new();
    let mut kept = Vec::new();
    for edge in run {
        let mut corners = faces.corners[edge.face as usize];
        corners.sort_unstable();
        if !seen.contains(&corners) {
            seen.push(corners);
            kept.push(*edge);
        }
    }
    kept
}
