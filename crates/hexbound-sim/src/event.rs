//! The events of a tick. Audio, effects and the HUD read events and change nothing.

use glam::Vec3;
use serde::Serialize;

use super::{
    BallMaterial, Refusal,
    tuning::{PLAYER_MASS, WALKER_MASS},
};
use hexbound_level::{Prop, SurfaceKind};

/// An event of a tick, for audio, effects and the HUD.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    pub kind: EventKind,
    /// The position of the event, local, meters.
    pub position: Vec3,
    /// The unit normal away from the struck surface; zero if nothing was struck.
    pub normal: Vec3,
    /// The speed along the normal for impacts, and of the motion otherwise, meters a second.
    pub speed: f32,
    /// The side that moved.
    pub mover: ImpactSide,
    /// The side that was struck.
    pub struck: ImpactSide,
    /// The id of the ball that caused the event, if a ball did.
    pub ball: Option<u32>,
}

/// One side of an impact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ImpactSide {
    /// The mass, kilograms; infinite for a static body.
    pub mass: f32,
    /// The surface; `None` if nothing or a character was struck.
    pub surface: Option<SurfaceKind>,
    /// The radius of a ball, meters; 0 for other bodies.
    pub radius: f32,
}

impl ImpactSide {
    pub const PLAYER: ImpactSide = ImpactSide {
        mass: PLAYER_MASS,
        surface: None,
        radius: 0.0,
    };
    /// A walker: of stone.
    pub const WALKER: ImpactSide = ImpactSide {
        mass: WALKER_MASS,
        surface: Some(SurfaceKind::Stone),
        radius: 0.0,
    };
    /// The level, before the surface at the position is known.
    pub const LEVEL: ImpactSide = ImpactSide {
        mass: f32::INFINITY,
        surface: None,
        radius: 0.0,
    };

    /// A prop: by its mass, or as an immovable one.
    pub fn prop(prop: &Prop) -> Self {
        Self {
            mass: prop.mass.unwrap_or(f32::INFINITY),
            surface: Some(prop.surface().kind),
            ..Self::LEVEL
        }
    }

    /// A ball of a mass, kilograms, and a radius, meters.
    pub fn ball(mass: f32, radius: f32) -> Self {
        let surface = match BallMaterial::of(mass) {
            BallMaterial::Brass | BallMaterial::Lead => SurfaceKind::Metal,
            BallMaterial::Wood => SurfaceKind::Wood,
        };
        Self {
            mass,
            surface: Some(surface),
            radius,
        }
    }
}

impl Event {
    /// An event between the player and the level, with its position, unit normal and speed, m/s.
    pub fn new(kind: EventKind, position: Vec3, normal: Vec3, speed: f32) -> Self {
        Self {
            kind,
            position,
            normal,
            speed,
            mover: ImpactSide::PLAYER,
            struck: ImpactSide::LEVEL,
            ball: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
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
    /// A moving prop ran into an obstacle and stopped.
    PropContact,
    /// A new explosion was added to the pool.
    Explosion,
    /// An explosion pushed nearby bodies.
    Blast,
    /// The player tried to throw and had no ball in hand.
    EmptyHand,
    /// A ball lit the target at this index in `Play::targets`.
    TargetLit(u32),
    /// A ball struck a target without lighting it.
    TargetRung {
        target: u32,
        why: Refusal,
    },
    /// A trigger started the mover at this index in `Level::movers`.
    MoverPlayed(u32),
    /// The trigger at this index in `Play::triggers` shows its line.
    Text(u32),
    /// The trigger at this index in `Play::triggers` is the player's checkpoint from now on.
    Checkpoint(u32),
    /// The player's hand was filled with balls.
    Refill,
    /// The level is finished.
    Finished,
    /// A lost ball of the level is back at its start.
    BallReturn,
    /// A walker set its foot down.
    WalkerStep,
    /// A walker noticed the player.
    WalkerNotice,
    /// A walker shoved the player.
    WalkerShove,
    /// A ball rang off a walker, which stays upright.
    WalkerRung(Refusal),
    /// A ball broke a walker loose: it topples.
    WalkerFelled,
    /// A walker that was felled struck the ground.
    WalkerDown,
    /// A walker is gone.
    WalkerLost(Loss),
    /// The player was put back at a checkpoint or the spawn.
    Respawn(Loss),
}

/// The reason why the player was put back, or a walker is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The body was inside a mover for too long: the mover's index in `Level::movers`.
    Crushed(Option<u32>),
    /// The body was too far below the level.
    Fell,
    /// The body was too far beside or above the level.
    Left,
    /// The position, velocity or view was no longer finite.
    Nonsense,
}

impl EventKind {
    /// Returns whether something was struck, trodden on or pushed off from.
    pub fn is_impact(self) -> bool {
        matches!(
            self,
            Self::Footstep
                | Self::Jump
                | Self::Land
                | Self::Bump
                | Self::WalkerStep
                | Self::WalkerDown
                | Self::Bounce
                | Self::PropContact
                | Self::Explosion
        )
    }
}
