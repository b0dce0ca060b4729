//! The hole that a way out leads through: where it is, and how wide.

use std::f64::consts::{PI, TAU};

use glam::{DVec3, Vec3};
use hexbound_collide::CollisionMesh;

use super::way::sampled;
use hexbound_base::body::yaw_of;

/// The distance between two places on the way that are looked at, meters, and the most of them.
const MIN_PLACE_SPACING: f64 = 0.1;
const MAX_PLACES: usize = 3000;
/// The number of rays by which a place is found to be inside or outside.
const RAYS_AROUND: usize = 96;
/// A place from which this share of the rays leaves the level is outside.
const MIN_OUTSIDE_SHARE: f64 = 0.4;
/// The smallest opening is looked for within this distance of where the way comes outside, meters.
const MAX_OPENING_DISTANCE: f64 = 1.5;
/// The farthest rim that is looked for, meters.
const MAX_RIM_REACH: f64 = 8.0;
/// A rim may lie this far before or behind the plane that it is looked for in, meters: walls may be
/// sheets without thickness.
const RIM_DEPTH: f64 = 0.15;
/// The rays around a hole's rim and the steps along them, meters: to find the hole, and to measure it.
const ROUGH_RIM: RimDetail = RimDetail {
    rays: 12,
    step: 0.1,
};
const FINE_RIM: RimDetail = RimDetail {
    rays: 32,
    step: 0.02,
};

/// The distance from which a hole is looked at, and that from a wall behind, meters.
const VIEW_AWAY: f32 = 4.0;
const BEFORE_WALL: f32 = 0.3;

/// How closely a rim is looked at.
#[derive(Clone, Copy, Debug)]
struct RimDetail {
    rays: usize,
    step: f64,
}

/// A hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hole {
    /// Its middle, local, meters.
    pub place: Vec3,
    /// The unit vector through it, outward.
    pub outward: Vec3,
    /// The hole's widths, meters, and its area, m²; `None` where it has no rim within some meters: the
    /// level is open there.
    pub size: Option<HoleSize>,
}

/// How large a hole is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoleSize {
    /// Meters.
    pub narrowest: f32,
    /// Meters.
    pub widest: f32,
    /// Square meters.
    pub area: f32,
}

impl Hole {
    /// A camera that looks at the hole from inside: its place, local, meters, and its yaw and pitch,
    /// radians.
    pub fn camera(&self, mesh: &CollisionMesh) -> (Vec3, f32, f32) {
        let back = -self.outward;
        let free = mesh.ray_cast(self.place, back, VIEW_AWAY);
        let distance = free.map_or(VIEW_AWAY, |it| (it.distance - BEFORE_WALL).max(BEFORE_WALL));
        let eye = self.place + back * distance;
        let pitch = libm::asinf(self.outward.y.clamp(-1.0, 1.0));
        (eye, yaw_of(self.outward), pitch)
    }
}

