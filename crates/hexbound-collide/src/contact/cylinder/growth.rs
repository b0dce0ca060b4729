//! The growth of a cylinder's radius and half height until it touches a triangle.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::{super::triangle::flat, Cylinder};

/// The most steps that narrow the bracket around the growth.
const MAX_ROUNDS: usize = 80;

/// The area of an outline, as a share of the square of its reach, below which the outline counts as a
/// line. An upright triangle seen from above is one.
const LINE_AREA: f64 = 1e-13;

/// The part of a triangle between planes across the cylinder's axis.
type Outline = ArrayVec<DVec3, 8>;

/// The growth until the cylinder touches, meters, and its gradient in the cylinder's position.
pub(super) fn growth_to_touch(body: Cylinder, corners: [DVec3; 3]) -> (f64, DVec3) {
    let heights = corners.map(|corner| corner.y);
    let lowest = heights[0].min(heights[1]).min(heights[2]);
    let highest = heights[0].max(heights[1]).max(heights[2]);
    let above = lowest.max(-highest).max(0.0);
    let beside = |growth: f64| {
        let nearest = nearest_in_plan(corners, (body.half_height + growth).max(above));
        (nearest, flat(nearest).length() - (body.radius + growth))
    };
    let least = (above - body.half_height).max(-body.radius);
    let (_, outside) = beside(least);
    if outside <= 0.0 {
        let is_flat = least > -body.radius && above > 0.0;
        let up = if lowest > 0.0 { -1.0 } else { 1.0 };
        return (least, if is_flat { DVec3::Y * up } else { DVec3::ZERO });
    }
    let enough = |corner: DVec3| {
        (flat(corner).length() - body.radius).max(corner.y.abs() - body.half_height)
    };
    let [a, b, c] = corners.map(enough);
    let most = a.min(b).min(c);
    let growth = root(least, outside, most, |growth| beside(growth).1);
    let point = beside(growth).0;
    (growth, gradient(body, corners, point, growth))
}

/// The zero of a falling convex function. Its value is `at_low` > 0 at `low`, and at most 0 at
/// `high`. The search is false position with the kept end's value halved (the Illinois method).
fn root(low: f64, at_low: f64, high: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut at_low, mut high) = (low, at_low, high);
    let mut at_high = value(high);
    for _ in 0..MAX_ROUNDS {
        if at_high >= 0.0 || high - low <= 1e-15 * (high.abs() + low.abs()) {
            break;
        }
        let middle = (low - at_low * (high - low) / (at_high - at_low)).clamp(low, high);
        let at_middle = value(middle);
        if at_middle > 0.0 {
            (low, at_low) = (middle, at_middle);
            at_high *= 0.5;
        } else {
            (high, at_high) = (middle, at_middle);
            at_low *= 0.5;
        }
        if at_middle.abs() < 1e-15 {
            return middle;
        }
    }
    high
}

/// The gradient: the mix of "away from the axis" and "up or down" along which no point of the triangle
/// is further than the touched point.
fn gradient(body: Cylinder, corners: [DVec3; 3], point: DVec3, growth: f64) -> DVec3 {
    let level = flat(point).normalize_or_zero();
    let aside = DVec3::new(-level.x, 0.0, -level.y);
    let is_at_cap = point.y.abs() >= (body.half_height + growth) * (1.0 - 1e-9);
    if !is_at_cap {
        return aside;
    }
    let over = DVec3::Y * -point.y.signum();
    let along = corners.map(|corner| (aside.dot(corner - point), over.dot(corner - point)));
    let sticks_out = |share: f64| {
        let by = along.map(|(a, b)| share * a + (1.0 - share) * b);
        by[0].max(by[1]).max(by[2])
    };
    let mut best = 1.0;
    let crossings = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| {
        let (one, other) = (along[i], along[j]);
        let bend = (one.0 - one.1) - (other.0 - other.1);
        (other.1 - one.1) / bend
    });
    for share in [0.0].into_iter().chain(crossings) {
        if (0.0..=1.0).contains(&share) && sticks_out(share) < sticks_out(best) {
            best = share;
        }
    }
    aside * best + over * (1.0 - best)
}

/// The point nearest to the upright axis, as seen from above, of the part of the triangle at most `half`
/// above or below the origin.
fn nearest_in_plan(corners: [DVec3; 3], half: f64) -> DVec3 {
    let (mut below, mut part) = (Outline::new(), Outline::new());
    cut(&corners, 1.0, half, &mut below);
    cut(&below, -1.0, half, &mut part);
    let mut nearest = DVec3::splat(f64::INFINITY);
    let mut signs = (false, false);
    let (mut area, mut scale) = (0.0_f64, 0.0_f64);
    for (from, to) in edges(&part) {
        let (start, along) = (flat(from), flat(to - from));
        let length = along.length_squared();
        let across = start.perp_dot(along);
        signs = (signs.0 || across < 0.0, signs.1 || across > 0.0);
        area += across;
        scale = scale.max(start.length_squared());
        let share = match length > 0.0 {
            true => (-start.dot(along) / length).clamp(0.0, 1.0),
            false => 0.0,
        };
        let point = from + (to - from) * share;
        if flat(point).length_squared() < flat(nearest).length_squared() {
            nearest = point;
        }
    }
    // The outline contains the axis. A line contains nothing, even if rounding suggests it.
    if signs.0 != signs.1 && area.abs() > LINE_AREA * scale {
        nearest = DVec3::new(0.0, nearest.y, 0.0);
    }
    nearest
}

/// Each point of an outline with the next.
fn edges(outline: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> {
    let next = outline.iter().skip(1).chain(outline.first());
    outline.iter().copied().zip(next.copied())
}

/// Appends to `kept` the part of an outline no further than `half` to one side of the origin, above or
/// below.
fn cut(outline: &[DVec3], side: f64, half: f64, kept: &mut Outline) {
    for (point, next) in edges(outline) {
        let (here, there) = (side * point.y - half, side * next.y - half);
        if here <= 0.0 {
            kept.push(point);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            let mut crossing = point + (next - point) * (here / (here - there));
            crossing.y = side * half;
            kept.push(crossing);
        }
    }
}
