//! The result of a sweep: a contact, or the error of a move that is not finite or too far away.

use glam::DVec3;
use smallvec::SmallVec;
use thiserror::Error;

use crate::{contact::Feature, placement::MAX_MOVE_COORDINATE};

/// The reason why a move is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum MoveError {
    /// The move begins or ends at a position that is not a finite number.
    #[error("the move from {from} to {to} is not made of finite numbers")]
    NotFinite {
        /// The body's center at the start of the move, meters.
        from: DVec3,
        /// The body's center at the end of the move, meters.
        to: DVec3,
    },
    /// The move begins or ends more than 1,000 km from the origin.
    #[error(
        "the move from {from} to {to} leaves the {} km around the origin in which moves are exact",
        MAX_MOVE_COORDINATE / 1000.0
    )]
    TooFar {
        /// The body's center at the start of the move, meters.
        from: DVec3,
        /// The body's center at the end of the move, meters.
        to: DVec3,
    },
    /// A move on foot has an invalid setting.
    #[error("the walk setting {name} must be finite and at least {least}, not {value}")]
    WalkSetting {
        /// The name of the setting in [`WalkSettings`](crate::WalkSettings).
        name: &'static str,
        /// The least valid value.
        least: f64,
        /// The value of the setting.
        value: f64,
    },
}

/// Returns an error for a move that is not finite or too far away.
pub(crate) fn check_move(from: DVec3, to: DVec3) -> Result<(), MoveError> {
    if !from.is_finite() || !to.is_finite() {
        Err(MoveError::NotFinite { from, to })
    } else if from.abs().max(to.abs()).max_element() > MAX_MOVE_COORDINATE {
        Err(MoveError::TooFar { from, to })
    } else {
        Ok(())
    }
}

/// The contacts of one sweep: usually one or two, which need no allocation.
pub type HitList = SmallVec<[Hit; 2]>;

/// A contact of a moving body with the level.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// The fraction of the move at which body and triangle touch, 0..1. The fraction is 0 for a body
    /// that touches at the start and approaches.
    pub fraction: f64,
    /// The touched point of the triangle, meters.
    pub point: DVec3,
    /// The unit direction away from the level in which the body may be pushed. On a face, and on an edge
    /// or a vertex that sticks out, the normal points from the touched point to the body. On a seam in a
    /// flat or hollow surface it is the normal of the continuing face, so that bodies do not bump into
    /// invisible edges.
    pub normal: DVec3,
    /// The index of the touched triangle in the mesh; see
    /// [`CollisionMesh::source`](crate::CollisionMesh::source).
    pub triangle: u32,
    /// The touched part of the triangle: its face, an edge, or a vertex.
    pub feature: Feature,
    /// The depth of the body in the triangle at the start of the move, along the normal, meters; 0 for a
    /// first contact.
    pub depth: f64,
    /// The upward component of the normal of the most level face through the point. The body could stand
    /// on that face.
    pub face_up: f64,
}
