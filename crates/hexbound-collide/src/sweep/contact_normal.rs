//! The normal of a contact: the treatment of internal edges. An edge or a vertex is a real obstacle only
//! if the level bends away from it. On a seam in a flat or hollow surface the contact must use the face,
//! or the body bumps into invisible edges.
//!
//! The decision depends on all triangles through the touched point, and so on the continuation of the
//! surface there. So seams with duplicated vertices, T-junctions, needles and edges with three faces
//! need no adjacency.

use glam::DVec3;

use crate::contact::{closest_on_triangle, face_normal, facing};

/// The distance within which triangles count as passing through the same point, meters. Vertices that an
/// exporter rounded onto a neighbor's edge lie a few micrometers off it.
pub(super) const POINT_RADIUS: f64 = 1e-4;

/// The sine of the angle above a contact's plane up to which a surface counts as flat.
const FLAT_SINE: f64 = 1e-4;

/// The largest difference from 1 of the cosine of two normals that count as equal: those of a face and
/// of the contact, a thousandth of a radian apart. Over that angle a body of radius r sinks by r·5·10⁻⁷.
const MAX_COSINE_LOSS: f64 = 5e-7;

/// The largest depth to which a body of any size sinks at an angle that counts as zero, meters.
const MAX_SINK: f64 = 1e-6;

/// The normal of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ContactNormal {
    /// The unit direction away from the level.
    pub normal: DVec3,
    /// The upward component of the normal, on the body's side, of the most level face through the
    /// touched point. The body could stand on that face.
    pub face_up: f64,
}

/// A triangle that may pass through a touched point.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearTriangle {
    /// The corners relative to the point, meters.
    pub corners: [DVec3; 3],
    /// True if the triangle is the touched one.
    pub is_touched: bool,
}

/// A contact on an edge or a vertex that needs a normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeContact {
    /// The body's center relative to the touched point, meters.
    pub center: DVec3,
    /// The feature's own unit normal.
    pub normal: DVec3,
}

/// The normal to use for a contact. `around` has the triangles that may pass through the touched point,
/// in the order of their indices.
#[inline]
pub(super) fn contact_normal(
    around: impl IntoIterator<Item = NearTriangle>,
    EdgeContact {
        center,
        normal: touched,
    }: EdgeContact,
) -> ContactNormal {
    let mut is_alone = true;
    let mut chosen = ContactNormal {
        normal: touched,
        face_up: f64::NEG_INFINITY,
    };
    let mut best = f64::NEG_INFINITY;
    let same_direction = 1.0 - MAX_COSINE_LOSS.min(MAX_SINK / center.length());
    // Internal iteration avoids a step of the chained iterator per triangle.
    around.into_iter().for_each(|triangle| {
        let corners = triangle.corners;
        let (nearest, _) = closest_on_triangle(corners);
        if !triangle.is_touched && nearest.length_squared() > POINT_RADIUS * POINT_RADIUS {
            return;
        }
        is_alone = false;
        let Some(normal) = face_normal(corners) else {
            return;
        };
        let normal = facing(normal, center);
        chosen.face_up = chosen.face_up.max(normal.y);
        let rises = corners.into_iter().any(|corner| {
            let along = corner - nearest;
            touched.dot(along) > FLAT_SINE * along.length() + POINT_RADIUS * FLAT_SINE
        });
        let cosine = normal.dot(touched);
        if (rises || cosine > same_direction) && cosine > best {
            best = cosine;
            chosen.normal = normal;
        }
    });
    if is_alone {
        chosen.face_up = touched.y;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::CollisionMesh;

    /// Two triangles that share the edge x = 0, the second turned up by `slope`.
    fn fold(slope: f32) -> CollisionMesh {
        let up = Vec3::new(1.0, slope, 0.0);
        let positions = [Vec3::NEG_Z, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z, up, Vec3::Z];
        CollisionMesh::build(&positions, &[[0, 2, 1], [3, 4, 5]]).unwrap()
    }

    /// The normal for a body whose center lies at `center` from the edge.
    fn normal_on_fold(slope: f32, center: DVec3) -> ContactNormal {
        let mesh = fold(slope);
        let around = (0..2).map(|triangle| NearTriangle {
            corners: mesh.corners_f64(triangle),
            is_touched: triangle == 1,
        });
        let normal = center.normalize();
        contact_normal(around, EdgeContact { center, normal })
    }

    #[test]
    fn seams_and_hollows_give_a_face_and_ridges_their_own_normal() {
        let own = DVec3::new(0.2, 1.0, 0.0).normalize();
        for (case, slope, center, expected) in [
            ("a flat seam", 0.0, DVec3::new(-0.02, 1.0, 0.0), DVec3::Y),
            ("a ridge", -1.0, own, own),
            ("a hollow", 1.0, DVec3::new(-0.1, 1.0, 0.0), DVec3::Y),
        ] {
            let chosen = normal_on_fold(slope, center);
            assert!((chosen.normal - expected).length() < 1e-9, "{case}");
            assert!(
                slope != 0.0 || (chosen.face_up - 1.0).abs() < 1e-9,
                "{case}"
            );
        }
    }

    #[test]
    fn a_large_body_takes_no_wide_ridge_for_flat() {
        let touched = DVec3::new(4e-4, 1.0, 0.0).normalize();
        let chosen = |radius: f64| normal_on_fold(-8e-4, touched * radius).normal;
        assert!((chosen(1.0) - touched).length() > 1e-4);
        assert!((chosen(60.0) - touched).length() < 1e-9);
    }
}
