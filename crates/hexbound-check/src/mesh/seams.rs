//! Open seams: corners in the middle of a neighbor's edge, and edges that nearly meet.

use std::collections::{BTreeMap, BTreeSet};

use glam::{IVec3, Vec3};
use hexbound_collide::CollisionMesh;

use super::{
    super::{
        point_grid::PointGrid,
        report::{Tallies, length, spelled},
    },
    edges::FaceEdge,
    faces::Faces,
    is_filled,
};
use hexbound_level::{Code, Finding, Level};

/// The widest gap that counts as a crack, meters.
const MAX_GAP_WIDTH: f32 = 0.02;
/// The least width of a gap, meters. Rounding causes smaller ones.
const MIN_GAP_WIDTH: f32 = 1e-4;
/// The cosine from which edges are parallel, for a corner on an edge.
const MIN_CORNER_COSINE: f32 = 0.999;
/// The cosine from which edges are parallel, for a gap.
const MIN_GAP_COSINE: f32 = 0.95;
/// The least length over which two edges that nearly meet are parallel, meters.
const MIN_RUN_LENGTH: f32 = 0.05;
/// The least parallel length as a share of the shorter edge.
const MIN_RUN_SHARE: f32 = 0.5;
/// The cosine between the inward directions of two surfaces below which one continues the other. The
/// sides of a thin plate have the same inward direction.
const MAX_INWARD_COSINE: f32 = 0.3;
/// The share of a gap's width by which its edges may overlap instead.
const MAX_OVERLAP_SHARE: f32 = 0.2;
/// The distance behind a crack within which a solid hides it, meters. It is viewed from the same distance
/// in front.
const MAX_BACKING_DISTANCE: f32 = 0.1;
/// The side of cells in which edges are searched, as a share of the median edge's length. In
/// larger cells, dense meshes such as a meadow have so many edges that the search is slow.
const CELL_SHARE: f32 = 0.25;
/// The limits to the side of cells, meters.
const CELL_SIDE_LIMITS: [f32; 2] = [0.05, 2.0];

/// An open edge with its cached properties.
struct Rim {
    ends: [u32; 2],
    face: u32,
    line: [Vec3; 2],
    /// The unit vector from the first end to the second.
    along: Vec3,
    length: f32,
    /// The unit vector into the edge's face, across the edge.
    inward: Vec3,
    /// The unit normal of the edge's face.
    normal: Vec3,
}

/// Finds corners on edges and cracks among the open edges.
pub(super) fn findings(level: &Level, faces: &Faces, open: &[FaceEdge]) -> Vec<Finding> {
    let rims: Vec<Rim> = open
        .iter()
        .filter_map(|edge| Rim::of(faces, edge))
        .collect();
    let (grid, side) = grid(&rims);
    let slack = MIN_GAP_WIDTH.max(faces.weld * 3.0);
    let mut corners: BTreeMap<u32, usize> = BTreeMap::new();
    let mut gaps: BTreeSet<[usize; 2]> = BTreeSet::new();
    for (index, rim) in rims.iter().enumerate() {
        for (end, place) in rim.ends.into_iter().zip(rim.line) {
            grid.near(place, MAX_GAP_WIDTH + side * 0.25, |other| {
                let neighbor = &rims[other];
                if other == index || neighbor.face == rim.face {
                    return;
                }
                if splits(rim, end, place, neighbor, slack) {
                    corners.entry(end).or_insert(other);
                } else if gap(rim, neighbor, slack).is_some() {
                    gaps.insert([index.min(other), index.max(other)]);
                }
            });
        }
    }
    let mut found = corner_findings(faces, &rims, &corners);
    found.extend(crack_findings(faces, &level.collision, &rims, &gaps, slack));
    found
}

fn corner_findings(faces: &Faces, rims: &[Rim], corners: &BTreeMap<u32, usize>) -> Vec<Finding> {
    let mut tallies = Tallies::default();
    for (corner, rim) in corners {
        let rim = &rims[*rim];
        let place = faces.points[*corner as usize];
        tallies.add(faces.node(rim.face as usize), rim.length, place);
    }
    tallies.findings(Code::TJunction, &faces.names, |tally| {
        let corners = spelled(tally.count, "corner stands", "corners stand");
        let which = tally.worst_of("which", "the longest of which");
        format!(
            "{corners} in the middle of its edges, {which} is {} long",
            length(tally.worst)
        )
    })
}

