//! Collision of moving bodies with a static triangle level.
//!
//! A body's move is a segment of its center. The tree names the triangles near it (`tree`), the
//! triangle's plane S and the six bounding planes PS1 … PS6 reject most of them (`prism`), exact
//! features answer the rest (`contact`), `seam` chooses which normal an edge may use, `sweep`
//! finds the earliest contact and `slide` spends a whole move. `overlap` gets a body out that
//! began inside something; `article` is the test as the article printed it.
//! No gravity, player or ball lives here.

// Tests may compare with the platform's own.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod article;
mod between;
mod body;
mod cache;
mod cast;
mod character;
mod classes;
mod contact;
mod counters;
mod earliest;
mod entry;
mod explain;
mod fan;
mod file;
mod four;
pub mod geom;
mod groups;
pub mod hash;
mod mesh;
mod met;
mod near;
mod opcode;
mod overlap;
mod prism;
mod query;
mod ray;
mod seam;
mod slide;
#[cfg(test)]
mod soup;
mod sweep;
mod tree;

pub use article::{ArticleDistance, ArticleExplain, ArticleMove};
pub use body::{Body, BodyError, Shape};
pub use cache::{FirstTouchCache, RayCache, TouchCache};
pub use character::{Character, Footing, Ground, Walked, along_ground};
pub use classes::{Class, ClassSet, Classes, Response};
pub use contact::Feature;
pub use counters::Counters;
pub use explain::{Contacted, Explain, PlaneTest};
pub use file::{FileError, content_key};
pub use groups::{Group, ObjectId, Touch};
pub use mesh::{CollisionMesh, MeshError};
pub use near::Surroundings;
pub use opcode::{Layout, OpcodeTree};
pub use overlap::{Overlap, Release};
pub use prism::{Plane, Prism, Slab};
pub use query::{Nearest, Probe};
pub use ray::{Faces, RayHit};
pub use slide::{Leg, SlideEnd, SlideRule, clip_velocity};
pub use sweep::{Hit, Hits, MoveError, Mover};
pub use tree::{BoxTree, BuildOptions, CompactTree, Eight, EightBoxes, Meets, WideTree};

/// The gap kept between a body and the level, meters. A body *overlaps by δ* when the body with
/// its semi-axes shrunk by δ still touches a triangle; a move from a clean start never ends
/// overlapping by more than this. Moves sweep the body grown by it, so they end clear of the
/// level and rounding eats into the gap, not into the wall.
pub const SKIN: f32 = 0.001;

/// Faces at most this steep carry a walking body: the cosine of 45° and a little for rounding.
pub const WALKABLE: f64 = std::f64::consts::FRAC_1_SQRT_2 - 1e-4;
