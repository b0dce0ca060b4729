//! The hits of a light probe's rays, from which light bounces again without new casts.

use glam::Vec3;

use super::harmonics::{ProbeLight, gather};
use crate::{BakeScene, Sky};

/// The distance beyond which a ray counts as one to the sky, meters.
const SKY_REACH: f32 = 400.0;
/// The share of surfaces seen from behind above which a probe is in a wall, or outside a level whose surfaces
/// all face inward.
const MAX_BACK_SHARE: f32 = 0.4;
/// The number of rays to backs of surfaces below which `MAX_BACK_SHARE` does not apply.
const FEW_RAYS: usize = 3;
/// The distance between the pools of light below ceilings, meters.
const POOL_SPACING: f32 = 9.0;
/// The light that every surface emits, so that none is entirely black.
const MIN_GLOW: Vec3 = Vec3::new(0.034, 0.040, 0.052);
/// The light above which a surface counts as lit by a lamp; white in the sun is about 3.
const LAMPLIT_LIGHT: f32 = 0.04;

/// The weights of red, green and blue in luminance (Rec. 709).
pub const LUMINANCE_WEIGHTS: Vec3 = Vec3::new(0.2126, 0.7152, 0.0722);
/// The distance off a surface at which its light is looked up, meters.
const RAY_LIFT: f32 = 0.02;

/// The hits of one probe's rays.
pub struct ProbeRays {
    pub position: Vec3,
    pub rays: Vec<Ray>,
    /// The light straight from emissive surfaces; at first that of the surfaces that the rays met.
    pub glow: ProbeLight,
}

/// The hit of one ray, packed because a level has a million rays.
pub struct Ray {
    /// The light that does not depend on other probes, without the emission of the surface itself.
    pub direct: Vec3,
    /// The luminance of the emission of the surface itself.
    pub emitted: f32,
    distance: f32,
    /// The share of light that the surface reflects, in steps of 1 / `ALBEDO_STEPS`; zero for the sky.
    albedo: [u16; 3],
    /// The flags `SUNNY_BIT` and `LIT_BIT`.
    flags: u16,
    normal: [i16; 3],
    fallback: u16,
}

/// The bit of a ray that met the sky, or a surface in the sun.
const SUNNY_BIT: u16 = 1;
/// The bit of a ray that met a surface in a lamp's light.
const LIT_BIT: u16 = 2;
const ALBEDO_STEPS: f32 = 65_535.0;
const NORMAL_STEPS: f32 = 32_767.0;
/// Steps of a ceiling's fallback light, which is at most a little over 1.
const FALLBACK_STEPS: f32 = 32_767.0;

fn flags(is_sunny: bool, is_lamplit: bool) -> u16 {
    SUNNY_BIT * u16::from(is_sunny) + LIT_BIT * u16::from(is_lamplit)
}

impl Ray {
    fn to_sky(direct: Vec3) -> Self {
        Self {
            direct,
            emitted: 0.0,
            distance: 0.0,
            albedo: [0; 3],
            flags: SUNNY_BIT,
            normal: [0; 3],
            fallback: 0,
        }
    }

    pub fn met_sky(&self) -> bool {
        self.albedo == [0; 3]
    }

    pub fn is_sunny(&self) -> bool {
        self.flags & SUNNY_BIT != 0
    }

    pub fn is_lamplit(&self) -> bool {
        self.flags & LIT_BIT != 0
    }

    /// The share of incident light that the surface reflects, for each color.
    pub fn albedo(&self) -> Vec3 {
        Vec3::from(self.albedo.map(f32::from)) / ALBEDO_STEPS
    }

    /// The normal of the surface, nearly of unit length.
    pub fn normal(&self) -> Vec3 {
        Vec3::from(self.normal.map(f32::from)) / NORMAL_STEPS
    }

    /// The strength of the fallback light that the surface emits where no sky or lamp is near.
    pub fn fallback(&self) -> f32 {
        f32::from(self.fallback) / FALLBACK_STEPS
    }

    /// A point a little off the hit surface. `start` and `direction` are those of the ray.
    pub fn point(&self, start: Vec3, direction: Vec3) -> Vec3 {
        start + direction * self.distance + self.normal() * RAY_LIFT
    }
}

/// Casts the rays of the probe at `position`. Returns `None` if the probe is inside a wall.
pub(super) fn cast(
    scene: &BakeScene,
    sky: &Sky,
    position: Vec3,
    directions: &[Vec3],
) -> Option<ProbeRays> {
    let (mut behind, mut hits) = (0, 0);
    let mut emitted = vec![Vec3::ZERO; directions.len()];
    let mut rays = Vec::with_capacity(directions.len());
    for (&direction, emitted) in directions.iter().zip(&mut emitted) {
        let Some(hit) = scene.cast_ray(position, direction, SKY_REACH) else {
            rays.push(Ray::to_sky(sky.radiance(direction)));
            continue;
        };
        hits += 1;
        behind += usize::from(hit.from_behind);
        let at = position + direction * hit.distance + hit.normal * RAY_LIFT;
        let facing = hit.normal.dot(sky.to_sun);
        let sunny = facing > 0.0 && !scene.is_blocked(at, sky.to_sun);
        let sun = if sunny {
            sky.sun_color * facing
        } else {
            Vec3::ZERO
        };
        let lamps = scene.lamps().falling_on(at, hit.normal);
        // No real surface is purely black or purely white.
        let albedo = hit.color.base.clamp(Vec3::splat(0.04), Vec3::splat(0.85));
        *emitted = hit.color.emitted;
        rays.push(Ray {
            direct: albedo * (sun + lamps) + MIN_GLOW,
            emitted: emitted.dot(LUMINANCE_WEIGHTS),
            distance: hit.distance,
            albedo: albedo
                .to_array()
                .map(|share| (share * ALBEDO_STEPS + 0.5) as u16),
            flags: flags(sunny, lamps.max_element() > LAMPLIT_LIGHT),
            normal: hit
                .normal
                .to_array()
                .map(|along| (along * NORMAL_STEPS) as i16),
            fallback: (fallback_at(at, hit.normal) * FALLBACK_STEPS + 0.5) as u16,
        });
    }
    let is_outside_walls = behind < FEW_RAYS || behind as f32 <= MAX_BACK_SHARE * hits as f32;
    is_outside_walls.then(|| ProbeRays {
        position,
        rays,
        glow: gather(directions.iter().copied().zip(emitted)),
    })
}

/// The strength of the fallback light of a surface: strongest in the middle of each pool on level ceilings,
/// weak on walls, which would otherwise be lit from above alone.
fn fallback_at(point: Vec3, normal: Vec3) -> f32 {
    let level = (-normal.y * 2.0 - 0.8).clamp(0.0, 1.0) + 0.13 * (1.0 - normal.y.abs());
    let wave = |along: f32| 0.5 + 0.5 * libm::cosf(along * std::f32::consts::TAU / POOL_SPACING);
    let pool = wave(point.x) * wave(point.z);
    level * (0.14 + 0.86 * pool)
}

/// The directions spread evenly over the sphere, along a spiral by the golden angle.
pub(super) fn directions(count: usize) -> Vec<Vec3> {
    let golden = std::f32::consts::PI * (3.0 - 5.0f32.sqrt());
    (0..count)
        .map(|index| {
            let y = 1.0 - (2.0 * index as f32 + 1.0) / count as f32;
            let around = (1.0 - y * y).sqrt();
            let (sine, cosine) = libm::sincosf(golden * index as f32);
            Vec3::new(around * cosine, y, around * sine)
        })
        .collect()
}
