//! The bodies that a ball meets, and their responses: the restitution and the friction of a contact.

use glam::DVec3;

use super::tolerances::{LASTING_SPEED, LOSSLESS_LASTING_SPEED};
use crate::tuning::{BALL_FRICTION, BALL_GRAVITY, BUMPER_RESTITUTION, ROLLING_FRICTION};
use hexbound_level::{Level, Surface};

/// The body that a ball has met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Struck {
    /// A triangle of the level.
    Level(u32),
    /// A triangle of a mover; the mover is given by its index in `Level::movers`.
    Mover { mover: u32, triangle: u32 },
    /// A part of a prop; the prop is given by its index in `Level::props`.
    Prop { prop: u32, part: u32 },
    /// A bumper, by its index in `Level::bumpers`.
    Bumper(u32),
    /// A walker, by its index in `Play::walkers`.
    Walker(u32),
    /// Another ball, by its id.
    Ball(u32),
}

/// A contact of a ball on its path with the level or a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SolidContact {
    /// The fraction of the path, 0..1.
    pub fraction: f64,
    /// The unit normal toward the ball.
    pub normal: DVec3,
    /// The velocity of the touched surface, meters a second.
    pub velocity: DVec3,
    pub struck: Struck,
}

impl SolidContact {
    /// The earlier of two contacts; for a tie, the first.
    pub(crate) fn or_earlier(self, next: Self) -> Self {
        if next.fraction < self.fraction {
            next
        } else {
            self
        }
    }
}

/// The response of the side that a ball touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SurfaceResponse {
    /// The fraction of its approach speed that the ball keeps.
    pub restitution: f64,
    /// The coefficient of sliding friction.
    pub friction: f64,
    /// True if a contact never loses any of the approach.
    pub is_lossless: bool,
}

impl Struck {
    /// The touched surface; `None` for a walker or another ball.
    pub fn surface(self, level: &Level) -> Option<Surface> {
        match self {
            Struck::Level(triangle) => Some(level.surface(triangle)),
            Struck::Mover { mover, triangle } => {
                let mover = level.movers.get(mover as usize)?;
                Some(mover.surfaces.of(&mover.collision, triangle))
            }
            Struck::Prop { prop, part } => {
                let prop = level.props.get(prop as usize)?;
                Some(prop.parts.get(part as usize)?.surface)
            }
            Struck::Bumper(bumper) => Some(level.bumpers.get(bumper as usize)?.surface),
            Struck::Walker(_) | Struck::Ball(_) => None,
        }
    }

    /// The response to a ball that itself keeps the fraction `own` of its approach speed. A bumper
    /// returns the whole speed.
    pub(super) fn response(self, level: &Level, own: f64) -> SurfaceResponse {
        let surface = self.surface(level).unwrap_or_default();
        let restitution = match self {
            Struck::Bumper(_) => f64::from(BUMPER_RESTITUTION),
            _ => own * f64::from(surface.restitution),
        };
        SurfaceResponse {
            restitution,
            friction: f64::from(surface.friction.unwrap_or(BALL_FRICTION)),
            is_lossless: own >= 1.0 && restitution >= 1.0,
        }
    }
}

impl SurfaceResponse {
    /// The response of two balls to each other, each of which keeps a fraction of its approach speed: the
    /// mean of both, without friction.
    pub(super) fn between(first: f64, second: f64) -> Self {
        let restitution = 0.5 * (first + second);
        Self {
            restitution,
            friction: 0.0,
            is_lossless: restitution >= 1.0,
        }
    }

    /// The response of a static body equivalent to one that yields like a free body of `mass` kilograms.
    /// `own` is the mass of the ball, kilograms.
    pub(super) fn as_yielding(self, mass: f64, own: f64) -> Self {
        let share = mass / (mass + own);
        Self {
            restitution: (1.0 + self.restitution) * share - 1.0,
            is_lossless: false,
            ..self
        }
    }

    /// The fastest approach along an upright normal that makes a contact last, m/s. A lossless ball never
    /// comes to rest: only those of its contacts last that would become too many.
    pub(super) fn lasting_speed(&self) -> f64 {
        if self.is_lossless {
            LOSSLESS_LASTING_SPEED
        } else {
            LASTING_SPEED
        }
    }

    /// The resistance to rolling on the surface, m/s², limited by its friction.
    pub(super) fn rolling_resistance(&self) -> f64 {
        f64::from(ROLLING_FRICTION).min(self.friction * f64::from(BALL_GRAVITY))
    }
}
