//! Rays into solids: both boxes, frustum, sphere, capsule and both cylinders.

use glam::DVec3;

use super::{RayCast, clip::ClippedRay};
use crate::geom::{Aabb, Capsule, Cylinder, Frustum, InfiniteCylinder, Obb, Sphere, SupportMap};

impl RayCast for Aabb {
    /// Clips to the three slabs between the box's faces.
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let (low, high) = (self.min.as_dvec3() - margin, self.max.as_dvec3() + margin);
        let mut inside = ClippedRay::new(direction);
        for (index, axis) in DVec3::AXES.into_iter().enumerate() {
            let (start, rate) = (origin[index], direction[index]);
            inside = inside.clip(start - high[index], rate, axis)?;
            inside = inside.clip(low[index] - start, -rate, -axis)?;
        }
        Some(inside.entry())
    }
}

impl RayCast for Obb {
    /// Clips to the three slabs between the rotated box's faces.
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let frame = self.frame();
        let offset = origin - frame.center;
        let mut inside = ClippedRay::new(direction);
        for (axis, half) in frame.axes.into_iter().zip(frame.half.to_array()) {
            let (start, rate, half) = (offset.dot(axis), direction.dot(axis), half + margin);
            inside = (inside.clip(start - half, rate, axis)?).clip(-half - start, -rate, -axis)?;
        }
        Some(inside.entry())
    }
}

impl RayCast for Frustum {
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let mut inside = ClippedRay::new(direction);
        for (normal, offset) in self.exact_planes() {
            let height = normal.dot(origin) - offset - margin;
            inside = inside.clip(height, normal.dot(direction), *normal)?;
        }
        Some(inside.entry())
    }
}

impl RayCast for Sphere {
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let offset = origin - self.interior_point();
        let radius = f64::from(self.radius) + margin;
        if offset.length_squared() <= radius * radius {
            return Some((0.0, -direction));
        }
        // The entry is half the chord before the line's point nearest to the center.
        let nearest = -offset.dot(direction);
        let past = offset + direction * nearest;
        let chord = radius * radius - past.length_squared();
        if nearest < 0.0 || chord < 0.0 {
            return None;
        }
        let distance = (nearest - chord.sqrt()).max(0.0);
        let normal = (offset + direction * distance).normalize_or(-direction);
        Some((distance, normal))
    }
}

impl RayCast for InfiniteCylinder {
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        clip_to_tube(self, origin, direction, margin).map(ClippedRay::entry)
    }
}

impl RayCast for Cylinder {
    /// Clips to the infinite cylinder and to the planes of the caps.
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let axis = self.axis.as_dvec3().normalize();
        let offset = origin - self.interior_point();
        let (height, rate) = (axis.dot(offset), axis.dot(direction));
        let half = f64::from(self.half_length) + margin;
        let tube = InfiniteCylinder {
            center: self.center,
            axis: self.axis,
            radius: self.radius,
        };
        let inside = clip_to_tube(&tube, origin, direction, margin)?;
        let inside = inside.clip(height - half, rate, axis)?;
        (inside.clip(-half - height, -rate, -axis)).map(ClippedRay::entry)
    }
}

impl RayCast for Capsule {
    /// Returns the first entry into the capsule's cylinder or the spheres at its ends.
    fn entry(&self, origin: DVec3, direction: DVec3, margin: f64) -> Option<(f64, DVec3)> {
        let side = Cylinder {
            center: self.center,
            axis: self.axis,
            radius: self.radius,
            half_length: self.half_length,
        };
        let ends = [-1.0, 1.0].map(|end| {
            let center = self.center + self.axis * (self.half_length * end);
            Sphere::new(center, self.radius).entry(origin, direction, margin)
        });
        // The caps lie inside the spheres, so no cap is entered first.
        let all = ends.into_iter().chain([side.entry(origin, direction, 0.0)]);
        all.flatten().min_by(|a, b| a.0.total_cmp(&b.0))
    }
}

/// The interval of a ray within an infinite cylinder, which is a circle as seen along the axis.
fn clip_to_tube(
    tube: &InfiniteCylinder,
    origin: DVec3,
    direction: DVec3,
    margin: f64,
) -> Option<ClippedRay> {
    let axis = tube.axis.as_dvec3().normalize();
    let offset = origin - tube.center.as_dvec3();
    let radius = f64::from(tube.radius) + margin;
    let across = offset - axis * offset.dot(axis);
    let motion = direction - axis * direction.dot(axis);
    let square = motion.length_squared();
    let inside = ClippedRay::new(direction);
    if square <= 1e-28 {
        return (across.length() <= radius).then_some(inside);
    }
    let nearest = -across.dot(motion) / square;
    let chord = (radius * radius - (across + motion * nearest).length_squared()) / square;
    if chord < 0.0 {
        return None;
    }
    let (enter, leave) = (nearest - chord.sqrt(), nearest + chord.sqrt());
    let normal = || (across + motion * enter).normalize_or(-direction);
    inside.intersect(enter, leave, normal)
}
