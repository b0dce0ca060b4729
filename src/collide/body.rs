//! The moving bodies: a sphere, or an ellipsoid with two equal horizontal semi-axes.

use glam::{DVec3, Vec3};

use crate::geom::Aabb;

/// An axis-aligned ellipsoid given by its semi-axes in metres; a sphere when they are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    pub axes: Vec3,
}

impl Body {
    pub fn sphere(radius: f32) -> Self {
        Self {
            axes: Vec3::splat(radius),
        }
    }

    /// Upright: `radius` in x and z, `half_height` in y.
    pub fn ellipsoid(radius: f32, half_height: f32) -> Self {
        Self {
            axes: Vec3::new(radius, half_height, radius),
        }
    }

    /// Every semi-axis longer by `margin` (shorter when negative), metres.
    pub fn grown(self, margin: f32) -> Self {
        Self {
            axes: self.axes + Vec3::splat(margin),
        }
    }

    /// Half the size of the box around the body, metres.
    pub fn half_extents(&self) -> Vec3 {
        self.axes
    }

    /// How far the body reaches from its centre along the unit vector `normal`:
    /// the article's distance that depends on the slope, √((aₓnₓ)² + (a_y n_y)² + (a_z n_z)²).
    pub fn reach(&self, normal: DVec3) -> f64 {
        (self.axes.as_dvec3() * normal).length()
    }

    /// The box around the body on its way from `from` to `to`.
    pub fn swept_bounds(&self, from: Vec3, to: Vec3) -> Aabb {
        Aabb::from_points([from, to]).grown(self.axes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_shrinks_as_the_slope_steepens() {
        let body = Body::ellipsoid(0.4, 0.9);
        assert!((body.reach(DVec3::Y) - 0.9).abs() < 1e-7);
        assert!((body.reach(DVec3::X) - 0.4).abs() < 1e-7);
        let slope = DVec3::new(1.0, 1.0, 0.0).normalize();
        assert!(body.reach(slope) > 0.4 && body.reach(slope) < 0.9);
    }
}
