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
    /// The world before the last tick, and the tick's command, while they may have to be reported. What the world
    /// keeps for speed is a part of it: which triangles a tick asks depends on those it finds gathered.
    pub last: Option<(World, Command)>,
}

impl OwnWalker<'_> {
    /// Makes the last tick once more, for its journal: one that is kept all the time would cost time that
    /// is measured.
    pub(super) fn journal(&self, level: &Level) -> Option<Journal> {
        let (before, command) = self.last.as_ref()?;
        before.journal_of(level, command)
    }
}

/// The place where a walker is after a tick, and what they met so far.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    /// The body's center, local, meters.
    pub position: Vec3,
    pub feet: Vec3,
    /// Contacts of the last tick.
    pub contacts: u32,
    pub respawns: u32,
}

impl Walker<'_> {
    /// The walker by methods of the game's own, if it is one.
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

    pub(super) fn stand(&self) -> Stand {
        match self {
            Self::Own(own) => {
                let player = &own.world.player;
                Stand {
                    position: player.position,
                    feet: player.feet(),
                    contacts: player.report.contacts,
                    respawns: player.respawns,
                }
            }
            #[cfg(feature = "rapier")]
            Self::Rapier(walker) => Stand {
                position: walker.position,
                feet: walker.feet(),
                contacts: walker.contacts,
                respawns: walker.respawns,
            },
        }
    }
}
