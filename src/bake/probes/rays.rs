//! What the rays of a probe find: enough to bounce light again without casting them again.

use glam::Vec3;

use super::{ProbeLight, emissive::EmissiveSamples, harmonics::gather};
use crate::bake::{BakeScene, Sky};

/// Meters. Beyond, a ray is taken to see the sky.
const REACH: f32 = 400.0;
/// A probe that sees this share of the surfaces in sight from behind, and any to speak of, is in a
/// wall or outside a level that has only an inside.
const MOST_BEHIND: f32 = 0.4;
const FEW_RAYS: usize = 3;
/// Meters from pool to pool.
const LAMP_STEP: f32 = 9.0;
/// And everything gives off a trace.
const REST_GLOW: Vec3 = Vec3::new(0.034, 0.040, 0.052);
/// What counts as lit by a lamp; white in the sun is about 3.
const LAMPLIT: f32 = 0.04;

pub(crate) const LUMINANCE: Vec3 = Vec3::new(0.2126, 0.7152, 0.0722);
/// Meters off a surface, for what is asked there.
const LIFT: f32 = 0.02;

/// Of one probe.
pub(crate) struct ProbeRays {
    pub place: Vec3,
    pub rays: Vec<Ray>,
    /// What comes straight from surfaces that glow.
    pub glow: ProbeLight,
}

/// Packed: a level has a million.
pub(crate) struct Ray {
    /// Light that does not depend on other probes, without the surface's own.
    pub direct: Vec3,
    /// The surface's own, as luminance.
    pub emitted: f32,
    distance: f32,
    /// In steps; zero for the sky.
    albedo: [u16; 3],
    /// Bits.
    kind: u16,
    normal: [i16; 3],
    lamp: u16,
}

/// The sky, or a surface in the sun.
const SUNNY: u16 = 1;
/// A surface in a lamp's light.
const LIT: u16 = 2;
const ALBEDO_STEPS: f32 = 65_535.0;
const NORMAL_STEPS: f32 = 32_767.0;
/// Of what ceilings give off at most, which is a little over 1.
const LAMP_STEPS: f32 = 32_767.0;

fn bits(is_sunny: bool, is_lamplit: bool) -> u16 {
    SUNNY * u16::from(is_sunny) + LIT * u16::from(is_lamplit)
}

impl Ray {
    fn to_sky(direct: Vec3) -> Self {
        Self {
            direct,
            emitted: 0.0,
            distance: 0.0,
            albedo: [0; 3],
            kind: SUNNY,
            normal: [0; 3],
            lamp: 0,
        }
    }

    pub fn met_sky(&self) -> bool {
        self.albedo == [0; 3]
    }

    pub fn is_sunny(&self) -> bool {
        self.kind & SUNNY != 0
    }

    pub fn is_lamplit(&self) -> bool {
        self.kind & LIT != 0
    }

    /// Times the light that falls on the surface.
    pub fn albedo(&self) -> Vec3 {
        Vec3::from(self.albedo.map(f32::from)) / ALBEDO_STEPS
    }

    /// Nearly unit.
    pub fn normal(&self) -> Vec3 {
        Vec3::from(self.normal.map(f32::from)) / NORMAL_STEPS
    }

    /// Light that is given off unless the sky or a lamp is near.
    pub fn lamp(&self) -> f32 {
        f32::from(self.lamp) / LAMP_STEPS
    }

    /// A little off the surface; `way` is the ray's.
    pub fn point(&self, place: Vec3, way: Vec3) -> Vec3 {
        place + way * self.distance + self.normal() * LIFT
    }
}

/// The rays of the probe at `place`, or `None` where it is inside a wall.
pub(crate) fn cast(
    scene: &BakeScene,
    (sky, glows): (&Sky, Option<&EmissiveSamples>),
    place: Vec3,
    directions: &[Vec3],
) -> Option<ProbeRays> {
    let (mut behind, mut hits) = (0, 0);
    let mut emitted = vec![Vec3::ZERO; directions.len()];
    let mut rays = Vec::with_capacity(directions.len());
    for (&way, emitted) in directions.iter().zip(&mut emitted) {
        let Some(sight) = scene.look(place, way, REACH) else {
            rays.push(Ray::to_sky(sky.radiance(way)));
            continue;
        };
        hits += 1;
        behind += usize::from(sight.from_behind);
        let at = place + way * sight.distance + sight.normal * LIFT;
        let facing = sight.normal.dot(sky.to_sun);
        let sunny = facing > 0.0 && !scene.is_blocked(at, sky.to_sun);
        let sun = if sunny {
            sky.sun_color * facing
        } else {
            Vec3::ZERO
        };
        let lamps = scene.lamps().falling_on(at, sight.normal);
        // Pure black and pure white surfaces swallow or return what no real one does.
        let albedo = sight.color.base.clamp(Vec3::splat(0.04), Vec3::splat(0.85));
        *emitted = sight.color.emitted;
        rays.push(Ray {
            direct: albedo * (sun + lamps) + REST_GLOW,
            emitted: emitted.dot(LUMINANCE),
            distance: sight.distance,
            albedo: albedo
                .to_array()
                .map(|share| (share * ALBEDO_STEPS + 0.5) as u16),
            kind: bits(sunny, lamps.max_element() > LAMPLIT),
            normal: sight
                .normal
                .to_array()
                .map(|along| (along * NORMAL_STEPS) as i16),
            lamp: (lamp_at(at, sight.normal) * LAMP_STEPS + 0.5) as u16,
        });
    }
    let inside = behind < FEW_RAYS || behind as f32 <= MOST_BEHIND * hits as f32;
    inside.then(|| ProbeRays {
        place,
        rays,
        glow: glows.map_or_else(
            || gather(directions.iter().copied().zip(emitted)),
            |glows| glows.light_at(scene, place),
        ),
    })
}

/// Strongest in the middle of each pool of light, under level ceilings; walls a little, or they
/// would be lit from above alone.
fn lamp_at(point: Vec3, normal: Vec3) -> f32 {
    let level = (-normal.y * 2.0 - 0.8).clamp(0.0, 1.0) + 0.13 * (1.0 - normal.y.abs());
    let wave = |along: f32| 0.5 + 0.5 * libm::cosf(along * std::f32::consts::TAU / LAMP_STEP);
    let pool = wave(point.x) * wave(point.z);
    level * (0.14 + 0.86 * pool)
}

/// Evenly over the sphere, along a spiral by the golden angle.
pub(crate) fn directions(count: usize) -> Vec<Vec3> {
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
