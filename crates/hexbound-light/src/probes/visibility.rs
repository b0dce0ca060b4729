//! The visibility of light probes from each position. A grid finer than that of the probes records which of a
//! cell's eight probes are in sight. Cells with a thin wall have one record for either side of the wall.
//! Filtered light then neither leaks through walls nor jumps at the borders of cells.

use glam::{UVec3, Vec3};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::walls::{Wall, WallCells};
use crate::{
    BakeProgress, BakeScene, Grid,
    grid::{coordinates_in, index_in, offset_to},
};

/// The bit in a cell's word that is set if a probe of the cell is hidden from somewhere in the cell. The
/// lower bits of the word hold the cell's wall.
pub const CELL_HIDES: u32 = 1 << 31;
/// The bit in a cell's word that is set if a wall crosses the cell.
pub const CELL_HAS_WALL: u32 = 1 << 30;
/// The distance from a wall at which visibility is tested on its sides, as a share of the spacing.
const WALL_OFFSET: f32 = 0.07;
/// The share added to the visible share of every probe, which matters only if no probe is in sight.
pub const HIDDEN_SHARE: f32 = 1e-4;
/// The difference below which two lights count as equal, as a share of the brighter one.
const EVEN_LIMIT: f32 = 0.03;

/// The probes in sight from each position. Probes are of eight kinds, by the parity of their indices along x,
/// y and z. Each cell has one probe of each kind at its corners, and neighboring cells share theirs.
#[derive(Serialize, Deserialize)]
pub struct ProbeVisibility {
    /// The number of finer points along each axis of a cell, the first half a step from its side; 0 if all
    /// probes are in sight from everywhere.
    pub subdivisions: u32,
    /// A word for each cell: whether any of its probes is hidden from somewhere in the cell, and its wall.
    pub cells: Vec<u32>,
    /// The probes in sight of each finer point, a bit for each kind: below the wall of its cell, then above
    /// the wall.
    #[serde(with = "crate::plain_bytes")]
    pub seen: Vec<[u8; 2]>,
}

impl ProbeVisibility {
    /// A visibility with every probe in sight from everywhere.
    pub fn all_visible(grid: &Grid) -> Self {
        Self {
            subdivisions: 0,
            cells: vec![0; grid.cells().element_product() as usize],
            seen: Vec::new(),
        }
    }

    /// Tests the visibility of each cell's probes from every finer point. `probes` holds the position of
    /// each of the grid's probes, or `None` without one. Returns `None` if `progress` requests a stop.
    pub fn bake(
        scene: &BakeScene,
        grid: &Grid,
        probes: &[Option<Vec3>],
        subdivisions: u32,
        progress: &BakeProgress,
    ) -> Option<Self> {
        let cells = grid.cells();
        if subdivisions == 0 || grid.size.min_element() < 2 {
            return Some(Self::all_visible(grid));
        }
        let found = WallCells::find(scene, grid);
        let points = subdivisions.pow(3) as usize;
        let from_cells = (0..found.walls.len())
            .into_par_iter()
            .map(|cell| {
                if found.near[cell].is_empty() || progress.is_stopped() {
                    return Vec::new();
                }
                let observer = CellObserver::new(scene, &found, cell, grid, probes);
                let wall = found.walls[cell].as_ref();
                (0..points)
                    .map(|point| {
                        observer.both_sides(
                            coordinates_in(UVec3::splat(subdivisions), point),
                            subdivisions,
                            wall,
                        )
                    })
                    .collect()
            })
            .collect::<Vec<_>>();
        if progress.is_stopped() {
            return None;
        }
        let mut baked = Self {
            subdivisions,
            cells: (found.walls.iter())
                .map(|wall| {
                    wall.as_ref()
                        .map_or(0, |wall| CELL_HAS_WALL | wall.packed())
                })
                .collect(),
            seen: vec![[255; 2]; from_cells.len() * points],
        };
        for (cell, seen) in from_cells.iter().enumerate() {
            for (point, &bits) in seen.iter().enumerate() {
                let at = coordinates_in(UVec3::splat(subdivisions), point);
                let index = baked.index(cells, coordinates_in(cells, cell) * subdivisions + at);
                baked.seen[index] = bits;
            }
        }
        baked.mark_hiding(cells);
        Some(baked)
    }

