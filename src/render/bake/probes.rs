//! Light probes: at the points of a grid, the light that arrives from everywhere, as the first
//! two bands of spherical harmonics a colour. Sky, sun and bounces between surfaces are in it, so
//! that places the sun never reaches are lit, shaped and warm.

use glam::{UVec3, Vec3, Vec4};

use super::{BakeScene, Grid, in_parallel};
use crate::{geom::Aabb, render::sky::Sky};

/// Metres between probes where the level is small enough.
const FINEST: f32 = 0.9;
/// Probes that rays are cast from.
const MOST_ACTIVE: usize = 7_000;
const MOST_POINTS: usize = 150_000;
const RAYS: usize = 64;
/// After the first: light that has bounced once more each time.
const BOUNCES: usize = 3;
/// Metres. Beyond, a ray is taken to see the sky.
const REACH: f32 = 400.0;
/// A probe that sees this share of surfaces from behind is inside a wall.
const MOST_BEHIND: f32 = 0.3;
/// Ceilings give off a little warm light, as if lamps stood below them: rooms that no sky sees
/// would be black.
const CEILING_GLOW: Vec3 = Vec3::new(0.20, 0.165, 0.12);
/// And everything a trace.
const REST_GLOW: Vec3 = Vec3::new(0.020, 0.017, 0.014);

pub(crate) struct Probes {
    pub grid: Grid,
    pub lights: Vec<ProbeLight>,
}

/// Per colour: the mean, and the slope along x, y and z, so that the light from a direction is
/// about `mean + slope · direction`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ProbeLight {
    pub red: Vec4,
    pub green: Vec4,
    pub blue: Vec4,
}

/// What one ray of one probe found: enough to bounce light again without casting it again.
struct Ray {
    /// Light that does not depend on other probes.
    direct: Vec3,
    /// Times the light that falls on the surface.
    albedo: Vec3,
    normal: Vec3,
    point: Vec3,
}

impl Probes {
    pub fn bake(scene: &BakeScene, sky: &Sky, longest: u32) -> Self {
        let (grid, active) = active_points(scene, longest);
        let directions = directions();
        let indices: Vec<usize> = (0..grid.len()).filter(|&index| active[index]).collect();
        let rays = in_parallel(indices.len(), |each| {
            let point = grid.point(grid.place(indices[each]));
            cast(scene, sky, point, &directions)
        });
        let open_sky = gather(directions.iter().map(|&way| (way, sky.radiance(way))));
        let mut probes = Self {
            lights: vec![ProbeLight::default(); grid.len()],
            grid,
        };
        for bounce in 0..=BOUNCES {
            let lights = in_parallel(rays.len(), |each| {
                rays[each]
                    .as_ref()
                    .map(|rays| probes.light_of(rays, &directions, bounce > 0))
            });
            let mut known = vec![false; probes.lights.len()];
            for (&index, light) in indices.iter().zip(lights) {
                if let Some(light) = light {
                    probes.lights[index] = light;
                    known[index] = true;
                }
            }
            probes.spread(known, open_sky);
        }
        probes
    }

    /// The mean light about `point`, whatever its direction.
    pub fn mean_at(&self, point: Vec3) -> Vec3 {
        let light = self.at(point);
        Vec3::new(light.red.x, light.green.x, light.blue.x)
    }

    /// Between the eight probes around `point`.
    fn at(&self, point: Vec3) -> ProbeLight {
        let last = (self.grid.size - UVec3::ONE).as_vec3();
        let place = ((point - self.grid.origin) / self.grid.spacing).clamp(Vec3::ZERO, last);
        let low = place.floor();
        let share = place - low;
        let mut sum = ProbeLight::default();
        for corner in 0..8u32 {
            let step = UVec3::new(corner & 1, corner >> 1 & 1, corner >> 2);
            let weights = Vec3::select(step.cmpeq(UVec3::ONE), share, Vec3::ONE - share);
            let at = (low.as_uvec3() + step).min(self.grid.size - UVec3::ONE);
            let light = &self.lights[self.grid.index(at)];
            sum.add(light, weights.element_product());
        }
        sum
    }

    fn light_of(&self, rays: &[Ray], directions: &[Vec3], bounced: bool) -> ProbeLight {
        let radiance = |ray: &Ray| {
            if !bounced || ray.albedo == Vec3::ZERO {
                return ray.direct;
            }
            let place = ray.point + ray.normal * (0.5 * self.grid.spacing);
            ray.direct + ray.albedo * self.at(place).falling_on(ray.normal)
        };
        gather(
            directions
                .iter()
                .zip(rays)
                .map(|(&way, ray)| (way, radiance(ray))),
        )
    }

