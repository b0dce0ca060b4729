//! The results of exact tests: the contact or separation of a body and one triangle.

use glam::DVec3;

use super::Feature;

/// A contact of a moving body with one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TriangleContact {
    /// The fraction of the move at which body and triangle touch, 0..1.
    pub fraction: f64,
    /// The touched point of the triangle, relative to the start of the move.
    pub point: DVec3,
    /// The direction from the touched point to the body, unit.
    pub normal: DVec3,
    /// The depth of the body at the start of the move, as a share of its reach along the normal; 0 for a
    /// first contact.
    pub depth: f64,
    pub feature: Feature,
}

/// The position of a body relative to a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Separation {
    /// The distance: 0 in contact, the negative depth in an overlap. The unit is the body's size: an
    /// ellipsoid's semi-axes, a capsule's radius, a box's shortest half side, a cylinder's lesser of
    /// radius and half height. The distance is a convex function of time along a straight move.
    pub gap: f64,
    /// The gap's gradient in the body's position, per meter.
    pub gradient: DVec3,
    /// The unit direction of the shortest push out of the triangle.
    pub normal: DVec3,
    /// The length of the shortest push out, meters; the negative distance if body and triangle are
    /// apart.
    pub depth: f64,
}
