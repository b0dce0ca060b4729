//! The tree over the hexagons that PS1 … PS6 cut out of each triangle's plane, for the article's test.
//! The tree decides which triangles are tested, never the result.

use glam::{DVec2, DVec3, Vec3};

use crate::{
    CollisionMesh,
    geom::Aabb,
    tree::{BuildOptions, WideTree},
};

/// A tree over the hexagons, and the article's order of tests, which is that of the source list.
#[derive(Clone, Debug)]
pub(crate) struct HexagonTree {
    /// The distance by which the hexagons extend beyond the triangles, meters.
    pub border: f32,
    pub tree: WideTree,
    /// The tree's boxes, leaf by leaf, as indices in `source_order`.
    pub leaves: Vec<u32>,
    /// The mesh's triangles in the order of the source list.
    pub source_order: Vec<u32>,
}

impl HexagonTree {
    pub(crate) fn build(mesh: &CollisionMesh, border: f32) -> Self {
        let mut source_order: Vec<u32> = (0..mesh.len() as u32).collect();
        source_order.sort_unstable_by_key(|triangle| mesh.source(*triangle));
        let (level, reach) = (mesh.bounds(), f64::from(border));
        let boxes: Vec<Aabb> = (source_order.iter())
            .map(|triangle| hexagon_bounds(mesh.corners_f64(*triangle), reach, level))
            .collect();
        let (tree, leaves) = WideTree::build(&boxes, BuildOptions::default());
        Self {
            border,
            tree,
            leaves,
            source_order,
        }
    }
}

/// The box around a triangle's hexagon; the whole `level` if the planes do not bound it.
fn hexagon_bounds(corners: [DVec3; 3], border: f64, level: Aabb) -> Aabb {
    let edge = corners[1] - corners[0];
    let normal = edge.cross(corners[2] - corners[0]);
    let (Some(along), Some(normal)) = (edge.try_normalize(), normal.try_normalize()) else {
        return level;
    };
    let across = normal.cross(along);
    let flat = corners.map(|corner| {
        let offset = corner - corners[0];
        DVec2::new(offset.dot(along), offset.dot(across))
    });
    // A square far larger than any level, cut by the six planes.
    let square = [(-1e6, -1e6), (1e6, -1e6), (1e6, 1e6), (-1e6, 1e6)];
    let mut outline = square.map(DVec2::from).to_vec();
    for k in 0..3 {
        let (from, to, opposite) = (flat[k], flat[(k + 1) % 3], flat[(k + 2) % 3]);
        let Some(inward) = (to - from).perp().try_normalize() else {
            return level;
        };
        outline = clip(&outline, inward, inward.dot(from) - border);
        outline = clip(&outline, -inward, -inward.dot(opposite) - border);
    }
    let point = |p: DVec2| (corners[0] + along * p.x + across * p.y).as_vec3();
    let bounds = Aabb::from_points(outline.into_iter().map(point));
    match bounds.is_empty() {
        true => level,
        false => bounds.grown(Vec3::splat(1e-2)),
    }
}

/// The part of a convex outline on the inner side of a line, `inward·x ≥ offset` (Sutherland and
/// Hodgman, "Reentrant Polygon Clipping").
fn clip(outline: &[DVec2], inward: DVec2, offset: f64) -> Vec<DVec2> {
    let mut kept = Vec::with_capacity(outline.len() + 1);
    for (i, &point) in outline.iter().enumerate() {
        let next = outline[(i + 1) % outline.len()];
        let (here, there) = (inward.dot(point) - offset, inward.dot(next) - offset);
        if here >= 0.0 {
            kept.push(point);
        }
        if (here >= 0.0) != (there >= 0.0) {
            kept.push(point + (next - point) * (here / (here - there)));
        }
    }
    kept
}
