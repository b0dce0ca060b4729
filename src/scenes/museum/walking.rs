//! The bays of the hall of walking: their ground.

use super::Bay;

/// The bays, from the entrance on.
pub(super) const BAYS: &[Bay] = &[];
