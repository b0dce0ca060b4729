//! Replaces detail that is too dense for bodies. A scan, or a file in the wrong unit, may put a million
//! triangles within one body, and a tick would take seconds. Where small triangles are so dense, bodies
//! meet a shell of cells around them instead. The shell is never less solid than the replaced triangles,
//! which all lie within it. The drawn mesh, and the mesh that light is baked from, stay as they are.

use std::borrow::Cow;

use glam::{IVec3, Vec3};
use hexbound_collide::geom::Aabb;

use crate::{Code, Finding};
use hexbound_base::words::length;

/// The side of a shell's cells, meters; larger triangles are never replaced. A power of two, so that a
/// cell's borders are exact.
const CELL_SIDE: f32 = 1.0 / 32.0;

/// The sides of two sizes of cubes, meters, and the most small triangles with their centers in one cube. A
/// body on that many takes two to three milliseconds per tick. A body is near a few dozen of the larger
/// cubes, and may touch all of a smaller one at once.
const CUBE_LIMITS: [(f32, usize); 2] = [(0.5, 20_000), (1.0 / 16.0, 4_000)];

/// The most cells to either side of the origin: 21 bits per axis, 32 km.
const MAX_CELLS: i32 = 1 << 20;

/// The solid triangles of one node or of a part of it, as indices into a list of positions.
pub(super) type TriangleRun = Vec<[u32; 3]>;

/// The triangles of corners that are listed three by three, from the index `first` up to `end`.
pub(super) fn triples(first: usize, end: usize) -> TriangleRun {
    let triangle = |corner: usize| [0, 1, 2].map(|more| corner as u32 + more);
    let firsts = (first..end).step_by(3);
    firsts.map(triangle).collect()
}

/// The replaced triangles of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dense {
    /// The run's index in the list.
    pub run: usize,
    /// The number of replaced triangles.
    pub triangles: usize,
    /// The box around all replaced triangles, meters.
    pub bounds: Aabb,
}

impl Dense {
    /// The finding about the node `node`, with remedies.
    pub(super) fn finding(&self, node: &str) -> Finding {
        let problem = format!(
            "{} triangles stand within {}, too many for bodies to meet one by one; they \
             meet a shell of {:.0} cm cells around them instead. Better: a coarse stand-in named \
             \"{node}-colonly\" and \"-nocol\" on the detail, or --scale if the file's unit is no meter",
            self.triangles,
            length(self.bounds.size().max_element()),
            CELL_SIDE * 100.0
        );
        Finding::about("node", node, Code::DenseMesh, problem).at(self.bounds.center())
    }
}

/// Replaces dense parts of `runs` by shells. Returns the positions, followed by the corners of the
/// shells, and the replaced parts.
pub(super) fn replace<'a>(
    positions: &'a [Vec3],
    runs: &mut [TriangleRun],
) -> (Cow<'a, [Vec3]>, Vec<Dense>) {
    let (crowded, mut found) = (crowded(positions, runs), Vec::new());
    if crowded.iter().all(Vec::is_empty) {
        return (Cow::Borrowed(positions), found);
    }
    let mut positions = positions.to_vec();
    for (index, run) in runs.iter_mut().enumerate() {
        let (before, mut boxes) = (run.len(), Vec::new());
        run.retain(|triangle| {
            let bounds = bounds_of(&positions, triangle);
            let is_dense = is_small(&bounds) && is_crowded(&crowded, &bounds);
            if is_dense {
                boxes.push(bounds);
            }
            !is_dense
        });
        if boxes.is_empty() {
            continue;
        }
        found.push(Dense {
            run: index,
            triangles: before - run.len(),
            bounds: boxes.iter().fold(Aabb::EMPTY, |all, one| all.union(*one)),
        });
        add_shell(&boxes, &mut positions, run);
    }
    (Cow::Owned(positions), found)
}

/// The box around a triangle.
fn bounds_of(positions: &[Vec3], triangle: &[u32; 3]) -> Aabb {
    Aabb::from_points(triangle.map(|corner| positions[corner as usize]))
}

