//! Chance that is the same for the same event.

use glam::Vec3;
use hexbound_collide::hash::Hasher;

use crate::sim::Event;

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Seeded by where and how hard.
    pub fn of(event: &Event) -> Self {
        let mut hasher = Hasher::default();
        hasher.vec3(event.position).vec3(event.normal);
        Self(hasher.f32(event.speed).finish())
    }

    /// In 0..1.
    pub fn fraction(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }

    /// In `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.fraction()
    }

    /// A unit vector on `normal`'s side, sooner along it than across.
    pub fn about(&mut self, normal: Vec3) -> Vec3 {
        let (aside, across) = normal.any_orthonormal_pair();
        let (sin, cos) = (self.fraction() * std::f32::consts::TAU).sin_cos();
        // Even over a disc, lifted to the half sphere above it.
        let squared = self.fraction();
        let radius = squared.sqrt();
        aside * (cos * radius) + across * (sin * radius) + normal * (1.0 - squared).sqrt()
    }
}
