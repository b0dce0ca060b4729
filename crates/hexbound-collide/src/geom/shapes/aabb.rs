//! The axis-aligned box.

use glam::{DAffine3, DVec3, Vec3};

use super::box_frame::BoxFrame;
use crate::geom::{ClosestPoint, SupportMap, Validate};

/// An axis-aligned box. It is empty if `min > max` on any axis.
///
/// ```
/// use glam::Vec3;
/// use hexbound_collide::geom::Aabb;
///
/// let bounds = Aabb::from_points([Vec3::ZERO, Vec3::new(2.0, 1.0, -1.0)]);
/// assert_eq!((bounds.size(), bounds.center()), (Vec3::new(2.0, 1.0, 1.0), Vec3::new(1.0, 0.5, -0.5)));
/// assert!(bounds.grown(Vec3::splat(0.1)).contains(Vec3::Y));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// The lowest corner, meters.
    pub min: Vec3,
    /// The highest corner, meters.
    pub max: Vec3,
}

impl Default for Aabb {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Aabb {
    /// The empty box. Its union with a box is that box.
    pub const EMPTY: Aabb = Aabb {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// The box between two corners, meters.
    pub fn new(min: Vec3, max: Vec3) -> Self {
        Self { min, max }
    }

    /// The smallest box that holds all of the points; empty if there are none.
    pub fn from_points(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// The smallest box that holds `self` and `point`.
    pub(crate) fn including(self, point: Vec3) -> Self {
        Self::new(self.min.min(point), self.max.max(point))
    }

    /// The smallest box that holds both boxes.
    pub fn union(self, other: Self) -> Self {
        Self::new(self.min.min(other.min), self.max.max(other.max))
    }

    /// The box with every face moved outward by `margin` (meters, per axis).
    pub fn grown(self, margin: Vec3) -> Self {
        Self::new(self.min - margin, self.max + margin)
    }

    /// The smallest box around this one after a motion, up to rounding.
    pub fn transformed(&self, motion: &DAffine3) -> Self {
        let corner = |index: usize| {
            let pick = |axis: usize| f64::from([self.min, self.max][index >> axis & 1][axis]);
            let corner = DVec3::new(pick(0), pick(1), pick(2));
            motion.transform_point3(corner).as_vec3()
        };
        Self::from_points((0..8).map(corner))
    }

    /// Returns whether the boxes have a point in common; touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Returns whether the point is inside or on the border.
    pub fn contains(&self, point: Vec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns whether the box holds no point at all.
    pub fn is_empty(&self) -> bool {
        self.min.cmpgt(self.max).any()
    }

    /// The center, meters.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// The lengths of the sides, meters.
    pub fn size(&self) -> Vec3 {
        self.max - self.min
    }

    pub(in crate::geom) fn frame(&self) -> BoxFrame {
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        BoxFrame {
            center: (min + max) * 0.5,
            half: (max - min) * 0.5,
            axes: DVec3::AXES,
        }
    }
}

impl Validate for Aabb {
    fn is_valid(&self) -> bool {
        self.min.is_finite() && self.max.is_finite() && !self.is_empty()
    }
}

impl SupportMap for Aabb {
    fn interior_point(&self) -> DVec3 {
        self.frame().center
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        DVec3::select(direction.cmpge(DVec3::ZERO), max, min)
    }
}

impl ClosestPoint for Aabb {
    fn closest_point(&self, point: DVec3) -> DVec3 {
        point.max(self.min.as_dvec3()).min(self.max.as_dvec3())
    }
}