/// The hole on a way from inside to beyond the level.
pub(super) fn hole_on(mesh: &CollisionMesh, way: &[DVec3]) -> Hole {
    let length: f64 = way
        .windows(2)
        .map(|piece| piece[0].distance(piece[1]))
        .sum();
    let places = sampled(way, MIN_PLACE_SPACING.max(length / MAX_PLACES as f64));
    let first = crossing(mesh, &places);
    let near = places
        .iter()
        .filter(|place| place.distance(places[first]) <= MAX_OPENING_DISTANCE);
    let after = (first + 3).min(places.len() - 1);
    let along = (places[after] - places[first.saturating_sub(3)]).normalize_or(DVec3::NEG_Y);
    let smallest = near
        .flat_map(|place| directions(along).map(move |outward| (*place, outward)))
        .filter_map(|(place, outward)| {
            let rim = rim(mesh, place, outward, ROUGH_RIM)?;
            Some((area_of(&rim), place, outward))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    match smallest {
        Some((_, place, outward)) => measured(mesh, place, outward),
        None => Hole {
            place: places[first].as_vec3(),
            outward: along.as_vec3(),
            size: None,
        },
    }
}

/// The first place of a way from which on it is outside; the last above a floor where it is outside
/// from the beginning.
fn crossing(mesh: &CollisionMesh, places: &[DVec3]) -> usize {
    let is_outside: Vec<bool> = (places.iter())
        .map(|place| share_of_free_rays(mesh, *place) >= MIN_OUTSIDE_SHARE)
        .collect();
    let last_inside = is_outside.iter().rposition(|outside| !outside);
    let length = mesh.bounds().size().length() + 1.0;
    let is_above_floor = |place: &DVec3| {
        let place = place.as_vec3();
        mesh.ray_cast(place, Vec3::NEG_Y, length).is_some()
    };
    match last_inside {
        Some(at) if at + 1 < places.len() => at + 1,
        _ => places.iter().rposition(is_above_floor).unwrap_or(0),
    }
}

/// The share of rays to all sides that meet nothing.
fn share_of_free_rays(mesh: &CollisionMesh, place: DVec3) -> f64 {
    let length = mesh.bounds().size().length() + 1.0;
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    let free = (0..RAYS_AROUND).filter(|ray| {
        let up = 1.0 - (2 * ray + 1) as f64 / RAYS_AROUND as f64;
        let (level, turn) = ((1.0 - up * up).sqrt(), golden * *ray as f64);
        let direction = DVec3::new(level * libm::cos(turn), up, level * libm::sin(turn));
        mesh.ray_cast(place.as_vec3(), direction.as_vec3(), length)
            .is_none()
    });
    free.count() as f64 / RAYS_AROUND as f64
}

/// The directions in which a hole is looked through: the way's own, and the axes near it.
fn directions(along: DVec3) -> impl Iterator<Item = DVec3> {
    let axes = DVec3::AXES.map(|axis| if axis.dot(along) < 0.0 { -axis } else { axis });
    let near = axes.into_iter().filter(move |axis| axis.dot(along) > 0.4);
    std::iter::once(along).chain(near)
}

/// The hole about a place, from its own middle.
fn measured(mesh: &CollisionMesh, place: DVec3, outward: DVec3) -> Hole {
    let mut middle = place;
    for _ in 0..3 {
        if let Some(rim) = rim(mesh, middle, outward, ROUGH_RIM) {
            middle += center_of(&rim);
        }
    }
    let rim = rim(mesh, middle, outward, FINE_RIM);
    Hole {
        place: middle.as_vec3(),
        outward: outward.as_vec3(),
        size: rim.map(|rim| size_of(&rim)),
    }
}

/// The rim around a place in the plane across `outward`, as directions and distances; `None` where
/// it has a gap.
fn rim(
    mesh: &CollisionMesh,
    place: DVec3,
    outward: DVec3,
    detail: RimDetail,
) -> Option<Vec<(DVec3, f64)>> {
    let aside = outward.any_orthonormal_vector();
    let across = outward.cross(aside);
    (0..detail.rays)
        .map(|ray| {
            let turn = TAU * ray as f64 / detail.rays as f64;
            let direction = aside * libm::cos(turn) + across * libm::sin(turn);
            Some((
                direction,
                rim_along(mesh, place, outward, direction, detail.step)?,
            ))
        })
        .collect()
}

/// The distance of the rim along a direction in the plane: to what a ray there meets, or to what
/// first crosses the slab about the plane.
fn rim_along(
    mesh: &CollisionMesh,
    place: DVec3,
    outward: DVec3,
    direction: DVec3,
    step: f64,
) -> Option<f64> {
    let hit = mesh.ray_cast(place.as_vec3(), direction.as_vec3(), MAX_RIM_REACH as f32);
    let met = hit.map(|hit| f64::from(hit.distance));
    let steps = (met.unwrap_or(MAX_RIM_REACH) / step) as usize;
    let crosses = |at: &usize| {
        let from = place + direction * (*at as f64 * step) - outward * RIM_DEPTH;
        mesh.ray_cast(from.as_vec3(), outward.as_vec3(), (2.0 * RIM_DEPTH) as f32)
            .is_some()
    };
    let crossed = (1..=steps).find(crosses);
    crossed.map(|at| (at as f64 - 0.5) * step).or(met)
}

fn area_of(rim: &[(DVec3, f64)]) -> f64 {
    let sector = PI / rim.len() as f64;
    rim.iter().map(|(_, length)| length * length * sector).sum()
}

/// The middle of the area within a rim. Each ray stands for a sector: its middle lies at two thirds of
/// the ray, and its area grows with the square.
fn center_of(rim: &[(DVec3, f64)]) -> DVec3 {
    let areas: f64 = rim.iter().map(|(_, length)| length * length).sum();
    let moments: DVec3 = rim
        .iter()
        .map(|(way, length)| *way * length.powi(3) / 1.5)
        .sum();
    moments / areas.max(1e-9)
}

fn size_of(rim: &[(DVec3, f64)]) -> HoleSize {
    let half = rim.len() / 2;
    let widths = || (0..half).map(|ray| rim[ray].1 + rim[ray + half].1);
    HoleSize {
        narrowest: widths().fold(f64::INFINITY, f64::min) as f32,
        widest: widths().fold(0.0, f64::max) as f32,
        area: area_of(rim) as f32,
    }
}
