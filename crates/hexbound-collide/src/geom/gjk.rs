//! The distance of two convex shapes by their supports alone: Gilbert, Johnson and Keerthi, "A fast
//! procedure for computing the distance between complex objects in three-dimensional space"
//! (1988), in double precision. Used where no closed form reads better.
//!
//! Of a simplex every subset is tried for the point nearest to the origin (at most 15, the
//! original's backup procedure), so flat and needle-like simplices need no special case.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::Convex;

/// Flat shapes end within a dozen rounds, round ones within some thirty; beyond this rounding
/// alone decides.
const MOST_ROUNDS: usize = 100;

/// How near two shapes are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearness {
    /// Zero if they touch or overlap.
    pub distance: f64,
    /// The points nearest to each other; the same point of both if they overlap.
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// The distance and the nearest points.
pub(super) fn nearest(a: &impl Convex, b: &impl Convex) -> Nearness {
    approach(a, b, None).nearness
}

/// Whether two shapes come within `margin` of each other.
pub(super) fn within(a: &impl Convex, b: &impl Convex, margin: f64) -> bool {
    let found = approach(a, b, Some(margin));
    found.nearness.distance <= margin || found.at_least <= margin
}

struct Approach {
    nearness: Nearness,
    /// No direction showed a gap wider than this.
    at_least: f64,
}

/// Walks to the point of a − b nearest to the origin: adds the support that leads toward it,
/// keeps the part of the simplex that holds the nearest point, until no support leads nearer.
/// With a margin it stops as soon as it is known on which side of it the distance lies.
fn approach(a: &impl Convex, b: &impl Convex, margin: Option<f64>) -> Approach {
    let start = Vertex::new(a.middle(), b.middle());
    let mut simplex = Simplex::from_iter([start]);
    let mut weights = [1.0, 0.0, 0.0, 0.0];
    let mut nearest = start.difference;
    let mut distance = nearest.length();
    let mut at_least = f64::NEG_INFINITY;
    for _ in 0..MOST_ROUNDS {
        if distance == 0.0 {
            break;
        }
        let vertex = Vertex::new(a.support(-nearest), b.support(nearest));
        at_least = at_least.max(vertex.difference.dot(nearest) / distance);
        let decided = margin.is_some_and(|margin| at_least > margin || distance <= margin);
        let known = simplex
            .iter()
            .any(|old| old.difference == vertex.difference);
        if decided || known || distance - at_least <= 1e-14 * distance {
            break;
        }
        let mut grown = simplex.clone();
        grown.push(vertex);
        let found = nearest_to_origin(&grown);
        let closer = found.point.length();
        if closer.is_nan() || closer >= distance {
            break;
        }
        simplex = found.keep.iter().map(|index| grown[*index]).collect();
        (weights, nearest, distance) = (found.weights, found.point, closer);
    }
    let on = |side: fn(&Vertex) -> DVec3| -> DVec3 {
        simplex
            .iter()
            .zip(weights)
            .map(|(vertex, weight)| side(vertex) * weight)
            .sum()
    };
    Approach {
        nearness: Nearness {
            distance,
            on_a: on(|vertex| vertex.on_a),
            on_b: on(|vertex| vertex.on_b),
        },
        at_least,
    }
}

/// A point of a − b, and the two points it comes from.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    difference: DVec3,
    on_a: DVec3,
    on_b: DVec3,
}

impl Vertex {
    fn new(on_a: DVec3, on_b: DVec3) -> Self {
        Self {
            difference: on_a - on_b,
            on_a,
            on_b,
        }
    }
}

type Simplex = ArrayVec<Vertex, 4>;

/// The point of a simplex nearest to the origin, and the corners it is made of.
struct Found {
    point: DVec3,
    keep: ArrayVec<usize, 4>,
    weights: [f64; 4],
}

fn nearest_to_origin(simplex: &Simplex) -> Found {
    let mut best = Found {
        point: DVec3::INFINITY,
        keep: ArrayVec::new(),
        weights: [0.0; 4],
    };
    for chosen in 1_usize..1 << simplex.len() {
        let keep: ArrayVec<usize, 4> = (0..simplex.len())
            .filter(|index| chosen >> index & 1 == 1)
            .collect();
        let corners: ArrayVec<DVec3, 4> = keep
            .iter()
            .map(|index| simplex[*index].difference)
            .collect();
        let Some((point, weights)) = nearest_inside(&corners) else {
            continue;
        };
        if point.length_squared() < best.point.length_squared() {
            best = Found {
                point,
                keep,
                weights,
            };
        }
    }
    best
}

/// The foot of the perpendicular from the origin on what the corners span, with its weights, if
/// it lies between them.
fn nearest_inside(corners: &[DVec3]) -> Option<(DVec3, [f64; 4])> {
    match *corners {
        [a] => Some((a, [1.0, 0.0, 0.0, 0.0])),
        [a, b] => {
            let along = b - a;
            let t = -a.dot(along) / along.length_squared();
            (t > 0.0 && t < 1.0).then(|| (a + along * t, [1.0 - t, t, 0.0, 0.0]))
        }
        [a, b, c] => {
            let normal = (b - a).cross(c - a);
            let area = normal.length_squared();
            let weight = |from: DVec3, to: DVec3| normal.dot(from.cross(to)) / area;
            let weights = [weight(b, c), weight(c, a), weight(a, b), 0.0];
            let inside = area > 0.0 && weights[..3].iter().all(|weight| *weight > 0.0);
            inside.then(|| (normal * (a.dot(normal) / area), weights))
        }
        [a, b, c, d] => {
            let volume = |a: DVec3, b: DVec3, c: DVec3| a.dot(b.cross(c));
            let parts = [
                volume(b, c, d),
                -volume(a, c, d),
                volume(a, b, d),
                -volume(a, b, c),
            ];
            let whole: f64 = parts.iter().sum();
            let size = (b - a).length() * (c - a).length() * (d - a).length();
            let weights = parts.map(|part| part / whole);
            let inside = whole.abs() > 1e-13 * size && weights.iter().all(|weight| *weight > 0.0);
            inside.then_some((DVec3::ZERO, weights))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::geom::{Cylinder, Segment, Sphere};

    #[test]
    fn distance_of_upright_and_lying_cylinders() {
        let upright = Cylinder {
            center: Vec3::ZERO,
            axis: Vec3::Y,
            radius: 0.5,
            half_length: 2.0,
        };
        let lying = Cylinder {
            center: Vec3::Z * 3.0,
            axis: Vec3::X,
            radius: 0.75,
            half_length: 5.0,
        };
        let found = nearest(&upright, &lying);
        assert!((found.distance - 1.75).abs() < 1e-9, "{found:?}");
        assert!(within(&upright, &lying, 1.75 + 1e-9));
        assert!(!within(&upright, &lying, 1.75 - 1e-9));
    }

    #[test]
    fn points_that_coincide_are_at_no_distance() {
        let point = Sphere::new(Vec3::ONE, 0.0);
        assert_eq!(nearest(&point, &point).distance, 0.0);
        let segment = Segment::new(Vec3::ZERO, Vec3::ONE * 2.0);
        assert!(within(&point, &segment, 1e-12));
    }
}
