//! Two spheres that move at the same time.

use glam::{DVec3, Vec3};

use crate::geom::{Sphere, Validate};

/// The time and place at which two moving spheres first meet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SphereImpact {
    /// The fraction of both motions at the contact, 0 to 1.
    pub fraction: f32,
    /// The point of contact, meters.
    pub point: Vec3,
    /// The unit vector from the second sphere toward the first.
    pub normal: Vec3,
}

/// The first contact of two spheres that each go straight by a motion (meters) in the same time, from a
/// quadratic equation in the fraction (Ericson, "Real-Time Collision Detection", 5.5.5). Christopoulos
/// ("Collision Detection and Physically Based Modeling Tutorial") tries 150 slices instead. Spheres that
/// touch already meet at fraction 0 if they approach each other, and never otherwise. `None` also if an
/// argument is not finite.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Sphere, sweep_sphere_sphere};
///
/// let (left, right) = (Sphere::new(Vec3::ZERO, 1.0), Sphere::new(Vec3::X * 6.0, 1.0));
/// let impact = sweep_sphere_sphere(&left, Vec3::X * 4.0, &right, Vec3::X * -4.0).unwrap();
/// assert_eq!((impact.fraction, impact.point, impact.normal), (0.5, Vec3::X * 3.0, Vec3::NEG_X));
/// ```
pub fn sweep_sphere_sphere(
    a: &Sphere,
    motion_a: Vec3,
    b: &Sphere,
    motion_b: Vec3,
) -> Option<SphereImpact> {
    let valid = a.is_valid() && b.is_valid() && motion_a.is_finite() && motion_b.is_finite();
    if !valid {
        return None;
    }
    let offset = a.center.as_dvec3() - b.center.as_dvec3();
    let (motion_a, motion_b) = (motion_a.as_dvec3(), motion_b.as_dvec3());
    let reach = f64::from(a.radius) + f64::from(b.radius);
    let fraction = first_within(offset, motion_a - motion_b, reach)?;
    let normal = (offset + (motion_a - motion_b) * fraction).normalize_or(DVec3::Y);
    let center = b.center.as_dvec3() + motion_b * fraction;
    Some(SphereImpact {
        fraction: fraction as f32,
        point: (center + normal * f64::from(b.radius)).as_vec3(),
        normal: normal.as_vec3(),
    })
}

/// The fraction at which a point comes within `reach` of zero. The solution goes back by half the chord
/// from the nearest point of the path, which keeps the digits that the usual formula loses.
fn first_within(offset: DVec3, motion: DVec3, reach: f64) -> Option<f64> {
    let approach = offset.dot(motion);
    if approach.is_nan() || approach >= 0.0 {
        return None;
    }
    if offset.length_squared() <= reach * reach {
        return Some(0.0);
    }
    let square = motion.length_squared();
    let nearest = -approach / square;
    let chord = (reach * reach - (offset + motion * nearest).length_squared()) / square;
    let fraction = nearest - chord.max(0.0).sqrt();
    (chord >= 0.0 && fraction <= 1.0).then_some(fraction.max(0.0))
}
