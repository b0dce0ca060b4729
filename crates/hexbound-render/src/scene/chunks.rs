//! A level's parts cut into spatial chunks, for culling and for front-to-back drawing.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    ops::Range,
};

use glam::Vec3;
use hexbound_collide::geom::Aabb;
use rayon::prelude::*;

use super::retained_ranges::RetainedRanges;
use hexbound_level::{Level, Part};

/// The side of the cubes into which triangles are sorted by their centers, meters.
pub(crate) const CHUNK_SIDE: f32 = 16.0;
/// The largest number of triangles in a chunk; larger chunks are halved.
const MAX_TRIANGLES: usize = 2048;
/// The number of triangles below which a part stays whole.
const MIN_CUT_TRIANGLES: usize = 256;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chunk {
    /// The index of the chunk's part.
    pub part: usize,
    pub material: usize,
    /// The position of the first index in the buffer.
    pub first: u32,
    /// The number of indices.
    pub count: u32,
    /// The index of the chunk's prop, if any.
    pub prop: Option<usize>,
    /// A box around the chunk in all positions of its mover or animation, meters.
    pub bounds: Aabb,
    /// True if the chunk belongs to a mover or is deformed by an animation.
    pub moves: bool,
}

impl Chunk {
    /// The squared distance from `eye` to the nearest point of the box, m².
    pub(crate) fn distance_squared(&self, eye: Vec3) -> f32 {
        let nearest = eye.clamp(self.bounds.min, self.bounds.max);
        nearest.distance_squared(eye)
    }

    /// The range of the chunk's indices in the buffer.
    pub(crate) fn indices(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// Returns whether `next` follows this chunk in the buffer and has the same material.
    pub(crate) fn is_followed_by(&self, next: &Self) -> bool {
        self.material == next.material && self.first + self.count == next.first
    }
}

/// Cuts the visible parts into chunks. Returns the chunks' indices, with the vertices' indices in `retained`.
/// Invalid indices, parts without indices or material, and everything outside `retained` are left out.
pub(crate) fn cut(level: &Level, retained: &RetainedRanges) -> (Vec<u32>, Vec<Chunk>) {
    let is_drawn = |part: &Part| {
        let range = part.indices.start as usize..part.indices.end as usize;
        part.visible
            && part.material < level.materials.len()
            && level.mesh.indices.get(range).is_some()
    };
    let parts = level.mesh.parts.iter().enumerate();
    let parts: Vec<_> = parts.filter(|(_, part)| is_drawn(part)).collect();
    let count = parts.iter().map(|(_, part)| part.indices.len()).sum();
    let (mut indices, mut chunks) = (Vec::with_capacity(count), Vec::new());
    for (part_index, part) in parts {
        let mover = part.mover.and_then(|mover| level.movers.get(mover));
        let mut cells = sort_into_cells(level, &retained.runs(part.indices.clone()));
        let cells: Vec<_> = cells.values_mut().collect();
        let halved = cells.into_par_iter().flat_map(|cell| halved(cell));
        let pieces: Vec<&[CenteredTriangle]> = halved.collect();
        let mut first = indices.len() as u32;
        for (piece, bounds) in pieces
            .iter()
            .zip(write(level, retained, &pieces, &mut indices))
        {
            let count = 3 * piece.len() as u32;
            // How far an animation moves a single triangle is unknown.
            let bounds = part.animated.unwrap_or(bounds);
            chunks.push(Chunk {
                part: part_index,
                material: part.material,
                first,
                count,
                prop: part.prop,
                bounds: mover.map_or(bounds, |mover| mover.bounds_of(&bounds)),
                moves: mover.is_some() || part.animated.is_some(),
            });
            first += count;
        }
    }
    (indices, chunks)
}

/// A triangle: the position of its first index, and the sum of its corners, meters.
struct CenteredTriangle {
    first: u32,
    sum: Vec3,
}

/// The triangles of each occupied cell.
type Cells = BTreeMap<[i32; 3], Vec<CenteredTriangle>>;

/// Appends the indices of pieces, with the vertices' indices in `retained`, on all threads. Returns the boxes
/// of the pieces.
fn write(
    level: &Level,
    retained: &RetainedRanges,
    pieces: &[&[CenteredTriangle]],
    indices: &mut Vec<u32>,
) -> Vec<Aabb> {
    let before = indices.len();
    let count: usize = pieces.iter().map(|piece| piece.len()).sum();
    indices.resize(before + 3 * count, 0);
    let mut rest = &mut indices[before..];
    let runs: Vec<&mut [u32]> = (pieces.iter())
        .map(|piece| rest.split_off_mut(..3 * piece.len()).unwrap_or_default())
        .collect();
    let of_piece = |(piece, run): (&&[CenteredTriangle], &mut [u32])| {
        let corners = || (piece.iter()).flat_map(|it| corners(level, it.first as usize));
        for (index, corner) in run.iter_mut().zip(corners()) {
            *index = retained.retained_index(corner);
        }
        Aabb::from_points(corners().map(|index| point(level, index)))
    };
    pieces.par_iter().zip(runs).map(of_piece).collect()
}

fn sort_into_cells(level: &Level, runs: &[Range<u32>]) -> Cells {
    /// The number of indices that one thread sorts at a time.
    const PORTION_SIZE: usize = 3 << 15;
    let is_whole = runs.iter().map(Range::len).sum::<usize>() / 3 < MIN_CUT_TRIANGLES;
    let portions: Vec<Range<usize>> = (runs.iter())
        .flat_map(|run| {
            let (start, end) = (run.start as usize, run.end as usize);
            let starts = (start..end).step_by(PORTION_SIZE);
            starts.map(move |start| start..end.min(start + PORTION_SIZE))
        })
        .collect();
    let sorted = portions
        .into_par_iter()
        .map(|it| sort_portion(level, it, is_whole));
    let mut cells = Cells::new();
    for (cell, mut triangles) in sorted.collect::<Vec<_>>().into_iter().flatten() {
        match cells.entry(cell) {
            Entry::Vacant(entry) => _ = entry.insert(triangles),
            Entry::Occupied(mut entry) => entry.get_mut().append(&mut triangles),
        }
    }
    cells
}

/// Sorts the triangles of a range of indices into cells, or all into one if `is_whole` is true.
fn sort_portion(level: &Level, indices: Range<usize>, is_whole: bool) -> Cells {
    let mut cells = Cells::new();
    let vertices = level.mesh.vertices.len();
    // Most triangles are in the cell of the one before.
    let (mut last, mut triangles) = ([0; 3], Vec::new());
    for first in (indices.start..indices.end.saturating_sub(2)).step_by(3) {
        let corners = corners(level, first);
        if corners.iter().any(|&index| index as usize >= vertices) {
            continue;
        }
        let sum: Vec3 = corners.iter().map(|&index| point(level, index)).sum();
        let cell = if is_whole {
            [0; 3]
        } else {
            (sum / (3.0 * CHUNK_SIDE)).floor().as_ivec3().to_array()
        };
        if cell != last {
            cells.insert(last, triangles);
            (last, triangles) = (cell, cells.remove(&cell).unwrap_or_default());
        }
        let first = first as u32;
        triangles.push(CenteredTriangle { first, sum });
    }
    cells.insert(last, triangles);
    cells.retain(|_, triangles| !triangles.is_empty());
    cells
}

/// Halves a list of triangles along the longest axis of their centers, until each piece is small enough.
fn halved(triangles: &mut [CenteredTriangle]) -> Vec<&[CenteredTriangle]> {
    if triangles.len() <= MAX_TRIANGLES {
        return vec![triangles];
    }
    let extent = Aabb::from_points(triangles.iter().map(|it| it.sum)).size();
    let axis = extent.max_position();
    let half = triangles.len() / 2;
    triangles.select_nth_unstable_by(half, |a, b| a.sum[axis].total_cmp(&b.sum[axis]));
    let (low, high) = triangles.split_at_mut(half);
    let (mut all, rest) = rayon::join(|| halved(low), || halved(high));
    all.extend(rest);
    all
}

/// The vertex indices of the triangle whose first index is at `first`.
fn corners(level: &Level, first: usize) -> [u32; 3] {
    [0, 1, 2].map(|corner| level.mesh.indices[first + corner])
}

fn point(level: &Level, index: u32) -> Vec3 {
    Vec3::from(level.mesh.vertices[index as usize].position)
}

#[cfg(test)]
mod tests {
    use glam::camera::rh::{proj::directx::perspective_infinite_reverse, view::look_to_mat4};
    use hexbound_collide::geom::FrustumPlanes;

