//! A camera's frustum as planes in single precision, for culling. The solid with corners, for exact
//! tests, is in `frustum`.

use glam::{Mat4, Vec3, Vec4};

use super::{Aabb, Sphere};

/// The five planes that bound a camera's view: the four sides of the image and the plane of the eye.
/// There is no far plane, so that infinite projections work as well, and no near plane.
///
/// The planes are sums of the matrix's rows (Gribb and Hartmann, "Fast Extraction of Viewing Frustum
/// Planes from the World-View-Projection Matrix"). The tests are cheap and conservative: rejected shapes
/// are certainly out of sight.
///
/// ```
/// use glam::{Vec3, camera::rh::{proj::directx::perspective_infinite_reverse, view::look_to_mat4}};
/// use hexbound_collide::geom::{Aabb, FrustumPlanes, Sphere};
///
/// let view = look_to_mat4(Vec3::ZERO, Vec3::NEG_Z, Vec3::Y);
/// let projection = perspective_infinite_reverse(1.0, 1.5, 0.1);
/// let seen = FrustumPlanes::from_view_projection(&(projection * view));
/// let ahead = Aabb::new(Vec3::new(-1.0, -1.0, -9.0), Vec3::new(1.0, 1.0, -7.0));
/// assert!(seen.may_touch_box(&ahead) && seen.contains_box(&ahead));
/// assert!(!seen.may_touch_sphere(&Sphere::new(Vec3::Z * 8.0, 1.0)), "behind the eye");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrustumPlanes {
    planes: [Vec4; 5],
}

impl FrustumPlanes {
    /// The planes of a camera's projection matrix times its view matrix. The matrix's depth row is
    /// ignored: any range and direction of depth is allowed.
    pub fn from_view_projection(view_projection: &Mat4) -> Self {
        let [x, y, w] = [0, 1, 3].map(|row| view_projection.row(row));
        Self {
            planes: [w + x, w - x, w + y, w - y, w],
        }
    }

    /// The left, right, bottom and top planes and the eye's plane, not normalized. A point is inside if
    /// plane · (point, 1) ≥ 0 for all of them.
    pub fn planes(&self) -> [Vec4; 5] {
        self.planes
    }

    /// Returns whether all of the box is inside.
    pub fn contains_box(&self, bounds: &Aabb) -> bool {
        self.planes.iter().all(|plane| {
            let inward = plane.truncate();
            let outermost = Vec3::select(inward.cmpge(Vec3::ZERO), bounds.min, bounds.max);
            inward.dot(outermost) + plane.w >= 0.0
        })
    }

    /// Returns whether the box may touch the inside: false only if all of the box lies outside one plane
    /// (Ericson, "Real-Time Collision Detection", 5.2.3).
    pub fn may_touch_box(&self, bounds: &Aabb) -> bool {
        self.planes.iter().all(|plane| {
            let inward = plane.truncate();
            let innermost = Vec3::select(inward.cmpge(Vec3::ZERO), bounds.max, bounds.min);
            inward.dot(innermost) + plane.w >= 0.0
        })
    }

    /// Returns whether the sphere may touch the inside: false only if all of the sphere lies outside one
    /// plane.
    pub fn may_touch_sphere(&self, sphere: &Sphere) -> bool {
        self.planes.iter().all(|plane| {
            let inward = plane.truncate();
            inward.dot(sphere.center) + plane.w >= -sphere.radius * inward.length()
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::camera::rh::{proj::directx::perspective_infinite_reverse, view::look_to_mat4};

    use super::*;

    fn camera() -> FrustumPlanes {
        let projection = perspective_infinite_reverse(1.0, 1.5, 0.1);
        let view = look_to_mat4(Vec3::new(5.0, 0.0, 0.0), Vec3::NEG_Z, Vec3::Y);
        FrustumPlanes::from_view_projection(&(projection * view))
    }

    #[test]
    fn boxes_ahead_are_seen_and_others_are_not() {
        let frustum = camera();
        for (center, is_seen, is_inside) in [
            ([5.0, 0.0, -20.0], true, true),
            ([5.0, 0.0, 0.0], true, false),
            ([5.0, 0.0, 20.0], false, false),
            ([60.0, 0.0, -20.0], false, false),
            ([5.0, 40.0, -20.0], false, false),
        ] {
            let center = Vec3::from(center);
            let cube = Aabb::new(center - 1.0, center + 1.0);
            let found = (frustum.may_touch_box(&cube), frustum.contains_box(&cube));
            assert_eq!(found, (is_seen, is_inside), "{center}");
        }
    }

    #[test]
    fn a_sphere_is_seen_as_soon_as_it_reaches_a_side() {
        let frustum = camera();
        let side = frustum.planes()[1];
        let (inward, length) = (side.truncate(), side.truncate().length());
        let on_it = Vec3::new(5.0, 0.0, -20.0);
        let on_it = on_it - inward * ((inward.dot(on_it) + side.w) / (length * length));
        let beside = |gap: f32| Sphere::new(on_it - inward / length * (1.0 + gap), 1.0);
        assert!(frustum.may_touch_sphere(&beside(-1e-3)));
        assert!(!frustum.may_touch_sphere(&beside(1e-3)));
    }
}