fn crack_findings(
    faces: &Faces,
    collision: &CollisionMesh,
    rims: &[Rim],
    gaps: &BTreeSet<[usize; 2]>,
    slack: f32,
) -> Vec<Finding> {
    let mut tallies = Tallies::default();
    for [one, other] in gaps {
        let (one, other) = (&rims[*one], &rims[*other]);
        let Some(gap) = gap(one, other, slack).or_else(|| gap(other, one, slack)) else {
            continue;
        };
        // A solid close behind a gap blocks the view.
        let normal = (one.normal + other.normal).normalize_or(one.normal);
        if !is_filled(collision, gap.place, normal, MAX_BACKING_DISTANCE) {
            tallies.add(faces.node(one.face as usize), gap.width, gap.place);
        }
    }
    tallies.findings(Code::Crack, &faces.names, |tally| {
        let gaps = spelled(tally.count, "gap", "gaps");
        let how = tally.worst_of("", "up to ");
        format!(
            "{gaps} between edges that nearly meet, {how}{} wide",
            length(tally.worst)
        )
    })
}

impl Rim {
    fn of(faces: &Faces, edge: &FaceEdge) -> Option<Self> {
        let line = edge.line(faces);
        let normal = faces.cross(edge.face as usize).try_normalize()?;
        let along = (line[1] - line[0]).try_normalize()?;
        Some(Self {
            ends: edge.directed(),
            face: edge.face,
            line,
            along,
            length: line[0].distance(line[1]),
            inward: normal.cross(along).normalize_or_zero(),
            normal,
        })
    }

    /// The point at a distance from the first end, meters.
    fn at(&self, distance: f32) -> Vec3 {
        self.line[0] + self.along * distance
    }

    /// The distance from the first end to the point nearest to `point` on the edge's line, meters.
    fn distance_to(&self, point: Vec3) -> f32 {
        (point - self.line[0]).dot(self.along)
    }
}

/// The edges by the cells along them, and the side of a cell, meters. Every point of an edge is within a
/// quarter of that from an inserted point.
fn grid(rims: &[Rim]) -> (PointGrid, f32) {
    let mut lengths: Vec<f32> = rims.iter().map(|rim| rim.length).collect();
    lengths.sort_unstable_by(f32::total_cmp);
    let median = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0);
    let side = (CELL_SHARE * median).clamp(CELL_SIDE_LIMITS[0], CELL_SIDE_LIMITS[1]);
    let mut placed: Vec<(IVec3, u32)> = Vec::new();
    for (rim, index) in rims.iter().zip(0..) {
        let steps = (rim.length / (side * 0.5)).ceil().max(1.0);
        for step in 0..=steps as u32 {
            let point = rim.at(rim.length * step as f32 / steps);
            placed.push(((point / side).floor().as_ivec3(), index));
        }
    }
    (PointGrid::of_cells(placed, side), side)
}

/// Returns whether the end of an edge lies in the middle of a parallel neighbor.
fn splits(rim: &Rim, end: u32, place: Vec3, neighbor: &Rim, slack: f32) -> bool {
    let at = neighbor.distance_to(place);
    !neighbor.ends.contains(&end)
        && at > slack
        && at < neighbor.length - slack
        && neighbor.at(at).distance(place) <= slack
        && rim.along.dot(neighbor.along).abs() > MIN_CORNER_COSINE
        && rim.inward.dot(neighbor.inward) < MAX_INWARD_COSINE
}

/// A gap between two edges.
struct Gap {
    /// The largest width of the gap, meters.
    width: f32,
    place: Vec3,
}

/// The gap between two edges that nearly meet; `None` if they meet, or are no neighbors.
fn gap(rim: &Rim, neighbor: &Rim, slack: f32) -> Option<Gap> {
    let cosine = rim.along.dot(neighbor.along);
    if cosine.abs() < MIN_GAP_COSINE || rim.inward.dot(neighbor.inward) >= MAX_INWARD_COSINE {
        return None;
    }
    let ends = rim.line.map(|end| neighbor.distance_to(end));
    let low = ends[0].min(ends[1]).max(0.0);
    let high = ends[0].max(ends[1]).min(neighbor.length);
    let least = (MIN_RUN_SHARE * rim.length.min(neighbor.length)).max(MIN_RUN_LENGTH);
    if high - low < least {
        return None;
    }
    let across = |distance: f32| {
        let there = neighbor.at(distance);
        let here = rim.at(rim.distance_to(there).clamp(0.0, rim.length));
        (here, there)
    };
    let widths = [low, high].map(|at| {
        let (here, there) = across(at);
        here.distance(there)
    });
    let width = widths[0].max(widths[1]);
    let (here, there) = across((low + high) * 0.5);
    let across = (there - here).try_normalize()?;
    let past = [across.dot(rim.inward), -across.dot(neighbor.inward)];
    let is_gap = past[0].max(past[1]) <= MAX_OVERLAP_SHARE && past[0].min(past[1]) < -0.5;
    (width > slack && width <= MAX_GAP_WIDTH && is_gap).then_some(Gap {
        width,
        place: (here + there) * 0.5,
    })
}
