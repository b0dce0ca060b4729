//! A body on its way through a mesh's own space, and how deep it is in boxes and triangles.

use glam::DVec3;

use super::super::candidates::{Margin, Places};
use crate::{
    Body, BodyShape, CollisionMesh,
    geom::Aabb,
    work::{LISTED_WORK, Work},
};

/// A triangle this far from a body, meters, is apart from it: more than contacts are wide.
pub(super) const APART: f64 = 1e-6;

/// The part of a box or a cylinder within which nothing is said about the nearest face.
const CORE: f64 = 0.99;

/// A straight way of a body through a mesh's own space, meters.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct CrowdPath<'a> {
    pub mesh: &'a CollisionMesh,
    pub body: &'a Body,
    pub from: DVec3,
    pub to: DVec3,
}

/// The side of a plane on which all of a box or a triangle lies, and on whose other side bodies are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Unit, toward bodies.
    normal: DVec3,
    /// How far the box or the triangle reaches along the normal, meters.
    furthest: f64,
}

impl CrowdPath<'_> {
    /// The triangles that no plane keeps away from the path of the body, changed by `margin`; by index.
    /// There are none where that is too much work.
    pub(in super::super) fn triangles(self, margin: Margin, work: &Work) -> Places {
        let mut found = Places::new();
        let mut may_go_on = !work.is_spent();
        self.mesh
            .tree()
            .gather(self.region(margin), |first, count| {
                found.extend((first..first + count).filter(|it| self.may_touch(*it, margin)));
                may_go_on = work.spend(count as usize * LISTED_WORK);
                may_go_on
            });
        match may_go_on {
            true => found,
            false => Places::new(),
        }
    }

    /// The box around the path of the body, changed by `margin`.
    fn region(&self, margin: Margin) -> Aabb {
        let half = self.body.half_extents() * margin.reach + margin.meters;
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let region = Aabb::new(low.as_vec3(), high.as_vec3());
        let rounding = region.min.abs().max(region.max.abs()) * f32::EPSILON;
        region.grown(half + rounding + APART as f32)
    }

    /// Returns whether a triangle's planes let the body, changed by `margin`, touch it on its path.
    fn may_touch(&self, triangle: u32, margin: Margin) -> bool {
        let prism = self.mesh.prism(triangle);
        (0..4).all(|lane| {
            let slab = prism.slab(lane);
            let normal = slab.normal.as_dvec3();
            let reach = match margin.reach == 0.0 {
                true => 0.0,
                false => self.body.reach(normal) * f64::from(margin.reach),
            };
            let reach = reach + f64::from(margin.meters) + APART;
            let (old, new) = (normal.dot(self.from), normal.dot(self.to));
            old.max(new) >= f64::from(slab.min) - reach
                && old.min(new) <= f64::from(slab.max) + reach
        })
    }

    /// The side on which a box lies. `None` where the path goes through the box.
    pub(super) fn side_of_box(&self, bounds: &Aabb) -> Option<Extent> {
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let normal = self.nearest_to(min, max)?;
        let corner = DVec3::select(normal.cmpge(DVec3::ZERO), max, min);
        let furthest = normal.dot(corner);
        Some(Extent { normal, furthest })
    }

    /// The side on which a triangle lies, as seen from its middle.
    pub(super) fn side_of(&self, triangle: u32) -> Option<Extent> {
        let [a, b, c] = self.mesh.corners_f64(triangle);
        let middle = (a + b + c) / 3.0;
        let normal = self.nearest_to(middle, middle)?;
        Some(self.side_along(triangle, normal))
    }

    /// The side on which a triangle lies along a unit normal.
    pub(super) fn side_along(&self, triangle: u32, normal: DVec3) -> Extent {
        let [a, b, c] = (self.mesh.corners_f64(triangle)).map(|corner| normal.dot(corner));
        let furthest = a.max(b).max(c);
        Extent { normal, furthest }
    }

    /// The greatest depth to which the body gets on a side on its path, meters; negative where it keeps
    /// away.
    pub(super) fn depth(&self, Extent { normal, furthest }: Extent) -> f64 {
        let lowest = normal.dot(self.from).min(normal.dot(self.to)) - self.body.reach(normal);
        furthest - lowest
    }

    /// A unit normal along which a box and the body at about the nearest position on its path are
    /// furthest apart, roughly.
    fn nearest_to(&self, min: DVec3, max: DVec3) -> Option<DVec3> {
        let motion = self.to - self.from;
        let middle = (min + max) * 0.5 - self.from;
        // By the body's own measure: a tall one is nearer above and below.
        let measure = self.body.half_extents().as_dvec3();
        let measure = (measure * measure).recip();
        let nearest = (middle * measure).dot(motion);
        let nearest = nearest / (motion * measure).dot(motion).max(f64::MIN_POSITIVE);
        let position = self.from + motion * nearest.clamp(0.0, 1.0);
        let offset = position - position.clamp(min, max);
        apart_along(self.body, offset).try_normalize()
    }
}

/// A direction along which a body, with its center at `offset` from a point, is far from the point, or
/// little deep. A gap along any direction proves that they are apart; this one is nearly the widest.
fn apart_along(body: &Body, offset: DVec3) -> DVec3 {
    let half = body.half_extents().as_dvec3();
    match body.shape() {
        BodyShape::Ellipsoid { .. } => offset / (half * half),
        BodyShape::Capsule { half_height, .. } => {
            let half_height = f64::from(half_height);
            offset.with_y(offset.y - offset.y.clamp(-half_height, half_height))
        }
        BodyShape::Box { .. } => offset - offset.clamp(-half * CORE, half * CORE),
        BodyShape::Cylinder { .. } => {
            let level = offset.with_y(0.0);
            let beyond = (level.length() - half.x * CORE).max(0.0);
            let above = offset.y - offset.y.clamp(-half.y * CORE, half.y * CORE);
            (level.normalize_or_zero() * beyond).with_y(above)
        }
    }
}