/// Returns whether a triangle is small enough to be replaced.
fn is_small(bounds: &Aabb) -> bool {
    bounds.size().max_element() <= CELL_SIDE && !bounds.min.is_nan()
}

/// The keys, ascending, of the cubes of each size with too many small triangles.
fn crowded(positions: &[Vec3], runs: &[TriangleRun]) -> [Vec<u64>; CUBE_LIMITS.len()] {
    let middles: Vec<Vec3> = (runs.iter())
        .flatten()
        .map(|triangle| bounds_of(positions, triangle))
        .filter(is_small)
        .map(|bounds| bounds.center())
        .collect();
    CUBE_LIMITS.map(|(side, limit)| {
        if middles.len() <= limit {
            return Vec::new();
        }
        let mut keys: Vec<u64> = middles.iter().map(|at| key(cell(*at, side))).collect();
        keys.sort_unstable();
        keys.chunk_by(|a, b| a == b)
            .filter(|cube| cube.len() > limit)
            .map(|cube| cube[0])
            .collect()
    })
}

/// Returns whether a triangle's center is in a cube with too many.
fn is_crowded(crowded: &[Vec<u64>; CUBE_LIMITS.len()], bounds: &Aabb) -> bool {
    let middle = bounds.center();
    (CUBE_LIMITS.iter().zip(crowded))
        .any(|((side, _), cubes)| cubes.binary_search(&key(cell(middle, *side))).is_ok())
}

/// The cell of the side `side` that holds a point.
fn cell(at: Vec3, side: f32) -> IVec3 {
    (at / side)
        .floor()
        .as_ivec3()
        .clamp(IVec3::splat(-MAX_CELLS), IVec3::splat(MAX_CELLS - 1))
}

/// The key of a cell.
fn key(cell: IVec3) -> u64 {
    let part = |number: i32| (number + MAX_CELLS) as u64;
    part(cell.x) << 42 | part(cell.y) << 21 | part(cell.z)
}

/// The cell of a key.
fn cell_of(key: u64) -> IVec3 {
    let part = |shift: u32| (key >> shift & 0x1f_ffff) as i32 - MAX_CELLS;
    IVec3::new(part(42), part(21), part(0))
}

/// Appends the outer sides of all cells that the boxes touch.
fn add_shell(boxes: &[Aabb], positions: &mut Vec<Vec3>, triangles: &mut Vec<[u32; 3]>) {
    let mut cells: Vec<u64> = boxes.iter().flat_map(touched_cells).map(key).collect();
    cells.sort_unstable();
    cells.dedup();
    for &at in &cells {
        let low = cell_of(at);
        for axis in 0..3 {
            for step in [-1, 1] {
                let beside = low + IVec3::AXES[axis] * step;
                if cells.binary_search(&key(beside)).is_err() {
                    add_side(low, axis, step, positions, triangles);
                }
            }
        }
    }
}

/// The cells that a box no larger than a cell touches: at most two along each axis.
fn touched_cells(bounds: &Aabb) -> impl Iterator<Item = IVec3> + use<> {
    let (low, high) = (cell(bounds.min, CELL_SIDE), cell(bounds.max, CELL_SIDE));
    (low.x..=high.x).flat_map(move |x| {
        (low.y..=high.y).flat_map(move |y| (low.z..=high.z).map(move |z| IVec3::new(x, y, z)))
    })
}

