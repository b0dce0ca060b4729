//! The player's choice of what is shown of collision. What there is to see is found in `inspect`.

use crate::{
    inspect::{CollisionView, Inspection, InspectionRequest, USUAL_DEPTH, has_boxes, inspect},
    level::Level,
    sim::{View, World},
};

/// The view of collision that is shown, and how deep it goes into the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CollisionInspector {
    pub view: CollisionView,
    /// The level of the tree whose boxes are shown.
    depth: u32,
}

impl CollisionInspector {
    /// Begins with a view, at the usual depth.
    pub(crate) fn at(view: CollisionView) -> Self {
        Self {
            view,
            depth: USUAL_DEPTH,
        }
    }

    /// Shows larger boxes of the tree.
    pub(crate) fn shallower(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Shows smaller boxes of the tree, down to its smallest.
    pub(crate) fn deeper(&mut self, level: &Level) {
        if has_boxes(&level.collision, self.depth + 1) {
            self.depth += 1;
        }
    }

    /// The inspection as seen from the eye of `view`, in a picture with that vertical field of view,
    /// radians, and of that size, pixels.
    pub(crate) fn inspect(
        &self,
        (view, field_of_view, size): (&View, f32, [u32; 2]),
        level: &Level,
        world: &World,
    ) -> Inspection {
        let asked = InspectionRequest::through(view, self.view, self.depth);
        inspect(&asked.in_picture(field_of_view, size), level, world)
    }
}
