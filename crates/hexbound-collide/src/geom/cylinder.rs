//! The finite, capped cylinder.

use glam::{DVec3, Vec3};

use super::{Aabb, Closest, Convex, Valid};

/// A solid capped cylinder, meters.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Cylinder, Intersects, Sphere};
///
/// let barrel = Cylinder { center: Vec3::ZERO, axis: Vec3::Y, radius: 0.5, half_length: 1.0 };
/// assert!(barrel.intersects(&Sphere::new(Vec3::X, 0.5)));
/// assert!(!barrel.intersects(&Sphere::new(Vec3::new(1.0, 1.5, 0.0), 0.5)), "off the rim");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    pub center: Vec3,
    /// Unit vector along the axis.
    pub axis: Vec3,
    pub radius: f32,
    pub half_length: f32,
}

impl Cylinder {
    pub fn bounds(&self) -> Aabb {
        let along = self.axis.abs() * self.half_length;
        let across = (Vec3::ONE - self.axis * self.axis).max(Vec3::ZERO);
        let across = Vec3::new(across.x.sqrt(), across.y.sqrt(), across.z.sqrt()) * self.radius;
        Aabb::new(self.center, self.center).grown(along + across)
    }

    /// The vector from the nearest point of the surface or inside to `point`: zero inside.
    pub fn offset_to(&self, point: DVec3) -> DVec3 {
        let axis = self.axis.as_dvec3();
        let from_center = point - self.center.as_dvec3();
        let height = from_center.dot(axis);
        let across = from_center - axis * height;
        let beyond_cap =
            height - height.clamp(-f64::from(self.half_length), f64::from(self.half_length));
        let distance = across.length();
        let beyond_side = (distance - f64::from(self.radius)).max(0.0);
        let outward = if distance > 0.0 {
            across / distance
        } else {
            DVec3::ZERO
        };
        axis * beyond_cap + outward * beyond_side
    }

    /// The outward direction and the depth of a point inside: toward the nearest side or cap.
    pub fn way_out(&self, point: DVec3) -> (DVec3, f64) {
        let axis = self.axis.as_dvec3();
        let from_center = point - self.center.as_dvec3();
        let height = from_center.dot(axis);
        let across = from_center - axis * height;
        let to_side = f64::from(self.radius) - across.length();
        let to_cap = f64::from(self.half_length) - height.abs();
        match across.try_normalize() {
            Some(outward) if to_side <= to_cap => (outward, to_side),
            _ => (axis * if height < 0.0 { -1.0 } else { 1.0 }, to_cap),
        }
    }
}

impl Cylinder {
    /// The axis as a unit vector; upright if it is zero.
    pub(super) fn exact_axis(&self) -> DVec3 {
        self.axis.as_dvec3().normalize_or(DVec3::Y)
    }

    /// The middles of the two caps.
    pub(super) fn cap_middles(&self) -> [DVec3; 2] {
        let (center, along) = (
            self.center.as_dvec3(),
            self.exact_axis() * f64::from(self.half_length),
        );
        [center - along, center + along]
    }
}

impl Valid for Cylinder {
    fn is_valid(&self) -> bool {
        let sizes = [self.radius, self.half_length];
        self.center.is_finite()
            && self.axis.is_finite()
            && sizes.iter().all(|size| size.is_finite() && *size >= 0.0)
    }
}

impl Convex for Cylinder {
    fn middle(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let axis = self.exact_axis();
        let height = direction.dot(axis);
        let across = direction - axis * height;
        let [bottom, top] = self.cap_middles();
        let cap = if height >= 0.0 { top } else { bottom };
        // What is left of a direction along the axis is rounding, and leads nowhere.
        if across.length_squared() <= 1e-28 * direction.length_squared() {
            return cap;
        }
        // Just above that, rounding has left a part along the axis, which must not grow with it.
        let level = across - axis * across.dot(axis);
        cap + level.normalize_or_zero() * f64::from(self.radius)
    }
}

impl Closest for Cylinder {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        let axis = self.exact_axis();
        let from_center = point - self.center.as_dvec3();
        let height = from_center.dot(axis);
        let across = from_center - axis * height;
        let half_length = f64::from(self.half_length);
        let radius = f64::from(self.radius);
        if height.abs() <= half_length && across.length_squared() <= radius * radius {
            return point;
        }
        let height = height.max(-half_length).min(half_length);
        self.center.as_dvec3() + axis * height + across.clamp_length_max(radius)
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
    fn bounds_of_an_upright_cylinder() {
        let bounds = UPRIGHT.bounds();
        assert_eq!(bounds.min, Vec3::new(0.5, 0.5, 2.5));
        assert_eq!(bounds.max, Vec3::new(1.5, 3.5, 3.5));
    }

    /// However little the direction leans, the support is a point of the cap, or of its rim.
    #[test]
    fn supports_along_a_leaning_axis_stay_on_the_cap() {
        let axis = Vec3::new(-0.7568031, 0.33550054, -0.5609709);
        let leaning = Cylinder { axis, ..UPRIGHT };
        let exact = leaning.exact_axis();
        let (side, _) = exact.any_orthonormal_pair();
        for power in 0..20 {
            let direction = exact + side * 10.0_f64.powi(-power);
            let along = (leaning.support(direction) - leaning.middle()).dot(exact);
            assert!((along - 1.5).abs() < 1e-12, "{along} at 1e-{power}");
        }
    }

    #[test]
    fn offsets_to_side_cap_and_rim() {
        assert_eq!(UPRIGHT.offset_to(DVec3::new(2.0, 2.0, 3.0)), DVec3::X * 0.5);
        assert_eq!(UPRIGHT.offset_to(DVec3::new(1.1, 5.0, 3.0)), DVec3::Y * 1.5);
        assert_eq!(
            UPRIGHT.offset_to(DVec3::new(2.0, 4.0, 3.0)),
            DVec3::new(0.5, 0.5, 0.0)
        );
        assert_eq!(UPRIGHT.offset_to(DVec3::new(1.0, 2.0, 3.0)), DVec3::ZERO);
    }

    #[test]
    fn the_way_out_is_the_nearest_surface() {
        assert_eq!(
            UPRIGHT.way_out(DVec3::new(1.25, 2.0, 3.0)),
            (DVec3::X, 0.25)
        );
        assert_eq!(
            UPRIGHT.way_out(DVec3::new(1.0, 3.25, 3.0)),
            (DVec3::Y, 0.25)
        );
    }
}
