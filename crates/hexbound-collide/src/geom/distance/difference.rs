//! The Minkowski difference a − b of two convex shapes. Its distance from the origin is that of the
//! shapes.

use glam::{DMat3, DVec3};

/// The separation of two convex shapes: the place where they are nearest, or deepest in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The gap, meters; in an overlap the negative depth, which is the length of the shortest
    /// displacement that separates the shapes.
    pub distance: f64,
    /// The unit vector from the first shape to the second, along which the second is nearest or leaves
    /// the first on the shortest path.
    pub normal: DVec3,
    /// The nearest or deepest point of the first shape, meters.
    pub on_a: DVec3,
    /// The nearest or deepest point of the second shape, meters.
    pub on_b: DVec3,
}

/// A corner of a − b, with its points of a and b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub on_a: DVec3,
    pub on_b: DVec3,
}

impl Corner {
    pub(super) fn difference(&self) -> DVec3 {
        self.on_a - self.on_b
    }

    /// The points of both shapes whose difference is `point`, which lies between `corners` of a − b.
    pub(super) fn witness_points(corners: &[Corner], point: DVec3) -> [DVec3; 2] {
        let mean = |weights: &[f64]| {
            let all = || corners.iter().zip(weights);
            [
                all().map(|(corner, weight)| corner.on_a * *weight).sum(),
                all().map(|(corner, weight)| corner.on_b * *weight).sum(),
            ]
        };
        let at = |index: usize| corners[index].difference();
        match corners.len() {
            0 => [DVec3::ZERO; 2],
            1 => mean(&[1.0]),
            2 => {
                let along = at(1) - at(0);
                let t = (point - at(0)).dot(along) / along.length_squared();
                mean(&[1.0 - t, t])
            }
            3 => mean(&weights(point, [at(0), at(1), at(2)])),
            _ => {
                let edges = DMat3::from_cols(at(1) - at(0), at(2) - at(0), at(3) - at(0));
                let [b, c, d] = (edges.inverse() * (point - at(0))).to_array();
                mean(&[1.0 - b - c - d, b, c, d])
            }
        }
    }
}

/// The barycentric coordinates of a point in the plane of three corners.
fn weights(point: DVec3, [a, b, c]: [DVec3; 3]) -> [f64; 3] {
    let normal = (b - a).cross(c - a);
    let weight = |from: DVec3, to: DVec3| {
        normal.dot((to - from).cross(point - from)) / normal.length_squared()
    };
    [weight(b, c), weight(c, a), weight(a, b)]
}
