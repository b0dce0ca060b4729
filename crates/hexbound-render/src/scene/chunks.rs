//! A level's parts cut into chunks by place, so that what is out of sight can be left out and near
//! things can be drawn before far ones.

use std::{collections::BTreeMap, ops::Range};

use glam::{IVec3, Vec3};
use hexbound_collide::geom::Aabb;
use rayon::prelude::*;

use super::retained_ranges::RetainedRanges;
use hexbound_level::Level;

/// Side of the cubes that triangles are sorted into by their centers, meters.
pub(crate) const CHUNK_SIDE: f32 = 16.0;
/// Largest number of triangles in a chunk; larger ones are halved.
const MAX_TRIANGLES: usize = 2048;
/// Number of triangles below which a part stays whole.
const SMALL_PART: usize = 256;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chunk {
    /// Number of the part that the chunk belongs to.
    pub part: usize,
    pub material: usize,
    pub first: u32,
    pub count: u32,
    /// Number of the prop that the chunk belongs to, if any.
    pub prop: Option<usize>,
    /// Box around the chunk wherever a mover or an animation takes it, meters.
    pub bounds: Aabb,
    /// True if the chunk belongs to a mover or is bent by an animation.
    pub moves: bool,
}

impl Chunk {
    /// Squared distance from `eye` to the nearest point of the box, m².
    pub(crate) fn distance_squared(&self, eye: Vec3) -> f32 {
        let nearest = eye.clamp(self.bounds.min, self.bounds.max);
        nearest.distance_squared(eye)
    }

    /// Returns whether `next` follows this chunk in the buffer and has the same material.
    pub(crate) fn goes_on_in(&self, next: &Self) -> bool {
        self.material == next.material && self.first + self.count == next.first
    }
}

/// The visible parts' indices in the order of chunks, and the chunks. Indices without a vertex and
/// parts without indices or material are left out, and so is what `retained` leaves out; vertices
/// are numbered as it numbers them.
pub(crate) fn cut(level: &Level, retained: &RetainedRanges) -> (Vec<u32>, Vec<Chunk>) {
    let mut indices = Vec::new();
    let mut chunks = Vec::new();
    let parts = level.mesh.parts.iter().enumerate();
    for (number, part) in parts.filter(|(_, part)| part.visible) {
        let range = part.indices.start as usize..part.indices.end as usize;
        if level.mesh.indices.get(range).is_none() {
            continue;
        }
        if part.material >= level.materials.len() {
            continue;
        }
        let mover = part.mover.and_then(|mover| level.movers.get(mover));
        for piece in pieces(level, retained, &part.indices) {
            // Which of its triangles get how far is not known one by one.
            let bounds = part.animated.unwrap_or(piece.bounds);
            chunks.push(Chunk {
                part: number,
                material: part.material,
                first: indices.len() as u32,
                count: piece.indices.len() as u32,
                prop: part.prop,
                bounds: mover.map_or(bounds, |mover| mover.bounds_of(&bounds)),
                moves: mover.is_some() || part.animated.is_some(),
            });
            indices.extend(piece.indices);
        }
    }
    (indices, chunks)
}

/// Triangles that are drawn together.
struct ChunkTriangles {
    /// Vertices as `RetainedRanges` numbers them.
    indices: Vec<u32>,
    bounds: Aabb,
}

/// A triangle with three times its center, meters.
struct CenteredTriangle {
    corners: [u32; 3],
    middle: Vec3,
}

/// The triangles of each cell that has any.
type Cells = BTreeMap<[i32; 3], Vec<CenteredTriangle>>;

/// Cuts a part of these indices into pieces, on all threads.
fn pieces(level: &Level, retained: &RetainedRanges, part: &Range<u32>) -> Vec<ChunkTriangles> {
    let mut cells = cells(level, &retained.runs(part.clone()));
    let cells: Vec<_> = cells.values_mut().collect();
    let piece = |triangles: &[CenteredTriangle]| {
        let corners = triangles.iter().flat_map(|it| it.corners);
        let points = corners.clone().map(|index| point(level, index));
        ChunkTriangles {
            bounds: Aabb::from_points(points),
            indices: corners.map(|index| retained.number(index)).collect(),
        }
    };
    let halved = cells.into_par_iter().flat_map(|cell| halved(cell));
    halved.map(piece).collect()
}

fn cells(level: &Level, runs: &[Range<u32>]) -> Cells {
    /// Number of indices that one thread sorts at a time.
    const PORTION_SIZE: usize = 3 << 15;
    let is_whole = runs.iter().map(Range::len).sum::<usize>() / 3 < SMALL_PART;
    let run = |run: &Range<u32>| &level.mesh.indices[run.start as usize..run.end as usize];
    let portions: Vec<_> = (runs.iter())
        .flat_map(|range| run(range).chunks(PORTION_SIZE))
        .collect();
    let sorted = portions
        .into_par_iter()
        .map(|it| sorted(level, it, is_whole));
    let mut cells = Cells::new();
    for (cell, triangles) in sorted.collect::<Vec<_>>().into_iter().flatten() {
        cells.entry(cell).or_default().extend(triangles);
    }
    cells
}

/// Sorts triangles into cells, or all into one if they are a whole.
fn sorted(level: &Level, indices: &[u32], is_whole: bool) -> Cells {
    let mut cells = Cells::new();
    let vertices = level.mesh.vertices.len();
    for triangle in indices.chunks_exact(3) {
        let corners = [triangle[0], triangle[1], triangle[2]];
        if corners.iter().any(|&index| index as usize >= vertices) {
            continue;
        }
        let middle: Vec3 = corners.iter().map(|&index| point(level, index)).sum();
        let cell = if is_whole {
            IVec3::ZERO
        } else {
            (middle / (3.0 * CHUNK_SIDE)).floor().as_ivec3()
        };
        let triangles = cells.entry(cell.to_array()).or_default();
        triangles.push(CenteredTriangle { corners, middle });
    }
    cells
}

/// Halves triangles along the axis on which their centers spread most, down to few enough in each
/// piece.
fn halved(triangles: &mut [CenteredTriangle]) -> Vec<&[CenteredTriangle]> {
    if triangles.len() <= MAX_TRIANGLES {
        return vec![triangles];
    }
    let extent = Aabb::from_points(triangles.iter().map(|it| it.middle)).size();
    let axis = extent.max_position();
    let half = triangles.len() / 2;
    triangles.select_nth_unstable_by(half, |a, b| a.middle[axis].total_cmp(&b.middle[axis]));
    let (low, high) = triangles.split_at_mut(half);
    let (mut all, rest) = rayon::join(|| halved(low), || halved(high));
    all.extend(rest);
    all
}

fn point(level: &Level, index: u32) -> Vec3 {
    Vec3::from(level.mesh.vertices[index as usize].position)
}

#[cfg(test)]
mod tests {
    use glam::camera::rh::{proj::directx::perspective_infinite_reverse, view::look_to_mat4};
    use hexbound_collide::geom::FrustumPlanes;

    use super::*;

    /// Rooms of 8 m in two rows that run away behind the eye, which is in the first.
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
