//! The deepest overlaps of a body with a crowd.

use glam::DVec3;

use super::{
    CROWD_SINK,
    path::{APART_DISTANCE, CrowdPath},
};
use crate::{
    Body,
    contact::{Separation, separation_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    tree::BestFirst,
    work::{CROWD_WORK, Work, separation_work},
};

/// The depth by which a triangle must exceed the last of the deepest to be among them, meters.
const DEPTH_GAIN: f64 = 1e-7;

/// The search for the deepest overlaps of a body at its position.
pub(in super::super) struct DeepestWalk<'a, 'f> {
    pub placed: PlacedMesh<'a>,
    /// The moving body.
    pub body: &'a Body,
    /// The position of the body in the world, meters.
    pub position: DVec3,
    /// The body and its position in the mesh's own space.
    pub path: CrowdPath<'a>,
    /// The most overlaps to find.
    pub most: usize,
    /// The deepest overlaps so far, the deepest first, with the index of each triangle among all meshes.
    pub found: &'f mut Vec<(u32, Separation)>,
    /// The work of the search. Deeper overlaps may be missing once it is spent.
    pub work: &'a Work,
}

impl DeepestWalk<'_, '_> {
    pub(in super::super) fn run(mut self) {
        let (tree, work) = (self.path.mesh.tree(), self.work);
        tree.best_first(&mut self, work);
    }

    /// The least depth of an overlap of interest, meters.
    fn least(&self) -> f64 {
        match self.found.len() < self.most {
            true => CROWD_SINK,
            false => (self.found.last()).map_or(CROWD_SINK, |(_, last)| last.depth + DEPTH_GAIN),
        }
    }
}

impl BestFirst for DeepestWalk<'_, '_> {
    /// The measure is the negative of the greatest possible depth of a triangle in the box.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let side = self.path.side_of_box(bounds);
        let depth = side.map_or(f64::INFINITY, |side| self.path.depth(side));
        let is_scaled = self.placed.stretch() != 1.0 && depth > 0.0;
        let depth = if is_scaled { f64::INFINITY } else { depth };
        (depth > -APART_DISTANCE && self.wants(-depth)).then_some(-depth)
    }

    fn wants(&self, measure: f64) -> bool {
        -measure + APART_DISTANCE > self.least()
    }

    fn take(&mut self, first: u32, count: u32) {
        self.work.spend(count as usize * CROWD_WORK);
        for triangle in first..first + count {
            self.work.spend(separation_work(self.body));
            let corners = self.placed.corners_from(triangle, self.position);
            let separation = separation_body_triangle(self.body, corners);
            if separation.depth <= self.least() {
                continue;
            }
            let place = (self.found).partition_point(|(_, known)| known.depth >= separation.depth);
            (self.found).insert(place, (self.placed.first + triangle, separation));
            self.found.truncate(self.most);
        }
    }
}
