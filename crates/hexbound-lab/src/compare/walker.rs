//! A walker of a comparison, by the game's own methods or by another engine's controller: its place, its
//! contacts, and the journal of its last tick. Its callers step and measure it.

use glam::Vec3;

#[cfg(feature = "rapier")]
use super::RapierWalker;
use hexbound_level::Level;
use hexbound_sim::{Command, Journal, MethodChoices, World};

/// A walker that moves by a method.
pub(super) enum MethodWalker<'a> {
    Own(Box<OwnWalker<'a>>),
    #[cfg(feature = "rapier")]
    Rapier(Box<RapierWalker>),
}

/// A walker by the game's own methods.
pub(super) struct OwnWalker<'a> {
    pub world: World,
    /// The methods in place of the input's.
    pub choices: &'a MethodChoices,
    /// True if the six planes were tested in any tick. Mode `box` tests only whole boxes.
    pub tests_planes: bool,
    /// The world before the last tick, and the tick's command, while an account may be needed. The world
    /// includes its caches, since the tested triangles depend on those gathered before.
    pub last: Option<(World, Command)>,
}

impl OwnWalker<'_> {
    /// Repeats the last tick for its journal. A journal kept all the time would distort the measured
    /// time.
    pub(super) fn journal(&self, level: &Level) -> Option<Journal> {
        let (before, command) = self.last.as_ref()?;
        before.journal_of(level, command)
    }
}

/// The place of a walker after a tick, and the contacts so far.
#[derive(Clone, Copy)]
pub(super) struct WalkerTick {
    /// The body's center, local, meters.
    pub position: Vec3,
    pub feet: Vec3,
    /// The contacts of the last tick.
    pub contacts: u32,
    pub respawns: u32,
}

impl MethodWalker<'_> {
    /// The walker by the game's own methods, if it is one.
    pub(super) fn own(&self) -> Option<&OwnWalker<'_>> {
        match self {
            Self::Own(own) => Some(own),
            #[cfg(feature = "rapier")]
            Self::Rapier(_) => None,
        }
    }

    pub(super) fn world(&self) -> Option<&World> {
        Some(&self.own()?.world)
    }

    pub(super) fn last_tick(&self) -> WalkerTick {
        match self {
            Self::Own(own) => {
                let player = &own.world.player;
                WalkerTick {
                    position: player.position,
                    feet: player.feet(),
                    contacts: player.report.contacts,
                    respawns: player.respawns,
                }
            }
            #[cfg(feature = "rapier")]
            Self::Rapier(walker) => WalkerTick {
                position: walker.position,
                feet: walker.feet(),
                contacts: walker.contacts,
                respawns: walker.respawns,
            },
        }
    }
}