    /// The eight probes around `point` and their weights, which sum to one. Visibility counts from the
    /// side of walls where `side` lies. `seen_share` in shaders/lighting.wgsl approximates the weights.
    pub fn around(&self, grid: &Grid, point: Vec3, side: Vec3) -> [(usize, f32); 8] {
        self.weigh(grid, point, side, |at, side| {
            self.shares(grid.cells(), at, side)
        })
    }

    /// The eight probes around a point and their weights, coarser and faster than
    /// [`around`](Self::around): visibility changes in steps.
    pub fn around_coarsely(&self, grid: &Grid, point: Vec3, side: Vec3) -> [(usize, f32); 8] {
        self.weigh(grid, point, side, |at, side| {
            let cells = grid.cells();
            let last = cells * self.subdivisions - UVec3::ONE;
            let nearest = (at * self.subdivisions as f32).as_uvec3().min(last);
            let bits = self.seen[self.index(cells, nearest)][side];
            std::array::from_fn(|kind| f32::from(bits >> kind & 1))
        })
    }

    /// Weighs the eight probes around a point. `shares` returns the visible share of each kind of probe at a
    /// position in cells, from below the wall (0) or above it (1).
    fn weigh(
        &self,
        grid: &Grid,
        point: Vec3,
        side: Vec3,
        shares: impl Fn(Vec3, usize) -> [f32; 8],
    ) -> [(usize, f32); 8] {
        let mut around = grid.around(point);
        let cells = grid.cells();
        let at = ((point - grid.origin) / grid.spacing)
            .clamp(Vec3::ZERO, (grid.size - UVec3::ONE).as_vec3());
        let low = at.as_uvec3().min(cells - UVec3::ONE);
        let word = self.cells[index_in(cells, low)];
        if word & CELL_HIDES == 0 || self.subdivisions == 0 {
            return around;
        }
        let middle = grid.point(low) + 0.5 * grid.spacing;
        let above = word & CELL_HAS_WALL != 0
            && Wall::unpacked(word).is_above((side - middle) / grid.spacing);
        let shares = shares(at, usize::from(above));
        let mut sum = 0.0;
        for (index, weight) in &mut around {
            *weight *= shares[probe_kind(grid.coordinates(*index))] + HIDDEN_SHARE;
            sum += *weight;
        }
        around.map(|(index, weight)| (index, weight / sum))
    }

    /// The size and the texels of the visibility as a texture. A texel has four kinds of probes, and the
    /// other four follow along y. Texels below walls come first along z, and those above walls follow.
    pub fn texels(&self, grid: &Grid) -> (UVec3, Vec<[u8; 4]>) {
        if self.subdivisions == 0 {
            return (UVec3::ONE, vec![[255; 4]]);
        }
        let (points, cells) = (grid.cells() * self.subdivisions, grid.cells());
        let size = points * UVec3::new(1, 2, 2);
        let texel = |index: usize| {
            let at = coordinates_in(size, index);
            let half = at / points;
            let bits = self.seen[self.index(cells, at % points)][half.z as usize];
            std::array::from_fn(|kind| 255 * (bits >> (4 * half.y + kind as u32) & 1))
        };
        let count = size.element_product() as usize;
        (size, (0..count).map(texel).collect())
    }

    /// Clears the mark of hidden probes in cells whose eight corners have nearly the same light. `difference`
    /// compares the light at two points, as a share of the brighter one.
    pub fn unmark_even_cells(&mut self, grid: &Grid, difference: impl Fn(usize, usize) -> f32) {
        let cells = grid.cells();
        for (cell, word) in self.cells.iter_mut().enumerate() {
            if *word & CELL_HIDES == 0 {
                continue;
            }
            let low = coordinates_in(cells, cell);
            let corner = |step: UVec3| grid.index((low + step).min(grid.size - UVec3::ONE));
            let first = corner(UVec3::ZERO);
            let is_even = (1..8).all(|at| difference(first, corner(offset_to(at))) < EVEN_LIMIT);
            if is_even {
                *word &= !CELL_HIDES;
            }
        }
    }

