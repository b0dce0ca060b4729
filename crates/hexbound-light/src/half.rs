//! Half floats, as light is stored in textures and vertices.

use half::f16;

/// The bits of a half float, rounded toward zero, so that no filter returns more light than was baked. A
/// value beyond the range becomes the largest number of its sign, so that no infinity gets into a filter.
/// Subnormal numbers become zero, since some devices flush them.
pub fn half_bits(value: f32) -> u16 {
    /// The bits of the fraction that do not fit into a half float.
    const DROPPED_BITS: u32 = (1 << 13) - 1;
    if value.abs() < f16::MIN_POSITIVE.to_f32() {
        return f16::ZERO.to_bits();
    }
    nearest_half_bits(f32::from_bits(value.to_bits() & !DROPPED_BITS))
}

/// The bits of the nearest half float, with the same range as [`half_bits`].
pub fn nearest_half_bits(value: f32) -> u16 {
    let limit = f16::MAX.to_f32();
    f16::from_f32(value.clamp(-limit, limit)).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_floats_are_exact_where_they_can_be_and_saturate() {
        for (value, expected) in [
            (0.0, 0),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (0.5, 0x3800),
            (65504.0, 0x7bff),
            (1e9, 0x7bff),
            (-1e9, 0xfbff),
            (f32::INFINITY, 0x7bff),
            (1e-9, 0),
        ] {
            assert_eq!(half_bits(value), expected, "{value}");
            assert_eq!(nearest_half_bits(value), expected, "{value}");
        }
    }

    #[test]
    fn only_one_of_them_rounds_up() {
        let almost = 2.0 - 1e-4;
        assert_eq!(half_bits(almost), 0x3fff);
        assert_eq!(nearest_half_bits(almost), 0x4000);
    }

    #[test]
    fn only_one_of_them_keeps_subnormal_numbers() {
        assert_eq!(half_bits(3e-5), 0);
        assert_eq!(nearest_half_bits(3e-5), 0x01f7);
    }
}
