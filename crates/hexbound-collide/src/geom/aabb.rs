//! The axis-aligned box.

use glam::{DAffine3, DVec3, Vec3};

use super::{Closest, Convex, Valid, obb::BoxFrame};

/// An axis-aligned box, meters. `min > max` on any axis means empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    pub min: Vec3,
    pub max: Vec3,
}

impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Aabb {
    /// Holds nothing; growing it by a point gives that point.
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    pub fn new(min: Vec3, max: Vec3) -> Self {
        Self { min, max }
    }

    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// The smallest box that holds `self` and `point`.
    pub fn including(self, point: Vec3) -> Self {
        Self::new(self.min.min(point), self.max.max(point))
    }

    /// The smallest box that holds both.
    pub fn union(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// Every face moved outward by `margin` (meters, per axis).
    pub fn grown(self, margin: Vec3) -> Self {
        Self::new(self.min - margin, self.max + margin)
    }

    /// The box around this one after a motion, but for rounding.
    pub fn transformed(&self, motion: &DAffine3) -> Self {
        let corner = |index: usize| {
            let pick = |axis: usize| f64::from([self.min, self.max][index >> axis & 1][axis]);
            let corner = DVec3::new(pick(0), pick(1), pick(2));
            motion.transform_point3(corner).as_vec3()
        };
        Self::from_points((0..8).map(corner))
    }

    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    pub fn is_empty(&self) -> bool {
        self.min.cmpgt(self.max).any()
    }

    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    pub(super) fn frame(&self) -> BoxFrame {
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        BoxFrame {
            center: (min + max) * 0.5,
            half: (max - min) * 0.5,
            axes: [DVec3::X, DVec3::Y, DVec3::Z],
        }
    }
}

impl Valid for Aabb {
    fn is_valid(&self) -> bool {
        self.min.is_finite() && self.max.is_finite() && !self.is_empty()
    }
}

impl Convex for Aabb {
    fn middle(&self) -> DVec3 {
        self.frame().center
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        DVec3::select(direction.cmpge(DVec3::ZERO), max, min)
    }
}

impl Closest for Aabb {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        point.max(self.min.as_dvec3()).min(self.max.as_dvec3())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_grows_to_its_first_point() {
        let point = Vec3::new(1.0, -2.0, 3.0);
        assert_eq!(Aabb::EMPTY.including(point), Aabb::new(point, point));
        assert!(Aabb::EMPTY.is_empty());
    }

    #[test]
    fn boxes_that_share_a_face_overlap() {
        let left = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let right = Aabb::new(Vec3::X, Vec3::new(2.0, 1.0, 1.0));
        assert!(left.overlaps(&right));
        assert!(!left.overlaps(&right.grown(Vec3::splat(-0.01))));
    }
}
