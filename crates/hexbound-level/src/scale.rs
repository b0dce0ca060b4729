//! The factor from a file's unit to meters.

use std::{fmt, str::FromStr};

use hexbound_collide::geom::Aabb;

/// The number of meters that one unit of a file stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale(f64);

/// The least factor; smaller ones make no sense.
const MIN_FACTOR: f64 = 1e-6;
/// The greatest factor; larger ones make no sense.
const MAX_FACTOR: f64 = 1e6;
/// The least length of a walkable level, meters.
const MIN_SIZE: f64 = 4.0;
/// The greatest length of a walkable level, meters.
const MAX_SIZE: f64 = 3_000.0;
/// The least length of a level after a suggested factor, meters.
const MIN_SUGGESTED_SIZE: f64 = 10.0;
/// The greatest length of a level after a suggested factor, meters.
const MAX_SUGGESTED_SIZE: f64 = 500.0;

impl Scale {
    /// The scale of glTF itself: a unit is a meter.
    pub const METERS: Self = Self(1.0);

    /// A scale of `factor` meters per unit; `None` for an absurd number, or one that is not above zero.
    pub fn new(factor: f64) -> Option<Self> {
        (MIN_FACTOR..=MAX_FACTOR)
            .contains(&factor)
            .then_some(Self(factor))
    }

    /// The number of meters per unit.
    pub fn factor(self) -> f64 {
        self.0
    }

    /// The scale that would fit a level whose bounds, in meters, are `bounds` with this scale; `None` for
    /// a level of ordinary size.
    pub(crate) fn that_fits(self, bounds: &Aabb) -> Option<Self> {
        let longest = f64::from(bounds.size().max_element());
        let mut powers = (1..=6).map(|power| 10_f64.powi(power));
        let step = if longest > 0.0 && longest < MIN_SIZE {
            powers.find(|step| longest * step >= MIN_SUGGESTED_SIZE)
        } else if longest > MAX_SIZE {
            // Centimeters are likelier than decimeters.
            let mut parts = powers.skip(1).map(f64::recip);
            parts.find(|step| longest * step <= MAX_SUGGESTED_SIZE)
        } else {
            None
        }?;
        Self::new(self.0 * step)
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self::METERS
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The shortest text that restores the same bits.
        self.0.fmt(f)
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let factor = text.parse().ok().and_then(Self::new);
        factor.ok_or_else(|| {
            format!(
                "a scale is how many meters a unit of the file is, from {MIN_FACTOR} to {MAX_FACTOR}: 0.01 \
                 for centimeters"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn fits(longest: f32, scale: f64) -> Option<f64> {
        let bounds = Aabb::new(Vec3::ZERO, Vec3::new(longest, longest * 0.5, 0.1 * longest));
        let fits = Scale::new(scale).unwrap().that_fits(&bounds);
        fits.map(Scale::factor)
    }

    #[test]
    fn what_is_no_scale_is_refused() {
        for text in [
            "", "0", "-0", "-1", "nan", "inf", "-inf", "1e9", "1e-9", "1,5", "10%", "cm",
        ] {
            let said = text.parse::<Scale>().unwrap_err();
            assert!(said.contains("0.01 for centimeters"), "{said}");
        }
        assert_eq!("0.01".parse(), Ok(Scale(0.01)));
        assert_eq!("1e2".parse(), Ok(Scale(100.0)));
    }

    #[test]
    fn a_scale_is_written_so_that_it_is_read_again_to_the_bit() {
        for factor in [1.0, 0.01, 0.0254, 1.0 / 3.0, 123_456.789, 1e-6] {
            let scale = Scale(factor);
            assert_eq!(scale.to_string().parse(), Ok(scale));
        }
    }

    #[test]
    fn a_diorama_and_a_level_in_centimeters_get_a_scale_that_fits() {
        assert_eq!(fits(0.5, 1.0), Some(100.0));
        assert_eq!(fits(3.0, 1.0), Some(10.0));
        assert_eq!(fits(5_000.0, 1.0), Some(0.01));
        assert_eq!(fits(300_000.0, 1.0), Some(0.001));
        // What is suggested is instead of what was given.
        assert_eq!(fits(0.5, 0.01), Some(1.0));
        for usual in [5.0, 40.0, 900.0, 2_500.0] {
            assert_eq!(fits(usual, 1.0), None, "{usual}");
        }
        assert_eq!(fits(0.0, 1.0), None);
    }
}
