//! The only random generator: small, seeded, and the same on every platform. The simulation uses none;
//! effects, wandering players, tests and benchmarks do.

use glam::Vec3;

/// A seeded sequence of numbers: SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
/// Number Generators", 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins the sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 uniformly random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STATE_STEP);
        finalized(self.0)
    }

    /// The next number in 0..1, a multiple of 2⁻²⁴.
    pub fn fraction(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// The next number in `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.fraction()
    }

    /// The next whole number in `0..count`; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }

    /// The next whole number in `low..high`; `low` if that range is empty.
    pub fn integer(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high.saturating_sub(low) as usize) as u32
    }

    /// Returns true with the given probability.
    pub fn chance(&mut self, probability: f32) -> bool {
        self.fraction() < probability
    }

    /// Returns one of two values with equal probability.
    pub fn either<T>(&mut self, one: T, other: T) -> T {
        if self.chance(0.5) { one } else { other }
    }

    /// −1 or 1 with equal probability.
    pub fn sign(&mut self) -> f32 {
        self.either(1.0, -1.0)
    }

    /// A uniformly distributed point of the box between two corners.
    pub fn point_in(&mut self, min: Vec3, max: Vec3) -> Vec3 {
        min + (max - min) * Vec3::new(self.fraction(), self.fraction(), self.fraction())
    }
}

/// The number at `index` in the sequence of seed 0, counted from 1, computed without those before it.
pub fn bits_at(index: u64) -> u64 {
    finalized(index.wrapping_mul(STATE_STEP))
}

/// The increment of the state per number: 2⁶⁴ divided by the golden ratio.
const STATE_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

fn finalized(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_sequence() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn any_place_of_the_sequence_is_found_at_once() {
        let mut random = Random::new(0);
        for index in 1..100 {
            assert_eq!(bits_at(index), random.bits());
        }
    }

    #[test]
    fn stays_within_its_bounds() {
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            assert!(random.below(6) < 6);
            assert!((0.0..1.0).contains(&random.fraction()));
            assert!((3.0..9.0).contains(&random.between(3.0, 9.0)));
        }
        assert_eq!(random.below(0), 0);
    }
}
