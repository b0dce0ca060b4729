//! The classes of a level's bodies, modeled on the collision classes and types of OgreOpcode. The level's
//! author names them for props, walkers and balls, and lists the pairs that pass through each other.

use strum::IntoStaticStr;

use hexbound_collide::{Class, Classes, Response};
use serde::{Deserialize, Serialize};

/// A kind of body that moves.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, IntoStaticStr,
)]
#[strum(serialize_all = "lowercase")]
pub enum BodyKind {
    Player,
    Ball,
    Walker,
    Prop,
}

/// The classes of a level's bodies and the pairs of classes that pass through each other. All other pairs
/// stop each other. A body without a class of its own is of the class of its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BodyClasses {
    /// The classes of the kinds, then the named ones. The response of a passing pair is the test that
    /// finds its overlaps.
    table: Classes,
    /// The classes of the kinds, in the order of [`BodyKind::ALL`].
    kinds: [Class; 4],
    /// The pairs that pass through each other, the lower class of each first.
    passing: Vec<[Class; 2]>,
    /// The bodies with a class of their own, each with its index among the level's bodies of that kind,
    /// ascending.
    members: Vec<(BodyKind, u32, Class)>,
}

impl BodyKind {
    const ALL: [Self; 4] = [Self::Player, Self::Ball, Self::Walker, Self::Prop];

    /// The word for the kind in a level's file, and the name of its class.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl Default for BodyClasses {
    fn default() -> Self {
        let mut table = Classes::default();
        let kinds = BodyKind::ALL.map(|kind| {
            let class = table.intern(kind.word());
            class.expect("four classes are fewer than 64")
        });
        Self {
            table,
            kinds,
            passing: Vec::new(),
            members: Vec::new(),
        }
    }
}

impl BodyClasses {
    /// The problem of a body whose class exceeds the limit.
    pub const FULL: &str =
        "its class is left out: a level has 64 classes at most, those of the kinds among them";

    /// Returns the class named `name`, and creates it if necessary; `None` for a 65th class.
    pub fn intern(&mut self, name: &str) -> Option<Class> {
        self.table.intern(name)
    }

    /// The class `name`, if it exists.
    pub fn find(&self, name: &str) -> Option<Class> {
        self.table.find(name)
    }

    pub fn name(&self, class: Class) -> &str {
        self.table.name(class)
    }

    /// Sets the class of the body at `index` among the level's bodies of a kind.
    pub fn set(&mut self, kind: BodyKind, index: u32, class: Class) {
        match self.member(kind, index) {
            Ok(member) => self.members[member].2 = class,
            Err(member) => self.members.insert(member, (kind, index, class)),
        }
    }

    /// Makes two classes pass through each other. `test` finds their overlaps.
    pub fn let_pass(&mut self, one: Class, other: Class, test: Response) {
        self.table.set(one, other, test);
        let pair = pair(one, other);
        if !self.passing.contains(&pair) {
            self.passing.push(pair);
        }
    }

    /// The class of the body at `index` among the level's bodies of a kind.
    pub fn get(&self, kind: BodyKind, index: u32) -> Class {
        match self.member(kind, index) {
            Ok(member) => self.members[member].2,
            Err(_) => self.of_kind(kind),
        }
    }

    /// The class of bodies of a kind without a class of their own.
    pub fn of_kind(&self, kind: BodyKind) -> Class {
        self.kinds[kind as usize]
    }

    /// Returns whether a class is that of a kind.
    pub fn is_of_kind(&self, class: Class) -> bool {
        self.kinds.contains(&class)
    }

    /// Returns whether bodies of two classes stop each other.
    pub fn stop(&self, one: Class, other: Class) -> bool {
        self.passing.is_empty() || !self.passing.contains(&pair(one, other))
    }

    /// Returns whether bodies of a class and the body at `index` among the level's bodies of a kind stop
    /// each other.
    pub fn stops_body(&self, class: Class, kind: BodyKind, index: u32) -> bool {
        self.passing.is_empty() || self.stop(class, self.get(kind, index))
    }

