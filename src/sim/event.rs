//! What happened in a tick. Audio, effects and the HUD read events and change nothing.

use glam::Vec3;

use super::tuning::PLAYER_MASS;
use crate::level::{Prop, SurfaceKind};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub kind: EventKind,
    /// Local, meters.
    pub position: Vec3,
    /// Unit, away from what was struck; zero where nothing was.
    pub normal: Vec3,
    /// Meters a second: along the normal for impacts, of motion otherwise.
    pub speed: f32,
    /// Who struck, and what was struck.
    pub mover: Side,
    pub struck: Side,
}

/// One side of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Kilograms; infinite for what stands still.
    pub mass: f32,
    /// `None` where it is no matter: nothing was struck, or somebody.
    pub surface: Option<SurfaceKind>,
}

impl Side {
    pub const PLAYER: Side = Side {
        mass: PLAYER_MASS,
        surface: None,
    };
    /// The level, until it is asked what is there.
    pub const LEVEL: Side = Side {
        mass: f32::INFINITY,
        surface: None,
    };

    /// Nothing that it meets moves a prop.
    pub fn prop(prop: &Prop) -> Self {
        Self {
            mass: f32::INFINITY,
            surface: Some(prop.surface),
        }
    }

    /// Balls are brass.
    pub fn ball(mass: f32) -> Self {
        Self {
            mass,
            surface: Some(SurfaceKind::Metal),
        }
    }
}

impl Event {
    /// Of the player and the level.
    pub fn new(kind: EventKind, position: Vec3, normal: Vec3, speed: f32) -> Self {
        Self {
            kind,
            position,
            normal,
            speed,
            mover: Side::PLAYER,
            struck: Side::LEVEL,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    Footstep,
    Jump,
    Land,
    /// The player ran into a wall.
    Bump,
    Throw,
    /// A ball met the level, a bumper or another ball.
    Bounce,
    /// A prop was selected.
    PropSelect,
    /// A prop was let go of.
    PropDeselect,
    /// A moving prop ran into something and stopped.
    PropContact,
    /// A new explosion was put into the pool.
    Explosion,
    /// The player was put back to the spawn.
    Respawn(Loss),
}

/// Why the player was put back to the spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// In a moving part for too long: which one, into `Level::movers`.
    Crushed(Option<u32>),
    /// Too far below the level.
    Fell,
    /// Too far beside or above the level.
    Left,
    /// Position, velocity or view were no numbers any more.
    Nonsense,
}

impl EventKind {
    /// Whether something was struck, trodden on or pushed off from.
    pub fn is_impact(self) -> bool {
        !matches!(
            self,
            Self::Throw | Self::Respawn(_) | Self::PropSelect | Self::PropDeselect
        )
    }
}
