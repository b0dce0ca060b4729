//! The findings about a level's triangles: faces in the same place, seams that do not close, holes,
//! slivers, faces that are seen from behind, and geometry far from all else. Pure functions of a
//! finished level; where one can stand is told by `passages`.

mod backs;
mod duplicates;
mod edges;
mod faces;
mod open_edges;
mod seams;
pub(super) mod seen;
mod slivers;
mod stray;

use std::collections::BTreeSet;

use glam::Vec3;

use crate::level::{Finding, Level};
use faces::Faces;

/// Finds what is wrong with the triangles. `eyes` are places from which a player looks, local, meters;
/// the first is at the spawn.
pub(super) fn findings(level: &Level, eyes: &[Vec3]) -> Vec<Finding> {
    let faces = Faces::of(level);
    let edges = edges::sorted(&faces);
    let open = edges::open(&edges);
    let mut found = backs::findings(level, &faces, eyes);
    let flipped: BTreeSet<&str> = found.iter().filter_map(|it| it.node.as_deref()).collect();
    let is_flipped = |node: usize| flipped.contains(&*faces.names[node]);
    let duplicates = duplicates::findings(level, &faces, &is_flipped);
    found.extend(duplicates);
    found.extend(seams::findings(level, &faces, &open));
    found.extend(open_edges::findings(level, &faces, &open));
    found.extend(edges::non_manifold(&faces, &edges));
    found.extend(slivers::findings(&faces));
    found.extend(stray::findings(level, &faces));
    found
}
