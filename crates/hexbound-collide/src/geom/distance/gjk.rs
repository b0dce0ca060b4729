//! A test of whether two convex shapes come near each other, by their supports alone, in double precision.
//! The method is that of Gilbert, Johnson and Keerthi, "A Fast Procedure for Computing the Distance
//! Between Complex Objects in Three-Dimensional Space", 1988. The test decides about degenerate shapes,
//! for which separating axes are not enough.
//!
//! Every subset of a simplex is tried for the point nearest to the origin (at most 15, the
//! original's backup procedure), so flat and needle-like simplices need no special case.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::geom::SupportMap;

/// The maximum number of iterations. Flat shapes need a dozen; only rounding would decide later ones.
const MAX_ROUNDS: usize = 100;

/// Returns whether two convex shapes come within `margin` meters of each other.
///
/// The search walks to the point of a − b nearest to the origin. Each step adds the support toward the
/// origin, and keeps the part of the simplex with the nearest point. The walk stops as
/// soon as the distance is known to be within the margin or beyond it, or when no support leads nearer.
pub(crate) fn within(a: &impl SupportMap, b: &impl SupportMap, margin: f64) -> bool {
    let start = a.interior_point() - b.interior_point();
    let mut simplex = ArrayVec::<DVec3, 4>::from_iter([start]);
    let (mut nearest, mut distance) = (start, start.length());
    // The largest lower bound of the distance so far.
    let mut lower_bound = f64::NEG_INFINITY;
    for _ in 0..MAX_ROUNDS {
        if distance == 0.0 {
            break;
        }
        let corner = a.support(-nearest) - b.support(nearest);
        lower_bound = lower_bound.max(corner.dot(nearest) / distance);
        let is_decided = lower_bound > margin || distance <= margin;
        if is_decided || simplex.contains(&corner) || distance - lower_bound <= 1e-14 * distance {
            break;
        }
        let mut grown = simplex.clone();
        grown.push(corner);
        let (point, keep) = nearest_subset(&grown, |corner| *corner);
        let closer = point.length();
        if closer.is_nan() || closer >= distance {
            break;
        }
        (simplex, nearest, distance) = (keep, point, closer);
    }
    distance <= margin || lower_bound <= margin
}

/// The point of a simplex nearest to the origin, and the corners between which it lies.
pub(super) fn nearest_subset<C: Copy>(
    simplex: &[C],
    point: impl Fn(&C) -> DVec3,
) -> (DVec3, ArrayVec<C, 4>) {
    let mut best = (DVec3::INFINITY, ArrayVec::new());
    for chosen in 1_usize..1 << simplex.len() {
        let is_chosen = |index: &usize| chosen >> index & 1 == 1;
        let all = (0..simplex.len()).filter(is_chosen);
        let subset: ArrayVec<C, 4> = all.map(|index| simplex[index]).collect();
        let points: ArrayVec<DVec3, 4> = subset.iter().map(&point).collect();
        if let Some(nearest) = nearest_inside(&points)
            && nearest.length_squared() < best.0.length_squared()
        {
            best = (nearest, subset);
        }
    }
    best
}

/// The foot of the perpendicular from the origin on the span of the corners, if it lies between them.
fn nearest_inside(corners: &[DVec3]) -> Option<DVec3> {
    match *corners {
        [a] => Some(a),
        [a, b] => {
            let along = b - a;
            let t = -a.dot(along) / along.length_squared();
            (t > 0.0 && t < 1.0).then(|| a + along * t)
        }
        [a, b, c] => {
            let normal = (b - a).cross(c - a);
            let area = normal.length_squared();
            let weight = |from: DVec3, to: DVec3| normal.dot(from.cross(to)) / area;
            let weights = [weight(b, c), weight(c, a), weight(a, b)];
            let inside = area > 0.0 && weights.iter().all(|weight| *weight > 0.0);
            inside.then(|| normal * (a.dot(normal) / area))
        }
        [a, b, c, d] => {
            let volume = |a: DVec3, b: DVec3, c: DVec3| a.dot(b.cross(c));
            let volumes = [
                volume(b, c, d),
                -volume(a, c, d),
                volume(a, b, d),
                -volume(a, b, c),
            ];
            let whole: f64 = volumes.iter().sum();
            let size = (b - a).length() * (c - a).length() * (d - a).length();
            let inside = whole.abs() > 1e-13 * size && volumes.iter().all(|it| it / whole > 0.0);
            inside.then_some(DVec3::ZERO)
        }
        _ => None,
    }
}
