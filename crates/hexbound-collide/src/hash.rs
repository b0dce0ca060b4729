//! A 64-bit FNV-1a hash over exact bits, equal on every platform and run.

/// A hasher that accumulates values (Fowler, Noll and Vo, "The FNV Non-Cryptographic Hash Algorithm").
#[derive(Clone, Copy, Debug)]
pub struct Hasher(u64);

impl Default for Hasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher {
    /// A hasher that continues from `hash`, the result of another hasher.
    pub fn from_hash(hash: u64) -> Self {
        Self(hash)
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// Adds each four-byte word in one step: faster than its bytes, but with a different hash.
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

/// A checksum for large data, in four interleaved sums of eight-byte words. Each step is a bijection
/// of its sum, so a change of a single word is always detected.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut sums = [1_u64, 2, 3, 4];
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (sum, word) in sums.iter_mut().zip(block.chunks_exact(8)) {
            let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
            *sum = (*sum ^ word).wrapping_mul(PRIME).rotate_left(29);
        }
    }
    let mut hasher = Hasher::default();
    sums.iter().for_each(|sum| {
        hasher.u64(*sum);
    });
    hasher.bytes(blocks.remainder()).u64(bytes.len() as u64);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_vectors() {
        for (text, hash) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(Hasher::default().bytes(text.as_bytes()).finish(), hash);
        }
    }
}
