//! The assignment of reflection probes: to each point of a grid the best probe in its sight, or the bare sky.
//! Each cell packs the probes of its corners in one word, so that a surface needs one look-up.

use glam::{IVec3, UVec3, Vec3};
use rayon::prelude::*;

use crate::{BakeQuality, BakeScene, Grid, grid::offset_to};
use hexbound_collide::geom::Aabb;

/// The index that stands for no probe, for a point that sees none.
pub const NO_PROBE: u8 = 30;
/// The index that stands for the sky, for a point that sees the sky but no probe.
const SKY_PROBE: u8 = NO_PROBE + 1;
/// The penalty of a point outside a probe's room: the added distance per meter outside.
const OUTSIDE_PENALTY: f32 = 4.0;
/// The height by which a point also looks over low obstacles, meters.
const LOOK_AROUND_HEIGHT: f32 = 0.7;
/// The largest number of the grid's points.
const MAX_POINTS: usize = 45_000;
/// The distance beyond which a ray counts as one to the sky, meters.
const SKY_REACH: f32 = 400.0;
/// The largest number of probes that a point tests for visibility.
const MAX_TESTED_PROBES: usize = 6;
/// The number of bits of a probe's index in a cell's word, which packs three indices.
pub const PROBE_NUMBER_BITS: u32 = 5;
/// The number of bits of a mask of corners in a cell's word. After the indices come the masks of the corners
/// that the second and the third probe serve. The first probe serves the other corners.
pub const CORNER_MASK_BITS: u32 = 8;

/// The grid, and for each of its points the word of the cell with the point as its lowest corner.
pub(super) fn assign_probes(
    scene: &BakeScene,
    places: &[Vec3],
    rooms: &[Aabb],
    max_texture_side: u32,
    quality: &BakeQuality,
) -> (Grid, Vec<u32>) {
    scene.prepare();
    let grid = Grid::cover(
        scene.bounds,
        quality.reflection_spacing,
        MAX_POINTS,
        max_texture_side,
    );
    let found = (0..grid.len())
        .into_par_iter()
        .map(|index| {
            let point = grid.point(grid.coordinates(index));
            let own = owner(scene, places, rooms, point);
            let own = own.or_else(|| sees_sky(scene, point).then_some(SKY_PROBE));
            (own, own.is_none() && !is_in_solid(scene, point))
        })
        .collect::<Vec<_>>();
    let (mut owners, closed): (Vec<Option<u8>>, Vec<bool>) = found.into_iter().unzip();
    fill_gaps(&grid, &mut owners, &closed);
    let cells = (0..grid.len())
        .map(|index| word(corners(&grid, index).map(|corner| owners[corner].unwrap_or(NO_PROBE))))
        .collect();
    (grid, cells)
}

/// The nearest probe in sight of a point. Distance outside a probe's room counts more.
fn owner(scene: &BakeScene, places: &[Vec3], rooms: &[Aabb], point: Vec3) -> Option<u8> {
    let mut near: Vec<(f32, u8)> = (0..)
        .zip(places.iter().zip(rooms))
        .map(|(index, (position, room))| {
            let out = point.max(room.min).min(room.max).distance(point);
            (position.distance(point) + OUTSIDE_PENALTY * out, index)
        })
        .collect();
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    near.truncate(MAX_TESTED_PROBES);
    let above = point + Vec3::Y * LOOK_AROUND_HEIGHT;
    let has_headroom = scene.cast_ray(point, Vec3::Y, LOOK_AROUND_HEIGHT).is_none();
    let sees = |&&(_, index): &&(f32, u8)| {
        let probe = places[index as usize];
        !is_occluded(scene, probe, point) || has_headroom && !is_occluded(scene, probe, above)
    };
    near.iter().find(sees).map(|found| found.1)
}

fn is_occluded(scene: &BakeScene, from: Vec3, to: Vec3) -> bool {
    let (direction, far) = (to - from).normalize_and_length();
    far > 1e-3 && scene.cast_ray(from, direction, far).is_some()
}

/// Returns whether at least two of five upward rays from a point meet the sky.
fn sees_sky(scene: &BakeScene, point: Vec3) -> bool {
    let slanted = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| side + Vec3::Y);
    let rays = slanted.map(Vec3::normalize).into_iter().chain([Vec3::Y]);
    let open = rays.filter(|&ray| scene.cast_ray(point, ray, SKY_REACH).is_none());
    open.count() >= 2
}

fn is_in_solid(scene: &BakeScene, point: Vec3) -> bool {
    let above = scene.cast_ray(point, Vec3::Y, SKY_REACH);
    above.is_some_and(|hit| hit.from_behind)
}

