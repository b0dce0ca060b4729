//! The kinds of bodies that meet: a table of the collision library's classes. Whatever it says of
//! balls among each other and of the player's own moves is done by rules of their own.

use hexbound_collide::{Class, Classes, Response};

/// The classes of everything that moves, and who of them meets whom.
#[derive(Clone, Debug)]
pub(crate) struct BodyClasses {
    /// The table itself.
    pub table: Classes,
    pub player: Class,
    pub walker: Class,
    pub ball: Class,
    pub prop: Class,
}

impl Default for BodyClasses {
    fn default() -> Self {
        let mut table = Classes::default();
        let mut class = |name| table.class(name).expect("four classes are fewer than 64");
        let (player, walker) = (class("player"), class("walker"));
        let (ball, prop) = (class("ball"), class("prop"));
        for other in [player, walker, ball, prop] {
            table.set(walker, other, Response::Bounds);
        }
        Self {
            table,
            player,
            walker,
            ball,
            prop,
        }
    }
}

impl BodyClasses {
    /// Returns whether props are in the way of walkers.
    pub(crate) fn walkers_meet_props(&self) -> bool {
        self.table.response(self.walker, self.prop) != Response::Ignore
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walkers_meet_everybody_and_the_others_follow_rules_of_their_own() {
        let classes = BodyClasses::default();
        let met = classes.table.met_by(classes.walker);
        for class in [classes.player, classes.walker, classes.ball, classes.prop] {
            assert!(met.contains(class));
        }
        let met = classes.table.met_by(classes.ball);
        assert!(met.contains(classes.walker) && !met.contains(classes.player));
        assert!(classes.walkers_meet_props());
    }
}
