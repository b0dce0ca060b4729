//! The light of emissive surfaces at a probe. The few rays of a probe that happen to meet a small, bright
//! surface would make every probe differ from the next, so points on such surfaces are sampled instead. A level that they light keeps a weak fallback light where they do not reach.

use glam::Vec3;

use super::{
    harmonics::{ProbeLight, gather},
    rays::{LUMINANCE_WEIGHTS, ProbeRays},
};
use crate::BakeScene;

/// The strength of the fallback light in a level with its own lamps, where they do not reach.
const FALLBACK_LIGHT: f32 = 0.35;
/// The mean luminance from emissive surfaces above which a probe needs no fallback light.
const LIT_BY_EMISSIVE: f32 = 0.05;
/// The mean lit share of a level's probes at which its emissive surfaces fully count as lamps.
const LIT_LEVEL_SHARE: f32 = 0.12;
/// The luminance below which a surface does not count as emissive.
const MIN_LUMINANCE: f32 = 0.02;
/// The number of samples per square meter.
const SAMPLE_DENSITY: f32 = 6.0;
/// The minimum number of samples.
const MIN_SAMPLES: f32 = 16.0;
/// The largest number of samples; with more, rays meet emissive surfaces often enough.
const MAX_SAMPLES: f32 = 64.0;
/// The distance off a surface at which its visibility is tested, meters.
const SAMPLE_LIFT: f32 = 0.01;

pub(super) struct EmissiveSamples {
    spots: Vec<EmissiveSample>,
}

struct EmissiveSample {
    point: Vec3,
    normal: Vec3,
    double_sided: bool,
    emitted: Vec3,
    /// The area that the sample represents, m².
    area: f32,
}

impl EmissiveSamples {
    /// Samples the emissive surfaces of a level. Returns `None` if there are none, or if they are so large
    /// that rays meet them often enough.
    pub(super) fn of(scene: &BakeScene) -> Option<Self> {
        // Each entry has the power of all emissive triangles up to it.
        let (mut glowing, mut power, mut area) = (Vec::new(), 0.0, 0.0);
        for (triangle, corners) in scene.indexed_triangles() {
            let emitted = scene.emitted(triangle);
            let brightness = emitted.dot(LUMINANCE_WEIGHTS);
            if brightness > MIN_LUMINANCE {
                let [a, b, c] = corners;
                let size = 0.5 * (b - a).cross(c - a).length();
                area += size;
                power += size * brightness;
                glowing.push((triangle, corners, power));
            }
        }
        let count = (SAMPLE_DENSITY * area).max(MIN_SAMPLES);
        if glowing.is_empty() || power <= 0.0 || count > MAX_SAMPLES {
            return None;
        }
        let share = power / count.floor();
        let spot = |index: usize| {
            let wanted = (index as f32 + 0.5) * share;
            let at = glowing.partition_point(|(_, _, power)| *power < wanted);
            let (triangle, corners, _) = &glowing[at.min(glowing.len() - 1)];
            sample_on(scene, *triangle, *corners, index, share)
        };
        let spots = (0..count as usize).map(spot).collect();
        Some(Self { spots })
    }

    /// The light at `position` from the samples visible from there.
    pub(super) fn light_at(&self, scene: &BakeScene, position: Vec3) -> ProbeLight {
        let mut sum = ProbeLight::default();
        for spot in &self.spots {
            let (direction, far) = (spot.point - position).normalize_and_length();
            let facing = -direction.dot(spot.normal);
            let facing = if spot.double_sided {
                facing.abs()
            } else {
                facing.max(0.0)
            };
            let angle = spot.area * facing / (far * far).max(spot.area);
            let light = spot.emitted * (angle / (4.0 * std::f32::consts::PI));
            if light.max_element() < 1e-5 {
                continue;
            }
            let lifted = spot.point - direction * SAMPLE_LIFT;
            if !scene.is_occluded(position, lifted) {
                sum.add(&gather([(direction, light)].into_iter()), 1.0);
            }
        }
        sum
    }
}

/// The light of emissive surfaces at a probe, as a share of `LIT_BY_EMISSIVE`, 0 to 1.
pub(super) fn lit_by_emissive(probe: &ProbeRays) -> f32 {
    let ProbeLight { red, green, blue } = probe.glow;
    let mean = Vec3::new(red.x, green.x, blue.x).dot(LUMINANCE_WEIGHTS);
    (mean / LIT_BY_EMISSIVE).min(1.0)
}

