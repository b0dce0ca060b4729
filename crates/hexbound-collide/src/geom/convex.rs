//! What bounded convex shapes have in common, and the allowance for rounding.

use glam::DVec3;

/// A gap below this part of the coordinates involved is rounding: the shapes touch. Single
/// precision, in which shapes are given, is spaced 100,000 times wider.
const ROUNDING: f64 = 1e-12;

/// What every shape can say of itself.
pub trait Valid {
    /// Finite and not empty. A shape that isn't valid touches nothing.
    fn is_valid(&self) -> bool;
}

/// A bounded convex shape, in double precision, meters.
pub trait Convex: Valid {
    /// A point inside.
    fn middle(&self) -> DVec3;

    /// The point furthest along `direction`, which need not be a unit vector.
    fn support(&self, direction: DVec3) -> DVec3;

    /// The lowest and the highest value of axis · x over the shape.
    fn extent(&self, axis: DVec3) -> (f64, f64) {
        let (low, high) = (self.support(-axis), self.support(axis));
        (low.dot(axis), high.dot(axis))
    }

    /// The largest absolute coordinate.
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

/// The gap that counts as touching among such coordinates.
pub(super) fn hair<const N: usize>(coordinates: [f64; N]) -> f64 {
    let largest = coordinates
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    ROUNDING * largest
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
