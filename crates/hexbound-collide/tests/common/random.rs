//! The random generator of all tests, these and the library's unit tests.

#![allow(dead_code, reason = "each test program draws what it needs")]

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014), with
/// the same numbers from the same seed on every machine.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits, all of them equally random.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next number in 0..1, a multiple of 2⁻²⁴.
    pub fn fraction(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u64 << 24) as f32
    }
}