    /// Returns whether every body stops every other.
    pub fn all_stop(&self) -> bool {
        self.passing.is_empty()
    }

    /// The pairs of classes that pass through each other, each with the test that finds overlaps.
    pub fn passing(&self) -> impl Iterator<Item = ([Class; 2], Response)> {
        let pairs = self.passing.iter().copied();
        pairs.map(|pair| (pair, self.table.response(pair[0], pair[1])))
    }

    /// The classes for a group that finds the overlaps of passing pairs.
    pub fn overlap_table(&self) -> Classes {
        self.table.clone()
    }

    /// The classes for a group that finds the pairs that stop each other, by their boxes.
    pub fn meeting_table(&self) -> Classes {
        let mut table = Classes::default();
        let names = self.table.names().map(|name| table.intern(name));
        let all: Vec<Class> = names.flatten().collect();
        for (index, one) in all.iter().enumerate() {
            for other in &all[..=index] {
                if self.stop(*one, *other) {
                    table.set(*one, *other, Response::Bounds);
                }
            }
        }
        table
    }

    /// Returns whether classes from a file are consistent: the classes of the kinds exist, and pairs and
    /// bodies refer to existing classes.
    pub(crate) fn is_valid(&self) -> bool {
        let is_known = |class: &Class| !self.name(*class).is_empty();
        let ascend = (self.members).is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1));
        let mut kinds = self.kinds.iter().zip(BodyKind::ALL);
        kinds.all(|(class, kind)| self.name(*class) == kind.word())
            && self.passing.as_flattened().iter().all(is_known)
            && self.members.iter().all(|(_, _, class)| is_known(class))
            && ascend
    }

    fn member(&self, kind: BodyKind, index: u32) -> Result<usize, usize> {
        let key = (kind, index);
        (self.members).binary_search_by_key(&key, |(kind, index, _)| (*kind, *index))
    }
}

fn pair(one: Class, other: Class) -> [Class; 2] {
    [one.min(other), one.max(other)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bodies_stop_each_other_until_their_classes_are_let_pass() {
        let mut classes = BodyClasses::default();
        let [player, prop] = [BodyKind::Player, BodyKind::Prop].map(|kind| classes.of_kind(kind));
        let ghost = classes.intern("ghost").unwrap();
        classes.set(BodyKind::Prop, 3, ghost);
        assert!(classes.all_stop() && classes.stop(ghost, player));
        classes.let_pass(player, ghost, Response::All);
        assert!(!classes.stop(ghost, player) && !classes.stop(player, ghost));
        assert!(classes.stop(ghost, prop) && classes.stop(ghost, ghost));
        assert_eq!(classes.get(BodyKind::Prop, 3), ghost);
        assert_eq!(classes.get(BodyKind::Prop, 2), prop);
        let walkers = classes.find("walker").unwrap();
        assert_eq!(classes.get(BodyKind::Walker, 3), walkers);
        let passing: Vec<_> = classes.passing().collect();
        assert_eq!(passing, [([player, ghost], Response::All)]);
        assert!(classes.is_valid());
    }

    #[test]
    fn a_group_of_meetings_holds_those_who_stop_each_other() {
        let mut classes = BodyClasses::default();
        let [player, walker] = [BodyKind::Player, BodyKind::Walker].map(|it| classes.of_kind(it));
        classes.let_pass(walker, walker, Response::Ignore);
        let meetings = classes.meeting_table();
        assert_eq!(meetings.response(walker, player), Response::Bounds);
        assert_eq!(meetings.response(walker, walker), Response::Ignore);
    }

    #[test]
    fn senseless_classes_from_a_file_are_found_out() {
        let mut unsorted = BodyClasses::default();
        let ball = unsorted.of_kind(BodyKind::Ball);
        unsorted.members = vec![(BodyKind::Prop, 2, ball), (BodyKind::Prop, 1, ball)];
        assert!(!unsorted.is_valid());
        let nameless = BodyClasses {
            table: Classes::default(),
            ..BodyClasses::default()
        };
        assert!(!nameless.is_valid());
    }
}
