//! The moving bodies: convex, upright, symmetric about their center, and validated on creation. The
//! module `contact` tests them against triangles.

use glam::{DVec3, Vec3};
use thiserror::Error;

use crate::{SKIN, geom::Aabb, rounding::rounded_up};

/// The shape of a body, relative to its center.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyShape {
    /// An ellipsoid along the axes; a sphere when its semi-axes are equal.
    Ellipsoid {
        /// The semi-axes, meters.
        axes: Vec3,
    },
    /// An upright capsule: everything within a distance of an upright segment.
    Capsule {
        /// The distance from the segment, meters.
        radius: f32,
        /// Half the segment's length, meters, without the round ends.
        half_height: f32,
    },
    /// A box along the axes.
    Box {
        /// Half the side lengths, meters.
        half: Vec3,
    },
    /// An upright cylinder with flat ends.
    Cylinder {
        /// The radius around the axis, meters.
        radius: f32,
        /// Half the height, meters.
        half_height: f32,
    },
}

impl BodyShape {
    /// A sphere of radius `radius`, meters.
    pub const fn sphere(radius: f32) -> Self {
        Self::Ellipsoid {
            axes: Vec3::splat(radius),
        }
    }

    /// The distance of the shape's highest point from its center, meters; that of a capsule includes
    /// its round end.
    pub fn half_height(self) -> f32 {
        match self {
            Self::Ellipsoid { axes } => axes.y,
            Self::Capsule {
                radius,
                half_height,
            } => half_height + radius,
            Self::Box { half } => half.y,
            Self::Cylinder { half_height, .. } => half_height,
        }
    }
}

/// A moving body of a supported size. A new body's half extents are between [`Body::MIN_EXTENT`] and
/// [`Body::MAX_EXTENT`], and the longest is at most [`Body::MAX_SLENDERNESS`] times the shortest.
///
/// ```
/// use hexbound_collide::Body;
/// let body = Body::capsule(0.25, 0.5).unwrap();
/// assert_eq!(body.half_extents().y, 0.75);
/// assert!(Body::sphere(0.0).is_err() && Body::sphere(f32::NAN).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "BodyShape", into = "BodyShape")
)]
pub struct Body {
    shape: BodyShape,
}

/// The reason why a body can't have the requested size.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BodyError {
    /// A half extent is NaN or outside the limits.
    #[error(
        "a body's half extents must be between {} and {} m, not {half_extents} m",
        Body::MIN_EXTENT,
        Body::MAX_EXTENT
    )]
    Size {
        /// Half the size of the body's bounding box, meters.
        half_extents: Vec3,
    },
    /// The length of a capsule's segment is negative or NaN.
    #[error("a capsule's half height must be at least 0, not {half_height} m")]
    HalfHeight {
        /// Half the requested length of the segment, meters.
        half_height: f32,
    },
    /// The body is too slender.
    #[error(
        "a body may be at most {} times as long as it is thin, but half extents of {half_extents} m were asked for",
        Body::MAX_SLENDERNESS
    )]
    Slender {
        /// Half the size of the body's bounding box, meters.
        half_extents: Vec3,
    },
}

impl Body {
    /// The shortest half extent that a body may have, meters.
    pub const MIN_EXTENT: f32 = 1e-3;

    /// The longest half extent that a body may have, meters.
    pub const MAX_EXTENT: f32 = 1e3;

    /// The longest half extent that a body may have, as a multiple of its shortest.
    pub const MAX_SLENDERNESS: f32 = 1e3;

    /// A sphere of radius `radius`, meters; an error if the sphere is too small or too large.
    pub fn sphere(radius: f32) -> Result<Self, BodyError> {
        Self::new(BodyShape::sphere(radius))
    }

    /// An upright ellipsoid with semi-axes of `radius` meters in x and z and `half_height` meters in
    /// y; an error if the ellipsoid is too small, too large or too slender.
    pub fn ellipsoid(radius: f32, half_height: f32) -> Result<Self, BodyError> {
        Self::new(BodyShape::Ellipsoid {
            axes: Vec3::new(radius, half_height, radius),
        })
    }

    /// An upright capsule: a sphere of radius `radius`, meters, extended up and down by `half_height`
    /// meters, which may be 0. An error if the capsule is too small, too large or too slender.
    pub fn capsule(radius: f32, half_height: f32) -> Result<Self, BodyError> {
        Self::new(BodyShape::Capsule {
            radius,
            half_height,
        })
    }

