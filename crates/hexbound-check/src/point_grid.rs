//! A spatial hash of points, to find those within a distance of a place.

use std::collections::HashMap;

use glam::{IVec3, Vec3};

/// The points by the cells of a grid.
pub(crate) struct PointGrid {
    /// The side of a cell, meters.
    side: f32,
    /// The points, cell by cell.
    order: Vec<u32>,
    /// The points of each cell, as a range of `order`.
    cells: HashMap<IVec3, (u32, u32)>,
}

impl PointGrid {
    /// A grid with cells of the side `side`, meters.
    pub(crate) fn of(points: &[Vec3], side: f32) -> Self {
        let placed = points.iter().map(|point| cell(*point, side));
        Self::of_cells(placed.zip(0..).collect(), side)
    }

    /// A grid of pairs of a cell and an index. An index may be in several cells.
    pub(crate) fn of_cells(mut placed: Vec<(IVec3, u32)>, side: f32) -> Self {
        placed.sort_unstable_by_key(|(cell, index)| (cell.to_array(), *index));
        placed.dedup();
        let mut cells = HashMap::new();
        let mut first = 0;
        for run in placed.chunk_by(|a, b| a.0 == b.0) {
            let end = first + run.len() as u32;
            cells.insert(run[0].0, (first, end));
            first = end;
        }
        Self {
            side,
            order: placed.into_iter().map(|(_, index)| index).collect(),
            cells,
        }
    }

    /// The cell of a point.
    pub(crate) fn cell(&self, point: Vec3) -> IVec3 {
        cell(point, self.side)
    }

    /// Calls `found` with every index in the cells that the cube around `center` touches. The cube extends
    /// `reach` meters to each side.
    pub(crate) fn near(&self, center: Vec3, reach: f32, mut found: impl FnMut(usize)) {
        let (low, high) = (
            self.cell(center - Vec3::splat(reach)),
            self.cell(center + Vec3::splat(reach)),
        );
        for x in low.x..=high.x {
            for y in low.y..=high.y {
                for z in low.z..=high.z {
                    let range = self.cells.get(&IVec3::new(x, y, z));
                    let (first, end) = range.copied().unwrap_or_default();
                    let indices = &self.order[first as usize..end as usize];
                    indices.iter().for_each(|index| found(*index as usize));
                }
            }
        }
    }

    /// Passes every point within `reach` meters of `center` to a callback. `points` are those from which
    /// the grid was built.
    pub(crate) fn within(
        &self,
        points: &[Vec3],
        center: Vec3,
        reach: f32,
        mut found: impl FnMut(usize),
    ) {
        self.near(center, reach, |index| {
            if points[index].distance_squared(center) <= reach * reach {
                found(index);
            }
        });
    }
}

fn cell(point: Vec3, side: f32) -> IVec3 {
    (point / side).floor().as_ivec3()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::random::Random;

    #[test]
    fn every_point_within_reach_is_found_and_no_other() {
        let mut random = Random::new(3);
        let mut place = || random.point_in(Vec3::splat(-2.0), Vec3::splat(2.0));
        let points: Vec<Vec3> = (0..300).map(|_| place()).collect();
        let grid = PointGrid::of(&points, 0.3);
        for center in (0..50).map(|_| place()) {
            let mut found = Vec::new();
            grid.within(&points, center, 0.7, |index| found.push(index));
            found.sort_unstable();
            let near = |index: &usize| points[*index].distance(center) <= 0.7;
            let expected: Vec<usize> = (0..points.len()).filter(near).collect();
            assert_eq!(found, expected);
        }
    }
}
