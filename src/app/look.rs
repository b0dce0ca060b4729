//! What is looked at of collision, and what keys change of it. What there is to see is found in
//! `inspect`.

use crate::{
    inspect::{Asked, CollisionView, Seen, USUAL_DEPTH, has_boxes, look},
    level::Level,
    sim::{View, World},
};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Look {
    pub view: CollisionView,
    /// Of the tree's boxes.
    depth: u32,
}

impl Look {
    pub fn at(view: CollisionView) -> Self {
        Self {
            view,
            depth: USUAL_DEPTH,
        }
    }

    pub fn shallower(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// No deeper than the level's tree goes.
    pub fn deeper(&mut self, level: &Level) {
        if has_boxes(&level.collision, self.depth + 1) {
            self.depth += 1;
        }
    }

    /// From where `view` is seen.
    pub fn see(&self, view: &View, level: &Level, world: &World) -> Seen {
        look(&Asked::through(view, self.view, self.depth), level, world)
    }
}
