//! Reflection probes: views of the level from a few open places, as maps of all directions with blurred
//! levels, and the assignment of a probe to each place. `placement` chooses the probes, `prefilter` blurs.

mod placement;
mod prefilter;
mod probe_assignment;
mod room_box;

pub use placement::MAX_REFLECTION_PROBES;
pub use prefilter::{MAP_LEVELS, ROUGHNESS_STEP, level_side, texels_of};
pub use probe_assignment::{CORNER_MASK_BITS, NO_PROBE, PROBE_NUMBER_BITS};

use std::sync::atomic::{AtomicUsize, Ordering};

use glam::{Vec3, Vec4};
use hexbound_collide::geom::Aabb;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::{prefilter::GgxPrefilter, probe_assignment::assign_probes, room_box::room_box};
use crate::{
    BakeProgress, BakeQuality, BakeScene, Grid, Probes, SURFACE_OFFSET, Sky, half_bits,
    octahedron::{direction_at, position_on_edges},
};

/// The completed share of a bake's work before the reflections.
const WORK_BEFORE: f32 = 0.9;
/// The distance beyond which a ray counts as one to the sky, meters.
const SKY_REACH: f32 = 400.0;

#[derive(Serialize, Deserialize)]
pub struct ReflectionProbes {
    /// The positions of the probes, meters; never more than `MAX_REFLECTION_PROBES`.
    pub places: Vec<Vec3>,
    /// The room about each probe, as a box.
    pub rooms: Vec<Aabb>,
    /// The number of texels along the side of a map's first level.
    pub side: usize,
    /// The light from each direction, map after map, each with all its levels, as half floats. The fourth
    /// component is the inverse of the distance, 1/m, 0 for the sky.
    #[serde(with = "crate::plain_bytes")]
    pub texels: Vec<[u16; 4]>,
    /// The grid of points that are assigned to probes.
    pub grid: Grid,
    /// The packed probes of each cell of the grid: see `probe_assignment`.
    pub cells: Vec<u32>,
}

impl ReflectionProbes {
    /// Bakes the reflections. Returns `None` if `progress` requests a stop.
    pub fn bake(
        scene: &BakeScene,
        sky: &Sky,
        probes: &Probes,
        max_texture_side: u32,
        quality: &BakeQuality,
        progress: &BakeProgress,
    ) -> Option<Self> {
        let side = quality.reflection_side;
        let places = placement::place_probes(scene, max_texture_side, quality);
        let prefilter = GgxPrefilter::new(side);
        let done = AtomicUsize::new(0);
        let maps = (0..places.len())
            .into_par_iter()
            .map(|index| {
                if progress.is_stopped() {
                    return Vec::new();
                }
                let share = done.fetch_add(1, Ordering::Relaxed) as f32 / places.len() as f32;
                progress.report(WORK_BEFORE + (1.0 - WORK_BEFORE) * share);
                let place = places[index];
                let seen = |direction| radiance(scene, sky, probes, place, direction);
                prefilter.filter(map(quality, seen))
            })
            .collect::<Vec<_>>();
        let rooms = (0..places.len())
            .into_par_iter()
            .map(|index| room_box(scene, places[index]))
            .collect::<Vec<_>>();
        let (grid, cells) = assign_probes(scene, &places, &rooms, max_texture_side, quality);
        if progress.is_stopped() {
            return None;
        }
        let half = |texel: &Vec4| texel.to_array().map(half_bits);
        Some(Self {
            rooms,
            texels: maps.iter().flatten().map(half).collect(),
            places,
            side,
            grid,
            cells,
        })
    }
}

/// The first level of a map: each texel is the mean of some rays close together.
fn map(quality: &BakeQuality, seen: impl Fn(Vec3) -> Vec4) -> Vec<Vec4> {
    let (side, rays) = (quality.reflection_side, quality.reflection_rays);
    let share = 1.0 / (rays * rays) as f32;
    let offset = |ray: usize| (ray as f32 + 0.5) / rays as f32 - 0.5;
    let last = (side - 1) as f32;
    let texel = |index: usize| {
        let (x, y) = ((index % side) as f32, (index / side) as f32);
        let mut sum = Vec4::ZERO;
        for ray in 0..rays * rays {
            // Rays of the outermost texels stay within the map: another edge continues beyond its border.
            let x = (x + offset(ray % rays)).clamp(0.0, last);
            let y = (y + offset(ray / rays)).clamp(0.0, last);
            sum += seen(direction_at(position_on_edges(side, x, y))) * share;
        }
        sum
    };
    let mut texels: Vec<Vec4> = (0..side * side).map(texel).collect();
    join_edges(&mut texels, side);
    texels
}

/// Sets texels of the same direction to the mean of their light.
fn join_edges(texels: &mut [Vec4], side: usize) {
    let last = side - 1;
    let mut join = |one: usize, other: usize| {
        let mean = 0.5 * (texels[one] + texels[other]);
        (texels[one], texels[other]) = (mean, mean);
    };
    for along in 0..side / 2 {
        join(along, last - along);
        join(last * side + along, last * side + last - along);
        join(along * side, (last - along) * side);
        join(along * side + last, (last - along) * side + last);
    }
    let corners = [0, last, last * side, last * side + last];
    let mean = corners.iter().map(|&corner| texels[corner]).sum::<Vec4>() * 0.25;
    for corner in corners {
        texels[corner] = mean;
    }
}

