//! The deepest overlaps of a body with a crowd.

use glam::DVec3;

use super::{
    CROWD_SINK,
    path::{APART_DISTANCE, BodyPath},
};
use crate::{
    Body,
    contact::{Separation, separation_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    tree::BestFirst,
    work::{CROWD_WORK, Work, separation_work},
};

/// The depth by which an overlap must exceed the shallowest of the deepest to replace it, meters.
const DEPTH_GAIN: f64 = 1e-7;

/// The search for the deepest overlaps of a body at its position.
pub(in super::super) struct DeepestSearch<'a, 'f> {
    pub placed: PlacedMesh<'a>,
    /// The moving body.
    pub body: &'a Body,
    /// The position of the body in the world, meters.
    pub position: DVec3,
    /// The body and its position in the mesh's own space.
    pub path: BodyPath<'a>,
    /// The largest number of overlaps to find.
    pub limit: usize,
    /// The deepest overlaps so far, deepest first, with the index of each triangle among all meshes.
    pub found: &'f mut Vec<(u32, Separation)>,
    /// The work of the search. Once the work is spent, deeper overlaps may be missing.
    pub work: &'a Work,
}

impl DeepestSearch<'_, '_> {
    pub(in super::super) fn run(mut self) {
        let (tree, work) = (self.path.mesh.tree(), self.work);
        tree.best_first(&mut self, work);
    }

    /// The depth that an overlap must exceed to be among the deepest, meters.
    fn min_depth(&self) -> f64 {
        match self.found.len() < self.limit {
            true => CROWD_SINK,
            false => (self.found.last()).map_or(CROWD_SINK, |(_, last)| last.depth + DEPTH_GAIN),
        }
    }
}

impl BestFirst for DeepestSearch<'_, '_> {
    /// The measure is the negative of the greatest possible depth of a triangle in the box.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let plane = self.path.supporting_plane(bounds);
        let depth = plane.map_or(f64::INFINITY, |plane| self.path.depth(plane));
        let is_scaled = self.placed.stretch() != 1.0 && depth > 0.0;
        let depth = if is_scaled { f64::INFINITY } else { depth };
        (depth > -APART_DISTANCE && self.wants(-depth)).then_some(-depth)
    }

    fn wants(&self, measure: f64) -> bool {
        -measure + APART_DISTANCE > self.min_depth()
    }

    fn visit_leaf(&mut self, first: u32, count: u32) {
        self.work.spend(count as usize * CROWD_WORK);
        for triangle in first..first + count {
            self.work.spend(separation_work(self.body));
            let corners = self.placed.corners_from(triangle, self.position);
            let separation = separation_body_triangle(self.body, corners);
            if separation.depth <= self.min_depth() {
                continue;
            }
            let rank = (self.found).partition_point(|(_, known)| known.depth >= separation.depth);
            (self.found).insert(rank, (self.placed.first + triangle, separation));
            self.found.truncate(self.limit);
        }
    }
}
