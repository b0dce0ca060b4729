//! Space as rows of bits, one for each voxel. A set of voxels is built from triangles, and grown by a
//! body. Nothing here is shared with the flood of cubes, whose answer it confirms.

use glam::{DVec3, IVec3};

/// A box of voxels, a bit each.
#[derive(Clone, Debug)]
pub(super) struct Voxels {
    /// The number of voxels along each axis.
    pub size: IVec3,
    words: usize,
    bits: Vec<u64>,
}

impl Voxels {
    /// A box of voxels, all of them clear.
    pub(super) fn empty(size: IVec3) -> Self {
        let words = (size.x as usize).div_ceil(64);
        Self {
            size,
            words,
            bits: vec![0; words * (size.y * size.z) as usize],
        }
    }

    /// The number of rows, which run along x.
    pub(super) fn rows(&self) -> usize {
        (self.size.y * self.size.z) as usize
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    /// The row of a voxel.
    pub(super) fn row_of(&self, voxel: IVec3) -> usize {
        (voxel.z * self.size.y + voxel.y) as usize
    }

    pub(super) fn contains(&self, voxel: IVec3) -> bool {
        voxel.cmpge(IVec3::ZERO).all() && voxel.cmplt(self.size).all()
    }

    pub(super) fn is_set(&self, voxel: IVec3) -> bool {
        self.contains(voxel)
            && self.row(self.row_of(voxel))[voxel.x as usize / 64] >> (voxel.x % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, voxel: IVec3) {
        let row = self.row_of(voxel);
        self.row_mut(row)[voxel.x as usize / 64] |= 1 << (voxel.x % 64);
    }

    /// Sets every voxel that a triangle touches, with a small margin. The corners are in units of a
    /// voxel's side.
    pub(super) fn add_triangle(&mut self, corners: [DVec3; 3]) {
        let [a, b, c] = corners;
        let low = (a.min(b).min(c) - 1e-6).floor().as_ivec3().max(IVec3::ZERO);
        let high = (a.max(b).max(c) + 1e-6).floor().as_ivec3() + 1;
        self.add_within(&corners, low, high.min(self.size));
    }

    /// Bisects a range of voxels down to single ones that the triangle touches.
    fn add_within(&mut self, corners: &[DVec3; 3], low: IVec3, high: IVec3) {
        let size = high - low;
        if size.min_element() <= 0 || !touches_box(corners, low.as_dvec3(), high.as_dvec3()) {
            return;
        }
        if size == IVec3::ONE {
            return self.set(low);
        }
        let axis = (0..3).max_by_key(|axis| size[*axis]).unwrap_or(0);
        let middle = low[axis] + size[axis] / 2;
        let (mut first_high, mut second_low) = (high, low);
        first_high[axis] = middle;
        second_low[axis] = middle;
        self.add_within(corners, low, first_high);
        self.add_within(corners, second_low, high);
    }

    /// The set grown by a body: every voxel whose offset from a set one satisfies `is_near`. With an
    /// offset, all those between it and 0 along x must satisfy it.
    pub(super) fn grown(&self, reach: IVec3, is_near: impl Fn(IVec3) -> bool) -> Self {
        let mut spans: Vec<(i32, i32, i32)> = Vec::new();
        for y in -reach.y..=reach.y {
            for z in -reach.z..=reach.z {
                let widest = (0..=reach.x).rev().find(|x| is_near(IVec3::new(*x, y, z)));
                spans.extend(widest.map(|width| (width, y, z)));
            }
        }
        spans.sort_unstable();
        let mut grown = Self::empty(self.size);
        for row in (0..self.rows()).filter(|row| self.row(*row).iter().any(|word| *word != 0)) {
            let (y, z) = (row as i32 % self.size.y, row as i32 / self.size.y);
            let (mut wide, mut width) = (self.row(row).to_vec(), 0);
            for &(span, aside_y, aside_z) in &spans {
                while width < span {
                    wide = widened(&wide);
                    width += 1;
                }
                let to = IVec3::new(0, y + aside_y, z + aside_z);
                if grown.contains(to) {
                    let to = grown.row_of(to);
                    let words = grown.row_mut(to).iter_mut().zip(&wide);
                    words.for_each(|(word, more)| *word |= more);
                }
            }
        }
        grown
    }
}

/// A row grown by one voxel on both sides.
fn widened(row: &[u64]) -> Vec<u64> {
    let at = |word: Option<usize>| word.and_then(|word| row.get(word)).copied().unwrap_or(0);
    (0..row.len())
        .map(|word| {
            let (before, here, after) = (at(word.checked_sub(1)), row[word], at(Some(word + 1)));
            here | here << 1 | before >> 63 | here >> 1 | after << 63
        })
        .collect()
}

/// Returns whether a triangle touches a box, by separating axes (Akenine-Möller, "Fast 3D Triangle–Box
/// Overlap Testing"). A tiny gap counts as touching.
fn touches_box(corners: &[DVec3; 3], low: DVec3, high: DVec3) -> bool {
    let center = (low + high) * 0.5;
    let half = (high - low) * 0.5 + 1e-6;
    let [a, b, c] = corners.map(|corner| corner - center);
    let edges = [b - a, c - b, a - c];
    let normal = edges[0].cross(edges[1]);
    let is_apart_along = |axis: DVec3| {
        let reach = half.dot(axis.abs());
        let along = [a.dot(axis), b.dot(axis), c.dot(axis)];
        let least = along[0].min(along[1]).min(along[2]);
        let most = along[0].max(along[1]).max(along[2]);
        least > reach || most < -reach
    };
    let crossed = edges
        .iter()
        .flat_map(|edge| DVec3::AXES.map(|axis| axis.cross(*edge)));
    let mut axes = DVec3::AXES.into_iter().chain([normal]).chain(crossed);
    !axes.any(is_apart_along)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vector(size: f64) -> impl Strategy<Value = DVec3> {
        [0.0..size, 0.0..size, 0.0..size].prop_map(DVec3::from_array)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn each_point_of_a_triangle_lies_in_a_set_voxel(
            corners in [vector(9.0), vector(9.0), vector(9.0)], parts in [0.0..1.0_f64, 0.0..1.0],
        ) {
            let mut voxels = Voxels::empty(IVec3::splat(9));
            voxels.add_triangle(corners);
            let [u, v] = if parts[0] + parts[1] > 1.0 { parts.map(|part| 1.0 - part) } else { parts };
            let point = corners[0] + (corners[1] - corners[0]) * u + (corners[2] - corners[0]) * v;
            prop_assert!(voxels.is_set(point.floor().as_ivec3()), "{point}");
        }
    }

    #[test]
    fn a_wall_sets_its_own_voxels_only() {
        let mut voxels = Voxels::empty(IVec3::new(100, 4, 4));
        let corners = [(-9.0, -9.0), (30.0, -9.0), (-9.0, 30.0)];
        voxels.add_triangle(corners.map(|(y, z)| DVec3::new(70.5, y, z)));
        assert!(voxels.is_set(IVec3::new(70, 2, 2)));
        assert!(!voxels.is_set(IVec3::new(69, 2, 2)) && !voxels.is_set(IVec3::new(71, 2, 2)));
    }

    #[test]
    fn a_set_grows_across_words_and_stops_at_its_box() {
        let mut voxels = Voxels::empty(IVec3::new(130, 5, 5));
        voxels.set(IVec3::new(64, 0, 2));
        let grown = voxels.grown(IVec3::new(2, 1, 0), |offset| offset.x + offset.y.abs() <= 2);
        let words = (0..grown.rows()).flat_map(|row| grown.row(row));
        let count: u32 = words.map(|word| word.count_ones()).sum();
        assert_eq!(count, 5 + 3);
        assert!(grown.is_set(IVec3::new(62, 0, 2)) && grown.is_set(IVec3::new(65, 1, 2)));
    }
}
