//! Random values for the moves, the scenes and the bodies.

use glam::{DVec3, Vec3};

use crate::{judge::Shape, random::Random};

impl Random {
    /// The next number in `low..high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A point of the cube about the origin whose sides are `2 * size` long.
    pub fn point(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.between(-size, size)))
    }
}

impl Shape {
    /// The number of kinds of bodies.
    pub const KINDS: u64 = 5;

    pub fn random(random: &mut Random) -> Self {
        let kind = random.bits();
        Self::of_kind(kind % Self::KINDS, random)
    }

    /// A body of the kind `kind` and of random size.
    pub fn of_kind(kind: u64, random: &mut Random) -> Self {
        let radius = random.between(0.05, 0.5) as f32;
        let tall = radius * random.between(1.0, 3.0) as f32;
        Self::of_size(kind, Vec3::new(radius, tall, radius))
    }
}
