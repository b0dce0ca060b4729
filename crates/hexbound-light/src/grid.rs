//! A box of evenly spaced points: the positions of a volume texture's texels in the level.

use glam::{IVec3, UVec3, Vec3};
use hexbound_collide::geom::Aabb;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// The position of the point with coordinates 0, 0, 0, meters.
    pub origin: Vec3,
    /// The distance between neighboring points, meters.
    pub spacing: f32,
    /// The number of points along each axis.
    pub size: UVec3,
}

impl Grid {
    /// A grid that covers `bounds` with a margin of one point. The spacing grows until no side has more than
    /// `max_texture_side` points and the grid has no more than `max_points` points.
    pub fn cover(bounds: Aabb, spacing: f32, max_points: usize, max_texture_side: u32) -> Self {
        if bounds.is_empty() || !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return Self {
                origin: Vec3::ZERO,
                spacing: 1.0,
                size: UVec3::ONE,
            };
        }
        let mut grid = Self::with_spacing(bounds, spacing);
        while grid.len() > max_points || grid.size.max_element() > max_texture_side {
            grid = Self::with_spacing(bounds, grid.spacing * 1.15);
        }
        grid
    }

    fn with_spacing(bounds: Aabb, spacing: f32) -> Self {
        // The count saturates beyond 2^24, and the caller increases the spacing.
        let size = (bounds.size() / spacing).ceil().as_uvec3() + UVec3::splat(2);
        let slack = size.as_vec3() - Vec3::ONE - bounds.size() / spacing;
        Self {
            origin: bounds.min - slack * 0.5 * spacing,
            spacing,
            size,
        }
    }

    pub(crate) fn len(&self) -> usize {
        let [x, y, z] = self.size.to_array().map(|side| side as usize);
        x.saturating_mul(y).saturating_mul(z)
    }

    /// The number of cells along each axis, at least one.
    pub fn cells(&self) -> UVec3 {
        (self.size - UVec3::ONE).max(UVec3::ONE)
    }

    pub fn index(&self, coordinates: UVec3) -> usize {
        index_in(self.size, coordinates)
    }

    pub fn coordinates(&self, index: usize) -> UVec3 {
        coordinates_in(self.size, index)
    }

    /// The index of the point at the offset `step` from another; `None` outside the grid.
    pub(crate) fn neighbor(&self, index: usize, step: IVec3) -> Option<usize> {
        let at = self.coordinates(index).as_ivec3() + step;
        let inside = at.cmpge(IVec3::ZERO).all() && at.cmplt(self.size.as_ivec3()).all();
        inside.then(|| self.index(at.as_uvec3()))
    }

    pub fn point(&self, coordinates: UVec3) -> Vec3 {
        self.origin + coordinates.as_vec3() * self.spacing
    }

    /// The first and the last point within `bounds`, clamped to the grid. The range includes both.
    pub fn within(&self, bounds: Aabb) -> (UVec3, UVec3) {
        let last = (self.size - UVec3::ONE).as_vec3();
        let low = ((bounds.min - self.origin) / self.spacing).ceil();
        let high = ((bounds.max - self.origin) / self.spacing).floor();
        (
            low.clamp(Vec3::ZERO, last).as_uvec3(),
            high.clamp(Vec3::ZERO, last).as_uvec3(),
        )
    }

    /// The eight points around `point` and their trilinear weights, which sum to one.
    pub fn around(&self, point: Vec3) -> [(usize, f32); 8] {
        let last = self.size - UVec3::ONE;
        let at = ((point - self.origin) / self.spacing).clamp(Vec3::ZERO, last.as_vec3());
        let low = at.floor();
        let share = at - low;
        std::array::from_fn(|corner| {
            let step = offset_to(corner);
            let weights = Vec3::select(step.cmpeq(UVec3::ONE), share, Vec3::ONE - share);
            let near = (low.as_uvec3() + step).min(last);
            (self.index(near), weights.element_product())
        })
    }

    /// The scale and offset from level positions to texture coordinates: position * scale + offset.
    pub fn texture_transform(&self) -> (Vec3, Vec3) {
        let size = self.size.as_vec3();
        let scale = (size * self.spacing).recip();
        (scale, (0.5 * self.spacing - self.origin) * scale)
    }
}

/// The index of the point at `coordinates` in a box of `size` points.
pub(crate) fn index_in(size: UVec3, coordinates: UVec3) -> usize {
    let [x, y, z] = coordinates.to_array().map(|side| side as usize);
    let [width, height, _] = size.to_array().map(|side| side as usize);
    x + width * (y + height * z)
}

/// The coordinates of the point at `index` in a box of `size` points.
pub(crate) fn coordinates_in(size: UVec3, index: usize) -> UVec3 {
    let [width, height, _] = size.to_array().map(|side| side as usize);
    UVec3::new(
        (index % width) as u32,
        (index / width % height) as u32,
        (index / (width * height)) as u32,
    )
}

/// The offset from a cell's lowest corner to the corner at `index`, whose bits are x, y and z.
pub(crate) fn offset_to(index: usize) -> UVec3 {
    let bits = index as u32;
    UVec3::new(bits & 1, bits >> 1 & 1, bits >> 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hall() -> Aabb {
        Aabb::new(Vec3::new(-3.0, 0.0, 2.0), Vec3::new(57.0, 9.5, 30.0))
    }

    #[test]
    fn a_grid_covers_its_box_and_keeps_its_limits() {
        let grid = Grid::cover(hall(), 0.5, 20_000, 90);
        assert!(grid.len() <= 20_000 && grid.size.max_element() <= 90);
        let last = grid.point(grid.size - UVec3::ONE);
        assert!(grid.origin.cmple(hall().min).all() && last.cmpge(hall().max).all());
    }

    #[test]
    fn texture_coordinates_hit_texel_centers() {
        let grid = Grid::cover(hall(), 1.0, 100_000, 256);
        let (scale, offset) = grid.texture_transform();
        let at = UVec3::new(3, 2, 1);
        let expected = (at.as_vec3() + 0.5) / grid.size.as_vec3();
        assert!((grid.point(at) * scale + offset).abs_diff_eq(expected, 1e-5));
        assert_eq!(grid.coordinates(grid.index(at)), at);
    }

    #[test]
    fn the_points_around_share_by_nearness() {
        let grid = Grid::cover(hall(), 1.0, 100_000, 256);
        let point = grid.point(UVec3::new(4, 3, 2)) + Vec3::new(0.25, 0.0, 0.0);
        let shares = grid.around(point);
        let sum: f32 = shares.iter().map(|share| share.1).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        assert_eq!(shares[0].0, grid.index(UVec3::new(4, 3, 2)));
        assert!((shares[0].1 - 0.75).abs() < 1e-4 && (shares[1].1 - 0.25).abs() < 1e-4);
    }

    #[test]
    fn nothing_gives_a_single_point() {
        assert_eq!(Grid::cover(Aabb::EMPTY, 1.0, 10, 10).len(), 1);
    }
}
