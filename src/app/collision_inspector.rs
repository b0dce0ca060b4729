//! The player's choice of what is shown of collision. What there is to see is found in `inspect`.

use crate::{
    inspect::{
        CollisionView, Inspection, InspectionRequest, USUAL_DEPTH, has_boxes, inspect,
        inspect_why_from,
    },
    level::Level,
    sim::{Journal, View, World},
};

/// The view of collision that is shown, and how deep it goes into the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CollisionInspector {
    pub view: CollisionView,
    /// The level of the tree whose boxes are shown.
    depth: u32,
    /// True if the tick that stopped the player last is shown in place of the view.
    tells_why: bool,
}

impl CollisionInspector {
    /// Begins with a view, at the usual depth.
    pub(crate) fn at(view: CollisionView) -> Self {
        Self {
            view,
            depth: USUAL_DEPTH,
            tells_why: false,
        }
    }

    /// Shows another view in the place of what is shown.
    pub(crate) fn show(&mut self, view: CollisionView) {
        self.view = view;
        self.tells_why = false;
    }

    /// Tells why the player stopped, or what the view shows again. Returns whether it tells it now.
    pub(crate) fn toggle_why(&mut self) -> bool {
        self.tells_why = !self.tells_why;
        self.tells_why
    }

    /// Returns whether it tells why the player stopped.
    pub(crate) fn tells_why(&self) -> bool {
        self.tells_why
    }

    /// Returns whether there is something to show.
    pub(crate) fn is_on(&self) -> bool {
        self.tells_why || self.view != CollisionView::Off
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
    /// radians, and of that size, pixels; `stopped` is the tick that stopped the player last.
    pub(crate) fn inspect(
        &self,
        (view, field_of_view, size): (&View, f32, [u32; 2]),
        level: &Level,
        world: &World,
        stopped: Option<&Journal>,
    ) -> Inspection {
        let asked = InspectionRequest::through(view, self.view, self.depth);
        let asked = asked.in_picture(field_of_view, size);
        match self.tells_why {
            true => inspect_why_from(&asked, level, stopped),
            false => inspect(&asked, level, world),
        }
    }
}
