//! Collision of moving bodies with a static triangle level.
//!
//! A body's move is a segment of its centre. The tree names the triangles near it, the
//! six bounding planes and the triangle's own plane (`prism`) reject most of them, exact
//! features (`contact`) answer the rest, and `slide` spends a whole move.
//! No gravity, player or ball lives here.

mod body;
mod counters;
mod mesh;
mod ray;
mod tree;

pub use body::Body;
pub use counters::Counters;
pub use mesh::{CollisionMesh, MeshError};
pub use ray::RayHit;

/// The gap kept between a body and the level, metres. A body *overlaps by δ* when the body with
/// its semi-axes shrunk by δ still touches a triangle; a move from a clean start never ends
/// overlapping by more than this.
pub const SKIN: f32 = 0.001;
