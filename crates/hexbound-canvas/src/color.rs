//! Colors of the interface.

/// A color as the screen shows it: sRGB, already multiplied by its alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Color([u8; 4]);

impl Color {
    pub const TRANSPARENT: Self = Self([0; 4]);
    pub const WHITE: Self = Self([255; 4]);

    /// An opaque color.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue, 255])
    }

    /// A color whose components are already multiplied by its alpha.
    pub const fn premultiplied(red: u8, green: u8, blue: u8, alpha: u8) -> Self {
        Self([red, green, blue, alpha])
    }

    /// Black with an alpha.
    pub const fn black(alpha: u8) -> Self {
        Self([0, 0, 0, alpha])
    }

    /// The opaque color with linear components, 0..1.
    pub fn from_linear(linear: [f32; 3]) -> Self {
        let [red, green, blue] = linear.map(srgb_byte);
        Self::rgb(red, green, blue)
    }

    /// The linear red, green and blue, 0..1, of an opaque color.
    pub fn linear(self) -> [f32; 3] {
        let [red, green, blue, _] = self.0;
        [red, green, blue].map(linear_light)
    }

    /// The color with its opacity multiplied by `share`, 0..1.
    pub fn faded(self, share: f32) -> Self {
        Self(self.0.map(|part| (f32::from(part) * share + 0.5) as u8))
    }

    /// Red, green, blue and alpha.
    pub fn parts(self) -> [u8; 4] {
        self.0
    }

    pub(crate) fn is_transparent(self) -> bool {
        self == Self::TRANSPARENT
    }
}

/// The sRGB byte of linear light, 0..1.
pub fn srgb_byte(linear: f32) -> u8 {
    let encoded = match linear <= 0.003_130_8 {
        true => 12.92 * linear,
        false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    };
    (encoded * 255.0).round() as u8
}

/// The linear light of an sRGB byte, 0..1.
pub fn linear_light(byte: u8) -> f32 {
    let encoded = f32::from(byte) / 255.0;
    match encoded <= 0.040_45 {
        true => encoded / 12.92,
        false => ((encoded + 0.055) / 1.055).powf(2.4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_light_is_encoded_as_srgb() {
        let half = Color::from_linear([0.0, 0.215_861, 1.0]);
        assert_eq!(half, Color::rgb(0, 128, 255));
        let beyond = Color::from_linear([-1.0, 0.002, 9.0]);
        assert_eq!(beyond, Color::rgb(0, 7, 255));
    }

    #[test]
    fn fading_keeps_the_hue() {
        let faded = Color::rgb(200, 100, 0).faded(0.5);
        assert_eq!(faded, Color::premultiplied(100, 50, 0, 128));
        assert!(Color::WHITE.faded(0.0).is_transparent());
    }
}
