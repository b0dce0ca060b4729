//! Geometry far outside of everything else: a forgotten cube, a vertex group at the origin.

use std::collections::BTreeMap;

use hexbound_collide::geom::Aabb;

use super::{
    super::report::{Weighed, largest_first, length, spelled},
    faces::Faces,
};
use hexbound_level::{Code, Finding, Level};

/// The least distance of a stray piece from the rest of the geometry, meters.
const MIN_STRAY_DISTANCE: f32 = 20.0;
/// The largest share of all faces in stray pieces together.
const MAX_STRAY_SHARE: f32 = 0.2;

/// A piece: faces joined at their corners.
struct ConnectedFaces {
    bounds: Aabb,
    face_count: usize,
    /// The node of the first face, as an index into `Faces::names`.
    node: usize,
}

/// Finds pieces far from the rest of the geometry. The rest grows from the largest piece and the spawn. A
/// piece joins the rest if its distance is at most the size of the rest, or `MIN_STRAY_DISTANCE`.
pub(super) fn findings(level: &Level, faces: &Faces) -> Vec<Finding> {
    let pieces = pieces(faces);
    let Some(largest) = (pieces.iter()).max_by_key(|piece| piece.face_count) else {
        return Vec::new();
    };
    let spawn = level.spawn.position;
    let mut rest = largest.bounds.union(Aabb::new(spawn, spawn));
    let mut apart: Vec<&ConnectedFaces> = pieces.iter().collect();
    loop {
        let before = apart.len();
        apart.retain(|piece| {
            let reach = rest.size().length().max(MIN_STRAY_DISTANCE);
            let joins = distance(&rest, &piece.bounds) <= reach;
            if joins {
                rest = rest.union(piece.bounds);
            }
            !joins
        });
        if apart.len() == before {
            break;
        }
    }
    let count: usize = apart.iter().map(|piece| piece.face_count).sum();
    if count as f32 > MAX_STRAY_SHARE * faces.corners.len() as f32 {
        return Vec::new();
    }
    let mut by_node: BTreeMap<usize, (usize, Aabb)> = BTreeMap::new();
    for piece in apart {
        let (count, bounds) = by_node.entry(piece.node).or_insert((0, Aabb::EMPTY));
        *count += piece.face_count;
        *bounds = bounds.union(piece.bounds);
    }
    let found = by_node.into_iter().map(|(node, (count, bounds))| {
        let name = &faces.names[node];
        let away = distance(&rest, &bounds);
        let triangles = spelled(count, "triangle lies", "triangles lie");
        let problem = format!(
            "{triangles} {} away from everything else, which is {} large",
            length(away),
            length(rest.size().max_element())
        );
        Weighed {
            finding: (Finding::about("node", name, Code::StrayGeometry, problem))
                .at(bounds.center()),
            weight: away,
        }
    });
    largest_first(Code::StrayGeometry, found.collect())
}

/// The connected pieces of the static geometry.
fn pieces(faces: &Faces) -> Vec<ConnectedFaces> {
    let mut joined = faces.joined();
    let mut pieces: BTreeMap<usize, ConnectedFaces> = BTreeMap::new();
    for face in faces.static_faces() {
        let root = joined.root(faces.corners[face][0] as usize);
        let piece = pieces.entry(root).or_insert(ConnectedFaces {
            bounds: Aabb::EMPTY,
            face_count: 0,
            node: faces.node(face),
        });
        piece.bounds = piece.bounds.union(Aabb::from_points(faces.positions(face)));
        piece.face_count += 1;
    }
    pieces.into_values().collect()
}

/// The distance between two boxes, meters.
fn distance(one: &Aabb, other: &Aabb) -> f32 {
    let gap = (one.min - other.max).max(other.min - one.max);
    gap.max(glam::Vec3::ZERO).length()
}
