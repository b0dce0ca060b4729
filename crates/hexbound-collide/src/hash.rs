//! A 64-bit FNV-1a hash over exact bits: the same on every platform and run.

/// A hash that is fed values and gives their hash at the end (Fowler, Noll and Vo, "The FNV
/// Non-Cryptographic Hash Algorithm").
#[derive(Clone, Copy, Debug)]
pub struct Hasher(u64);

impl Default for Hasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher {
    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// Adds words of four bytes each in one step: faster for large data, and another hash than that of
    /// their bytes.
    pub fn words(&mut self, words: &[u32]) -> &mut Self {
        for word in words {
            self.0 = (self.0 ^ u64::from(*word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// Adds the four bytes of a number, the lowest first.
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds the eight bytes of a number, the lowest first.
    pub fn u64(&mut self, value: u64) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds the bits of a number. −0 and 0 differ.
    pub fn f32(&mut self, value: f32) -> &mut Self {
        self.u32(value.to_bits())
    }

    /// Adds the bits of the three components.
    pub fn vec3(&mut self, value: glam::Vec3) -> &mut Self {
        self.f32(value.x).f32(value.y).f32(value.z)
    }

    /// The hash of everything added so far.
    pub fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vectors() {
        assert_eq!(Hasher::default().finish(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(
            Hasher::default().bytes(b"a").finish(),
            0xaf63_dc4c_8601_ec8c
        );
        assert_eq!(
            Hasher::default().bytes(b"foobar").finish(),
            0x8594_4171_f739_67e8
        );
    }
}
