//! A small seeded generator (SplitMix64), so that every run asks the same questions.

use glam::Vec3;

#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// 0 ≤ x < 1.
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }

    pub fn inside(&mut self, min: Vec3, max: Vec3) -> Vec3 {
        min + (max - min) * Vec3::new(self.unit(), self.unit(), self.unit())
    }

    /// A unit vector, all directions alike.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.inside(Vec3::NEG_ONE, Vec3::ONE);
            let length = v.length();
            if (0.01..=1.0).contains(&length) {
                return v / length;
            }
        }
    }

    /// A level unit vector.
    pub fn heading(&mut self) -> Vec3 {
        let angle = self.between(0.0, std::f32::consts::TAU);
        Vec3::new(angle.cos(), 0.0, angle.sin())
    }
}
