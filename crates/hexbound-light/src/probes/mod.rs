//! Light probes: the light from all around at the points of a grid. The light includes sky, sun and bounces
//! between surfaces, so that places out of the sun's reach are lit, shaped and warm.

mod active_points;
mod casts;
mod emissive;
mod harmonics;
mod nudge;
mod rays;
mod visibility;
mod walls;

pub use harmonics::ProbeLight;
pub use rays::LUMINANCE_WEIGHTS;
pub use visibility::{CELL_HAS_WALL, CELL_HIDES, HIDDEN_SHARE, ProbeVisibility};
pub use walls::{MAX_WALL_REACH, WALL_STEPS};

use glam::{IVec3, Vec3};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::{
    active_points::active_points,
    casts::{CASTING_SHARE, Casts},
    emissive::{fallback_light, lit_by_emissive},
    harmonics::gather,
    rays::{ProbeRays, Ray},
};
use crate::{BakeProgress, BakeQuality, BakeScene, Grid, Sky};

/// The share of visibility tests in a bake's work.
const VISIBILITY_SHARE: f32 = 0.1;
/// The completed share of a bake's work after the light probes.
const WORK_AFTER: f32 = 0.7;
/// The fallback light of ceilings, in pools as if of lamps, in rooms that see no sky. Such rooms would be
/// black otherwise.
const FALLBACK_GLOW: Vec3 = Vec3::new(3.4, 2.8, 2.1);
/// The sky visibility above which ceilings emit no fallback light.
const LIT_BY_SKY: f32 = 0.10;
/// The share of lamplit surfaces in sight above which ceilings emit no fallback light.
const LIT_BY_LAMPS: f32 = 0.15;

#[derive(Serialize, Deserialize)]
pub struct Probes {
    pub grid: Grid,
    pub visibility: ProbeVisibility,
    pub lights: Vec<ProbeLight>,
    /// The share of each probe's directions that see the sky.
    pub sky_visibility: Vec<f32>,
    /// The mean logarithm of the luminance in sight of each probe.
    pub brightness: Vec<f32>,
    /// The share of each probe's rays that met the sky or a sunlit surface.
    pub sunny: Vec<f32>,
    /// The strength of the fallback light of ceilings for lack of lamps, 0 to 1.
    pub fallback_light: f32,
    /// The share of each probe's rays that met a surface in a lamp's light.
    pub lamplit: Vec<f32>,
}

/// The distance off a surface at which its baked light is looked up, as a share of the grid's spacing.
pub const SURFACE_OFFSET: f32 = 0.55;

/// The indices of eight probes, with their weights.
pub(crate) type Around = [(usize, f32); 8];

impl Probes {
    pub fn bake(
        scene: &BakeScene,
        sky: &Sky,
        max_texture_side: u32,
        quality: &BakeQuality,
        progress: &BakeProgress,
    ) -> Option<Self> {
        scene.prepare();
        let (grid, active) = active_points(scene, max_texture_side, quality);
        let casts = Casts::of_probes(scene, sky, &grid, &active, quality.rays, progress);
        // A texture holds both sides of walls along z, and both halves of the kinds of probes along y.
        let most_subdivisions = max_texture_side / (2 * grid.size.max_element());
        let subdivisions = quality.subdivisions.min(most_subdivisions);
        let positions = casts.positions(grid.len());
        let visibility = ProbeVisibility::bake(scene, &grid, &positions, subdivisions, progress)?;
        progress.report(CASTING_SHARE + VISIBILITY_SHARE);
        let mut probes = Self {
            visibility,
            lights: vec![ProbeLight::default(); grid.len()],
            sky_visibility: casts.ray_shares(grid.len(), Ray::met_sky),
            sunny: casts.ray_shares(grid.len(), Ray::is_sunny),
            lamplit: casts.ray_shares(grid.len(), Ray::is_lamplit),
            brightness: vec![0.0; grid.len()],
            fallback_light: fallback_light(scene, &casts.rays),
            grid,
        };
        probes.count_emissive(&casts);
        let sky_light = |&direction: &Vec3| (direction, sky.radiance(direction));
        let open_sky = gather(casts.directions.iter().map(sky_light));
        for bounce in 0..=quality.bounces {
            if progress.is_stopped() {
                return None;
            }
            let known = probes.gather_light(&casts, bounce > 0);
            probes.fill_unknown(known, open_sky);
            let done = CASTING_SHARE + VISIBILITY_SHARE;
            let step = (WORK_AFTER - done) / (1 + quality.bounces) as f32;
            progress.report(done + step * (bounce + 1) as f32);
        }
        let Self {
            visibility, lights, ..
        } = &mut probes;
        visibility.unmark_even_cells(&grid, |one, other| lights[one].difference(&lights[other]));
        Some(probes)
    }

