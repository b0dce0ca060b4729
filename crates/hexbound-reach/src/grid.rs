//! The grid of columns over a level in which the survey finds places to stand.

use glam::Vec3;
use hexbound_collide::CollisionMesh;

/// The number of columns along the level's longer side, unless they would be too close.
const MAX_COLUMNS: f32 = 96.0;
/// The least distance between columns, meters.
const MIN_COLUMN_SPACING: f32 = 0.35;

/// Columns at even distances over a level's bounds.
pub(super) struct ColumnGrid {
    /// The top of the first column.
    corner: Vec3,
    /// The distance between neighboring columns, meters.
    pub spacing: f32,
    pub count_x: usize,
    pub count_z: usize,
}

impl ColumnGrid {
    /// Creates the columns over the bounds of a mesh.
    pub(super) fn over(collision: &CollisionMesh) -> Self {
        let bounds = collision.bounds();
        let size = bounds.size();
        let spacing = (size.x.max(size.z) / MAX_COLUMNS).max(MIN_COLUMN_SPACING);
        // The cast saturates: the counts neither overflow nor are 0.
        let count = |length: f32| ((length / spacing) as usize).clamp(1, MAX_COLUMNS as usize);
        let (count_x, count_z) = (count(size.x), count(size.z));
        let inset = |length: f32, count: usize| (length - (count - 1) as f32 * spacing) * 0.5;
        Self {
            corner: Vec3::new(
                bounds.min.x + inset(size.x, count_x),
                bounds.max.y + 1.0,
                bounds.min.z + inset(size.z, count_z),
            ),
            spacing,
            count_x,
            count_z,
        }
    }

    /// The top of a column.
    pub(super) fn at(&self, column: usize) -> Vec3 {
        let (x, z) = (column % self.count_x, column / self.count_x);
        self.corner + Vec3::new(x as f32, 0.0, z as f32) * self.spacing
    }
}
