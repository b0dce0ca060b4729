//! The moving bodies: convex, upright and symmetric about their centre. How they touch a triangle
//! is in `contact`.

use glam::{DVec3, Vec3};

use crate::geom::Aabb;

/// A moving body, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// Given by its semi-axes; a sphere when they are equal.
    Ellipsoid { axes: Vec3 },
    /// Everything within `radius` of an upright segment of twice `half_height`.
    Capsule { radius: f32, half_height: f32 },
    /// A box along the axes, given by half its sides.
    Box { half: Vec3 },
    /// Upright, with flat ends: `radius` around its axis, `half_height` up and down.
    Cylinder { radius: f32, half_height: f32 },
}

impl Body {
    pub fn sphere(radius: f32) -> Self {
        Body::Ellipsoid {
            axes: Vec3::splat(radius),
        }
    }

    /// Upright: `radius` in x and z, `half_height` in y.
    pub fn ellipsoid(radius: f32, half_height: f32) -> Self {
        Body::Ellipsoid {
            axes: Vec3::new(radius, half_height, radius),
        }
    }

    /// Upright: half balls of `radius` at both ends of a segment of twice `half_height`.
    pub fn capsule(radius: f32, half_height: f32) -> Self {
        Body::Capsule {
            radius,
            half_height,
        }
    }

    /// Along the axes.
    pub fn cuboid(half: Vec3) -> Self {
        Body::Box { half }
    }

    /// Upright, with flat ends.
    pub fn cylinder(radius: f32, half_height: f32) -> Self {
        Body::Cylinder {
            radius,
            half_height,
        }
    }

    /// Reaching further by `margin` to every side (less when negative), metres.
    pub fn grown(self, margin: f32) -> Self {
        match self {
            Body::Ellipsoid { axes } => Body::Ellipsoid {
                axes: axes + Vec3::splat(margin),
            },
            Body::Capsule {
                radius,
                half_height,
            } => Body::Capsule {
                radius: radius + margin,
                half_height,
            },
            Body::Box { half } => Body::Box {
                half: half + Vec3::splat(margin),
            },
            Body::Cylinder {
                radius,
                half_height,
            } => Body::Cylinder {
                radius: radius + margin,
                half_height: half_height + margin,
            },
        }
    }

    /// Half the size of the box around the body, metres.
    pub fn half_extents(&self) -> Vec3 {
        match *self {
            Body::Ellipsoid { axes } => axes,
            Body::Capsule {
                radius,
                half_height,
            } => Vec3::new(radius, radius + half_height, radius),
            Body::Box { half } => half,
            Body::Cylinder {
                radius,
                half_height,
            } => Vec3::new(radius, half_height, radius),
        }
    }

    /// How far the body reaches from its centre along the unit vector `normal`: the article's
    /// distance that depends on the slope. For an ellipsoid √((aₓnₓ)² + (a_y n_y)² + (a_z n_z)²),
    /// for a capsule r + h|n_y|, for a box hₓ|nₓ| + h_y|n_y| + h_z|n_z|, for a cylinder
    /// r√(nₓ² + n_z²) + h|n_y|.
    #[inline]
    pub fn reach(&self, normal: DVec3) -> f64 {
        match *self {
            Body::Ellipsoid { axes } => (axes.as_dvec3() * normal).length(),
            Body::Capsule {
                radius,
                half_height,
            } => f64::from(radius) * normal.length() + f64::from(half_height) * normal.y.abs(),
            Body::Box { half } => half.as_dvec3().dot(normal.abs()),
            Body::Cylinder {
                radius,
                half_height,
            } => {
                let level = (normal.x * normal.x + normal.z * normal.z).sqrt();
                f64::from(radius) * level + f64::from(half_height) * normal.y.abs()
            }
        }
    }

    /// The box around the body on its way from `from` to `to`.
    pub fn swept_bounds(&self, from: Vec3, to: Vec3) -> Aabb {
        Aabb::from_points([from, to]).grown(self.half_extents())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_shrinks_as_the_slope_steepens() {
        let bodies = [
            Body::ellipsoid(0.4, 0.9),
            Body::capsule(0.4, 0.5),
            Body::cylinder(0.4, 0.9),
        ];
        for body in bodies {
            assert!((body.reach(DVec3::Y) - 0.9).abs() < 1e-7);
            assert!((body.reach(DVec3::X) - 0.4).abs() < 1e-7);
            let slope = DVec3::new(1.0, 1.0, 0.0).normalize();
            assert!(body.reach(slope) > 0.4);
        }
        // A rim sticks out where an ellipsoid is round.
        let slope = DVec3::new(1.0, 1.0, 0.0).normalize();
        assert!(bodies[0].reach(slope) < 0.9 && bodies[2].reach(slope) > 0.9);
    }
}