    /// Counts surfaces in the light of emissive surfaces as lit by lamps.
    fn count_emissive(&mut self, casts: &Casts) {
        let mut lit = vec![0.0; self.grid.len()];
        for (&index, probe) in casts.indices.iter().zip(&casts.rays) {
            lit[index] = probe.as_ref().map_or(0.0, lit_by_emissive);
        }
        if lit.iter().all(|lit| *lit == 0.0) {
            return;
        }
        let share_of = |probe: &Option<ProbeRays>| {
            let probe = probe.as_ref()?;
            let hits = casts.directions.iter().zip(&probe.rays);
            let hits = hits.filter(|(_, ray)| !ray.met_sky());
            let sum: f32 = hits
                .flat_map(|(&direction, ray)| self.around_hit(probe, direction, ray))
                .map(|(index, weight)| lit[index] * weight)
                .sum();
            Some(sum / casts.directions.len() as f32)
        };
        let shares: Vec<Option<f32>> = casts.rays.par_iter().map(share_of).collect();
        for (&index, share) in casts.indices.iter().zip(shares) {
            self.lamplit[index] += share.unwrap_or(0.0) + LIT_BY_LAMPS * lit[index];
        }
    }

    /// Gathers the light of all probes. If `bounced` is true, surfaces reflect the light that the previous
    /// call gathered. Returns for each point of the grid whether its light is known now.
    fn gather_light(&mut self, casts: &Casts, bounced: bool) -> Vec<bool> {
        let light_of = |probe: &Option<ProbeRays>| {
            let probe = probe.as_ref()?;
            Some(self.light_of(probe, &casts.directions, bounced))
        };
        let results: Vec<_> = casts.rays.par_iter().map(light_of).collect();
        let mut known = vec![false; self.lights.len()];
        for (&index, result) in casts.indices.iter().zip(results) {
            if let Some((light, brightness)) = result {
                self.lights[index] = light;
                self.brightness[index] = brightness;
                known[index] = true;
            }
        }
        known
    }

    /// The geometric mean of the luminance in sight of `point`.
    pub fn brightness_at(&self, point: Vec3) -> f32 {
        let around = self.visibility.around(&self.grid, point, point);
        mean(&self.brightness, &around).exp()
    }

    /// The visibility of the sky about `point`: 0 for none, 1 if a tenth of the directions see the sky.
    pub fn sky_visibility_at(&self, point: Vec3) -> f32 {
        self.sky_visibility_by(&self.visibility.around(&self.grid, point, point))
    }

    fn sky_visibility_by(&self, around: &Around) -> f32 {
        (mean(&self.sky_visibility, around) / LIT_BY_SKY).min(1.0)
    }

    /// The sunlight about `point`: 0 if no probe around it sees the sky or a sunlit surface, 1 if a third of
    /// them or more do.
    pub fn sun_about(&self, point: Vec3) -> f32 {
        let mut sum = 0.0;
        for (index, weight) in self.grid.around(point) {
            if self.sunny[index] > 0.0 {
                sum += weight;
            }
        }
        (3.0 * sum).min(1.0)
    }

    /// The light of lamps at weighted probes: 0 without lamps, 1 if lamps light at least [`LIT_BY_LAMPS`]
    /// of the surfaces in sight.
    fn lamps_by(&self, around: &Around) -> f32 {
        (mean(&self.lamplit, around) / LIT_BY_LAMPS).min(1.0)
    }

    /// The light around `point`, which lies off the surface at `from`. Only probes on that surface's side of
    /// walls count.
    pub fn light_off(&self, point: Vec3, from: Vec3) -> ProbeLight {
        self.light_by(&self.visibility.around_coarsely(&self.grid, point, from))
    }

    fn light_by(&self, around: &Around) -> ProbeLight {
        let mut sum = ProbeLight::default();
        for &(index, weight) in around {
            sum.add(&self.lights[index], weight);
        }
        sum
    }

    /// The probes around the hit of a ray.
    pub fn around_hit(&self, probe: &ProbeRays, direction: Vec3, ray: &Ray) -> Around {
        let (point, normal) = (ray.point(probe.position, direction), ray.normal());
        let off = point + normal * (0.5 * self.grid.spacing);
        self.visibility.around_coarsely(&self.grid, off, point)
    }

