//! A ball's state between two ticks. `ball_sim` moves it.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::super::{bodies, tuning::BALL_GRAVITY};
use hexbound_collide::{Class, hash::Hasher};
use hexbound_level::{BodyKind, Play};

/// The radius of a thrown ball, meters.
pub const BALL_RADIUS: f32 = 0.15;
/// The most thrown balls at once: beyond this the oldest is removed. The step itself accepts any number.
pub const MAX_BALLS: usize = 200;
/// The mass of a thrown ball, kilograms.
pub const BALL_MASS: f32 = 1.0;

/// The largest number in a state from a file: meters, meters a second, or radians a second.
const MAX_NUMBER: f64 = 1e6;

/// The mass above which balls are of lead, kilograms.
const LEAD_MASS: f32 = 3.0;
/// The mass below which balls are of wood, kilograms.
const WOOD_MASS: f32 = 0.5;

/// A solid sphere's moment of inertia as a fraction of m·r².
pub(super) const SPHERE_INERTIA: f64 = 0.4;

/// A ball between two ticks, in double precision so that rounding adds and removes no energy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ball {
    /// The ball's id: never reused within a run, and ascending in `World::balls`.
    pub id: u32,
    /// The position of the center, local, meters.
    pub position: DVec3,
    /// The velocity, meters a second.
    pub velocity: DVec3,
    /// The angular velocity about the center, radians a second, by the right-hand rule.
    pub spin: DVec3,
    /// The radius, meters.
    pub radius: f32,
    /// The mass, kilograms.
    pub mass: f32,
    /// The fraction of the approach speed that the ball keeps in a bounce; `None` for the rules' own.
    pub restitution: Option<f32>,
    pub origin: BallOrigin,
    /// The number of times that the ball has bounced off anything but targets.
    pub bounces: u32,
    /// True if the ball's next explosion is a blast that pushes its surroundings.
    pub charged: bool,
    /// True if the ball lies still until another ball strikes it or its support goes away.
    pub resting: bool,
    /// True if the ball stayed on a support in the last tick.
    pub(super) supported: bool,
    /// True if the ball rested on, or supported, another ball in the last tick.
    pub(super) in_stack: bool,
    /// The number of ticks in a row that the ball was supported and slow.
    pub(super) slow_ticks: u8,
    /// The number of resting balls that the ball came to rest on.
    pub(super) supports: u8,
}

/// The material of a ball, which sets its look and sound and shows its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallMaterial {
    Brass,
    Lead,
    Wood,
}

impl BallMaterial {
    /// The material of a ball of a mass, kilograms.
    pub fn of(mass: f32) -> Self {
        if mass > LEAD_MASS {
            Self::Lead
        } else if mass < WOOD_MASS {
            Self::Wood
        } else {
            Self::Brass
        }
    }
}

/// The origin of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BallOrigin {
    /// The ball was thrown by the player.
    Thrown,
    /// The ball was placed by the level: its index in `Play::balls`.
    Placed(u32),
}

impl Ball {
    /// A ball of the usual size with its center at `position`, meters, and the velocity `velocity`,
    /// meters a second, without spin.
    pub fn new(id: u32, position: Vec3, velocity: Vec3) -> Self {
        Self {
            id,
            position: position.as_dvec3(),
            velocity: velocity.as_dvec3(),
            spin: DVec3::ZERO,
            radius: BALL_RADIUS,
            mass: BALL_MASS,
            restitution: None,
            origin: BallOrigin::Thrown,
            bounces: 0,
            charged: false,
            resting: false,
            supported: false,
            in_stack: false,
            slow_ticks: 0,
            supports: 0,
        }
    }

    /// The class of the ball in a level.
    pub fn class(&self, play: &Play) -> Class {
        match self.origin {
            BallOrigin::Thrown => play.classes.of_kind(BodyKind::Ball),
            BallOrigin::Placed(index) => play.classes.get(BodyKind::Ball, index),
        }
    }

    /// Returns whether the ball stayed on a support in the last tick.
    pub fn is_supported(&self) -> bool {
        self.supported
    }

    /// Returns whether this is a valid state of a ball in a level with `play`.
    pub(crate) fn fits(&self, play: &Play) -> bool {
        let (radius, mass) = match self.origin {
            BallOrigin::Thrown => (BALL_RADIUS, BALL_MASS),
            BallOrigin::Placed(index) => match play.balls.get(index as usize) {
                Some(start) => (start.radius, start.mass),
                None => return false,
            },
        };
        let numbers = [self.position, self.velocity, self.spin];
        self.radius == radius
            && self.mass == mass
            && self.restitution.is_none_or(|it| (0.0..=1.0).contains(&it))
            && self.bounces < u32::MAX / 2
            && numbers
                .iter()
                .all(|it| it.abs().max_element() <= MAX_NUMBER && !it.is_nan())
    }

    /// Ends the ball's rest: it falls, unless something supports it.
    pub fn wake(&mut self) {
        self.resting = false;
        self.slow_ticks = 0;
        self.supports = 0;
    }

    /// The kinetic energy of motion and spin plus the potential energy over y = 0, joules.
    pub fn energy(&self) -> f64 {
        let height = f64::from(BALL_GRAVITY) * self.position.y;
        self.kinetic_energy() + f64::from(self.mass) * height
    }

    /// The kinetic energy of motion and spin, joules.
    pub fn kinetic_energy(&self) -> f64 {
        let rim = self.spin * f64::from(self.radius);
        let squares = self.velocity.length_squared() + SPHERE_INERTIA * rim.length_squared();
        0.5 * f64::from(self.mass) * squares
    }

    /// Returns whether all numbers are finite, the mass is positive, and collision accepts the radius.
    pub(crate) fn is_valid(&self) -> bool {
        let vectors = [self.position, self.velocity, self.spin];
        vectors.iter().all(|vector| vector.is_finite())
            && (self.mass.is_finite() && self.mass > 0.0)
            && bodies::is_ball(self.radius)
    }

    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        hasher.u32(self.id).f32(self.radius).f32(self.mass);
        for vector in [self.position, self.velocity, self.spin] {
            for value in vector.to_array() {
                hasher.u64(value.to_bits());
            }
        }
        let flags = [self.resting, self.supported, self.in_stack].map(u8::from);
        hasher
            .bytes(&flags)
            .bytes(&[self.slow_ticks, self.supports]);
        let index = match self.origin {
            BallOrigin::Placed(index) => index,
            BallOrigin::Thrown => u32::MAX,
        };
        hasher
            .u32(index)
            .f32(self.restitution.unwrap_or(-1.0))
            .u32(self.bounces)
            .u32(u32::from(self.charged));
    }
}
