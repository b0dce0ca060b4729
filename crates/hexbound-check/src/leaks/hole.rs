//! The hole on a path out of a level: its place and its size.

use std::f64::consts::{PI, TAU};

use glam::{DVec3, Vec3};
use hexbound_collide::CollisionMesh;

use super::leak_path::sampled;
use hexbound_base::body::yaw_of;

/// The least distance between two tested places on the path, meters.
const MIN_PLACE_SPACING: f64 = 0.1;
/// The largest number of tested places.
const MAX_PLACES: usize = 3000;
/// The number of rays that test whether a place is inside or outside.
const RAYS_AROUND: usize = 96;
/// The share of rays that leave the level from which a place is outside.
const MIN_OUTSIDE_SHARE: f64 = 0.4;
/// The distance within which the smallest opening is searched around the exit of the path, meters.
const MAX_OPENING_DISTANCE: f64 = 1.5;
/// The largest distance of a rim, meters.
const MAX_RIM_REACH: f64 = 8.0;
/// The depth in front of and behind the plane of a rim that is searched, meters, since walls may be thin.
const RIM_DEPTH: f64 = 0.15;
/// The rays around a hole's rim and the steps along them, meters, to find the hole.
const ROUGH_RIM: RimDetail = RimDetail {
    rays: 12,
    step: 0.1,
};
/// The rays around a hole's rim and the steps along them, meters, to measure the hole.
const FINE_RIM: RimDetail = RimDetail {
    rays: 32,
    step: 0.02,
};

/// The distance from which a hole is viewed, meters.
const VIEW_DISTANCE: f32 = 4.0;
/// The distance between the viewpoint and a wall behind it, meters.
const WALL_GAP: f32 = 0.3;

/// The resolution of a rim.
#[derive(Clone, Copy, Debug)]
struct RimDetail {
    rays: usize,
    step: f64,
}

/// A hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hole {
    /// The middle of the hole, local, meters.
    pub place: Vec3,
    /// The unit vector through the hole, outward.
    pub outward: Vec3,
    /// The hole's widths, meters, and its area, m². `None` if it has no rim within some meters, since the
    /// level is open there.
    pub size: Option<HoleSize>,
}

/// The size of a hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoleSize {
    /// The narrowest width, meters.
    pub narrowest: f32,
    /// The widest width, meters.
    pub widest: f32,
    /// The area, square meters.
    pub area: f32,
}

impl Hole {
    /// A camera that views the hole from inside: its place, local, meters, and its yaw and pitch,
    /// radians.
    pub fn camera(&self, mesh: &CollisionMesh) -> (Vec3, f32, f32) {
        let back = -self.outward;
        let free = mesh.ray_cast(self.place, back, VIEW_DISTANCE);
        let distance = free.map_or(VIEW_DISTANCE, |it| (it.distance - WALL_GAP).max(WALL_GAP));
        let eye = self.place + back * distance;
        let pitch = libm::asinf(self.outward.y.clamp(-1.0, 1.0));
        (eye, yaw_of(self.outward), pitch)
    }
}

/// The hole on a path from inside to beyond the level.
pub(super) fn hole_on(mesh: &CollisionMesh, path: &[DVec3]) -> Hole {
    let length: f64 = path
        .windows(2)
        .map(|piece| piece[0].distance(piece[1]))
        .sum();
    let places = sampled(path, MIN_PLACE_SPACING.max(length / MAX_PLACES as f64));
    let first = first_outside(mesh, &places);
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

/// The index of the first place from which the path stays outside. For a path that is outside from the
/// beginning, the index of the last place above a floor.
fn first_outside(mesh: &CollisionMesh, places: &[DVec3]) -> usize {
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

/// The share of rays in all directions without a hit.
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

/// The directions in which a hole is tested: the path's own, and the axes near it.
fn directions(along: DVec3) -> impl Iterator<Item = DVec3> {
    let axes = DVec3::AXES.map(|axis| if axis.dot(along) < 0.0 { -axis } else { axis });
    let near = axes.into_iter().filter(move |axis| axis.dot(along) > 0.4);
    std::iter::once(along).chain(near)
}

/// The hole around a place, relative to its own middle.
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

/// The rim around a place in the plane perpendicular to `outward`, as directions and distances; `None` if
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

/// The distance of the rim along a direction in the plane: to the first hit there, or to the first
/// triangle that crosses the slab around the plane.
fn rim_along(
    mesh: &CollisionMesh,
    place: DVec3,
    outward: DVec3,
    direction: DVec3,
    step: f64,
) -> Option<f64> {
    let hit = mesh.ray_cast(place.as_vec3(), direction.as_vec3(), MAX_RIM_REACH as f32);
    let distance = hit.map(|hit| f64::from(hit.distance));
    let steps = (distance.unwrap_or(MAX_RIM_REACH) / step) as usize;
    let crosses = |at: &usize| {
        let from = place + direction * (*at as f64 * step) - outward * RIM_DEPTH;
        mesh.ray_cast(from.as_vec3(), outward.as_vec3(), (2.0 * RIM_DEPTH) as f32)
            .is_some()
    };
    let crossed = (1..=steps).find(crosses);
    crossed.map(|at| (at as f64 - 0.5) * step).or(distance)
}

fn area_of(rim: &[(DVec3, f64)]) -> f64 {
    let sector = PI / rim.len() as f64;
    rim.iter().map(|(_, length)| length * length * sector).sum()
}

/// The center of the area within a rim. Each ray represents a sector. Its center lies at two thirds of
/// the ray, and its area grows with the square.
fn center_of(rim: &[(DVec3, f64)]) -> DVec3 {
    let areas: f64 = rim.iter().map(|(_, length)| length * length).sum();
    let moments: DVec3 = rim
        .iter()
        .map(|(direction, length)| *direction * length.powi(3) / 1.5)
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
