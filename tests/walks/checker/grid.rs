//! A uniform grid over the triangles, so that a long walk is judged in seconds. It only chooses
//! candidates: a test compares it with asking every triangle.

use std::collections::HashMap;

use glam::{DVec3, IVec3};

use super::shapes::Triangle;

/// Meters.
const CELL: f64 = 2.0;
/// A triangle whose box covers more cells than this is kept apart and always asked: a slope
/// across a whole level would fill the grid with copies of itself.
const CELLS_A_TRIANGLE: i64 = 4096;

pub struct Grid {
    triangles: Vec<Triangle>,
    cells: HashMap<IVec3, Vec<usize>>,
    large: Vec<usize>,
}

impl Grid {
    pub fn new(triangles: Vec<Triangle>) -> Self {
        let mut cells: HashMap<IVec3, Vec<usize>> = HashMap::new();
        let mut large = Vec::new();
        for (index, triangle) in triangles.iter().enumerate() {
            let (first, last) = (cell_of(triangle.min()), cell_of(triangle.max()));
            let count = (last - first + IVec3::ONE).as_i64vec3();
            if count.x * count.y * count.z > CELLS_A_TRIANGLE {
                large.push(index);
                continue;
            }
            for cell in cells_between(first, last) {
                cells.entry(cell).or_default().push(index);
            }
        }
        Self {
            triangles,
            cells,
            large,
        }
    }

    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    pub fn triangle(&self, index: usize) -> &Triangle {
        &self.triangles[index]
    }

    /// Every triangle whose box meets the box, in order.
    pub fn near(&self, min: DVec3, max: DVec3) -> Vec<usize> {
        let mut found: Vec<usize> = cells_between(cell_of(min), cell_of(max))
            .filter_map(|cell| self.cells.get(&cell))
            .flatten()
            .chain(&self.large)
            .copied()
            .filter(|&index| {
                let triangle = &self.triangles[index];
                triangle.min().cmple(max).all() && triangle.max().cmpge(min).all()
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn cell_of(point: DVec3) -> IVec3 {
    (point / CELL).floor().as_ivec3()
}

fn cells_between(first: IVec3, last: IVec3) -> impl Iterator<Item = IVec3> {
    (first.x..=last.x).flat_map(move |x| {
        (first.y..=last.y).flat_map(move |y| (first.z..=last.z).map(move |z| IVec3::new(x, y, z)))
    })
}