    /// The light along a probe's rays, and the mean logarithm of its luminance.
    fn light_of(&self, probe: &ProbeRays, directions: &[Vec3], bounced: bool) -> (ProbeLight, f32) {
        let mut logarithms = 0.0;
        let mut radiance = |(&direction, ray): (&Vec3, &Ray)| {
            let mut light = ray.direct;
            let mut fallback = Vec3::ZERO;
            if !ray.met_sky() && (bounced || ray.fallback() > 0.0) {
                let around = self.around_hit(probe, direction, ray);
                if ray.fallback() > 0.0 {
                    let unlit =
                        (1.0 - self.sky_visibility_by(&around)) * (1.0 - self.lamps_by(&around));
                    fallback = FALLBACK_GLOW * (ray.fallback() * self.fallback_light * unlit);
                }
                if bounced {
                    light += ray.albedo() * self.light_by(&around).falling_on(ray.normal());
                }
            }
            // The eye does not adapt to the pools of the fallback light, which nobody looks at.
            let seen = light.dot(LUMINANCE_WEIGHTS) + ray.emitted;
            logarithms += libm::logf(seen.max(1e-3));
            (direction, light + fallback)
        };
        let mut light = gather(directions.iter().zip(&probe.rays).map(&mut radiance));
        light.add(&probe.glow, 1.0);
        (light, logarithms / probe.rays.len() as f32)
    }

    /// Fills unknown probes with the mean of their known neighbors, ring after ring. Probes that stay
    /// unknown are far from everything and see the open sky.
    fn fill_unknown(&mut self, mut known: Vec<bool>, open_sky: ProbeLight) {
        for _ in 0..4 {
            let before = known.clone();
            for index in 0..before.len() {
                if before[index] {
                    continue;
                }
                let mut sum = ProbeLight::default();
                let (mut open, mut bright, mut sunny, mut count) = (0.0, 0.0, 0.0, 0.0);
                let mut lamplit = 0.0;
                for neighbor in self.neighbors(index).filter(|&at| before[at]) {
                    sum.add(&self.lights[neighbor], 1.0);
                    open += self.sky_visibility[neighbor];
                    bright += self.brightness[neighbor];
                    sunny += self.sunny[neighbor];
                    lamplit += self.lamplit[neighbor];
                    count += 1.0;
                }
                if count > 0.0 {
                    self.lights[index] = ProbeLight::default();
                    self.lights[index].add(&sum, 1.0 / count);
                    self.sky_visibility[index] = open / count;
                    self.brightness[index] = bright / count;
                    self.sunny[index] = sunny / count;
                    self.lamplit[index] = lamplit / count;
                    known[index] = true;
                }
            }
        }
        for (index, known) in known.into_iter().enumerate() {
            if !known {
                self.lights[index] = open_sky;
                self.sky_visibility[index] = 0.5;
                self.brightness[index] = -0.7;
                self.sunny[index] = 1.0;
            }
        }
    }

    fn neighbors(&self, index: usize) -> impl Iterator<Item = usize> {
        let steps = IVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
        steps.filter_map(move |step| self.grid.neighbor(index, step))
    }
}

