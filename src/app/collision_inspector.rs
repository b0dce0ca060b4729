//! The player's choice of collision views. `inspect` computes their content.

use hexbound_inspect::{
    CollisionView, CollisionViews, Inspection, InspectionRequest, USUAL_DEPTH, has_boxes, inspect,
    inspect_why_from,
};
use hexbound_level::Level;
use hexbound_sim::View;

use super::game::Game;

/// The collision views that are shown, and the depth of the tree whose boxes are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CollisionInspector {
    /// The view that the player has selected.
    pub view: CollisionView,
    /// The views that stay while the player selects others.
    pub pinned: CollisionViews,
    /// The level of the tree whose boxes are shown.
    depth: u32,
    /// True if the account of the tick that last stopped the player replaces the views.
    pub shows_why: bool,
}

impl CollisionInspector {
    /// An inspector with these views at the usual depth, all but the last pinned.
    pub(crate) fn new(views: CollisionViews) -> Self {
        let view = views.iter().next_back().unwrap_or_default();
        Self {
            view,
            pinned: views.without(view),
            depth: USUAL_DEPTH,
            shows_why: false,
        }
    }

    /// Replaces the view that is not pinned.
    pub(crate) fn show(&mut self, view: CollisionView) {
        self.view = view;
        self.shows_why = false;
    }

    /// Enters a level. Its placeable shapes are shown at once, unless a view is shown. Leaving the
    /// level hides them.
    pub(crate) fn enter(&mut self, level: &Level) {
        self.view = match (self.view, level.has_placed_shapes()) {
            (CollisionView::Off, true) => CollisionView::Shapes,
            (CollisionView::Shapes, false) => CollisionView::Off,
            (view, _) => view,
        };
    }

    /// Pins the view, or unpins it. Without a view, unpins all.
    pub(crate) fn toggle_pin(&mut self) {
        self.shows_why = false;
        self.pinned = match self.view {
            CollisionView::Off => CollisionViews::default(),
            view if self.pinned.contains(view) => self.pinned.without(view),
            view => self.pinned.with(view),
        };
    }

    /// The views that are shown: the pinned ones and the selected one.
    fn shown(&self) -> CollisionViews {
        self.pinned.with(self.view)
    }

    /// Switches between the account of the player's last stop and the views. Returns true for the
    /// account.
    pub(crate) fn toggle_why(&mut self) -> bool {
        self.shows_why = !self.shows_why;
        self.shows_why
    }

    /// Returns whether anything is shown.
    pub(crate) fn is_on(&self) -> bool {
        self.shows_why || !self.shown().is_empty()
    }

    /// Returns whether any shown view needs the journal of the last tick.
    pub(crate) fn needs_journal(&self) -> bool {
        self.shows_why || self.shown().needs_journal()
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

    /// The inspection from the eye of `view`. `field_of_view` is vertical, radians, and the size of the
    /// picture is in pixels.
    pub(crate) fn inspect(
        &self,
        view: &View,
        field_of_view: f32,
        size: [u32; 2],
        game: &Game,
    ) -> Inspection {
        let asked = InspectionRequest::through(view, self.shown(), self.depth);
        let asked = asked.in_picture(field_of_view, size);
        match self.shows_why {
            true => inspect_why_from(&asked, &game.level, game.last_stop()),
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
        let mut inspector = CollisionInspector::new(CollisionView::Contacts.into());
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
        let mut inspector = CollisionInspector::new("tree,rays,legs".parse().unwrap());
        assert_eq!(inspector.view, CollisionView::Legs);
        assert_eq!(shown(&inspector), ["tree", "rays", "legs"]);
        inspector.show(CollisionView::Off);
        assert_eq!(shown(&inspector), ["tree", "rays"]);
        inspector.toggle_pin();
        assert!(!inspector.is_on());
    }
}
