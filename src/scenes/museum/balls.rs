//! The bays of the hall of balls: their ground.

use super::Bay;

/// The bays, from the entrance on.
pub(super) const BAYS: &[Bay] = &[];
