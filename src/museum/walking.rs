//! The exhibits of the hall of walking.

use super::Exhibit;

/// The exhibits, in the order of their bays.
pub(super) const EXHIBITS: &[Exhibit] = &[];
