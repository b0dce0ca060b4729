//! Closest points of a point and a shape, of two lines, and of a line and a triangle. For two convex
//! shapes: a test of whether they come within a distance of each other, their distance, and their depth in
//! each other.

mod closest;
mod depth;
mod difference;
pub(super) mod gjk;
mod separation;

pub use closest::ClosestPoint;
pub(crate) use closest::{
    closest_between, closest_on_span, closest_on_triangle, closest_to_triangle, edges, foot_inside,
    nearer, nearest_pair,
};
pub use difference::Separation;
pub use separation::separation;