/// The strength of the fallback light: 1 in a level without lamps where little is emissive.
pub(super) fn fallback_light(scene: &BakeScene, rays: &[Option<ProbeRays>]) -> f32 {
    if !scene.lamps().lights.is_empty() {
        return FALLBACK_LIGHT;
    }
    let known = || rays.iter().flatten();
    let share = known().map(lit_by_emissive).sum::<f32>() / known().count().max(1) as f32;
    1.0 + (FALLBACK_LIGHT - 1.0) * (share / LIT_LEVEL_SHARE).min(1.0)
}

/// The sample at `index` on a triangle. The samples of a triangle are spread evenly over it.
fn sample_on(
    scene: &BakeScene,
    triangle: u32,
    [a, b, c]: [Vec3; 3],
    index: usize,
    power: f32,
) -> EmissiveSample {
    let along = |step: f32| (0.5 + index as f32 * step).fract();
    let (mut u, mut v) = (along(0.754_877_7), along(0.569_840_3));
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    let emitted = scene.emitted(triangle);
    EmissiveSample {
        point: a + (b - a) * u + (c - a) * v,
        normal: (b - a).cross(c - a).normalize_or_zero(),
        double_sided: scene.is_double_sided(triangle),
        emitted,
        area: power / emitted.dot(LUMINANCE_WEIGHTS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BakeProgress, BakeQuality, Probes, Sky, SurfaceColor};
    use hexbound_level::{Air, Level};
    use hexbound_scenes::SceneBuilder;

    fn color(emitted: Vec3) -> SurfaceColor {
        SurfaceColor {
            base: Vec3::splat(0.5),
            emitted,
        }
    }

    /// A room with a plate below its ceiling, of the given half side and height; two materials.
    fn room_with_plate(half: f32, height: f32) -> Level {
        let at = |x: f32, z: f32| Vec3::new(x * half, height, z * half);
        let mut level = SceneBuilder::new()
            .part("room")
            .room(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 3.0, 4.0))
            .part("plate")
            .quad(at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0))
            .build("test")
            .expect("a valid scene");
        for (index, part) in level.mesh.parts.iter_mut().enumerate() {
            part.material = index;
        }
        level.materials = vec![level.materials[0].clone(); 2];
        level
    }

    /// Such a room whose plate emits the given light.
    fn scene(half: f32, emitted: f32) -> BakeScene {
        let colors = [0.0, emitted].map(|it| color(Vec3::splat(it)));
        BakeScene::new(&room_with_plate(half, 2.9), &colors)
    }

    #[test]
    fn light_falls_off_below_a_plate_and_none_comes_through_it() {
        let scene = scene(0.4, 8.0);
        let emissive = EmissiveSamples::of(&scene).expect("it glows");
        let light = |y: f32| emissive.light_at(&scene, Vec3::Y * y).red.x;
        let (near, far) = (light(1.9), light(0.9));
        // A small plate, 1 m and 2 m away.
        assert!((near / far - 4.0).abs() < 1.0, "{near} {far}");
        let expected = 8.0 * 0.64 / (4.0 * 4.0 * std::f32::consts::PI);
        assert!((far / expected - 1.0).abs() < 0.15, "{far} {expected}");
        assert!(light(2.95) < 0.01 * near);
    }

    #[test]
    fn nothing_is_sampled_where_nothing_or_nearly_all_glows() {
        assert!(EmissiveSamples::of(&scene(0.4, 0.0)).is_none());
        assert!(EmissiveSamples::of(&scene(3.5, 8.0)).is_none());
    }

    #[test]
    fn what_glows_takes_the_place_of_made_up_lamps() {
        let level = room_with_plate(0.5, 2.95);
        let bake = |strength: f32| {
            let colors = [Vec3::ZERO, Vec3::X * strength].map(color);
            let (scene, sky) = (
                BakeScene::new(&level, &colors),
                Sky::new(None, Air::default()),
            );
            let progress = BakeProgress::default();
            Probes::bake(&scene, &sky, 256, &BakeQuality::FULL, &progress).unwrap()
        };
        let corner = Vec3::new(3.4, 0.3, 3.4);
        let (unlit, lit) = (bake(0.0), bake(30.0));
        let light = |probes: &Probes, point| probes.light_off(point, point).falling_on(Vec3::Y);
        // Nothing but the plate's own red, and more of it below the plate than in the corner.
        let (middle, aside) = (light(&lit, Vec3::Y), light(&lit, corner));
        assert!(middle.x > 20.0 * middle.y, "{middle}");
        assert!(middle.x > 2.0 * aside.x, "{middle} {aside}");
        // Without it there is light all the same.
        assert!(light(&unlit, corner).min_element() > 0.05);
    }
}
