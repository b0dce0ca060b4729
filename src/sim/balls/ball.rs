//! A ball: everything that is known of it from one tick to the next. How it moves is elsewhere.

use glam::{DVec3, Vec3};

use super::super::tuning::BALL_GRAVITY;
use hexbound_collide::hash::Hasher;

/// Meters.
pub const BALL_RADIUS: f32 = 0.15;
/// Thrown balls: the oldest is recycled beyond this. The step itself takes any number.
pub const MAX_BALLS: usize = 200;
/// Kilograms.
pub const BALL_MASS: f32 = 1.0;

/// A solid sphere's moment of inertia, a part of m·r².
pub(super) const INERTIA: f64 = 0.4;

/// In double precision, so that no energy creeps in or out by rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Never reused within a run; ascending in `World::balls`.
    pub id: u32,
    /// Of the center, meters.
    pub position: DVec3,
    /// Meters a second.
    pub velocity: DVec3,
    /// Radians a second about the center, by the right-hand rule.
    pub spin: DVec3,
    /// Meters.
    pub radius: f32,
    /// Kilograms.
    pub mass: f32,
    /// Lies still on something until another ball strikes it or what it lies on goes away.
    pub resting: bool,
    /// Stayed on something in the last tick.
    pub(super) held: bool,
    /// And that something, or a load on it, was another ball.
    pub(super) piled: bool,
    /// Ticks in a row that it was held and slow.
    pub(super) quiet: u8,
    /// How many resting balls it came to rest on.
    pub(super) carriers: u8,
}

impl Ball {
    /// `position` of the center in meters, `velocity` in meters a second; it doesn't spin.
    pub fn new(id: u32, position: Vec3, velocity: Vec3) -> Self {
        Self {
            id,
            position: position.as_dvec3(),
            velocity: velocity.as_dvec3(),
            spin: DVec3::ZERO,
            radius: BALL_RADIUS,
            mass: BALL_MASS,
            resting: false,
            held: false,
            piled: false,
            quiet: 0,
            carriers: 0,
        }
    }

    /// Not at rest any more: it falls, unless something holds it.
    pub fn wake(&mut self) {
        self.resting = false;
        self.quiet = 0;
        self.carriers = 0;
    }

    /// Kinetic (of the motion and of the spin) and potential over y = 0, joules.
    pub fn energy(&self) -> f64 {
        let height = f64::from(BALL_GRAVITY) * self.position.y;
        self.kinetic_energy() + f64::from(self.mass) * height
    }

    /// Of the motion and of the spin, joules.
    pub fn kinetic_energy(&self) -> f64 {
        let rim = self.spin * f64::from(self.radius);
        let squares = self.velocity.length_squared() + INERTIA * rim.length_squared();
        0.5 * f64::from(self.mass) * squares
    }

    /// Whether all its numbers are fit for a step.
    pub(in crate::sim) fn is_sound(&self) -> bool {
        let vectors = [self.position, self.velocity, self.spin];
        let sizes = [self.radius, self.mass];
        vectors.iter().all(|vector| vector.is_finite())
            && sizes.iter().all(|size| size.is_finite() && *size > 0.0)
    }

    pub(in crate::sim) fn hash(&self, hasher: &mut Hasher) {
        hasher.u32(self.id).f32(self.radius).f32(self.mass);
        for vector in [self.position, self.velocity, self.spin] {
            for value in vector.to_array() {
                hasher.u64(value.to_bits());
            }
        }
        let flags = [self.resting, self.held, self.piled].map(u8::from);
        hasher.bytes(&flags).bytes(&[self.quiet, self.carriers]);
    }
}
