//! The path of a body through a mesh's own space, and the body's depth in boxes.

use glam::DVec3;

use super::super::candidates::{IndexList, Margin};
use crate::{Body, BodyShape, CollisionMesh, geom::Aabb, work::Work};

/// The least distance at which a triangle counts as apart from a body, meters; more than the tolerance
/// of contacts.
pub(super) const APART_DISTANCE: f64 = 1e-6;

/// The share of the size of a box or a cylinder within which no face of the body counts as nearest.
const CORE_SHARE: f64 = 0.99;

/// A straight path of a body through a mesh's own space, meters.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct BodyPath<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
}

/// A supporting plane of a box: the box lies behind the plane and touches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SupportingPlane {
    /// The unit normal, away from the box.
    normal: DVec3,
    /// The offset of the plane from the origin along the normal, meters.
    offset: f64,
}

impl BodyPath<'_> {
    /// The triangles whose boxes the body, changed by `margin`, may touch on its path, in ascending
    /// order. The result is empty if the work does not suffice.
    pub(in super::super) fn triangles(self, margin: Margin, work: &Work) -> IndexList {
        let found = self.mesh.gather_by_work(work, self.region(margin));
        found.map_or_else(IndexList::new, IndexList::from_vec)
    }

    /// The box around the path of the body, changed by `margin`.
    fn region(&self, margin: Margin) -> Aabb {
        let half = self.body.half_extents() * margin.reach + margin.meters;
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let region = Aabb::new(low.as_vec3(), high.as_vec3());
        let rounding = region.min.abs().max(region.max.abs()) * f32::EPSILON;
        region.grown(half + rounding + APART_DISTANCE as f32)
    }

    /// The supporting plane of a box, facing the path. `None` if the body's core meets the box at the
    /// nearest position of its path.
    pub(super) fn supporting_plane(&self, bounds: &Aabb) -> Option<SupportingPlane> {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let normal = self.separating_normal(min, max)?;
        let corner = DVec3::select(normal.cmpge(DVec3::ZERO), max, min);
        let offset = normal.dot(corner);
        Some(SupportingPlane { normal, offset })
    }

    /// The greatest depth of the body behind a plane on its path, meters; negative in front of it.
    pub(super) fn depth(&self, SupportingPlane { normal, offset }: SupportingPlane) -> f64 {
        let lowest = normal.dot(self.from).min(normal.dot(self.to)) - self.body.reach(normal);
        offset - lowest
    }

    /// The unit normal along which a box and the body, at the nearest position on its path, are furthest
    /// apart. Position and normal are approximate. `None` if the body's core meets the box.
    fn separating_normal(&self, min: DVec3, max: DVec3) -> Option<DVec3> {
        let motion = self.to - self.from;
        let middle = (min + max) * 0.5 - self.from;
        // Distances are in units of the body's extents: a tall body is nearer above and below.
        let measure = self.body.half_extents().as_dvec3();
        let measure = (measure * measure).recip();
        let nearest = (middle * measure).dot(motion);
        let nearest = nearest / (motion * measure).dot(motion).max(f64::MIN_POSITIVE);
        let position = self.from + motion * nearest.clamp(0.0, 1.0);
        let offset = position - position.clamp(min, max);
        separating_direction(self.body, offset).try_normalize()
    }
}

/// The direction along which the gap between a point and a body is approximately widest. The body's
/// center is at `offset` from the point. A gap along any direction proves that they are apart.
fn separating_direction(body: &Body, offset: DVec3) -> DVec3 {
    let half = body.half_extents().as_dvec3();
    match body.shape() {
        BodyShape::Ellipsoid { .. } => offset / (half * half),
        BodyShape::Capsule { half_height, .. } => {
            let half_height = f64::from(half_height);
            offset.with_y(offset.y - offset.y.clamp(-half_height, half_height))
        }
        BodyShape::Box { .. } => offset - offset.clamp(-half * CORE_SHARE, half * CORE_SHARE),
        BodyShape::Cylinder { .. } => {
            let level = offset.with_y(0.0);
            let beyond = (level.length() - half.x * CORE_SHARE).max(0.0);
            let above = offset.y - offset.y.clamp(-half.y * CORE_SHARE, half.y * CORE_SHARE);
            (level.normalize_or_zero() * beyond).with_y(above)
        }
    }
}