/// The light from a direction, and the inverse of the distance of its source, 1/m.
fn radiance(scene: &BakeScene, sky: &Sky, probes: &Probes, from: Vec3, direction: Vec3) -> Vec4 {
    let Some(hit) = scene.cast_ray(from, direction, SKY_REACH) else {
        return sky.radiance(direction).extend(0.0);
    };
    let at = from + direction * hit.distance + hit.normal * 0.02;
    let facing = hit.normal.dot(sky.to_sun);
    let mut falling = scene.lamps().falling_on(at, hit.normal);
    if facing > 0.0 && !scene.is_blocked(at, sky.to_sun) {
        falling += sky.sun_color * facing;
    }
    let off = at + hit.normal * (SURFACE_OFFSET * probes.grid.spacing);
    falling += probes.light_off(off, at).falling_on(hit.normal);
    let light = hit.color.emitted + hit.color.base * falling;
    light.extend(hit.distance.max(0.05).recip())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SurfaceColor;
    use hexbound_level::{Air, Level};
    use hexbound_scenes::SceneBuilder;

    const GRAY: Vec3 = Vec3::splat(0.4);
    const RED: Vec3 = Vec3::new(0.8, 0.02, 0.02);

    /// One color for each part.
    fn bake(scene: SceneBuilder, colors: &[Vec3]) -> ReflectionProbes {
        let mut level: Level = scene.build("test").expect("a valid scene");
        for (index, part) in level.mesh.parts.iter_mut().enumerate() {
            part.material = index;
        }
        level.materials = vec![level.materials[0].clone(); colors.len()];
        let colors = colors.iter().map(|&base| SurfaceColor {
            base,
            emitted: 0.3 * base,
        });
        let colors: Vec<_> = colors.collect();
        let (scene, progress) = (BakeScene::new(&level, &colors), BakeProgress::default());
        let sky = Sky::new(None, Air::default());
        let quality = BakeQuality::QUICK;
        let probes = Probes::bake(&scene, &sky, 256, &quality, &progress).unwrap();
        ReflectionProbes::bake(&scene, &sky, &probes, 256, &quality, &progress).unwrap()
    }

    fn red_walled_room() -> ReflectionProbes {
        let at = |y, z| Vec3::new(3.9, y, z);
        let scene = SceneBuilder::new()
            .part("room")
            .room(Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 3.0, 4.0))
            .part("wall")
            .quad(at(0.0, -4.0), at(0.0, 4.0), at(3.0, 4.0), at(3.0, -4.0));
        bake(scene, &[GRAY, RED])
    }

    fn decode(half: u16) -> f32 {
        let (exponent, fraction) = (i32::from(half >> 10), f32::from(half & 0x3ff));
        if exponent == 0 {
            return 0.0;
        }
        (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15)
    }

    #[test]
    fn the_map_is_red_toward_the_red_wall_and_only_there() {
        let probes = red_walled_room();
        let side = probes.side;
        let all = texels_of(side);
        for (number, &place) in probes.places.iter().enumerate() {
            for index in 0..side * side {
                let [x, y] = [index % side, index / side].map(|along| along as f32);
                let ray = direction_at(position_on_edges(side, x, y));
                let texel = probes.texels[number * all + index].map(decode);
                // Where the ray leaves the room's box.
                let gone = [
                    ((4.0f32.copysign(ray.x) - place.x) / ray.x).abs(),
                    ((if ray.y > 0.0 { 3.0 } else { 0.0 } - place.y) / ray.y).abs(),
                    ((4.0f32.copysign(ray.z) - place.z) / ray.z).abs(),
                ];
                let is_wall = ray.x > 0.0 && gone[0] < 0.8 * gone[1].min(gone[2]);
                let is_other = ray.x < 0.0 || gone[0] > 1.3 * gone[1].min(gone[2]);
                let is_red = texel[0] > 4.0 * texel[1];
                assert!(is_red || !is_wall, "{ray} sees the wall: {texel:?}");
                assert!(!is_red || !is_other, "{ray} sees no wall: {texel:?}");
                if is_wall {
                    let far = (3.9 - place.x) / ray.x;
                    assert!((texel[3] * far - 1.0).abs() < 0.02, "{far} {}", texel[3]);
                }
            }
        }
    }

    #[test]
    fn baking_twice_gives_the_same() {
        let (first, second) = (red_walled_room(), red_walled_room());
        assert_eq!(first.texels, second.texels);
        assert_eq!((first.places, first.cells), (second.places, second.cells));
    }

    #[test]
    fn a_small_room_has_few_places_and_a_map_for_each() {
        let probes = red_walled_room();
        let all = texels_of(probes.side);
        let places = &probes.places;
        assert!((1..=4).contains(&places.len()), "{places:?}");
        assert_eq!(probes.texels.len(), probes.places.len() * all);
    }
}
