//! The colors of everything written or drawn over the picture.

use crate::settings::Colors;
use hexbound_canvas::Color;

/// The color of text without a special meaning.
pub const TEXT_COLOR: Color = Color::rgb(0xf4, 0xee, 0xe2);
/// The color of balls: brass.
pub(crate) const BRASS_COLOR: Color = Color::rgb(0xe0, 0xb0, 0x60);
/// The color of a panel for longer reading: dark glass.
pub const GLASS_COLOR: Color = Color::premultiplied(8, 13, 17, 222);
/// The sign before a warning, so that a warning does not depend on color.
pub const WARNING_SIGN: &str = "▲ ";

/// The colors with a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The color of interactive elements.
    pub accent: Color,
    /// The color of warnings.
    pub warning: Color,
    /// The color of a lit target.
    pub lit: Color,
    /// The color of an unlit target.
    pub waiting: Color,
}

/// Teal and coral.
const USUAL_PALETTE: Palette = Palette {
    accent: Color::rgb(0x3f, 0xe0, 0xc5),
    warning: Color::rgb(0xff, 0x8a, 0x66),
    lit: Color::rgb(0x3f, 0xe0, 0xc5),
    waiting: TEXT_COLOR,
};

/// Blue and orange.
const ORANGE_AND_BLUE: Palette = Palette {
    accent: Color::rgb(0x62, 0xb2, 0xff),
    warning: Color::rgb(0xff, 0x9f, 0x1c),
    lit: Color::rgb(0x62, 0xb2, 0xff),
    waiting: Color::rgb(0xff, 0x9f, 0x1c),
};

impl Palette {
    /// The palette of a player's choice of colors.
    pub fn of(colors: Colors) -> Self {
        match colors {
            Colors::Usual => USUAL_PALETTE,
            Colors::OrangeAndBlue => ORANGE_AND_BLUE,
        }
    }
}

impl Default for Palette {
    fn default() -> Self {
        USUAL_PALETTE
    }
}

#[cfg(test)]
mod tests {
    use glam::{Mat3, Vec3};

    use super::*;

    /// The linear colors that eyes without one kind of cones see in the place of a color's, by
    /// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
    /// Vision Deficiency": without red, green and blue ones. The last sees all colors.
    const EYES: [[[f32; 3]; 3]; 4] = [
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ];

    /// The color in CIE Lab, where equal distances look equal.
    fn lab(color: Color, eye: [[f32; 3]; 3]) -> Vec3 {
        let rows = Mat3::from_cols_array_2d(&eye);
        let seen = rows.transpose() * Vec3::from(color.linear());
        let seen = seen.clamp(Vec3::ZERO, Vec3::ONE);
        // The primaries and the white of sRGB, as shares of its white.
        let [x, y, z] = [
            [0.4339, 0.3762, 0.1898],
            [0.2126, 0.7152, 0.0722],
            [0.0178, 0.1095, 0.8727],
        ]
        .map(|row| Vec3::from(row).dot(seen).cbrt());
        Vec3::new(116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z))
    }

    /// The distance between the two closest colors, for the eyes that distinguish them least.
    fn least_distance(colors: &[Color]) -> f32 {
        let mut least = f32::INFINITY;
        for eye in EYES {
            let seen: Vec<Vec3> = colors.iter().map(|color| lab(*color, eye)).collect();
            for (index, one) in seen.iter().enumerate() {
                let distances = seen[..index].iter().map(|other| one.distance(*other));
                least = distances.fold(least, f32::min);
            }
        }
        least
    }

    #[test]
    fn every_kind_of_color_vision_tells_orange_from_blue_and_both_from_text() {
        let Palette {
            accent,
            warning,
            lit,
            waiting,
        } = Palette::of(Colors::OrangeAndBlue);
        for (what, colors) in [
            ("signs", [accent, warning, TEXT_COLOR]),
            ("targets", [lit, waiting, TEXT_COLOR]),
        ] {
            let least = least_distance(&colors);
            assert!(least > 30.0, "{what}: {least}");
        }
        // Colors that are known to be confused have a small distance.
        let red_and_green = [Color::rgb(200, 60, 40), Color::rgb(95, 115, 40)];
        assert!(least_distance(&red_and_green) < 30.0);
    }
}
