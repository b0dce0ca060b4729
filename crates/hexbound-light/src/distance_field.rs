//! The distance field: the distance of each point of a grid from the nearest surface. A sample slightly off a
//! surface measures how enclosed the spot is, and corners are darkened by it.

use std::sync::atomic::{AtomicU32, Ordering};

use glam::{UVec3, Vec3};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{BakeProgress, BakeQuality, BakeScene, Grid, Probes};
use hexbound_collide::geom::Aabb;

/// The distance at which the field saturates, meters.
pub const FIELD_REACH: f32 = 1.4;
/// The distance behind one-sided surfaces at which the field saturates, meters; such distances are
/// negative.
pub const FIELD_BEHIND: f32 = 0.6;
const MAX_POINTS: usize = 4_000_000;
/// The relative difference below which two squared distances count as equal, as those to an edge or a corner
/// that two triangles share.
const SAME_DISTANCE_SHARE: f32 = 1e-4;
/// The completed share of a bake's work before the field.
const WORK_BEFORE: f32 = 0.7;
/// The completed share of a bake's work after the field.
const WORK_AFTER: f32 = 0.9;

#[derive(Serialize, Deserialize)]
pub struct DistanceField {
    pub grid: Grid,
    /// Two bytes per point. The first is the distance, from 0 at `FIELD_BEHIND` behind a one-sided surface to
    /// 255 at `FIELD_REACH` before it. The distance changes linearly across a wall, so that no pattern of the
    /// grid shows. The second byte is 0 where the probes see neither sky nor sunlight.
    #[serde(with = "crate::plain_bytes")]
    pub texels: Vec<[u8; 2]>,
}

impl DistanceField {
    pub fn bake(
        scene: &BakeScene,
        probes: &Probes,
        max_texture_side: u32,
        quality: &BakeQuality,
        progress: &BakeProgress,
    ) -> Option<Self> {
        let cover = |spacing| Grid::cover(scene.bounds, spacing, MAX_POINTS, max_texture_side);
        let mut grid = cover(quality.field_spacing);
        while grid.len() > 1 && pair_count(scene, &grid) > quality.max_pairs {
            grid = cover(grid.spacing * 1.2);
        }
        let done = AtomicU32::new(0);
        let slices = (0..grid.size.z as usize)
            .into_par_iter()
            .map(|z| {
                if progress.is_stopped() {
                    return Vec::new();
                }
                let share = done.fetch_add(1, Ordering::Relaxed) as f32 / grid.size.z as f32;
                progress.report(WORK_BEFORE + (WORK_AFTER - WORK_BEFORE) * share);
                layer_distances(scene, &grid, z as u32)
            })
            .collect::<Vec<_>>();
        if progress.is_stopped() {
            return None;
        }
        let texel = |(index, distance): (usize, f32)| {
            let point = grid.point(grid.coordinates(index));
            let share = (distance + FIELD_BEHIND) / (FIELD_REACH + FIELD_BEHIND);
            [
                (share * 255.0 + 0.5) as u8,
                (probes.sun_about(point) * 255.0 + 0.5) as u8,
            ]
        };
        Some(Self {
            texels: slices.concat().into_iter().enumerate().map(texel).collect(),
            grid,
        })
    }
}

/// The approximate number of pairs of a triangle and a point within [`FIELD_REACH`] of it.
fn pair_count(scene: &BakeScene, grid: &Grid) -> f64 {
    let last = grid.point(grid.size - UVec3::ONE);
    let volume = |corners: &[Vec3; 3]| {
        let Aabb { min, max } = Aabb::from_points(*corners).grown(Vec3::splat(FIELD_REACH));
        let size = (max.min(last) - min.max(grid.origin)).max(Vec3::ZERO);
        let points = size / grid.spacing;
        f64::from(points.x) * f64::from(points.y) * f64::from(points.z)
    };
    scene.triangles().map(|corners| volume(&corners)).sum()
}

/// The distances of one layer of the grid, meters.
fn layer_distances(scene: &BakeScene, grid: &Grid, z: u32) -> Vec<f32> {
    let count = (grid.size.x * grid.size.y) as usize;
    let nothing = NearestSurface {
        squared: FIELD_REACH * FIELD_REACH,
        is_behind: false,
    };
    let mut nearest = vec![nothing; count];
    let level = grid.point(UVec3::new(0, 0, z)).z;
    for (corners, double_sided) in scene.static_triangles() {
        let bounds = Aabb::from_points(corners).grown(Vec3::splat(FIELD_REACH));
        if level < bounds.min.z || level > bounds.max.z {
            continue;
        }
        let (low, high) = grid.within(bounds);
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let point = grid.point(UVec3::new(x, y, z));
                let best = &mut nearest[(x + y * grid.size.x) as usize];
                best.add(squared_distance(point, &corners), || {
                    !double_sided && is_behind(point, &corners)
                });
            }
        }
    }
    nearest.into_iter().map(NearestSurface::distance).collect()
}

/// The surface nearest to a point among those so far.
#[derive(Clone, Copy)]
struct NearestSurface {
    squared: f32,
    is_behind: bool,
}

