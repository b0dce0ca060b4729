//! Collision of moving bodies with a static triangle level.
//!
//! A body's move is a segment of its center. The tree finds the triangles near the segment. Each
//! triangle's plane S and its six bounding planes PS1 … PS6 reject most of them (the article
//! "Collision Detection in a Direct3D Program"). An exact test decides about the rest, and the choice
//! of the contact's normal hides seams. Coordinates are in meters, right-handed, with Y up.
//!
//! # Map
//!
//! The modules from the bottom up. A module uses only those above it.
//!
//! | module | content |
//! |---|---|
//! | [`geom`] | shapes, their pair tests, rays against them |
//! | [`hash`] | a 64-bit hash over exact bits |
//! | `simd`, `rounding`, `parallel` | SIMD lanes; directed rounding; threads |
//! | `body` | [`Body`]: the moving shapes |
//! | `prism` | [`Prism`]: the eight planes of a triangle |
//! | `work` | the limits to the work of a query |
//! | `tree` | [`BoxTree`], [`WideTree`], [`CompactTree`] |
//! | `opcode` | [`OpcodeTree`]: OPCODE's four layouts |
//! | `mesh` | [`CollisionMesh`]: the level, its cache file, and its [`BroadPhase`]s |
//! | `placement` | [`Placement`]: the pose of a moved mesh |
//! | `contact` | the exact test of each body against one triangle |
//! | `counters` | [`Counters`]: counts of the planes' decisions |
//! | `sweep` | [`Mover`]: the first contact of a move |
//! | `query` | rays, shapes, planes, the nearest point, and their caches |
//! | `groups` | [`Group`]: many placed meshes in named classes |
//! | `article` | the article's test as first printed |
//! | `explain` | [`Explanation`]: all decisions about one triangle |
//! | `obstacles` | [`Obstacles`]: several meshes, each where it was built or moved |
//! | `character` | slide, walk, overlap, and [`Character`] on top of them |

#![cfg_attr(not(test), warn(unreachable_pub))]
#![deny(missing_docs)]
#![deny(rustdoc::broken_intra_doc_links)]
// Tests may compare with the platform's functions.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod article;
mod body;
mod character;
mod contact;
mod counters;
mod explain;
pub mod geom;
mod groups;
pub mod hash;
#[cfg(test)]
#[path = "../tests/common/judge.rs"]
mod judge;
mod mesh;
mod obstacles;
mod opcode;
mod parallel;
mod placement;
mod prism;
mod query;
#[cfg(test)]
#[path = "../tests/common/random.rs"]
mod random;
mod rounding;
mod simd;
mod sweep;
#[cfg(test)]
mod test_meshes;
mod tree;
mod work;

pub use article::{ArticleBounds, ArticleDistance, ArticleExplanation, ArticleMove, ArticleTest};
pub use body::{Body, BodyError, BodyShape};
pub use character::{
    Character, Depenetration, Ground, Overlap, SlideEnd, SlideLeg, SlideRule, WalkEnd,
    WalkSettings, along_ground, clip_velocity,
};
pub use contact::Feature;
pub use counters::Counters;
pub use explain::{ExactContact, Explanation, PlaneTest};
/// The vector library of all public functions. An engine with another version of glam converts its
/// own vectors.
pub use glam;
pub use groups::{Class, ClassSet, Classes, Group, ObjectContact, ObjectId, Response};
pub use mesh::{BroadPhase, CacheFileError, CollisionMesh, MeshError};
pub use obstacles::Obstacles;
pub use opcode::{OpcodeLayout, OpcodeOptions, OpcodeTree, SplitPoint, SplitRule, TreePart};
pub use placement::{Placement, PlacementError};
pub use prism::{Prism, PrismPlane, Slab};
pub use query::{Faces, FirstTouchCache, NearestPoint, QueryShape, RayHit, TouchCache};
pub use sweep::{
    CandidateCache, GroundFound, GroundOutcome, Hit, HitList, Journal, JournalContact,
    JournalEntry, JournalLeg, JournalLimit, JournalRelease, JournalSlide, JournalSweep, LegTurn,
    MoveError, Mover, NormalSource, Purpose, SimultaneousContacts, StepOutcome,
};
pub use tree::{BoxTree, BuildOptions, Bvh8, Bvh8Node, CompactTree, Traversal, WideTree};

/// The gap that moves preserve between a body and the level, meters. A body *overlaps by δ* when the
/// body with its semi-axes shrunk by δ still touches a triangle. A move from a clean start, without
/// an overlap, never ends overlapping by more than the skin. Moves sweep the body grown by the skin,
/// so they end clear of the level, and rounding reduces the gap instead of entering the wall.
pub const SKIN: f32 = 0.001;

/// The smallest upward component of a unit normal on which a walking body stands: the cosine of 45°,
/// less a little for rounding.
pub const MIN_WALKABLE_UP: f64 = std::f64::consts::FRAC_1_SQRT_2 - 1e-4;

/// The README's quick start is compiled and run with the doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
