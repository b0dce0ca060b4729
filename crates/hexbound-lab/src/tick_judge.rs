//! The faults of a tick, for capsules, hunts, comparisons and pages. Panics and places without a way out
//! are found by the callers.

use std::{collections::VecDeque, fmt, str::FromStr};

use glam::Vec3;
use hexbound_collide::Body;

use hexbound_base::{
    body::{forward, right},
    clock::TICK_RATE,
};
use hexbound_level::Level;
use hexbound_sim::{
    Buttons, CollisionMode, Command, Event, Player, World,
    judge::{self, MAX_OVERLAP},
};

/// The number of ticks for which a player stays in place to count as stuck.
const STUCK_TICKS: usize = TICK_RATE as usize;
/// The distance that a stuck player does not leave, meters.
const STUCK_DISTANCE: f32 = 0.05;

/// A kind of fault, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// The tick panics, which is a mistake of the game.
    Panic,
    /// The player falls out of the level or gets too far away.
    Left,
    /// The player's center goes through a static triangle of the level.
    Through,
    /// The player's body overlaps the static level by more than 2 mm, with no mover near.
    Overlap,
    /// The player's body overlaps the level and is freed from it.
    Freed,
    /// The player is lost, and put back to the spawn or a checkpoint.
    Respawn,
    /// The player does not leave a place, however they walk.
    Stuck,
}

impl FaultKind {
    /// The kinds of fault that are searched for in capsules. There, leaving the level counts as
    /// `Respawn`.
    pub const OF_CAPSULES: [Self; 6] = {
        use FaultKind::*;
        [Panic, Through, Overlap, Freed, Respawn, Stuck]
    };
    /// The kinds of fault that hunts look for.
    pub const OF_HUNTS: [Self; 5] = {
        use FaultKind::*;
        [Panic, Left, Through, Overlap, Stuck]
    };

    /// The kind's word on the command line and in file names.
    pub fn name(self) -> &'static str {
        self.said()[0]
    }

    /// The kind as a sentence.
    pub fn words(self) -> &'static str {
        self.said()[1]
    }

    fn said(self) -> [&'static str; 2] {
        match self {
            Self::Panic => ["panic", "the tick panics"],
            Self::Left => ["left", "the player leaves the level"],
            Self::Through => ["through", "the body's center goes through a triangle"],
            Self::Overlap => ["overlap", "the body overlaps the level by more than 2 mm"],
            Self::Freed => ["freed", "the body overlaps the level and is freed from it"],
            Self::Respawn => ["respawn", "the player is lost and put back"],
            Self::Stuck => ["stuck", "the player walks to all sides and stays in place"],
        }
    }

    /// The kind with the name `name` that a hunt may ignore. Panics can't be ignored, since no level
    /// should have one.
    pub fn ignorable(name: &str) -> Result<Self, String> {
        Self::named(name, &Self::OF_HUNTS[1..]).map_err(|names| {
            format!("there are no finds '{name}' that can be ignored; there are {names}")
        })
    }

    /// The kind with the name `name` among `kinds`, or else the names of all.
    fn named(name: &str, kinds: &[Self]) -> Result<Self, String> {
        let found = kinds.iter().find(|kind| kind.name() == name);
        let names = || kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>();
        found.copied().ok_or_else(|| names().join(", "))
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FaultKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text, &Self::OF_CAPSULES)
            .map_err(|names| format!("there is no kind of fault '{text}'; there are {names}"))
    }
}

/// The facts about a tick from which its faults follow.
#[derive(Clone, Copy)]
pub(crate) struct TickJudge<'a> {
    pub level: &'a Level,
    pub body: Body,
    /// The body's center before and after, local, meters.
    pub before: Vec3,
    pub after: Vec3,
    /// True if the tick led out of the level.
    pub has_left: bool,
    /// True if the player was placed elsewhere, as after a loss.
    pub is_reset: bool,
    pub is_lost: bool,
    pub is_freed: bool,
    /// The world after the tick, whose movers are tested; `None` for a walker without movers.
    pub world: Option<&'a World>,
    /// True if the methods of the tick promise no overlap. The article's method keeps only a small ball
    /// at the feet clear, and the box allows overlaps with the ground under its rays.
    pub promises_no_overlap: bool,
}

