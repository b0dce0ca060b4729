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

/// Corners whose distances along an axis differ by less than this part of the sizes touch together.
const TOGETHER: f64 = 1e-9;

/// The most steps of the search for the touched point, between box and triangle.
const ROUNDS: usize = 40;

/// A face of the sum.
#[derive(Clone, Copy)]
struct Face {
    /// The outward normal, unit.
    normal: DVec3,
    /// The sum is where `normal·x ≤ most`.
    most: f64,
}

/// The sum's faces. Axes without a direction are left out, since others stand for them.
fn faces(half: DVec3, [a, b, c]: [DVec3; 3]) -> ArrayVec<Face, 26> {
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
            let most = along + half.dot(normal.abs());
            faces.push(Face { normal, most });
        }
    }
    faces
}

fn cross_unit(edge: DVec3, axis: DVec3) -> Option<DVec3> {
    let cross = edge.cross(axis);
    (cross.length_squared() > 1e-20 * edge.length_squared()).then(|| cross.normalize())
}

/// The first contact of a box with a triangle; [`super::sweep_body_triangle`] says of which motion.
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
        // How far the start of the move, the origin, is outside; negative inside.
        let outside = -face.most;
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

/// The position of a box relative to a triangle, measured along the axis that separates the two
/// most. It is a lower bound of their distance, and exactly the depth where they overlap.
pub(super) fn separation_box_triangle(half: DVec3, corners: [DVec3; 3]) -> Separation {
    let (distance, normal) = faces(half, corners)
        .iter()
        .map(|face| (-face.most, face.normal))
        .fold((f64::NEG_INFINITY, DVec3::Y), |most, next| {
            if next.0 > most.0 { next } else { most }
        });
    let measure = half.min_element();
    Separation {
        gap: distance / measure,
        slope: normal / measure,
        normal,
        depth: -distance,
    }
}

/// The triangle's point that a box at `center` touches, with `normal` toward the box, and its
/// feature: that of the corners furthest along the normal. The point is found by going from the
/// closest point of the one to that of the other.
fn touched(half: DVec3, center: DVec3, normal: DVec3, corners: [DVec3; 3]) -> (DVec3, Feature) {
    let along = corners.map(|corner| normal.dot(corner));
    let most = along[0].max(along[1]).max(along[2]);
    let size = (corners[1] - corners[0]).length() + (corners[2] - corners[0]).length();
    let is_met = along.map(|value| value >= most - TOGETHER * (size + half.max_element()));
    let on = |place: DVec3| {
        let relative = corners.map(|corner| corner - place);
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
        (closest + place, feature)
    };
    let mut found = on(center);
    for _ in 0..ROUNDS {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::{cut, vector};

    /// Returns whether a box at the origin and a triangle overlap: the triangle is cut by the box's
    /// six planes, and something is left. Shares nothing with the axes.
    fn overlaps(half: DVec3, corners: [DVec3; 3]) -> bool {
        let mut outline = corners.to_vec();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                outline = cut(&outline, |p| sign * p[axis] - half[axis]);
            }
        }
        !outline.is_empty()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Never early, never late: at every place on the way cutting says the same.
        #[test]
        fn agrees_with_cutting(
            corners in [vector(3.0), vector(3.0), vector(3.0)], motion in vector(6.0),
            half in vector(1.0), squeeze in 0.0_f64..1.0,
        ) {
            let mut corners = corners;
            // Thinner, and the plane of a triangle is itself known no better than a millimeter.
            let squeeze = squeeze.powi(8).max(1e-6);
            corners[2] = corners[1] + (corners[2] - corners[1]) * squeeze;
            let half = half.abs() + 0.05;
            let touch = sweep_box_triangle(half, motion, corners, 1.0);
            let at = |t: f64, margin: f64| {
                overlaps(half + margin, corners.map(|corner| corner - motion * t))
            };
            let end = touch.map_or(1.0, |touch| touch.fraction);
            if !at(0.0, 1e-6) {
                for step in 0..50 {
                    prop_assert!(!at(end * f64::from(step) / 50.0, -1e-6), "early, of {end}");
                }
                if touch.is_some() {
                    prop_assert!(at(end, 1e-6));
                }
            }
            if let Some(touch) = touch {
                prop_assert!(touch.normal.dot(motion) < 0.0);
                let on = closest_on_triangle(corners.map(|corner| corner - touch.point)).0;
                // Slivers' planes are known no better.
                prop_assert!(on.length() < 1e-6);
            }
        }

        #[test]
        fn the_way_out_leads_out(
            corners in [vector(1.0), vector(1.0), vector(1.0)], half in vector(1.0),
        ) {
            let half = half.abs() + 0.05;
            let found = separation_box_triangle(half, corners);
            prop_assert_eq!(found.depth > 1e-9, overlaps(half, corners) && found.depth > 1e-9);
            let moved = |depth: f64| corners.map(|corner| corner - found.normal * depth);
            if found.depth > 1e-6 {
                prop_assert!(!overlaps(half, moved(found.depth + 1e-6)));
                prop_assert!(overlaps(half, moved(found.depth - 1e-6)));
            }
        }
    }

    #[test]
    fn a_corner_on_a_slope_touches_with_the_corner() {
        let slope = [(-9.0, -9.0, -9.0), (9.0, 9.0, 0.0), (-9.0, -9.0, 9.0)];
        let turned = slope.map(|corner| DVec3::from(corner) - DVec3::Y * 3.0);
        let below = sweep_box_triangle(DVec3::splat(0.5), DVec3::NEG_Y * 4.0, turned, 1.0).unwrap();
        assert_eq!(below.feature, Feature::Face);
        assert!((below.fraction - 0.5).abs() < 1e-9, "{below:?}");
        assert!((below.normal - DVec3::new(-1.0, 1.0, 0.0).normalize()).length() < 1e-9);
    }
}