    use super::*;

    /// Rooms of 8 m in two columns that run away behind the eye, which is in the first room.
    fn rooms(count: i32) -> Level {
        let mut scene = hexbound_scenes::SceneBuilder::new();
        for room in 0..count {
            let (column, row) = ((room % 2) as f32, (room / 2) as f32);
            let center = Vec3::new(column, 0.0, row) * 12.0;
            let reach = Vec3::new(4.0, 0.0, 4.0);
            scene = (scene.part(&format!("room {room}")))
                .room(center - reach, center + reach + Vec3::Y * 3.0)
                .pillar(center + Vec3::new(2.0, 0.0, 2.0), 0.5, 3.0, 24);
        }
        scene.build("rooms").unwrap()
    }

    #[test]
    fn what_is_drawn_grows_with_what_is_ahead_and_not_with_the_level() {
        let projection = perspective_infinite_reverse(1.0, 1.5, 0.1);
        let view = look_to_mat4(Vec3::new(0.0, 1.6, 0.0), Vec3::NEG_Z, Vec3::Y);
        let frustum = FrustumPlanes::from_view_projection(&(projection * view));
        let drawn = |count| {
            let level = rooms(count);
            let (_, chunks) = cut(&level, &RetainedRanges::of(&level));
            let seen = chunks.iter();
            let seen = seen.filter(|chunk| frustum.may_touch_box(&chunk.bounds));
            let all: u32 = chunks.iter().map(|chunk| chunk.count).sum();
            (seen.map(|chunk| chunk.count).sum::<u32>(), all)
        };
        let (few, small) = drawn(2);
        let (still_few, large) = drawn(200);
        assert!(few > 0);
        assert!(large > 50 * small);
        assert_eq!(few, still_few);
    }
}