impl<'a> TickJudge<'a> {
    /// The judge of the tick with these events that led to `after`.
    pub(crate) fn of(
        level: &'a Level,
        before: &Player,
        command: &Command,
        after: &'a World,
        events: &[Event],
    ) -> Self {
        let player = &after.player;
        let is_lost = player.respawns > before.respawns;
        Self {
            level,
            body: player.body(),
            before: before.position,
            after: player.position,
            has_left: judge::loss(events).is_some_and(judge::has_left),
            is_reset: is_lost || player.report.teleported,
            is_lost,
            is_freed: player.report.releases > before.report.releases,
            world: Some(after),
            promises_no_overlap: command.methods.collision == CollisionMode::Swept,
        }
    }

    /// Returns whether the tick has a fault of this kind.
    pub(crate) fn has(&self, kind: FaultKind) -> bool {
        match kind {
            FaultKind::Left => self.has_left,
            FaultKind::Through => !self.is_reset && self.level.is_crossed(self.before, self.after),
            FaultKind::Overlap => {
                self.promises_no_overlap
                    && !self.is_reset
                    && judge::overlaps(self.level, self.body, self.after, MAX_OVERLAP)
                    && !self.is_near_mover()
            }
            FaultKind::Freed => self.is_freed,
            FaultKind::Respawn => self.is_lost,
            FaultKind::Panic | FaultKind::Stuck => false,
        }
    }

    /// The first of `kinds` that the tick has.
    pub(crate) fn first(&self, kinds: &[FaultKind]) -> Option<FaultKind> {
        kinds.iter().copied().find(|kind| self.has(*kind))
    }

    /// The depth of the body's overlap with the static level, meters; 0 if no overlap counts.
    pub(crate) fn depth(&self) -> f32 {
        match self.is_reset || self.is_near_mover() {
            true => 0.0,
            false => judge::overlap_depth(self.level, self.body, self.after),
        }
    }

    fn is_near_mover(&self) -> bool {
        (self.world).is_some_and(|world| judge::is_near_mover(self.level, world))
    }
}

/// Follows a player tick by tick, to detect that they are stuck.
#[derive(Default)]
pub(crate) struct StuckWatch {
    /// The player's places and wished directions in the last second, as long as there was a wish.
    walked: VecDeque<(Vec3, Vec3)>,
}

impl StuckWatch {
    /// Returns whether the player has walked for a second in directions at least a right angle apart,
    /// without leaving the place.
    pub(crate) fn is_stuck(&mut self, command: &Command, after: &World) -> bool {
        let (yaw, buttons) = (after.player.yaw, command.buttons);
        let wish = forward(yaw) * buttons.axis(Buttons::FORWARD, Buttons::BACK)
            + right(yaw) * buttons.axis(Buttons::RIGHT, Buttons::LEFT);
        let Some(wish) = wish.try_normalize() else {
            self.walked.clear();
            return false;
        };
        self.walked.push_back((after.player.position, wish));
        if self.walked.len() > STUCK_TICKS {
            self.walked.pop_front();
        }
        let (here, wish) = self.walked[0];
        let stays = |(place, _): &(Vec3, Vec3)| place.distance(here) < STUCK_DISTANCE;
        let turns = |(_, other): &(Vec3, Vec3)| other.dot(wish) <= 0.0;
        self.walked.len() == STUCK_TICKS
            && self.walked.iter().all(stays)
            && self.walked.iter().any(turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Methods, Rules};

    #[test]
    fn only_what_is_deeper_than_allowed_is_too_deep_and_only_by_methods_that_promise_it() {
        let level = catalog::open("test:flat").unwrap();
        let mut world = World::new(&level, Rules::default());
        for _ in 0..60 {
            world.step(&level, &Command::default(), &mut Vec::new());
        }
        assert!(world.player.grounded);
        let stood = world.player;
        let overlaps = |world: &World, mode| {
            let command = Command::default().by(Methods::by(mode));
            TickJudge::of(&level, &stood, &command, world, &[]).has(FaultKind::Overlap)
        };
        for (deeper, expected) in [(0.0, false), (0.002, false), (0.01, true)] {
            world.player.position = stood.position - Vec3::Y * deeper;
            let is_told = overlaps(&world, CollisionMode::Swept);
            assert_eq!(is_told, expected, "{deeper} m");
        }
        assert!(!overlaps(&world, CollisionMode::Article));
    }

    #[test]
    fn a_fault_is_known_by_its_name_where_it_can_be_asked_for() {
        assert_eq!("respawn".parse(), Ok(FaultKind::Respawn));
        let said = "left".parse::<FaultKind>().unwrap_err();
        assert!(said.contains("panic, through"), "{said}");
        assert_eq!(FaultKind::ignorable("left"), Ok(FaultKind::Left));
        let said = FaultKind::ignorable("panic").unwrap_err();
        assert!(said.contains("are left, through"), "{said}");
    }
}
