//! The oriented box.

use glam::{DQuat, DVec3, Quat, Vec3};

use super::{Aabb, box_frame::BoxFrame};
use crate::geom::{SupportMap, Validate};

/// A box with any rotation.
///
/// ```
/// use glam::{Quat, Vec3};
/// use hexbound_collide::geom::{Aabb, Intersects, Obb};
///
/// let fixed = Obb::from(Aabb::new(Vec3::NEG_ONE, Vec3::ONE));
/// let turned = Obb::new(Vec3::X * 2.2, Vec3::ONE, Quat::from_rotation_y(0.785));
/// assert!(turned.intersects(&fixed), "an edge of it points at the other");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Obb {
    /// The center, meters.
    pub center: Vec3,
    /// Half the length of each side, meters; not negative.
    pub half: Vec3,
    /// The rotation of the box. The quaternion need not be of unit length.
    pub rotation: Quat,
}

impl Obb {
    /// The box around `center` with the half sides `half` (meters) and the rotation `rotation`.
    pub fn new(center: Vec3, half: Vec3, rotation: Quat) -> Self {
        Self {
            center,
            half,
            rotation,
        }
    }

    /// The smallest axis-aligned box around this one.
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.frame().corners().map(DVec3::as_vec3))
    }

    pub(in crate::geom) fn frame(&self) -> BoxFrame {
        let [x, y, z, w] = self.rotation.to_array().map(f64::from);
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let rotation = DQuat::from_xyzw(x / length, y / length, z / length, w / length);
        BoxFrame {
            center: self.center.as_dvec3(),
            half: self.half.as_dvec3(),
            axes: [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| rotation * axis),
        }
    }
}

impl From<Aabb> for Obb {
    fn from(aabb: Aabb) -> Self {
        Self::new(aabb.center(), aabb.size() * 0.5, Quat::IDENTITY)
    }
}

impl Validate for Obb {
    fn is_valid(&self) -> bool {
        self.center.is_finite()
            && self.half.is_finite()
            && self.half.min_element() >= 0.0
            && self.rotation.length_squared().is_normal()
    }
}

impl SupportMap for Obb {
    fn interior_point(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let frame = self.frame();
        let local = frame.local_direction(direction);
        let corner = DVec3::select(local.cmpge(DVec3::ZERO), frame.half, -frame.half);
        frame.world_point(corner)
    }
}
