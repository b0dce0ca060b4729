//! The choice of one of a vertex's two pairs of texture coordinates, and their transform by
//! KHR_texture_transform. Other modules read them from a file.

use serde::{Deserialize, Serialize};

/// One of the two pairs of texture coordinates of a `Vertex`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UvPair {
    /// The pair `Vertex::uv`.
    #[default]
    First,
    /// The pair `Vertex::second_uv`.
    Second,
}

/// The transform of KHR_texture_transform: coordinates are scaled, then turned, then moved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UvTransform {
    pub offset: [f32; 2],
    /// The rotation, radians; positive turns the image clockwise.
    pub rotation: f32,
    pub scale: [f32; 2],
}

impl Default for UvTransform {
    fn default() -> Self {
        Self {
            offset: [0.0; 2],
            rotation: 0.0,
            scale: [1.0; 2],
        }
    }
}

/// The largest usable texture coordinate: larger ones are noise in single precision.
const MAX_COORDINATE: f32 = 1e6;

impl UvTransform {
    /// The transformed coordinates.
    pub fn apply(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        self.rows().map(|[a, b, moved]| a * u + b * v + moved)
    }

    /// The rows of the transform as a matrix: a new coordinate is the first two numbers times the old
    /// coordinates, plus the third.
    pub fn rows(&self) -> [[f32; 3]; 2] {
        let (sin, cos) = libm::sincosf(self.rotation);
        let [x, y] = self.scale;
        [
            [cos * x, sin * y, self.offset[0]],
            [-sin * x, cos * y, self.offset[1]],
        ]
    }

    /// Returns whether all numbers are finite and small enough to be usable.
    pub(crate) fn is_valid(&self) -> bool {
        let numbers = self.offset.iter().chain(&self.scale);
        self.rotation.is_finite()
            && numbers
                .into_iter()
                .all(|number| number.abs() <= MAX_COORDINATE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_scales_turns_and_moves() {
        let transform = UvTransform {
            offset: [0.5, 0.25],
            rotation: std::f32::consts::FRAC_PI_2,
            scale: [2.0, 3.0],
        };
        let [u, v] = transform.apply([1.0, 1.0]);
        assert!((u - 3.5).abs() < 1e-6, "{u} {v}");
        assert!((v - -1.75).abs() < 1e-6, "{u} {v}");
        assert_eq!(UvTransform::default().apply([0.3, -7.0]), [0.3, -7.0]);
    }

    #[test]
    fn numbers_that_lead_nowhere_are_not_sane() {
        let with_offset = |offset: f32| UvTransform {
            offset: [offset, 0.0],
            ..UvTransform::default()
        };
        assert!(with_offset(-1000.0).is_valid());
        for offset in [f32::NAN, f32::INFINITY, -1e30] {
            assert!(!with_offset(offset).is_valid(), "{offset}");
        }
        let turned = UvTransform {
            rotation: f32::NAN,
            ..UvTransform::default()
        };
        assert!(!turned.is_valid());
    }
}