    /// A box along the axes with sides of twice `half`, meters; an error if the box is too small, too
    /// large or too slender.
    pub fn cuboid(half: Vec3) -> Result<Self, BodyError> {
        Self::new(BodyShape::Box { half })
    }

    /// An upright cylinder with flat ends, `radius` meters around its axis and `half_height` meters
    /// up and down; an error if the cylinder is too small, too large or too slender.
    pub fn cylinder(radius: f32, half_height: f32) -> Result<Self, BodyError> {
        Self::new(BodyShape::Cylinder {
            radius,
            half_height,
        })
    }

    /// A body of the shape `shape`; an error if the body is too small, too large or too slender.
    pub fn new(shape: BodyShape) -> Result<Self, BodyError> {
        if let BodyShape::Capsule { half_height, .. } = shape
            && (half_height.is_nan() || half_height < 0.0)
        {
            return Err(BodyError::HalfHeight { half_height });
        }
        let body = Self { shape };
        let half_extents = body.half_extents();
        let (least, most) = (half_extents.min_element(), half_extents.max_element());
        if !(half_extents.is_finite() && least >= Self::MIN_EXTENT && most <= Self::MAX_EXTENT) {
            return Err(BodyError::Size { half_extents });
        }
        if most > least * Self::MAX_SLENDERNESS {
            return Err(BodyError::Slender { half_extents });
        }
        Ok(body)
    }

    /// A body of any size, for tests of bodies below the minimum.
    #[cfg(test)]
    pub(super) fn unchecked(shape: BodyShape) -> Self {
        Self { shape }
    }

    /// A sphere around the body, larger by `factor`. Any size is valid: the sphere only filters.
    pub(crate) fn sphere_around(&self, factor: f64) -> Self {
        let longest = match self.shape {
            BodyShape::Ellipsoid { .. } | BodyShape::Capsule { .. } => {
                self.half_extents().max_element()
            }
            BodyShape::Box { .. } | BodyShape::Cylinder { .. } => self.half_extents().length(),
        };
        let shape = BodyShape::sphere((f64::from(longest) * factor) as f32);
        Self { shape }
    }

    /// The body's shape.
    #[inline]
    pub fn shape(&self) -> BodyShape {
        self.shape
    }

    /// The body grown by the [`SKIN`] on every side, even beyond [`Body::MAX_EXTENT`]. A
    /// [`Mover`](crate::Mover) moves the grown body, so that the body itself keeps clear.
    #[inline]
    pub fn with_skin(self) -> Self {
        self.grown_by(SKIN)
    }

    /// The body grown by `margin` meters on every side, or shrunk by a negative margin, but never
    /// below [`Body::MIN_EXTENT`]. An error if the margin is NaN or the body gets too large. A shrunk
    /// body may exceed [`Body::MAX_SLENDERNESS`].
    pub fn grown(self, margin: f32) -> Result<Self, BodyError> {
        let grown = self.grown_by(margin);
        match margin <= 0.0 {
            true => Ok(grown),
            false => Self::new(grown.shape),
        }
    }

    /// The body grown by `margin` meters, but never below [`Body::MIN_EXTENT`]; no other limit counts.
    pub(crate) fn grown_by(self, margin: f32) -> Self {
        let by = |extent: f32| match extent + margin < Self::MIN_EXTENT {
            true => Self::MIN_EXTENT,
            false => extent + margin,
        };
        let shape = match self.shape {
            BodyShape::Ellipsoid { axes } => BodyShape::Ellipsoid { axes: axes.map(by) },
            BodyShape::Capsule {
                radius,
                half_height,
            } => BodyShape::Capsule {
                radius: by(radius),
                half_height,
            },
            BodyShape::Box { half } => BodyShape::Box { half: half.map(by) },
            BodyShape::Cylinder {
                radius,
                half_height,
            } => BodyShape::Cylinder {
                radius: by(radius),
                half_height: by(half_height),
            },
        };
        Self { shape }
    }

