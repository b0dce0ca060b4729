//! Closest points of a point and a shape, of two lines, of a line and a triangle; and whether two
//! convex shapes come within a distance of each other.

mod closest;
pub(super) mod gjk;

pub use closest::{
    ClosestPoint, closest_between, closest_on_span, closest_on_triangle, closest_to_triangle,
    edges, foot_inside, least,
};
