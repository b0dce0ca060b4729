//! Rays into solids: box, frustum, sphere and infinite cylinder.

use glam::DVec3;

use super::{RayCast, clip::Inside};
use crate::geom::{Aabb, Frustum, InfiniteCylinder, Sphere, SupportMap};

impl RayCast for Aabb {
    /// The three slabs between the box's sides.
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let (low, high) = (self.min.as_dvec3() - grown, self.max.as_dvec3() + grown);
        let mut inside = Inside::ahead(direction);
        for (index, axis) in DVec3::AXES.into_iter().enumerate() {
            let (place, rate) = (origin[index], direction[index]);
            inside = inside.behind(place - high[index], rate, axis)?.behind(
                low[index] - place,
                -rate,
                -axis,
            )?;
        }
        Some(inside.entry())
    }
}

impl RayCast for Frustum {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let mut inside = Inside::ahead(direction);
        for (normal, offset) in self.exact_planes() {
            let height = normal.dot(origin) - offset - grown;
            inside = inside.behind(height, normal.dot(direction), *normal)?;
        }
        Some(inside.entry())
    }
}

impl RayCast for Sphere {
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let offset = origin - self.interior_point();
        let radius = f64::from(self.radius) + grown;
        if offset.length_squared() <= radius * radius {
            return Some((0.0, -direction));
        }
        // From the line's point nearest to the center back by half the chord.
        let nearest = -offset.dot(direction);
        let past = offset + direction * nearest;
        let chord = radius * radius - past.length_squared();
        if nearest < 0.0 || chord < 0.0 {
            return None;
        }
        let distance = (nearest - chord.sqrt()).max(0.0);
        Some((
            distance,
            (offset + direction * distance).normalize_or(-direction),
        ))
    }
}

impl RayCast for InfiniteCylinder {
    /// Seen along the axis it is a circle.
    fn entry(&self, origin: DVec3, direction: DVec3, grown: f64) -> Option<(f64, DVec3)> {
        let axis = self.axis.as_dvec3().normalize();
        let offset = origin - self.center.as_dvec3();
        let radius = f64::from(self.radius) + grown;
        let across = offset - axis * offset.dot(axis);
        let moving = direction - axis * direction.dot(axis);
        let speed = moving.length_squared();
        let inside = Inside::ahead(direction);
        if speed <= 1e-28 {
            return (across.length() <= radius).then(|| inside.entry());
        }
        let nearest = -across.dot(moving) / speed;
        let chord = (radius * radius - (across + moving * nearest).length_squared()) / speed;
        if chord < 0.0 {
            return None;
        }
        let (enter, leave) = (nearest - chord.sqrt(), nearest + chord.sqrt());
        let normal = || (across + moving * enter).normalize_or(-direction);
        inside.within(enter, leave, normal).map(Inside::entry)
    }
}
