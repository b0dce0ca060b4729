//! The player's choice of what is shown of collision. What there is to see is found in `inspect`.

use hexbound_inspect::{
    CollisionView, CollisionViews, Inspection, InspectionRequest, USUAL_DEPTH, has_boxes, inspect,
    inspect_why_from,
};
use hexbound_level::Level;
use hexbound_sim::View;

use super::game::Game;

/// The views of collision that are shown, and how deep they go into the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CollisionInspector {
    /// The view that the player has come to.
    pub view: CollisionView,
    /// The views that stay while the player goes on to others.
    pub pinned: CollisionViews,
    /// The level of the tree whose boxes are shown.
    depth: u32,
    /// True if the tick that stopped the player last is shown in place of the views.
    pub tells_why: bool,
}

impl CollisionInspector {
    /// Begins with views, all but the last of them pinned, at the usual depth.
    pub(crate) fn at(views: CollisionViews) -> Self {
        let view = views.iter().next_back().unwrap_or_default();
        Self {
            view,
            pinned: views.without(view),
            depth: USUAL_DEPTH,
            tells_why: false,
        }
    }

    /// Shows another view in the place of the one that is not pinned.
    pub(crate) fn show(&mut self, view: CollisionView) {
        self.view = view;
        self.tells_why = false;
    }

    /// Begins in a level: one with shapes to place shows these from the start, where no other view is
    /// shown, and leaving it hides them.
    pub(crate) fn enter(&mut self, level: &Level) {
        self.view = match (self.view, level.has_placed_shapes()) {
            (CollisionView::Off, true) => CollisionView::Shapes,
            (CollisionView::Shapes, false) => CollisionView::Off,
            (view, _) => view,
        };
    }

    /// Pins the view, or lets it go; where there is none, lets all go.
    pub(crate) fn toggle_pin(&mut self) {
        self.tells_why = false;
        self.pinned = match self.view {
            CollisionView::Off => CollisionViews::default(),
            view if self.pinned.contains(view) => self.pinned.without(view),
            view => self.pinned.with(view),
        };
    }

    /// The views that are shown: the pinned ones, and the one that the player has come to.
    fn shown(&self) -> CollisionViews {
        self.pinned.with(self.view)
    }

    /// Switches between why the player stopped and the views. Returns whether it explains that now.
    pub(crate) fn toggle_why(&mut self) -> bool {
        self.tells_why = !self.tells_why;
        self.tells_why
    }

    /// Returns whether there is something to show.
    pub(crate) fn is_on(&self) -> bool {
        self.tells_why || !self.shown().is_empty()
    }

    /// Returns whether something that is shown is read from the journal of the last tick.
    pub(crate) fn needs_journal(&self) -> bool {
        self.tells_why || self.shown().needs_journal()
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
        view: &View,
        field_of_view: f32,
        size: [u32; 2],
        game: &Game,
    ) -> Inspection {
        let asked = InspectionRequest::through(view, self.shown(), self.depth);
        let asked = asked.in_picture(field_of_view, size);
        match self.tells_why {
            true => inspect_why_from(&asked, &game.level, game.stopped()),
            false => inspect(&asked, &game.level, &game.world),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;

    #[test]
    fn shapes_to_place_are_shown_where_there_are_some() {
        let [with, without] = ["test:shapes", "test:flat"].map(|it| catalog::open(it).unwrap());
        let mut inspector = CollisionInspector::default();
        inspector.enter(&with);
        assert_eq!(inspector.view, CollisionView::Shapes);
        inspector.enter(&without);
        assert_eq!(inspector.view, CollisionView::Off);
        inspector.show(CollisionView::Rays);
        inspector.enter(&with);
        assert_eq!(inspector.view, CollisionView::Rays);
    }

    fn shown(inspector: &CollisionInspector) -> Vec<&'static str> {
        inspector.shown().iter().map(CollisionView::name).collect()
    }

    #[test]
    fn a_pinned_view_stays_while_the_player_goes_on_to_others() {
        let mut inspector = CollisionInspector::at(CollisionView::Contacts.into());
        inspector.toggle_pin();
        inspector.show(CollisionView::Rays);
        assert_eq!(shown(&inspector), ["contacts", "rays"]);
        inspector.show(CollisionView::Contacts);
        assert_eq!(shown(&inspector), ["contacts"]);
        inspector.show(CollisionView::Off);
        assert_eq!(shown(&inspector), ["contacts"]);
        assert!(inspector.is_on());
        inspector.show(CollisionView::Contacts);
        inspector.toggle_pin();
        inspector.show(CollisionView::Off);
        assert!(!inspector.is_on());
    }

    #[test]
    fn where_there_is_no_view_all_pins_are_let_go() {
        let mut inspector = CollisionInspector::at("tree,rays,legs".parse().unwrap());
        assert_eq!(inspector.view, CollisionView::Legs);
        assert_eq!(shown(&inspector), ["tree", "rays", "legs"]);
        inspector.show(CollisionView::Off);
        assert_eq!(shown(&inspector), ["tree", "rays"]);
        inspector.toggle_pin();
        assert!(!inspector.is_on());
    }
}
