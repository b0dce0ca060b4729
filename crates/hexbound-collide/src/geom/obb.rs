//! The oriented box.

use glam::{DQuat, DVec3, Quat, Vec3};

use super::{Aabb, Closest, Convex, Valid};

/// A box turned any way, meters.
///
/// ```
/// use glam::{Quat, Vec3};
/// use hexbound_collide::geom::{Aabb, Intersects, Obb};
///
/// let turned = Obb::new(Vec3::X * 2.2, Vec3::ONE, Quat::from_rotation_y(0.785));
/// assert!(turned.intersects(&Aabb::new(Vec3::NEG_ONE, Vec3::ONE)), "a corner points at it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    pub center: Vec3,
    /// Half the length of each side.
    pub half: Vec3,
    /// Need not be of unit length.
    pub rotation: Quat,
}

impl Obb {
    pub fn new(center: Vec3, half: Vec3, rotation: Quat) -> Self {
        Self {
            center,
            half,
            rotation,
        }
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.frame().corners().map(|corner| corner.as_vec3()))
    }

    pub(super) fn frame(&self) -> BoxFrame {
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

impl Valid for Obb {
    fn is_valid(&self) -> bool {
        let turn = self.rotation.length_squared();
        self.center.is_finite()
            && self.half.is_finite()
            && self.half.min_element() >= 0.0
            && turn.is_normal()
    }
}

impl Convex for Obb {
    fn middle(&self) -> DVec3 {
        self.center.as_dvec3()
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        self.frame().support(direction)
    }
}

impl Closest for Obb {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        self.frame().closest_point(point)
    }
}

/// A box in double precision: what both kinds of box become.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxFrame {
    pub center: DVec3,
    pub half: DVec3,
    /// Unit vectors.
    pub axes: [DVec3; 3],
}

impl BoxFrame {
    /// Bit k of the index chooses the side along axis k.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|index| {
            let side = |bit: usize| if index >> bit & 1 == 1 { 1.0 } else { -1.0 };
            let signs = DVec3::new(side(0), side(1), side(2));
            self.point_at(signs * self.half)
        })
    }

    /// From the box's own coordinates to the world's.
    pub fn point_at(&self, local: DVec3) -> DVec3 {
        self.center + self.axes[0] * local.x + self.axes[1] * local.y + self.axes[2] * local.z
    }

    /// The box's own coordinates of a direction.
    pub fn turn_in(&self, direction: DVec3) -> DVec3 {
        DVec3::from_array(self.axes.map(|axis| axis.dot(direction)))
    }

    /// The box's own coordinates of a point.
    pub fn local(&self, point: DVec3) -> DVec3 {
        self.turn_in(point - self.center)
    }

    pub fn support(&self, direction: DVec3) -> DVec3 {
        let local = self.turn_in(direction);
        self.point_at(DVec3::select(
            local.cmpge(DVec3::ZERO),
            self.half,
            -self.half,
        ))
    }

    pub fn closest_point(&self, point: DVec3) -> DVec3 {
        let local = self.local(point);
        let clamped = local.clamp(-self.half, self.half);
        if local == clamped {
            point
        } else {
            self.point_at(clamped)
        }
    }
}