    /// The visible share of each kind of probe at the position `at`, in cells.
    fn shares(&self, cells: UVec3, at: Vec3, side: usize) -> [f32; 8] {
        let last = cells * self.subdivisions - UVec3::ONE;
        let fine = (at * self.subdivisions as f32 - 0.5).clamp(Vec3::ZERO, last.as_vec3());
        let low = fine.floor();
        let share = fine - low;
        let mut sums = [0.0; 8];
        for corner in 0..8 {
            let step = offset_to(corner);
            let weights = Vec3::select(step.cmpeq(UVec3::ONE), share, Vec3::ONE - share);
            let point = (low.as_uvec3() + step).min(last);
            let bits = self.seen[self.index(cells, point)][side];
            for (kind, sum) in sums.iter_mut().enumerate() {
                *sum += weights.element_product() * f32::from(bits >> kind & 1);
            }
        }
        sums
    }

    fn index(&self, cells: UVec3, point: UVec3) -> usize {
        index_in(cells * self.subdivisions, point)
    }

    /// Marks the cells with hidden probes, and their neighbors, into which filtering reaches.
    fn mark_hiding(&mut self, cells: UVec3) {
        let points = cells * self.subdivisions;
        for (index, seen) in self.seen.iter().enumerate() {
            if *seen == [255; 2] {
                continue;
            }
            let at = coordinates_in(points, index);
            let low = at.saturating_sub(UVec3::ONE) / self.subdivisions;
            let high = (at + 1).min(points - 1) / self.subdivisions;
            for z in low.z..=high.z {
                for y in low.y..=high.y {
                    for x in low.x..=high.x {
                        self.cells[index_in(cells, UVec3::new(x, y, z))] |= CELL_HIDES;
                    }
                }
            }
        }
    }
}

/// The tests of visibility between the probes of one cell and points in it.
struct CellObserver<'a> {
    scene: &'a BakeScene,
    cells: &'a WallCells,
    cell: usize,
    spacing: f32,
    /// The middle of the cell, meters.
    middle: Vec3,
    /// The positions of the cell's probes by their kinds, meters.
    probes: [Option<Vec3>; 8],
}

impl<'a> CellObserver<'a> {
    fn new(
        scene: &'a BakeScene,
        cells: &'a WallCells,
        cell: usize,
        grid: &Grid,
        positions: &[Option<Vec3>],
    ) -> Self {
        let low = coordinates_in(grid.cells(), cell);
        let mut probes = [None; 8];
        for corner in 0..8 {
            let at = low + offset_to(corner);
            probes[probe_kind(at)] = positions[grid.index(at)];
        }
        Self {
            scene,
            cells,
            cell,
            spacing: grid.spacing,
            middle: grid.point(low) + 0.5 * grid.spacing,
            probes,
        }
    }

    /// The probes in sight of the finer point `at` from both sides of the wall: below, then above. On the
    /// side where the point does not lie, the nearest position beside the wall stands for it.
    fn both_sides(&self, at: UVec3, subdivisions: u32, wall: Option<&Wall>) -> [u8; 2] {
        let point = (at.as_vec3() + 0.5) / subdivisions as f32 - 0.5;
        let Some(wall) = wall else {
            return [self.bits(point); 2];
        };
        let height = wall.normal.dot(point) - wall.distance;
        let off = 0.5 * wall.thickness + WALL_OFFSET;
        let below = point - wall.normal * (height + off).max(0.0);
        let above = point + wall.normal * (off - height).max(0.0);
        [self.bits(below), self.bits(above)]
    }

    /// The probes in sight of a position, a bit for each kind. `offset` is from the cell's middle, in cells.
    fn bits(&self, offset: Vec3) -> u8 {
        let from = self.middle + offset * self.spacing;
        let is_occluded = |probe| (self.cells).is_occluded(self.scene, self.cell, from, probe);
        let is_seen = |probe: &Option<Vec3>| probe.is_some_and(|probe| !is_occluded(probe));
        (0..8).fold(0, |bits, kind| {
            bits | u8::from(is_seen(&self.probes[kind])) << kind
        })
    }
}

fn probe_kind(coordinates: UVec3) -> usize {
    let odd = coordinates & 1;
    (odd.x | odd.y << 1 | odd.z << 2) as usize
}
