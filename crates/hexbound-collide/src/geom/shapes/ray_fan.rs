//! Rays for a moving body: side by side over its cross-section, or one for each of its corners. This
//! module only lays out the rays; the caller casts them.

use glam::{DVec3, Vec3};

use super::Ray;

/// Several rays of one body, each with its length. ljzc002 ("Web3D Programming: First Steps in 3D
/// Collision Detection") wishes for parallel rays, and Stemkoski ("Collision Detection", three.js
/// examples) casts a ray for each vertex.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Aabb, RayFan};
///
/// let post = Aabb::new(Vec3::new(0.3, -1.0, -6.0), Vec3::new(0.5, 1.0, -5.0));
/// let fan = RayFan::disc(Vec3::ZERO, Vec3::NEG_Z, 0.5, 2, 10.0);
/// // The ray from the center passes the post; one at the side meets it.
/// assert!(fan.rays[0].cast(&post).is_none());
/// assert!(fan.rays.iter().any(|ray| ray.cast(&post).is_some()));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayFan {
    /// The rays, with unit directions; none if the direction of the motion is zero or not finite.
    pub rays: Vec<Ray>,
    /// The length of each ray, meters.
    pub lengths: Vec<f32>,
}

/// The maximum number of rings of a fan, so that a body does not get a million rays.
const MAX_RINGS: u32 = 64;

impl RayFan {
    /// Parallel rays over a disc around `center` across `direction`. One ray is in the middle, and 6,
    /// 12, 18 … rays are on `rings` circles of evenly growing radius, up to `radius` meters.
    pub fn disc(center: Vec3, direction: Vec3, radius: f32, rings: u32, length: f32) -> Self {
        Self::from_plan(direction, |side, up, forward| {
            let offsets = ring_points(rings);
            let center = center.as_dvec3();
            let ray = move |(x, y): (f64, f64)| {
                let offset = (side * x + up * y) * f64::from(radius);
                (center + offset, forward, f64::from(length))
            };
            offsets.into_iter().map(ray).collect()
        })
    }

    /// A ray from each vertex of a body along its motion (meters), with the length of the motion. A
    /// hit is an obstacle to the motion.
    pub fn ahead_of_vertices(vertices: &[Vec3], motion: Vec3) -> Self {
        let length = motion.as_dvec3().length();
        Self::from_plan(motion, |_, _, forward| {
            let ray = |vertex: &Vec3| (vertex.as_dvec3(), forward, length);
            vertices.iter().map(ray).collect()
        })
    }

    /// A ray from the middle of a body to each of its vertices. A hit within a ray's length means that
    /// the body overlaps something (Stemkoski, "Collision Detection").
    pub fn to_vertices(center: Vec3, vertices: &[Vec3]) -> Self {
        let mut fan = Self::default();
        for vertex in vertices {
            let delta = vertex.as_dvec3() - center.as_dvec3();
            if let Some(direction) = delta.try_normalize() {
                fan.push((center.as_dvec3(), direction, delta.length()));
            }
        }
        fan
    }

    /// Iterates over the rays with their lengths, meters.
    pub fn iter(&self) -> impl Iterator<Item = (Ray, f32)> + '_ {
        self.rays.iter().copied().zip(self.lengths.iter().copied())
    }

    fn push(&mut self, (origin, direction, length): (DVec3, DVec3, f64)) {
        let ray = Ray::new(origin.as_vec3(), direction.as_vec3());
        if ray.origin.is_finite() && ray.direction.is_finite() && length >= 0.0 {
            self.rays.push(ray);
            self.lengths.push(length as f32);
        }
    }

    /// The fan that a plan lays out from the unit direction and two unit vectors across it.
    fn from_plan(
        direction: Vec3,
        plan: impl FnOnce(DVec3, DVec3, DVec3) -> Vec<(DVec3, DVec3, f64)>,
    ) -> Self {
        let mut fan = Self::default();
        if let Some(forward) = direction.as_dvec3().try_normalize() {
            let (side, up) = forward.any_orthonormal_pair();
            for ray in plan(side, up, forward) {
                fan.push(ray);
            }
        }
        fan
    }
}

/// The reflection of `ray` at `point`: the angle out is the angle in (Christopoulos, "Collision
/// Detection and Physically Based Modeling Tutorial"). The normal need not be of unit length, and its
/// sign does not matter.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::{Ray, reflect};
///
/// let falling = Ray::new(Vec3::new(-1.0, 1.0, 0.0), Vec3::new(1.0, -1.0, 0.0));
/// let rising = reflect(&falling, Vec3::ZERO, Vec3::Y);
/// assert_eq!((rising.origin, rising.direction), (Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)));
/// ```
pub fn reflect(ray: &Ray, point: Vec3, normal: Vec3) -> Ray {
    let normal = normal.as_dvec3().normalize_or_zero();
    let direction = ray.direction.as_dvec3();
    let turned = direction - normal * (2.0 * normal.dot(direction));
    Ray::new(point, turned.as_vec3())
}

/// Points of the unit disc: the middle, then 6, 12, 18 … on circles of evenly growing radius.
fn ring_points(rings: u32) -> Vec<(f64, f64)> {
    let rings = rings.min(MAX_RINGS);
    let mut points = vec![(0.0, 0.0)];
    for ring in 1..=rings {
        let radius = f64::from(ring) / f64::from(rings);
        for index in 0..6 * ring {
            let turn = std::f64::consts::TAU * f64::from(index) / f64::from(6 * ring);
            let (sine, cosine) = libm::sincos(turn);
            points.push((radius * cosine, radius * sine));
        }
    }
    points
}