/// The weighted mean of the values of points.
fn mean(values: &[f32], around: &Around) -> f32 {
    around
        .iter()
        .map(|&(index, weight)| values[index] * weight)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::gray_scene;
    use glam::DVec3;
    use hexbound_level::{Keys, Level, Light, MoverStart, Sun, Track};
    use hexbound_scenes::SceneBuilder;

    fn bake(scene: SceneBuilder) -> Probes {
        bake_level(scene.build("test").expect("a valid scene"))
    }

    fn bake_level(mut level: Level) -> Probes {
        level.lighting.sun = Some(Sun {
            direction: Vec3::NEG_Y,
            color: Vec3::ONE,
        });
        let (scene, progress) = (gray_scene(&level), BakeProgress::default());
        let sky = Sky::new(level.lighting.sun, level.lighting.air);
        Probes::bake(&scene, &sky, 256, &BakeQuality::FULL, &progress).unwrap()
    }

    fn at(probes: &Probes, point: Vec3) -> ProbeLight {
        probes.light_by(&probes.visibility.around(&probes.grid, point, point))
    }

    fn room() -> SceneBuilder {
        SceneBuilder::new().room(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 3.0, 4.0))
    }

    #[test]
    fn a_closed_room_sees_no_sky_and_no_sun_but_has_light() {
        let probes = bake(room());
        let middle = Vec3::Y * 1.5;
        assert_eq!(probes.sky_visibility_at(middle), 0.0);
        assert_eq!(probes.sun_about(middle), 0.0);
        assert!(at(&probes, middle).falling_on(Vec3::Y).min_element() > 0.1);
    }

    #[test]
    fn light_comes_from_the_sky_above_an_open_floor() {
        let probes = bake(SceneBuilder::new().floor(-9.0, -9.0, 9.0, 9.0, 0.0));
        let above = Vec3::Y * 0.5;
        assert_eq!(probes.sky_visibility_at(above), 1.0);
        assert_eq!(probes.sun_about(above), 1.0);
        // The sunlit floor throws warm light up; the sky throws blue light down.
        let [up, down] = [Vec3::Y, Vec3::NEG_Y].map(|normal| at(&probes, above).falling_on(normal));
        assert!(up.z / up.x > down.z / down.x, "{up} {down}");
    }

    /// A room with a faint lamp; beyond its east wall of a tenth of a meter lies a court in the
    /// sun, beyond its west wall a dark chamber.
    fn room_beside_a_court() -> SceneBuilder {
        let boxes = [
            ([-7.0, -0.5, -4.0], [7.0, 0.0, 4.0]),
            ([-7.0, 0.0, -4.0], [-6.9, 3.0, 4.0]),
            ([-2.8, 0.0, -4.0], [-2.7, 3.0, 4.0]),
            ([2.7, 0.0, -4.0], [2.8, 3.0, 4.0]),
            ([-7.0, 0.0, -4.0], [2.8, 3.0, -3.0]),
            ([-7.0, 0.0, 3.0], [2.8, 3.0, 4.0]),
            ([-7.0, 3.0, -4.0], [2.8, 4.0, 4.0]),
        ];
        let lamp = Light::point(Vec3::Y * 1.5, Vec3::ONE, 0.6);
        let scene = SceneBuilder::new().light(lamp);
        (boxes.into_iter()).fold(scene, |scene, (low, high)| {
            scene.cuboid(Vec3::from(low), Vec3::from(high))
        })
    }

    /// The largest relative excess of the light near the wall to the court over that near the wall to the
    /// chamber; negative if the former is darker.
    fn leak(probes: &Probes) -> f32 {
        let light = |x: f32, y: f32, z: f32| {
            let light = at(probes, Vec3::new(x, y, z));
            light.falling_on(Vec3::Y).element_sum()
        };
        let spots = [-2.0, -0.7, 0.0, 0.9, 1.9]
            .map(|z| [0.3, 0.5, 1.4].map(|y| light(2.6, y, z) / light(-2.6, y, z) - 1.0));
        let largest = |a: f32, b: &f32| if b.abs() > a.abs() { *b } else { a };
        spots.as_flattened().iter().fold(0.0, largest)
    }

    /// A figure of the room beside a court, and the same figure if walls hide no probe.
    fn with_walls_and_without(figure: impl Fn(&Probes) -> f32) -> [f32; 2] {
        let mut probes = bake(room_beside_a_court());
        let closed = figure(&probes);
        probes.visibility = ProbeVisibility::all_visible(&probes.grid);
        [closed, figure(&probes)]
    }

    #[test]
    fn no_light_comes_through_a_thin_wall() {
        let [closed, open] = with_walls_and_without(leak);
        let text = format!("{closed}, {open} where walls hide nothing");
        assert!(closed.abs() < 0.05 && open > 0.1, "{text}");
    }

    /// The light that falls on a floor half a meter before a door, with a lamp behind it.
    fn light_before_a_door(start: MoverStart) -> f32 {
        let up = Track {
            translation: Keys {
                keys: vec![(0.0, DVec3::ZERO), (1.0, DVec3::Y * 2.2)],
                steps: false,
            },
            ..Track::default()
        };
        let lamp = Light::point(Vec3::new(2.0, 1.5, 0.0), Vec3::splat(9.0), 9.0);
        let scene = SceneBuilder::new()
            .room(Vec3::new(-4.0, 0.0, -2.0), Vec3::new(4.0, 3.0, 2.0))
            .cuboid(Vec3::new(-0.1, 0.0, -2.0), Vec3::new(0.1, 3.0, -0.6))
            .cuboid(Vec3::new(-0.1, 0.0, 0.6), Vec3::new(0.1, 3.0, 2.0))
            .cuboid(Vec3::new(-0.1, 2.2, -0.6), Vec3::new(0.1, 3.0, 0.6))
            .light(lamp)
            .mover("door", Vec3::ZERO, up)
            .cuboid(Vec3::new(-0.1, 0.0, -0.6), Vec3::new(0.1, 2.2, 0.6));
        let mut level: Level = scene.build("test").expect("a valid scene");
        level.movers[0].start = start;
        let light = at(&bake_level(level), Vec3::new(-0.6, 0.1, 0.0));
        light.falling_on(Vec3::Y).element_sum()
    }

    #[test]
    fn a_door_that_waits_stops_light_and_one_that_moves_does_not() {
        let [closed, open] = [MoverStart::Played, MoverStart::AtOnce].map(light_before_a_door);
        assert!(closed < 0.2 * open, "{closed} {open}");
    }

    #[test]
    fn a_court_is_no_darker_for_the_room_behind_its_wall() {
        let [closed, open] = with_walls_and_without(|probes| {
            let light = |x: f32| at(probes, Vec3::new(x, 0.5, 0.0)).falling_on(Vec3::Y);
            light(2.9).element_sum() / light(4.2).element_sum()
        });
        let text = format!("{closed}, {open} where walls hide nothing");
        assert!(closed > 0.9 && open < closed - 0.1, "{text}");
    }
}
