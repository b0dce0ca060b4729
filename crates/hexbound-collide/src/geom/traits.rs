//! The traits that shapes have in common.

use glam::DVec3;

/// A shape whose numbers can be validated.
pub trait Validate {
    /// Returns whether every number is finite, no size is negative, and no normal or axis has a wrong
    /// length. A shape that is not valid touches nothing.
    fn is_valid(&self) -> bool;
}

/// A bounded convex shape that knows its furthest point in every direction (the support mapping of
/// Gilbert, Johnson and Keerthi), in double precision and meters.
pub trait SupportMap {
    /// A point inside the shape.
    fn interior_point(&self) -> DVec3;

    /// The point of the shape furthest along `direction`, which need not be a unit vector.
    fn support(&self, direction: DVec3) -> DVec3;

    /// The radius by which the shape exceeds its core, meters: the radius of a sphere or capsule, 0 for
    /// other shapes.
    fn rounding(&self) -> f64 {
        0.0
    }

    /// The point of the core furthest along `direction`.
    fn core_support(&self, direction: DVec3) -> DVec3 {
        self.support(direction)
    }

    /// The lowest and the highest value of axis · x over the shape.
    fn extent(&self, axis: DVec3) -> (f64, f64) {
        let (low, high) = (self.support(-axis), self.support(axis));
        (low.dot(axis), high.dot(axis))
    }

    /// The largest absolute coordinate of the shape.
    fn largest_coordinate(&self) -> f64 {
        let largest = |axis| {
            let (low, high) = self.extent(axis);
            low.abs().max(high.abs())
        };
        largest(DVec3::X)
            .max(largest(DVec3::Y))
            .max(largest(DVec3::Z))
    }
}

/// `normal` or its opposite, whichever points with `direction`.
#[inline]
pub(crate) fn facing(normal: DVec3, direction: DVec3) -> DVec3 {
    if normal.dot(direction) < 0.0 {
        -normal
    } else {
        normal
    }
}

/// The lowest and the highest value of axis · x over the points.
#[inline]
pub(super) fn extent_of(points: &[DVec3], axis: DVec3) -> (f64, f64) {
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    points.iter().fold(ends, |(low, high), point| {
        let along = point.dot(axis);
        (low.min(along), high.max(along))
    })
}

/// The first of the points furthest along `direction`.
pub(super) fn furthest(points: &[DVec3], direction: DVec3) -> DVec3 {
    let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
    for point in points {
        let along = point.dot(direction);
        if along > best.0 {
            best = (along, *point);
        }
    }
    best.1
}