impl NearestSurface {
    /// Adds a surface. Among equally near surfaces, one with the point in front of it decides. A point
    /// beside a box's edge is behind one of the sides that meet there, and yet in the open.
    fn add(&mut self, squared: f32, is_behind: impl FnOnce() -> bool) {
        if squared > self.squared * (1.0 + SAME_DISTANCE_SHARE) {
            return;
        }
        let nearer = squared < self.squared * (1.0 - SAME_DISTANCE_SHARE);
        if nearer || self.is_behind {
            self.is_behind = is_behind();
        }
        self.squared = self.squared.min(squared);
    }

    /// The distance in meters, negative within solids.
    fn distance(self) -> f32 {
        let distance = self.squared.sqrt();
        if self.is_behind { -distance } else { distance }
    }
}

fn is_behind(point: Vec3, [a, b, c]: &[Vec3; 3]) -> bool {
    (*b - *a).cross(*c - *a).dot(point - *a) < 0.0
}

/// The squared distance of a point from a triangle, by the region of the point (Ericson,
/// "Real-Time Collision Detection", 5.1.5).
fn squared_distance(point: Vec3, [a, b, c]: &[Vec3; 3]) -> f32 {
    let (ab, ac, ap) = (*b - *a, *c - *a, point - *a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ap.length_squared();
    }
    let bp = point - *b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return bp.length_squared();
    }
    let cp = point - *c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return cp.length_squared();
    }
    let over_c = d1 * d4 - d3 * d2;
    if over_c <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (ap - ab * (d1 / (d1 - d3))).length_squared();
    }
    let over_b = d5 * d2 - d1 * d6;
    if over_b <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (ap - ac * (d2 / (d2 - d6))).length_squared();
    }
    let over_a = d3 * d6 - d5 * d4;
    if over_a <= 0.0 && d4 >= d3 && d5 >= d6 {
        let along = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (bp - (*c - *b) * along).length_squared();
    }
    let normal = ab.cross(ac);
    let height = normal.dot(ap);
    height * height / normal.length_squared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::gray_scene;
    use hexbound_scenes::SceneBuilder;

    /// The distances at `points` in a field with a spacing of 0.25 m, over a floor far below, so that the
    /// field extends around the rest.
    fn distances(builder: SceneBuilder, double_sided: bool, points: &[Vec3]) -> Vec<f32> {
        let builder = builder.floor(-2.0, -2.0, 5.0, 5.0, -3.0);
        let mut level = builder.build("test").expect("a valid scene");
        for material in &mut level.materials {
            material.double_sided = double_sided;
        }
        let scene = gray_scene(&level);
        let grid = Grid::cover(scene.bounds, 0.25, MAX_POINTS, 256);
        let at = |point: &Vec3| {
            let at = grid.within(Aabb::new(*point, *point)).0;
            let layer = layer_distances(&scene, &grid, at.z);
            layer[(at.x + at.y * grid.size.x) as usize]
        };
        points.iter().map(at).collect()
    }

    #[test]
    fn within_a_box_the_distance_is_negative() {
        let solid = || SceneBuilder::new().cuboid(Vec3::ZERO, Vec3::splat(3.0));
        let middle = Vec3::splat(1.5);
        // Beside a face, an edge and a corner: each is behind some of the sides.
        let outside = [(-0.5, 1.5, 1.5), (-0.5, -0.5, 1.5), (-0.5, -0.5, -0.5)].map(Vec3::from);
        let within = distances(solid(), false, &[middle])[0];
        assert!((-FIELD_REACH..-1.0).contains(&within), "{within}");
        for distance in distances(solid(), false, &outside) {
            assert!(distance > 0.2, "{distance}");
        }
        assert!(distances(solid(), true, &[middle])[0] > 1.0, "a hollow one");
    }

    #[test]
    fn a_room_is_free_within_and_not_behind_its_walls() {
        let room = || SceneBuilder::new().room(Vec3::ZERO, Vec3::splat(3.0));
        let points = [Vec3::splat(1.5), Vec3::new(-0.5, 1.5, 1.5)];
        let [inside, behind] = distances(room(), false, &points)[..] else {
            panic!("two points give two distances");
        };
        assert!(inside > 1.0, "{inside}");
        assert!((-0.5..-0.2).contains(&behind), "{behind}");
    }

    #[test]
    fn through_a_wall_the_distance_is_straight() {
        let room = SceneBuilder::new().room(Vec3::ZERO, Vec3::splat(3.0));
        let places = [-0.75, -0.5, 0.5, 0.75].map(|x| Vec3::new(x, 1.5, 1.5));
        let found = distances(room, false, &places);
        for (pair, wanted) in found.windows(2).zip([0.25, 1.0, 0.25]) {
            assert!((pair[1] - pair[0] - wanted).abs() < 1e-3, "{found:?}");
        }
    }

    #[test]
    fn squared_distance_in_every_region() {
        let triangle = [Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 4.0];
        let cases = [
            (Vec3::new(1.0, 1.0, 2.0), 4.0),
            (Vec3::new(-3.0, -4.0, 0.0), 25.0),
            (Vec3::new(2.0, -3.0, 0.0), 9.0),
            (Vec3::new(-2.0, 2.0, 1.0), 5.0),
            (Vec3::new(7.0, 0.0, 0.0), 9.0),
            (Vec3::new(0.0, 6.0, 0.0), 4.0),
            (Vec3::new(4.0, 4.0, 0.0), 8.0),
        ];
        for (point, expected) in cases {
            let found = squared_distance(point, &triangle);
            assert!((found - expected).abs() < 1e-4, "{point}: {found}");
        }
    }
}
