//! The numbers allowed in a state from a file.

use glam::Vec3;

/// The largest number in a state from a file: meters, meters a second, or radians.
pub(crate) const MAX_NUMBER: f32 = 1e6;

/// Returns whether a position or velocity in a state from a file is within [`MAX_NUMBER`].
pub(crate) fn is_in_range(vector: Vec3) -> bool {
    vector.abs().max_element() <= MAX_NUMBER && !vector.is_nan()
}
