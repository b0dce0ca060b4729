//! The capped cylinder and the infinite one.

use glam::{DVec2, DVec3, Vec3};

use super::Aabb;
use crate::geom::{SupportMap, Validate};

/// A solid cylinder with flat caps.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use hexbound_collide::geom::Cylinder;
///
/// let barrel = Cylinder { center: Vec3::ZERO, axis: Vec3::Y, radius: 0.5, half_length: 1.0 };
/// assert_eq!(barrel.bounds().size(), Vec3::new(1.0, 2.0, 1.0));
/// assert_eq!(barrel.offset_to(DVec3::X * 2.0), DVec3::X * 1.5);
/// assert_eq!(barrel.nearest_exit(DVec3::X * 0.25), (DVec3::X, 0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cylinder {
    /// The center, meters.
    pub center: Vec3,
    /// The unit vector along the axis.
    pub axis: Vec3,
    /// The radius, meters; not negative.
    pub radius: f32,
    /// The distance from the center to either cap, meters; not negative.
    pub half_length: f32,
}

impl Cylinder {
    /// The smallest box around the cylinder.
    pub fn bounds(&self) -> Aabb {
        let along = self.axis.abs() * self.half_length;
        let across = (Vec3::ONE - self.axis * self.axis).max(Vec3::ZERO);
        let across = Vec3::new(across.x.sqrt(), across.y.sqrt(), across.z.sqrt()) * self.radius;
        Aabb::new(self.center, self.center).grown(along + across)
    }

    /// The vector from the cylinder's closest point to `point`, meters; zero if that is inside.
    pub fn offset_to(&self, point: DVec3) -> DVec3 {
        let (height, across) = self.height_and_across(point);
        let half = f64::from(self.half_length);
        let beyond_cap = height - height.clamp(-half, half);
        let distance = across.length();
        let beyond_side = (distance - f64::from(self.radius)).max(0.0);
        let outward = match distance > 0.0 {
            true => across / distance,
            false => DVec3::ZERO,
        };
        self.axis.as_dvec3() * beyond_cap + outward * beyond_side
    }

    /// The shortest path out for a point inside: the outward unit direction, toward the side or a cap,
    /// and the distance, meters.
    pub fn nearest_exit(&self, point: DVec3) -> (DVec3, f64) {
        let (height, across) = self.height_and_across(point);
        let axis = self.axis.as_dvec3();
        let to_side = f64::from(self.radius) - across.length();
        let to_cap = f64::from(self.half_length) - height.abs();
        match across.try_normalize() {
            Some(outward) if to_side <= to_cap => (outward, to_side),
            _ => (axis * if height < 0.0 { -1.0 } else { 1.0 }, to_cap),
        }
    }

    /// The height of a point over the center along the axis, and the displacement from the axis to the
    /// point.
    fn height_and_across(&self, point: DVec3) -> (f64, DVec3) {
        let axis = self.axis.as_dvec3();
        let from_center = point - self.center.as_dvec3();
        let height = from_center.dot(axis);
        (height, from_center - axis * height)
    }
}

impl Validate for Cylinder {
    fn is_valid(&self) -> bool {
        self.center.is_finite()
            && self.axis.is_normalized()
            && self.radius.is_finite()
            && self.half_length.is_finite()
            && self.radius.min(self.half_length) >= 0.0
    }
}

impl SupportMap for Cylinder {
    fn interior_point(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let axis = self.axis.as_dvec3().normalize();
        // A basis of the cap keeps the rounding error of a direction along the axis within the cap.
        let (right, up) = axis.any_orthonormal_pair();
        let across = DVec2::new(right.dot(direction), up.dot(direction)).normalize_or_zero();
        let across = right * across.x + up * across.y;
        let side = if axis.dot(direction) < 0.0 { -1.0 } else { 1.0 };
        let cap = axis * (f64::from(self.half_length) * side);
        self.interior_point() + cap + across * f64::from(self.radius)
    }
}

/// A cylinder without ends. A ray against such a cylinder is the test of Christopoulos for a moving
/// point ("Collision Detection and Physically Based Modeling Tutorial"). For a moving ball, the ball's
/// radius is added to the cylinder's.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{InfiniteCylinder, Ray};
///
/// let post = InfiniteCylinder { center: Vec3::ZERO, axis: Vec3::Y, radius: 1.0 };
/// let hit = Ray::new(Vec3::new(-4.0, 9.0, 0.0), Vec3::X).cast(&post).unwrap();
/// assert_eq!((hit.distance, hit.normal), (3.0, Vec3::NEG_X));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct InfiniteCylinder {
    /// Any point of the axis, meters.
    pub center: Vec3,
    /// The direction of the axis, of any length but zero.
    pub axis: Vec3,
    /// The radius, meters; not negative.
    pub radius: f32,
}

impl Validate for InfiniteCylinder {
    fn is_valid(&self) -> bool {
        self.center.is_finite()
            && self.axis.is_finite()
            && self.axis != Vec3::ZERO
            && self.radius.is_finite()
            && self.radius >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPRIGHT: Cylinder = Cylinder {
        center: Vec3::new(1.0, 2.0, 3.0),
        axis: Vec3::Y,
        radius: 0.5,
        half_length: 1.5,
    };

    #[test]
    fn the_nearest_exit_is_the_nearest_surface() {
        for (exit, point) in [(DVec3::X, [1.25, 2.0, 3.0]), (DVec3::Y, [1.0, 3.25, 3.0])] {
            assert_eq!(UPRIGHT.nearest_exit(DVec3::from(point)), (exit, 0.25));
        }
    }

    /// A direction along an axis of single precision is a little aside of it in double.
    #[test]
    fn the_furthest_point_along_the_axis_is_on_the_cap() {
        for axis in [Vec3::new(0.569_586_75, 0.0, -0.821_931_3), Vec3::Y] {
            let post = Cylinder {
                center: Vec3::ZERO,
                axis,
                radius: 0.75,
                half_length: 0.25,
            };
            let unit = axis.as_dvec3().normalize();
            for direction in [unit, -unit, axis.as_dvec3()] {
                let height = post.support(direction).dot(unit).abs();
                assert!((height - 0.25).abs() < 1e-9, "{height} along {direction}");
            }
        }
    }
}
