//! A body on its path through a mesh's own space, and its depth in boxes.

use glam::DVec3;

use super::super::candidates::{Margin, Places};
use crate::{Body, BodyShape, CollisionMesh, geom::Aabb, work::Work};

/// The distance from which on a triangle is apart from a body, meters; more than the tolerance of
/// contacts.
pub(super) const APART_DISTANCE: f64 = 1e-6;

/// The share of a box or a cylinder within which the nearest face is undetermined.
const CORE_SHARE: f64 = 0.99;

/// A straight path of a body through a mesh's own space, meters.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct CrowdPath<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
}

/// A plane with a box on one side and the bodies on the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The unit normal, toward bodies.
    normal: DVec3,
    /// The furthest extent of the box along the normal, meters.
    furthest: f64,
}

impl CrowdPath<'_> {
    /// The triangles whose boxes the body, changed by `margin`, may touch on its path, by index. The
    /// result is empty if that is too much work.
    pub(in super::super) fn triangles(self, margin: Margin, work: &Work) -> Places {
        let found = self.mesh.gather_by_work(work, self.region(margin));
        found.map_or_else(Places::new, Places::from_vec)
    }

    /// The box around the path of the body, changed by `margin`.
    fn region(&self, margin: Margin) -> Aabb {
        let half = self.body.half_extents() * margin.reach + margin.meters;
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let region = Aabb::new(low.as_vec3(), high.as_vec3());
        let rounding = region.min.abs().max(region.max.abs()) * f32::EPSILON;
        region.grown(half + rounding + APART_DISTANCE as f32)
    }

    /// The plane between the path and a box. `None` if the path goes through the box.
    pub(super) fn side_of_box(&self, bounds: &Aabb) -> Option<Extent> {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let normal = self.nearest_to(min, max)?;
        let corner = DVec3::select(normal.cmpge(DVec3::ZERO), max, min);
        let furthest = normal.dot(corner);
        Some(Extent { normal, furthest })
    }

    /// The greatest depth of the body behind a plane on its path, meters; negative if it keeps away.
    pub(super) fn depth(&self, Extent { normal, furthest }: Extent) -> f64 {
        let lowest = normal.dot(self.from).min(normal.dot(self.to)) - self.body.reach(normal);
        furthest - lowest
    }

    /// A unit normal along which a box and the body at about the nearest position on its path are
    /// approximately furthest apart.
    fn nearest_to(&self, min: DVec3, max: DVec3) -> Option<DVec3> {
        let motion = self.to - self.from;
        let middle = (min + max) * 0.5 - self.from;
        // Distances are in the body's own measure: a tall body is nearer above and below.
        let measure = self.body.half_extents().as_dvec3();
        let measure = (measure * measure).recip();
        let nearest = (middle * measure).dot(motion);
        let nearest = nearest / (motion * measure).dot(motion).max(f64::MIN_POSITIVE);
        let position = self.from + motion * nearest.clamp(0.0, 1.0);
        let offset = position - position.clamp(min, max);
        apart_along(self.body, offset).try_normalize()
    }
}

/// A direction along which a body, with its center at `offset` from a point, is far from the point or
/// barely deep. A gap along any direction proves that they are apart; this one is nearly the widest.
fn apart_along(body: &Body, offset: DVec3) -> DVec3 {
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