    /// Half the size of the body's bounding box, meters, rounded up.
    pub fn half_extents(&self) -> Vec3 {
        match self.shape {
            BodyShape::Ellipsoid { axes } => axes,
            BodyShape::Capsule {
                radius,
                half_height,
            } => {
                let height = rounded_up(f64::from(radius) + f64::from(half_height));
                Vec3::new(radius, height, radius)
            }
            BodyShape::Box { half } => half,
            BodyShape::Cylinder {
                radius,
                half_height,
            } => Vec3::new(radius, half_height, radius),
        }
    }

    /// The distance that the body reaches from its center along the unit vector `normal`, meters:
    /// its support function. For an ellipsoid that is √((aₓnₓ)² + (a_y n_y)² + (a_z n_z)²), and for
    /// a capsule r + h|n_y|. For a box it is hₓ|nₓ| + h_y|n_y| + h_z|n_z|, and for a cylinder
    /// r√(nₓ² + n_z²) + h|n_y|.
    #[inline]
    pub fn reach(&self, normal: DVec3) -> f64 {
        match self.shape {
            BodyShape::Ellipsoid { axes } => (axes.as_dvec3() * normal).length(),
            BodyShape::Capsule {
                radius,
                half_height,
            } => f64::from(radius) * normal.length() + f64::from(half_height) * normal.y.abs(),
            BodyShape::Box { half } => half.as_dvec3().dot(normal.abs()),
            BodyShape::Cylinder {
                radius,
                half_height,
            } => {
                let level = (normal.x * normal.x + normal.z * normal.z).sqrt();
                f64::from(radius) * level + f64::from(half_height) * normal.y.abs()
            }
        }
    }

    /// The bounding box of the body on its path between the centers `from` and `to`, meters.
    pub fn swept_bounds(&self, from: Vec3, to: Vec3) -> Aabb {
        Aabb::from_points([from, to]).grown(self.half_extents())
    }
}

impl TryFrom<BodyShape> for Body {
    type Error = BodyError;

    fn try_from(shape: BodyShape) -> Result<Self, BodyError> {
        Self::new(shape)
    }
}

impl From<Body> for BodyShape {
    fn from(body: Body) -> Self {
        body.shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_sizes_make_no_body() {
        let no_numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
        for bad in [0.0, -0.4, 1e-9, 1e9].into_iter().chain(no_numbers) {
            let axes = Vec3::new(0.4, 0.9, bad);
            let made = [
                Body::sphere(bad),
                Body::ellipsoid(0.4, bad),
                Body::ellipsoid(bad, 0.9),
                Body::cylinder(0.4, bad),
                Body::cylinder(bad, 0.9),
                Body::cuboid(Vec3::new(0.4, bad, 0.4)),
                Body::new(BodyShape::Ellipsoid { axes }),
                Body::capsule(bad, 0.5),
            ];
            assert!(made.iter().all(Result::is_err), "{bad}: {made:?}");
        }
        for bad in [-0.1, 1e9, f32::NAN, f32::INFINITY] {
            assert!(Body::capsule(0.4, bad).is_err(), "{bad}");
        }
        assert!(Body::capsule(0.4, 0.0).is_ok());
        let slender = Body::ellipsoid(0.01, 100.0).unwrap_err();
        assert!(slender.to_string().contains("1000 times"), "{slender}");
    }

    #[test]
    fn a_body_shrinks_to_the_least_and_no_further() {
        let body = Body::cylinder(0.25, 0.75).unwrap().grown(-0.5).unwrap();
        let least = Body::MIN_EXTENT;
        assert_eq!(body.half_extents(), Vec3::new(least, 0.25, least));
    }

    #[test]
    fn a_body_grows_to_the_most_and_no_further() {
        for body in [Body::capsule(0.4, 0.5), Body::cuboid(Vec3::splat(0.4))] {
            let body = body.unwrap();
            for bad in [f32::NAN, f32::INFINITY, 1e6] {
                let error = body.grown(bad).unwrap_err();
                assert!(matches!(error, BodyError::Size { .. }), "{bad}: {error}");
            }
            assert!(body.grown(10.0).is_ok());
            assert_eq!(body.grown(SKIN), Ok(body.with_skin()));
        }
        let largest = Body::sphere(Body::MAX_EXTENT).unwrap();
        assert!(largest.grown(SKIN).is_err());
        assert!(largest.with_skin().half_extents().x > Body::MAX_EXTENT);
    }
}
