//! An upright box against a triangle, by swept separating axes (Ericson, *Real-Time Collision
//! Detection*, 5.5.8). The Minkowski sum of triangle and box is convex; its faces' normals are the
//! box's axes, the triangle's normal and the cross products of their edges. These make thirteen
//! slabs, and a move enters the sum when it has entered the last of them.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::{
    Feature, Separation, TriangleContact, face_normal,
    triangle::{closest_on_edge, closest_on_triangle},
};
use crate::geom::behind_plane;

/// The difference between corners' coordinates along an axis, as a share of the sizes, up to which
/// the corners touch together.
const TIE_TOLERANCE: f64 = 1e-9;

/// The most steps of the search for the touched point.
const MAX_ROUNDS: usize = 40;

/// A face of the sum.
#[derive(Clone, Copy)]
struct SumFace {
    /// The outward normal, unit.
    normal: DVec3,
    /// The offset of the face's plane: in the sum `normal·x ≤ offset`.
    offset: f64,
}

/// The sum's faces. Axes without a direction are omitted, since other axes replace them.
fn faces(half: DVec3, [a, b, c]: [DVec3; 3]) -> ArrayVec<SumFace, 26> {
    let edges = [b - a, c - b, a - c];
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let crossed = edges
        .iter()
        .flat_map(|edge| axes.map(|axis| cross_unit(*edge, axis)));
    let plain = axes.map(Some).into_iter().chain([face_normal([a, b, c])]);
    let mut faces = ArrayVec::new();
    for normal in plain.chain(crossed).flatten() {
        for normal in [normal, -normal] {
            let along = normal.dot(a).max(normal.dot(b)).max(normal.dot(c));
            let offset = along + half.dot(normal.abs());
            faces.push(SumFace { normal, offset });
        }
    }
    faces
}

fn cross_unit(edge: DVec3, axis: DVec3) -> Option<DVec3> {
    let cross = edge.cross(axis);
    (cross.length_squared() > 1e-20 * edge.length_squared()).then(|| cross.normalize())
}

/// The first contact of a box with a triangle; for the motion, see [`super::sweep_body_triangle`].
pub(super) fn sweep_box_triangle(
    half: DVec3,
    motion: DVec3,
    corners: [DVec3; 3],
    latest: f64,
) -> Option<TriangleContact> {
    let mut enter: Option<(f64, DVec3)> = None;
    let mut leave = latest;
    let faces = faces(half, corners);
    for face in &faces {
        let rate = face.normal.dot(motion);
        // The distance of the origin, where the move starts, outside the face; negative inside.
        let outside = -face.offset;
        if outside > 0.0 && rate >= 0.0 {
            return None;
        }
        let (from, until) = behind_plane(outside, rate);
        if outside > 0.0 && enter.is_none_or(|(known, _)| from > known) {
            enter = Some((from, face.normal));
        }
        leave = leave.min(until);
    }
    let Some((fraction, normal)) = enter else {
        let now = separation_box_triangle(half, corners);
        let (point, feature) = touched(half, DVec3::ZERO, now.normal, corners);
        return (now.normal.dot(motion) < 0.0).then_some(TriangleContact {
            fraction: 0.0,
            point,
            normal: now.normal,
            depth: now.depth / half.dot(now.normal.abs()),
            feature,
        });
    };
    if fraction > leave {
        return None;
    }
    let (point, feature) = touched(half, motion * fraction, normal, corners);
    Some(TriangleContact {
        fraction,
        point,
        normal,
        depth: 0.0,
        feature,
    })
}

/// The position of a box relative to a triangle, measured along the axis with the largest separation.
/// The gap is a lower bound of the distance, and exactly the depth in an overlap.
pub(super) fn separation_box_triangle(half: DVec3, corners: [DVec3; 3]) -> Separation {
    let (distance, normal) = faces(half, corners)
        .iter()
        .map(|face| (-face.offset, face.normal))
        .fold((f64::NEG_INFINITY, DVec3::Y), |most, next| {
            if next.0 > most.0 { next } else { most }
        });
    let measure = half.min_element();
    Separation {
        gap: distance / measure,
        gradient: normal / measure,
        normal,
        depth: -distance,
    }
}

/// The point at which a box at `center` touches the triangle, and its feature. `normal` points toward
/// the box, and the feature is that of the corners furthest along it. The search alternates between the
/// closest points of the two.
fn touched(half: DVec3, center: DVec3, normal: DVec3, corners: [DVec3; 3]) -> (DVec3, Feature) {
    let along = corners.map(|corner| normal.dot(corner));
    let most = along[0].max(along[1]).max(along[2]);
    let size = (corners[1] - corners[0]).length() + (corners[2] - corners[0]).length();
    let is_met = along.map(|value| value >= most - TIE_TOLERANCE * (size + half.max_element()));
    let on = |point: DVec3| {
        let relative = corners.map(|corner| corner - point);
        let edge = |k: u8| closest_on_edge(relative, k);
        let (closest, feature) = match is_met {
            [true, true, true] => closest_on_triangle(relative),
            [true, true, false] => edge(0),
            [false, true, true] => edge(1),
            [true, false, true] => edge(2),
            [true, _, _] => (relative[0], Feature::Vertex(0)),
            [_, true, _] => (relative[1], Feature::Vertex(1)),
            _ => (relative[2], Feature::Vertex(2)),
        };
        (closest + point, feature)
    };
    let mut found = on(center);
    for _ in 0..MAX_ROUNDS {
        let on_box = center + (found.0 - center).clamp(-half, half);
        let next = on(on_box);
        if next.0.distance_squared(found.0) < 1e-24 * size * size {
            break;
        }
        found = next;
    }
    if is_met == [true, true, true] {
        found.1 = Feature::Face;
    }
    found
}