/// Assigns the probe of a neighbor to points in walls and corners, ring after ring. The sky does not spread
/// into closed rooms.
fn fill_gaps(grid: &Grid, owners: &mut [Option<u8>], closed: &[bool]) {
    let steps = [
        IVec3::NEG_Y,
        IVec3::X,
        IVec3::NEG_X,
        IVec3::Z,
        IVec3::NEG_Z,
        IVec3::Y,
    ];
    for _ in 0..grid.size.element_sum() {
        let before = owners.to_vec();
        for (index, owner) in owners.iter_mut().enumerate().filter(|it| it.1.is_none()) {
            *owner = steps.iter().find_map(|&step| {
                let found = before[grid.neighbor(index, step)?];
                found.filter(|&owner| owner != SKY_PROBE || !closed[index])
            });
        }
        if *owners == before {
            return;
        }
    }
}

/// The points at the corners of a cell, in the order of their bits: x, y, z.
fn corners(grid: &Grid, index: usize) -> [usize; 8] {
    let low = grid.coordinates(index);
    std::array::from_fn(|corner| grid.index((low + offset_to(corner)).min(grid.size - UVec3::ONE)))
}

fn word(owners: [u8; 8]) -> u32 {
    // The probes that serve most corners come first; among equals the one with the lower index.
    let mut counts: Vec<(usize, u8)> = Vec::new();
    for owner in owners {
        match counts.iter_mut().find(|count| count.1 == owner) {
            Some(count) => count.0 += 1,
            None => counts.push((1, owner)),
        }
    }
    counts.sort_by_key(|&(count, owner)| (8 - count, owner));
    let mut word = 0;
    for (rank, &(_, owner)) in (0..3).zip(&counts) {
        word |= u32::from(owner) << (PROBE_NUMBER_BITS * rank);
        if rank > 0 {
            let mask = (0..).zip(owners).filter(|it| it.1 == owner);
            let mask = mask.fold(0, |mask, (corner, _)| mask | 1u32 << corner);
            word |= mask << (3 * PROBE_NUMBER_BITS + CORNER_MASK_BITS * (rank - 1));
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{reflection_probes::room_box::room_box, scene::tests::gray_scene};
    use hexbound_scenes::SceneBuilder;

    /// The probe that serves each corner, unpacked from a cell's word.
    fn owners_of(word: u32) -> [u32; 8] {
        std::array::from_fn(|corner| {
            let is = |rank: u32| word >> (15 + 8 * (rank - 1) + corner as u32) & 1 == 1;
            let rank = [1, 2].into_iter().find(|rank| is(*rank));
            word >> (5 * rank.unwrap_or(0)) & 31
        })
    }

    #[test]
    fn a_word_names_the_probe_of_each_corner() {
        for owners in [[3; 8], [3, 3, 3, 7, 3, 7, 29, 3], [1, 1, 0, 0, 0, 0, 0, 2]] {
            assert_eq!(owners_of(word(owners)), owners.map(u32::from));
        }
        // A fourth probe does not fit into the word.
        let crowded = owners_of(word([0, 0, 0, 1, 1, 2, 2, 3]));
        assert_eq!(crowded, [0, 0, 0, 1, 1, 2, 2, 0]);
    }

    #[test]
    fn no_place_serves_points_behind_the_wall() {
        let level = SceneBuilder::new()
            .room(Vec3::new(-8.0, 0.0, -4.0), Vec3::new(-0.2, 3.0, 4.0))
            .room(Vec3::new(0.2, 0.0, -4.0), Vec3::new(8.0, 3.0, 4.0))
            .build("rooms")
            .expect("a valid scene");
        let scene = gray_scene(&level);
        // The first probe is nearer to much of the other room than that room's own probe.
        let places = [Vec3::new(-0.8, 1.5, 0.0), Vec3::new(7.0, 1.5, 0.0)];
        let rooms = places.map(|place| room_box(&scene, place));
        let (grid, cells) = assign_probes(&scene, &places, &rooms, 256, &BakeQuality::FULL);
        for (index, word) in cells.iter().enumerate() {
            let point = grid.point(grid.coordinates(index));
            let inside = (0.05..2.95).contains(&point.y) && point.z.abs() < 3.95;
            let own = owners_of(*word)[0];
            if inside && point.x < -0.25 && point.x > -7.95 {
                assert_eq!(own, 0, "{point}");
            }
            if inside && point.x > 0.25 && point.x < 7.95 {
                assert_eq!(own, 1, "{point}");
            }
        }
    }

    #[test]
    fn without_places_the_sky_serves_the_open_and_nothing_a_closed_room() {
        let (low, high) = (Vec3::new(0.0, 0.0, 0.0), Vec3::new(3.0, 3.0, 3.0));
        let aside = Vec3::X * 20.0;
        let level = SceneBuilder::new()
            .room(low, high)
            .floor(20.0, 0.0, 23.0, 3.0, 0.0)
            .build("room")
            .expect("a valid scene");
        let scene = gray_scene(&level);
        let (grid, cells) = assign_probes(&scene, &[], &[], 256, &BakeQuality::FULL);
        let served = |point: Vec3| {
            let place = ((point - grid.origin) / grid.spacing).round().as_uvec3();
            owners_of(cells[grid.index(place)])[0]
        };
        let middle = 0.5 * (low + high);
        assert_eq!(served(middle), u32::from(NO_PROBE));
        assert_eq!(served(middle + aside), u32::from(SKY_PROBE));
    }
}
