//! The contact that is found between a body and one triangle.

use glam::DVec3;

use super::Feature;

/// A contact of a moving body with one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TriangleContact {
    /// The part of the move after which they touch, 0..1.
    pub fraction: f64,
    /// The touched point of the triangle, relative to the start of the move.
    pub point: DVec3,
    /// The direction from the touched point to the body, unit.
    pub normal: DVec3,
    /// The depth of the body when the move began, as a part of its reach along the normal; 0 for a
    /// first contact.
    pub depth: f64,
    pub feature: Feature,
}

/// The position of a body relative to a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Separation {
    /// The distance: 0 where they touch, negative by the depth where they overlap. It is measured in
    /// the body's size (an ellipsoid's semi-axes, a capsule's radius, a box's least half side, a
    /// cylinder's lesser of radius and half height). Along a straight move it is a convex function of
    /// time.
    pub gap: f64,
    /// The gap's gradient in the body's position, per meter.
    pub slope: DVec3,
    /// The shortest way out of the triangle, unit.
    pub normal: DVec3,
    /// The length of the way out, meters; negative by the distance where they are apart.
    pub depth: f64,
}
