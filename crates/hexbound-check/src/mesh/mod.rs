//! The findings about a level's triangles: faces in the same place, seams that do not close, holes,
//! slivers, faces that are seen from behind, and geometry far from all else. Pure functions of a
//! finished level; where one can stand is reported by `passages`.

mod backs;
mod duplicates;
mod edges;
mod faces;
mod open_edges;
mod seams;
pub(crate) mod seen;
mod slivers;
mod stray;

use std::collections::BTreeSet;

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces as Sides};

use faces::Faces;
use hexbound_base::progress::Progress;
use hexbound_level::{Finding, Level};

/// Finds what is wrong with the triangles. `eyes` are places from which a player looks, local, meters;
/// the first is at the spawn. Each part is reported to `progress`.
pub(crate) fn findings(level: &Level, eyes: &[Vec3], progress: &Progress) -> Vec<Finding> {
    progress("looking at the triangles", Some(0.8));
    let faces = Faces::of(level);
    let edges = edges::sorted(&faces);
    let open = edges::open(&edges);
    progress("looking for faces seen from behind", Some(0.83));
    let mut found = backs::findings(level, &faces, eyes);
    let flipped: BTreeSet<&str> = found.iter().filter_map(|it| it.node.as_deref()).collect();
    let is_flipped = |node: usize| flipped.contains(&*faces.names[node]);
    progress("looking for faces in one place", Some(0.87));
    let duplicates = duplicates::findings(level, &faces, &is_flipped);
    found.extend(duplicates);
    progress("looking for open seams", Some(0.91));
    found.extend(seams::findings(level, &faces, &open));
    progress("looking for holes in the mesh", Some(0.95));
    found.extend(open_edges::findings(level, &faces, &open));
    found.extend(edges::non_manifold(&faces, &edges));
    found.extend(slivers::findings(&faces));
    found.extend(stray::findings(level, &faces));
    found
}

/// Returns whether something solid, whatever corners it has, is this close before or behind a place, meters.
fn is_filled(collision: &CollisionMesh, place: Vec3, normal: Vec3, distance: f32) -> bool {
    let from = place + normal * distance;
    collision.ray_hits_any(from, -normal, distance * 2.0, Sides::Both)
}
