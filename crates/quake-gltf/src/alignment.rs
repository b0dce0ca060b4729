//! The alignment of a texture on a brush's face: by the axes that the face names, or by the nearest axis of
//! the world, as in the first editors.

use glam::{DVec2, DVec3};
use quake_map::Alignment;

/// The texture axes of Quake's tools: for each facing its normal and the texture's two directions.
const TEXTURE_AXES: [[DVec3; 3]; 6] = [
    [DVec3::Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::NEG_Z, DVec3::X, DVec3::NEG_Y],
    [DVec3::X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z],
    [DVec3::Y, DVec3::X, DVec3::NEG_Z],
    [DVec3::NEG_Y, DVec3::X, DVec3::NEG_Z],
];

/// The map from positions to pixels of a texture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextureProjection {
    across: DVec3,
    down: DVec3,
    offset: DVec2,
}

impl TextureProjection {
    /// The projection of an alignment on a face with the normal `normal`. Usual values replace invalid
    /// numbers.
    pub(crate) fn new(alignment: &Alignment, normal: DVec3) -> Self {
        let scale = DVec2::from(alignment.scale.map(|scale| match scale.is_normal() {
            true => scale,
            false => 1.0,
        }));
        let (across, down) = match alignment.axes {
            Some([across, down]) => (DVec3::from(across), DVec3::from(down)),
            None => {
                let (across, down) = nearest_axes(normal);
                rotated(across, down, alignment.rotation)
            }
        };
        let finite = |axis: DVec3| if axis.is_finite() { axis } else { DVec3::X };
        let offset = DVec2::from(alignment.offset);
        Self {
            across: finite(across) / scale.x,
            down: finite(down) / scale.y,
            offset: if offset.is_finite() {
                offset
            } else {
                DVec2::ZERO
            },
        }
    }

    /// The pixel at a position.
    pub(crate) fn texel(&self, position: DVec3) -> DVec2 {
        DVec2::new(self.across.dot(position), self.down.dot(position)) + self.offset
    }
}

/// The texture's two directions for a normal.
fn nearest_axes(normal: DVec3) -> (DVec3, DVec3) {
    let mut best = (0.0, TEXTURE_AXES[0]);
    for axes in TEXTURE_AXES {
        let along = normal.dot(axes[0]);
        // The first among equals, as in Quake's tools; the margin absorbs rounding.
        if along > best.0 + 1e-9 {
            best = (along, axes);
        }
    }
    (best.1[1], best.1[2])
}

/// Rotates the texture's two directions about their axis by `degrees`.
fn rotated(across: DVec3, down: DVec3, degrees: f64) -> (DVec3, DVec3) {
    let degrees = if degrees.is_finite() { degrees } else { 0.0 };
    let (sin, cos) = degrees.to_radians().sin_cos();
    // The rotation works on the unsigned axes of both texture directions, as Quake's tools do.
    let turn = |axis: DVec3| {
        let (a, b) = (axis.dot(across.abs()), axis.dot(down.abs()));
        across.abs() * (cos * a - sin * b) + down.abs() * (sin * a + cos * b)
    };
    (turn(across), turn(down))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alignment(rotation: f64, scale: [f64; 2], axes: Option<[[f64; 3]; 2]>) -> Alignment {
        Alignment {
            offset: [8.0, 16.0],
            rotation,
            scale,
            axes,
        }
    }

    #[test]
    fn a_floor_and_a_wall_are_laid_by_the_worlds_axes() {
        let texel = |rotation, scale, normal| {
            let projection = TextureProjection::new(&alignment(rotation, scale, None), normal);
            projection.texel(DVec3::new(10.0, 20.0, 5.0))
        };
        let floor = texel(0.0, [1.0, 2.0], DVec3::Z);
        assert_eq!(floor, DVec2::new(18.0, 6.0));
        let wall = texel(0.0, [1.0, 1.0], DVec3::NEG_X);
        assert_eq!(wall, DVec2::new(28.0, 11.0));
        let texel = texel(90.0, [1.0, 1.0], DVec3::Z);
        assert!((texel - DVec2::new(28.0, 26.0)).length() < 1e-9, "{texel}");
    }

    #[test]
    fn given_axes_count_and_nonsense_does_not() {
        let axes = Some([[0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
        let given = TextureProjection::new(&alignment(45.0, [0.5, 0.0], axes), DVec3::X);
        let texel = given.texel(DVec3::new(9.0, 2.0, 3.0));
        assert_eq!(texel, DVec2::new(12.0, 13.0));
        let (no_scale, no_axes) = ([f64::INFINITY, f64::NAN], [[f64::NAN; 3]; 2]);
        let nonsense = alignment(f64::NAN, no_scale, Some(no_axes));
        let texel = TextureProjection::new(&nonsense, DVec3::X).texel(DVec3::ONE);
        assert!(texel.is_finite());
    }
}
