//! The test of a round body against a triangle's face. They touch if the body's point that is
//! furthest toward the triangle's plane meets the plane inside the triangle's borders.

use glam::DVec3;

use super::{Feature, TriangleContact};

/// The distance within which a body counts as touching, meters, since different formulas for the same
/// contact differ by rounding. Without this tolerance, the test of a body at rest on a face would go
/// on to an edge far below.
pub(super) const TOUCH_EPSILON: f64 = 1e-9;

/// A face's normal and the reach of a round body along it.
pub(super) struct FacedSupport {
    /// The face's unit normal on the body's side.
    pub normal: DVec3,
    /// The body's point furthest along the normal, relative to its center. The opposite point meets the
    /// face.
    pub support: DVec3,
    /// The distance along the normal from the body's center to the support point, meters, or in the
    /// unit sphere's space.
    pub reach: f64,
}

/// The outcome of the test against a face.
pub(super) enum FaceTest {
    Inside(TriangleContact),
    /// The body meets the plane at this fraction, outside the face's borders: edges and vertices are
    /// tested next.
    Beside(f64),
    /// The body does not meet the plane, and so not the triangle.
    Never,
}

/// Tests a face. A face that is met inside its borders is met before the rest of the triangle, and no
/// part of the triangle is met before its plane.
pub(super) fn touch_face(
    motion: DVec3,
    corners: [DVec3; 3],
    body: &FacedSupport,
    latest: f64,
) -> FaceTest {
    let FacedSupport {
        normal,
        support,
        reach,
    } = *body;
    let height = -normal.dot(corners[0]);
    if height < reach - TOUCH_EPSILON {
        return FaceTest::Beside(0.0);
    }
    let rate = normal.dot(motion);
    let fraction = ((reach - height) / rate).max(0.0);
    if rate >= 0.0 || fraction > latest {
        // With rounding, the body may touch an edge although it does not reach the plane.
        return match height < reach + TOUCH_EPSILON {
            true => FaceTest::Beside(0.0),
            false => FaceTest::Never,
        };
    }
    let point = motion * fraction - support;
    let around = corners.map(|corner| corner - point);
    if !is_origin_inside(around, normal, point.length()) {
        return FaceTest::Beside(fraction);
    }
    FaceTest::Inside(TriangleContact {
        fraction,
        point,
        normal,
        depth: 0.0,
        feature: Feature::Face,
    })
}

/// Returns whether the origin, on the triangle's plane, lies within its borders. Borders belong to
/// the triangle, with a tolerance a little above rounding, which grows with the distance `traveled`.
/// Otherwise both faces might reject a point on their shared edge.
fn is_origin_inside(corners: [DVec3; 3], normal: DVec3, traveled: f64) -> bool {
    let [a, b, c] = corners;
    let side = |a: DVec3, b: DVec3| a.cross(b).dot(normal);
    let epsilon = |a: DVec3, b: DVec3| (b - a).length() * 1e-12 * (1.0 + a.length() + traveled);
    let sides = [side(a, b), side(b, c), side(c, a)];
    if sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0) {
        return true;
    }
    let epsilons = [epsilon(a, b), epsilon(b, c), epsilon(c, a)];
    let all = |sign: f64| (0..3).all(|i| sides[i] * sign >= -epsilons[i]);
    all(1.0) || all(-1.0)
}
