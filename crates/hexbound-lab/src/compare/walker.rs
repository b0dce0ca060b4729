//! A walker of a comparison, by methods of the game's own or by another engine's controller: where it is,
//! what it touched, and the journal of its last tick. Who steps it and measures it is elsewhere.

use glam::Vec3;

#[cfg(feature = "rapier")]
use super::RapierWalker;
use hexbound_level::Level;
use hexbound_sim::{Command, Journal, MethodChoices, World};

/// A walker who goes by a method.
pub(super) enum Walker<'a> {
    Own(Box<OwnWalker<'a>>),
    #[cfg(feature = "rapier")]
    Rapier(Box<RapierWalker>),
}

/// A walker by methods of the game's own.
pub(super) struct OwnWalker<'a> {
    pub world: World,
    /// The methods that take the place of the input's.
    pub choices: &'a MethodChoices,
    /// True if the six planes were asked in any tick; mode `box` looks at whole boxes.
    pub asked_planes: bool,
    /// The world before the last tick, and the tick's command, while they may have to be told. What the world
    /// keeps for speed is a part of it: which triangles a tick asks depends on those it finds gathered.
    pub last: Option<(World, Command)>,
}

impl OwnWalker<'_> {
    /// Makes the last tick once more, for its journal: one that is kept all the time would cost time that
    /// is measured.
    fn journal(&self, level: &Level) -> Option<Journal> {
        let (before, command) = self.last.as_ref()?;
        before.journal_of(level, command)
    }
}

impl Walker<'_> {
    pub(super) fn journal(&self, level: &Level) -> Option<Journal> {
        match self {
            Self::Own(own) => own.journal(level),
            #[cfg(feature = "rapier")]
            Self::Rapier(_) => None,
        }
    }

    /// Returns whether the six planes were asked in any tick.
    pub(super) fn asked_planes(&self) -> bool {
        match self {
            Self::Own(own) => own.asked_planes,
            #[cfg(feature = "rapier")]
            Self::Rapier(_) => false,
        }
    }

    pub(super) fn world(&self) -> Option<&World> {
        match self {
            Self::Own(own) => Some(&own.world),
            #[cfg(feature = "rapier")]
            Self::Rapier(_) => None,
        }
    }

    /// The body's center, local, meters.
    pub(super) fn position(&self) -> Vec3 {
        match self {
            Self::Own(own) => own.world.player.position,
            #[cfg(feature = "rapier")]
            Self::Rapier(walker) => walker.position,
        }
    }

    pub(super) fn feet(&self) -> Vec3 {
        match self {
            Self::Own(own) => own.world.player.feet(),
            #[cfg(feature = "rapier")]
            Self::Rapier(walker) => walker.feet(),
        }
    }

    /// Contacts of the last tick.
    pub(super) fn contacts(&self) -> u32 {
        match self {
            Self::Own(own) => own.world.player.report.contacts,
            #[cfg(feature = "rapier")]
            Self::Rapier(walker) => walker.contacts,
        }
    }

    pub(super) fn respawns(&self) -> u32 {
        match self {
            Self::Own(own) => own.world.player.respawns,
            #[cfg(feature = "rapier")]
            Self::Rapier(walker) => walker.respawns,
        }
    }
}
