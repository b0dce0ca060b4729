//! Nodes with far more triangles than bodies or eyes can distinguish, and places where the player comes
//! close to so many that play is slow.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;
use hexbound_collide::geom::Aabb;
use rayon::prelude::*;

use super::{
    mesh::seen::DrawnTriangles,
    report::{Weighed, largest_first},
};
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::{Code, Finding, Level, Part};

/// The number of a node's triangles from which their size is checked.
const MIN_DENSE_TRIANGLES: usize = 50_000;
/// The side of a typical triangle below which a dense node is finer than one can distinguish, meters.
const MIN_TRIANGLE_SIDE: f32 = 0.03;
/// The number of solid triangles close to a body from which a tick is slow.
const MIN_CROWD_TRIANGLES: usize = 1500;
/// The distance from a body's box within which a triangle is close to it, meters.
const CROWD_DISTANCE: f32 = 0.1;
/// The largest number of places at which triangles are counted.
const MAX_PLACES: usize = 2000;

/// Returns the findings about solid nodes of very many and very small triangles, and about crowds of
/// triangles at places that the player reaches, local, meters. Nodes that the loader has already reported
/// are left out.
pub(crate) fn findings(level: &Level, places: &[Vec3]) -> Vec<Finding> {
    let of_loader = level.findings.iter();
    let mut known: BTreeSet<String> = of_loader
        .filter(|it| it.code == Code::DenseMesh)
        .filter_map(|it| it.node.clone())
        .collect();
    let mut found = too_fine_nodes(level);
    found.extend(crowded_nodes(level, places));
    found.retain(|finding| finding.node.clone().is_none_or(|node| known.insert(node)));
    found
}

/// The findings about nodes of many small triangles.
fn too_fine_nodes(level: &Level) -> Vec<Finding> {
    let mut nodes: BTreeMap<&str, Vec<&Part>> = BTreeMap::new();
    for part in level.mesh.parts.iter().filter(|part| part.solid) {
        nodes.entry(&part.name).or_default().push(part);
    }
    let nodes = nodes.into_iter();
    nodes
        .filter_map(|(name, parts)| too_fine_node(level, name, &parts))
        .collect()
}

/// The finding about a node with many small triangles.
fn too_fine_node(level: &Level, name: &str, parts: &[&Part]) -> Option<Finding> {
    let count: usize = parts.iter().map(|part| part.indices.len() / 3).sum();
    if count < MIN_DENSE_TRIANGLES {
        return None;
    }
    let faces = parts.iter().flat_map(|part| level.mesh.faces(part));
    let areas = faces.map(|[a, b, c]| f64::from(0.5 * (b - a).cross(c - a).length()));
    let area: f64 = areas.sum();
    let side = (area / count as f64).sqrt() as f32;
    (side < MIN_TRIANGLE_SIDE).then(|| {
        let problem = format!(
            "it has {count} solid triangles of about {:.1} cm",
            100.0 * side
        );
        let bounds = (parts.iter()).fold(Aabb::EMPTY, |all, part| all.union(part.bounds));
        Finding::about("node", name, Code::DenseMesh, problem).at(bounds.center())
    })
}

/// The triangles close to a body at a place.
struct Crowd {
    place: Vec3,
    count: usize,
    /// The node with most of the triangles.
    node: String,
    of_node: usize,
}

/// The findings about nodes that crowd places, each with its worst one.
fn crowded_nodes(level: &Level, places: &[Vec3]) -> Vec<Finding> {
    let Some(owners) = DrawnTriangles::of(level) else {
        return Vec::new();
    };
    let stride = places.len().div_ceil(MAX_PLACES).max(1);
    let crowds: Vec<Crowd> = (places.par_iter().step_by(stride))
        .filter_map(|place| crowd(level, &owners, *place))
        .collect();
    let mut worst: BTreeMap<String, Crowd> = BTreeMap::new();
    for crowd in crowds {
        let known = worst.get(&crowd.node);
        if known.is_none_or(|known| crowd.of_node > known.of_node) {
            worst.insert(crowd.node.clone(), crowd);
        }
    }
    let weighed = worst.into_values().map(|crowd| {
        let Crowd { place, count, node, of_node } = crowd;
        let problem = format!(
            "the player is close to {count} solid triangles at once here, {of_node} of them its own, so \
             that play is slow"
        );
        Weighed {
            finding: Finding::about("node", &node, Code::DenseMesh, problem).at(place),
            weight: of_node as f32,
        }
    });
    largest_first(Code::DenseMesh, weighed.collect())
}

/// The triangles close to a player's body at a place, if they are too many.
fn crowd(level: &Level, owners: &DrawnTriangles, place: Vec3) -> Option<Crowd> {
    let mesh = &*level.collision;
    let half = Vec3::new(BODY_RADIUS, HALF_HEIGHT, BODY_RADIUS) + CROWD_DISTANCE;
    let near = mesh.triangles_near(Aabb::new(place - half, place + half));
    if near.len() < MIN_CROWD_TRIANGLES {
        return None;
    }
    let mut nodes: BTreeMap<&str, usize> = BTreeMap::new();
    for triangle in &near {
        if let Some((part, _)) = owners.owner(mesh, *triangle) {
            *nodes
                .entry(&level.mesh.parts[part as usize].name)
                .or_default() += 1;
        }
    }
    let (node, of_node) = nodes.into_iter().max_by_key(|(_, count)| *count)?;
    Some(Crowd {
        place,
        count: near.len(),
        node: node.to_string(),
        of_node,
    })
}
