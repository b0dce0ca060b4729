//! The deepest overlaps of a body with a crowd.

use glam::DVec3;

use super::{
    SINK,
    path::{APART, CrowdPath},
};
use crate::{
    Body,
    contact::{Separation, separation_body_triangle},
    geom::Aabb,
    placement::PlacedMesh,
    tree::BestFirst,
    work::{CROWD_WORK, Work, look_work},
};

/// A triangle is among the deepest if it is deeper than the last of them by more than this, meters.
const DEEPER: f64 = 1e-7;

/// The deepest overlaps of a body where it is.
pub(in super::super) struct DeepestWalk<'a, 'f> {
    pub placed: PlacedMesh<'a>,
    /// The moving body, and where it is in the world.
    pub body: &'a Body,
    pub position: DVec3,
    /// The body and its place in the mesh's own space.
    pub path: CrowdPath<'a>,
    /// The number of overlaps that are of interest.
    pub most: usize,
    /// The deepest so far, the deepest first: each triangle, counted as the meshes count them.
    pub found: &'f mut Vec<(u32, Separation)>,
    /// Where it is spent, deeper ones may be left.
    pub work: &'a Work,
}

impl DeepestWalk<'_, '_> {
    pub(in super::super) fn run(mut self) {
        let (tree, work) = (self.path.mesh.tree(), self.work);
        tree.best_first(&mut self, work);
    }

    /// The depth from which on an overlap is of interest, meters.
    fn least(&self) -> f64 {
        match self.found.len() < self.most {
            true => SINK,
            false => (self.found.last()).map_or(SINK, |(_, last)| last.depth + DEEPER),
        }
    }
}

impl BestFirst for DeepestWalk<'_, '_> {
    /// The measure is the greatest depth that a triangle in the box can have, negative.
    fn measure(&mut self, bounds: &Aabb) -> Option<f64> {
        let side = self.path.side_of_box(bounds);
        let depth = side.map_or(f64::INFINITY, |side| self.path.depth(side));
        let is_scaled = self.placed.stretch() != 1.0 && depth > 0.0;
        let depth = if is_scaled { f64::INFINITY } else { depth };
        (depth > -APART && self.wants(-depth)).then_some(-depth)
    }

    fn wants(&self, measure: f64) -> bool {
        -measure + APART > self.least()
    }

    fn take(&mut self, first: u32, count: u32) {
        self.work.spend(count as usize * CROWD_WORK);
        for triangle in first..first + count {
            self.work.spend(look_work(self.body));
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
