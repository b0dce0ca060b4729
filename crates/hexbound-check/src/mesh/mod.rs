//! The findings about a level's triangles: duplicate faces, open seams, holes, slivers, visible backs,
//! and stray geometry. The functions are pure; `passages` reports where the player can stand.

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

/// Finds the faults of the triangles. `eyes` are viewpoints of players, local, meters; the first is at
/// the spawn. Each part is reported to `progress`.
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

/// Returns whether a solid, whatever its corners, is within `distance` in front of or behind a place,
/// meters.
fn is_filled(collision: &CollisionMesh, place: Vec3, normal: Vec3, distance: f32) -> bool {
    let from = place + normal * distance;
    collision.ray_hits_any(from, -normal, distance * 2.0, Sides::Both)
}