/// Appends a cell's side that faces along an axis or against it, with its front outward.
fn add_side(
    low: IVec3,
    axis: usize,
    step: i32,
    positions: &mut Vec<Vec3>,
    triangles: &mut Vec<[u32; 3]>,
) {
    let [mut along, mut across] = [1, 2].map(|next| IVec3::AXES[(axis + next) % 3]);
    if step < 0 {
        std::mem::swap(&mut along, &mut across);
    }
    let start = low + IVec3::AXES[axis] * i32::from(step > 0);
    let first = positions.len() as u32;
    let corners = [start, start + along, start + along + across, start + across];
    positions.extend(corners.map(|corner| corner.as_vec3() * CELL_SIDE));
    triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use hexbound_collide::{Body, CollisionMesh};

    /// Tiny triangles about a place, a quarter of a cell large.
    fn crumbs(count: usize, at: Vec3, size: f32) -> (Vec<Vec3>, TriangleRun) {
        let place = |number: usize, step: f32| (number as f32 * step).fract() - 0.5;
        let mut positions = Vec::new();
        for number in 0..count {
            let aside = [0.618, 0.414, 0.732].map(|step| place(number, step));
            let middle = at + size * Vec3::from(aside);
            let (x, yz) = (Vec3::X * 0.25, Vec3::new(0.0, 0.2, 0.1));
            positions.extend([middle, middle + x * CELL_SIDE, middle + yz * CELL_SIDE]);
        }
        let triangles = (0..count as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
        (positions, triangles.collect())
    }

    #[test]
    fn what_is_not_dense_is_left_alone() {
        let (positions, run) = crumbs(3_000, Vec3::ONE, 4.0);
        let given = run.clone();
        let mut runs = [run];
        assert!(replace(&positions, &mut runs).1.is_empty());
        assert_eq!(runs[0], given);
    }

    #[test]
    fn large_triangles_stay_among_crumbs() {
        let (mut positions, mut run) = crumbs(30_000, Vec3::splat(0.25), 0.2);
        let first = positions.len() as u32;
        positions.extend([Vec3::ZERO, Vec3::X * 5.0, Vec3::Z * 5.0]);
        let large = [first, first + 1, first + 2];
        run.push(large);
        let mut runs = [run];
        let (_, found) = replace(&positions, &mut runs);
        assert_eq!((found[0].run, found[0].triangles), (0, 30_000));
        assert!(found[0].bounds.size().max_element() < 0.25);
        assert_eq!(runs[0][0], large);
        let left = runs[0].len();
        assert!(left < 2_000, "{left}");
    }

    #[test]
    fn a_run_that_only_passes_by_keeps_its_own() {
        let (mut positions, crowd) = crumbs(30_000, Vec3::splat(0.25), 0.1);
        let (beside, few) = crumbs(10, Vec3::X * 3.0, 0.1);
        let first = positions.len() as u32;
        positions.extend(beside);
        let few = few.iter().map(|t| t.map(|c| c + first));
        let mut runs = [crowd, few.collect()];
        let (_, found) = replace(&positions, &mut runs);
        assert_eq!(found.len(), 1);
        assert_eq!(runs[1].len(), 10);
    }

    /// Never less solid: a triangle is kept, or whatever touched it touches the shell, or is within. A
    /// triangle is kept where too few are in its cube, though the next cube is crowded.
    fn check_shell(at: Vec3, size: f32, seed: usize) -> Result<(), TestCaseError> {
        let (given, run) = crumbs(33_000, at, size);
        let triangle = run[seed];
        let mut runs = [run];
        let (positions, dense) = replace(&given, &mut runs);
        let kept = 33_000 - dense[0].triangles;
        if runs[0][..kept].contains(&triangle) {
            return Ok(());
        }
        let mesh = CollisionMesh::build(&positions, &runs[0]).unwrap();
        let middle = bounds_of(&given, &triangle).center();
        // From far on any side the path to the triangle is stopped before it.
        for side in Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]) {
            let hit = mesh.ray_cast(middle - side * 5.0, side, 5.0);
            prop_assert!(hit.is_some(), "along {side}");
            let from = (middle - side * 5.0).as_dvec3();
            let ball = Body::sphere(0.01).unwrap();
            let hit = mesh.sweep(ball, from, middle.as_dvec3()).unwrap();
            prop_assert!(hit.is_some());
        }
        Ok(())
    }

    #[test]
    fn crumbs_on_both_sides_of_a_cubes_border_are_kept_or_held() {
        let at = Vec3::new(0.479_538_9, -6.680_588_2, 0.3);
        for seed in 1_490..1_510 {
            check_shell(at, 0.044_550_244, seed).unwrap();
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn the_shell_holds_what_it_stands_for(
            x in -9.0_f32..9.0, y in -9.0_f32..9.0, size in 0.001_f32..0.06, seed in 0_usize..33_000,
        ) {
            check_shell(Vec3::new(x, y, 0.3), size, seed)?;
        }
    }
}