    /// Unknown probes take the mean of their known neighbours, ring after ring; what stays
    /// unknown is far from everything and sees the open sky.
    fn spread(&mut self, mut known: Vec<bool>, open_sky: ProbeLight) {
        for _ in 0..4 {
            let before = known.clone();
            for index in 0..before.len() {
                if before[index] {
                    continue;
                }
                let mut sum = ProbeLight::default();
                let mut count = 0.0;
                for neighbour in self.neighbours(index) {
                    if before[neighbour] {
                        sum.add(&self.lights[neighbour], 1.0);
                        count += 1.0;
                    }
                }
                if count > 0.0 {
                    self.lights[index] = ProbeLight::default();
                    self.lights[index].add(&sum, 1.0 / count);
                    known[index] = true;
                }
            }
        }
        for (light, known) in self.lights.iter_mut().zip(known) {
            if !known {
                *light = open_sky;
            }
        }
    }

    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> {
        let place = self.grid.place(index).as_ivec3();
        let grid = self.grid;
        let ways = [
            glam::IVec3::X,
            glam::IVec3::NEG_X,
            glam::IVec3::Y,
            glam::IVec3::NEG_Y,
            glam::IVec3::Z,
            glam::IVec3::NEG_Z,
        ];
        ways.into_iter().filter_map(move |way| {
            let at = place + way;
            let inside = at.cmpge(glam::IVec3::ZERO).all() && at.cmplt(grid.size.as_ivec3()).all();
            inside.then(|| grid.index(at.as_uvec3()))
        })
    }
}

impl ProbeLight {
    /// The share of the light that falls on a surface facing `normal`, over π.
    fn falling_on(&self, normal: Vec3) -> Vec3 {
        let weights = (normal * (2.0 / 3.0)).extend(0.0);
        let weights = Vec4::new(1.0, weights.x, weights.y, weights.z);
        Vec3::new(
            self.red.dot(weights),
            self.green.dot(weights),
            self.blue.dot(weights),
        )
        .max(Vec3::ZERO)
    }

    fn add(&mut self, other: &ProbeLight, weight: f32) {
        self.red += other.red * weight;
        self.green += other.green * weight;
        self.blue += other.blue * weight;
    }
}

fn gather(lights: impl ExactSizeIterator<Item = (Vec3, Vec3)>) -> ProbeLight {
    let share = 1.0 / lights.len() as f32;
    let mut sum = ProbeLight::default();
    for (way, light) in lights {
        let basis = Vec4::new(1.0, 3.0 * way.x, 3.0 * way.y, 3.0 * way.z) * share;
        sum.red += basis * light.x;
        sum.green += basis * light.y;
        sum.blue += basis * light.z;
    }
    sum
}

/// The rays of the probe at `point`, or `None` where it is inside a wall.
fn cast(scene: &BakeScene, sky: &Sky, point: Vec3, directions: &[Vec3]) -> Option<Vec<Ray>> {
    let mut behind = 0;
    let mut rays = Vec::with_capacity(directions.len());
    for &way in directions {
        let Some(sight) = scene.look(point, way, REACH) else {
            rays.push(Ray {
                direct: sky.radiance(way),
                albedo: Vec3::ZERO,
                normal: Vec3::ZERO,
                point: Vec3::ZERO,
            });
            continue;
        };
        behind += usize::from(sight.from_behind);
        let at = point + way * sight.distance + sight.normal * 0.02;
        let facing = sight.normal.dot(sky.to_sun);
        let sunny = facing > 0.0 && !scene.is_blocked(at, sky.to_sun);
        let sun = if sunny {
            sky.sun_color * facing
        } else {
            Vec3::ZERO
        };
        let lamp = CEILING_GLOW * (-sight.normal.y * 2.0 - 0.6).clamp(0.0, 1.0);
        // Pure black and pure white surfaces swallow or return what no real one does.
        let albedo = sight.color.base.clamp(Vec3::splat(0.04), Vec3::splat(0.85));
        rays.push(Ray {
            direct: sight.color.emitted + albedo * sun + lamp + REST_GLOW,
            albedo,
            normal: sight.normal,
            point: at,
        });
    }
    (behind as f32 <= MOST_BEHIND * directions.len() as f32).then_some(rays)
}

/// The grid, and which of its points are near enough to a surface to matter. The spacing grows
/// until they are few enough.
fn active_points(scene: &BakeScene, longest: u32) -> (Grid, Vec<bool>) {
    let mut spacing = FINEST;
    loop {
        let grid = Grid::cover(scene.bounds, spacing, MOST_POINTS, longest);
        let active = near_surfaces(scene, &grid);
        let count = active.iter().filter(|&&active| active).count();
        if count <= MOST_ACTIVE || grid.len() <= 8 {
            return (grid, active);
        }
        spacing = grid.spacing * 1.15;
    }
}

fn near_surfaces(scene: &BakeScene, grid: &Grid) -> Vec<bool> {
    let mut active = vec![false; grid.len()];
    for corners in &scene.corners {
        let bounds = Aabb::from_points(*corners);
        let normal = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .normalize_or_zero();
        // Half a cell of normal offset and one of interpolation.
        let margin = 1.5 * grid.spacing;
        let (low, high) = grid.within(bounds.grown(Vec3::splat(margin)));
        for z in low.z..=high.z {
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let place = UVec3::new(x, y, z);
                    let height = normal.dot(grid.point(place) - corners[0]).abs();
                    if height <= margin {
                        active[grid.index(place)] = true;
                    }
                }
            }
        }
    }
    active
}

/// Evenly over the sphere, along a spiral by the golden angle.
fn directions() -> Vec<Vec3> {
    let golden = std::f32::consts::PI * (3.0 - 5.0f32.sqrt());
    (0..RAYS)
        .map(|index| {
            let y = 1.0 - (2.0 * index as f32 + 1.0) / RAYS as f32;
            let around = (1.0 - y * y).sqrt();
            let (sine, cosine) = libm::sincosf(golden * index as f32);
            Vec3::new(around * cosine, y, around * sine)
        })
        .collect()
}
