//! The effects of a tick on a character, for observers: the overlay, traces and statistics.

use glam::Vec3;

use crate::{BoxDecision, Methods};

/// A report of the last tick for observers. No later state depends on it, so it is not part of the
/// state's hash. Only the events of the next tick do, by `bumping`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CharacterReport {
    /// The number of planes that stopped or turned the body.
    pub contacts: u32,
    /// True if the character was teleported: by a respawn, or after a reload.
    pub teleported: bool,
    /// The number of times since the run began that the body was freed from an overlap with the
    /// level.
    pub releases: u32,
    /// The character's own move, with no obstacles.
    pub wished: WishedMove,
    /// The decision of mode `box`, with the reasons for it.
    pub box_decision: Option<BoxDecision>,
    /// True if the body ran into an obstacle. The next tick reads it: a second bump in a row is no event.
    pub(crate) bumping: bool,
}

/// The wished move of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WishedMove {
    /// The body's center at the start of the move, local, meters.
    pub from: Vec3,
    /// The body's center at the end of the move with no obstacles, local, meters.
    pub to: Vec3,
    /// The methods that resolved the move.
    pub methods: Methods,
}

impl CharacterReport {
    /// A report of a tick without effects on a body at `position`.
    pub(super) fn at(position: Vec3) -> Self {
        Self {
            wished: WishedMove::none(position, Methods::default()),
            ..Self::default()
        }
    }
}

impl WishedMove {
    /// A tick without a move.
    pub(super) fn none(at: Vec3, methods: Methods) -> Self {
        Self {
            from: at,
            to: at,
            methods,
        }
    }
}
