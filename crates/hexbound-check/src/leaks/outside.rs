//! A second method for tests, which shares nothing with the flood of cubes but the mesh: voxels of one
//! size, flooded from outside. Its answer is certain, if it has one.

use std::collections::VecDeque;

use glam::{DVec3, IVec3};
use hexbound_collide::{CollisionMesh, SKIN};

use super::{SHRINK_DISTANCE, Search, voxels::Voxels};

/// The side of the finest voxels that are tried, meters.
const MIN_VOXEL: f64 = 0.05;
/// The side of the coarsest voxels that allow an answer about a body of 0.8 m, meters.
const MAX_VOXEL: f64 = 0.22;
/// The largest number of voxels.
const MAX_VOXELS: f64 = 1.2e8;

/// The result of the flood from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outside {
    /// The flood never reaches the start, though it passes each voxel in which the body may have room.
    Closed,
    /// The flood reaches the start through voxels in which the body certainly has room.
    Open,
    /// The voxels are too coarse for an answer.
    Unsure,
}

/// The largest lift of a body that is tested for its side of a wall, meters.
const MAX_LOOKOUT_LIFT: f64 = 1.2;
/// The number of heights that are tried up to `MAX_LOOKOUT_LIFT`.
const LOOKOUT_STEPS: u32 = 12;

/// Returns the result of this method for the query of a search.
pub(super) fn outside_of(search: &Search) -> Outside {
    let axes = search.body.half_extents().as_dvec3();
    let (least, most) = (axes - SHRINK_DISTANCE, axes + f64::from(SKIN));
    let inside: Vec<DVec3> = (0..=LOOKOUT_STEPS)
        .map(|step| search.lifted(MAX_LOOKOUT_LIFT * f64::from(step) / f64::from(LOOKOUT_STEPS)))
        .collect();
    flood_from_outside(search.mesh, least, most, &inside)
}

/// Floods from outside toward places that are connected inside, for an upright ellipsoid. Its semi-axes
/// are between `least`, which the body contains, and `most`, which contains the body, meters.
fn flood_from_outside(
    mesh: &CollisionMesh,
    least: DVec3,
    most: DVec3,
    inside: &[DVec3],
) -> Outside {
    let bounds = mesh.bounds();
    let spare = most + DVec3::splat(4.0 * MAX_VOXEL);
    let corner = bounds.min.as_dvec3() - spare;
    let size = bounds.max.as_dvec3() + spare - corner;
    let voxel = (size.element_product() / MAX_VOXELS).cbrt().max(MIN_VOXEL);
    if voxel > MAX_VOXEL {
        return Outside::Unsure;
    }
    let mut solid = Voxels::empty((size / voxel).ceil().as_ivec3());
    for triangle in 0..mesh.len() as u32 {
        let [a, b, c] = mesh.corners(triangle);
        solid.add_triangle([a, b, c].map(|it| (it.as_dvec3() - corner) / voxel));
    }
    let places: Vec<IVec3> = (inside.iter())
        .map(|place| ((*place - corner) / voxel).floor().as_ivec3())
        .collect();
    let is_reached = |blocked: &Voxels| {
        let reached = reached_from_outside(blocked);
        places.iter().any(|place| reached.is_set(*place))
    };
    // Along each axis, the distance between points of the voxel and of the triangle differs by at most
    // one voxel from that of the two voxels' corners.
    let scaled = |offset: IVec3, more: i32, axes: DVec3| {
        let apart = (offset.abs() + more).max(IVec3::ZERO).as_dvec3() * voxel;
        (apart / axes).length_squared()
    };
    let reach = (most / voxel).ceil().as_ivec3() + 1;
    if !is_reached(&solid.grown(reach, |offset| scaled(offset, 1, least) <= 1.0)) {
        Outside::Closed
    } else if is_reached(&solid.grown(reach, |offset| scaled(offset, -1, most) <= 1.0)) {
        Outside::Open
    } else {
        Outside::Unsure
    }
}

/// Every voxel that is reached from the box's sides through faces of free voxels.
fn reached_from_outside(blocked: &Voxels) -> Voxels {
    let size = blocked.size;
    let mut reached = Voxels::empty(size);
    let mut waits = vec![true; blocked.rows()];
    let mut open: VecDeque<usize> = (0..blocked.rows()).collect();
    while let Some(row) = open.pop_front() {
        waits[row] = false;
        let at = IVec3::new(0, row as i32 % size.y, row as i32 / size.y);
        let beside = [IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z].map(|side| at + side);
        let mut entered = vec![0_u64; reached.row(row).len()];
        for next in beside {
            if reached.contains(next) {
                let words = reached.row(reached.row_of(next));
                (entered.iter_mut().zip(words)).for_each(|(word, more)| *word |= more);
            } else {
                entered.fill(u64::MAX);
            }
        }
        if spread_in_row(&entered, blocked.row(row), reached.row_mut(row), size.x) {
            for next in beside.into_iter().filter(|next| blocked.contains(*next)) {
                let next = blocked.row_of(next);
                if !std::mem::replace(&mut waits[next], true) {
                    open.push_back(next);
                }
            }
        }
    }
    reached
}

/// Adds entered voxels to a row, and all that are reached from them along the row, also from both ends.
/// Returns whether any was added.
fn spread_in_row(entered: &[u64], blocked: &[u64], reached: &mut [u64], length: i32) -> bool {
    let before: u32 = reached.iter().map(|word| word.count_ones()).sum();
    for (word, more) in entered.iter().enumerate() {
        reached[word] |= more & !blocked[word];
    }
    let mut pass = |x: i32, carried: &mut bool| {
        let (word, bit) = (x as usize / 64, 1_u64 << (x % 64));
        *carried = blocked[word] & bit == 0 && (*carried || reached[word] & bit != 0);
        if *carried {
            reached[word] |= bit;
        }
    };
    let (mut forward, mut backward) = (true, true);
    (0..length).for_each(|x| pass(x, &mut forward));
    (0..length).rev().for_each(|x| pass(x, &mut backward));
    reached.iter().map(|word| word.count_ones()).sum::<u32>() > before
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hollow shell of voxels with a hole of one voxel, or none.
    fn shell(hole: bool) -> Voxels {
        let mut shell = Voxels::empty(IVec3::new(70, 9, 9));
        let (low, high) = (IVec3::new(60, 2, 2), IVec3::new(67, 6, 6));
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                for z in low.z..=high.z {
                    let at = IVec3::new(x, y, z);
                    let on_rim = at.cmpeq(low).any() || at.cmpeq(high).any();
                    if on_rim && !(hole && at == IVec3::new(67, 4, 4)) {
                        shell.set(at);
                    }
                }
            }
        }
        shell
    }

    #[test]
    fn a_shell_keeps_the_flood_out_until_it_has_a_hole() {
        let inside = IVec3::new(62, 3, 3);
        assert!(!reached_from_outside(&shell(false)).is_set(inside));
        assert!(reached_from_outside(&shell(true)).is_set(inside));
        assert!(reached_from_outside(&shell(false)).is_set(IVec3::new(69, 8, 8)));
    }
}
