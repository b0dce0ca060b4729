//! The finite, capped cylinder.

use glam::Vec3;

use super::Aabb;

/// A solid capped cylinder, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    pub center: Vec3,
    /// Unit vector along the axis.
    pub axis: Vec3,
    pub radius: f32,
    pub half_length: f32,
}

impl Cylinder {
    pub fn bounds(&self) -> Aabb {
        let along = self.axis.abs() * self.half_length;
        let across = (Vec3::ONE - self.axis * self.axis).max(Vec3::ZERO);
        let across = Vec3::new(across.x.sqrt(), across.y.sqrt(), across.z.sqrt()) * self.radius;
        Aabb::new(self.center, self.center).grown(along + across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_an_upright_cylinder() {
        let cylinder = Cylinder {
            center: Vec3::new(1.0, 2.0, 3.0),
            axis: Vec3::Y,
            radius: 0.5,
            half_length: 1.5,
        };
        let bounds = cylinder.bounds();
        assert_eq!(bounds.min, Vec3::new(0.5, 0.5, 2.5));
        assert_eq!(bounds.max, Vec3::new(1.5, 3.5, 3.5));
    }
}
