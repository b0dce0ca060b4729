//! Counts of possibly solid elements in a file, taken while it is read, for the message about a level
//! without solids.

use hexbound_base::words::counted;
use serde::{Deserialize, Serialize};

/// Counts of everything that the scene places.
#[derive(Clone, Debug, Default)]
pub struct Census {
    /// The number of the file's meshes, placed or not.
    pub meshes: usize,
    /// The number of nodes with a mesh, in any scene or in none.
    pub mesh_nodes: usize,
    /// The name or index of the scene that is read; `None` in a file without scenes.
    pub scene: Option<String>,
    /// The number of nodes that are omitted, with all below them, because of their names.
    pub left_out: usize,
    /// The number of nodes with a mesh that were reached.
    pub placed: usize,
}

/// Counts of the primitives and triangles that contribute no geometry.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// The number of primitives that are lines or points.
    pub lines: usize,
    /// The number of primitives without positions or without a single triangle.
    pub bare: usize,
    /// The number of triangles without area.
    pub degenerate: usize,
}

/// The number of parts with triangles, by their use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PartCounts {
    /// Parts that are only drawn.
    pub not_solid: usize,
    /// Parts of props and movers.
    pub moving: usize,
    /// Static solid parts.
    pub solid: usize,
}

/// Explains why nothing is solid, with a remedy.
pub(super) fn why_empty(
    census: &Census,
    left_out: LeftOut,
    parts: PartCounts,
) -> (String, &'static str) {
    let reasons = reasons(census, left_out, parts);
    let remedy = reasons.first().map_or(
        "Give it at least one mesh of triangles that is not marked -nocol, -noimp or -navmesh",
        |(_, remedy)| *remedy,
    );
    let words: Vec<String> = reasons.into_iter().map(|(words, _)| words).collect();
    (words.join(", "), remedy)
}

fn reasons(census: &Census, left_out: LeftOut, parts: PartCounts) -> Vec<(String, &'static str)> {
    if census.placed == 0 {
        return vec![why_unplaced(census)];
    }
    let mut reasons = Vec::new();
    let mut say = |count: usize, words: String, remedy: &'static str| {
        if count > 0 {
            reasons.push((words, remedy));
        }
    };
    say(
        parts.not_solid,
        counted(parts.not_solid, "mesh is", "meshes are") + " named -nocol, so not solid",
        "Take -nocol off the names of what one should stand on",
    );
    say(
        parts.moving,
        counted(parts.moving, "solid mesh is", "solid meshes are") + " a prop or moves",
        "Give it ground that stays where it is",
    );
    say(
        left_out.lines,
        counted(left_out.lines, "primitive is", "primitives are") + " lines or points",
        "Export faces: lines and points have none",
    );
    say(
        left_out.degenerate + parts.solid,
        match left_out.degenerate {
            0 => String::from("its triangles are too thin or too small to have an area"),
            some => counted(some, "triangle has", "triangles have") + " no area",
        },
        "Make its faces wider than nothing; if it is tiny, --scale makes it larger",
    );
    say(
        left_out.bare,
        counted(left_out.bare, "primitive has", "primitives have") + " no triangles",
        "Export its meshes with their faces",
    );
    reasons
}

/// The reason and remedy for a scene in which no node has a mesh.
fn why_unplaced(census: &Census) -> (String, &'static str) {
    if census.meshes == 0 {
        let words = String::from("it has no mesh");
        return (words, "Export it with at least one mesh of triangles");
    }
    if census.left_out > 0 {
        let names = counted(census.left_out, "node is", "nodes are");
        return (
            names
                + " left out by their names (-noimp, -navmesh, -occonly), and nothing else is there",
            "Take the ending off the name of what is the level",
        );
    }
    if census.mesh_nodes == 0 {
        let words = counted(census.meshes, "mesh is", "meshes are") + " placed by no node";
        return (words, "Place a mesh in the scene and export it again");
    }
    let outside = counted(census.mesh_nodes, "node", "nodes") + " with a mesh";
    match &census.scene {
        Some(scene) => (
            format!("the scene that is shown, {scene}, has none of the file's {outside}"),
            "Put them into that scene, or make theirs the default one",
        ),
        None => (
            format!("none of the file's {outside} can be reached"),
            "Export it again with a scene",
        ),
    }
}
