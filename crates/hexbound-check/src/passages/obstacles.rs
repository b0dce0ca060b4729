//! Obstacles that barely stop the player: a step slightly too high, a slope slightly too steep, an
//! opening slightly too narrow or too low. One counts if it keeps the player from a place.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use glam::{DVec3, Vec3};
use hexbound_collide::Hit;
use rayon::prelude::*;

use super::{
    super::report::{Weighed, groups, largest_first},
    legs::{BodySize, Legs, Spot, Stride},
    reach::{CELL_SIDE, Limits, Place, Reach},
};
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::{Code, Finding, Level};
use hexbound_sim::tuning::{STEP_HEIGHT, STEP_TOLERANCE};

/// The height of the highest step that is only slightly too high, meters.
const MAX_HIGH_STEP: f64 = 0.6;
/// The displacement onto a step, meters. A longer one would meet the next riser of narrow stairs.
const ONTO_STEP_LENGTH: f64 = 0.25;
/// The least depth of a step to stand on, meters. A narrower one is a ledge along a wall.
const MIN_TREAD_DEPTH: f64 = 0.2;
/// The upward component of the normal of the steepest slope that is only slightly too steep: 50°.
const MIN_SLOPE_UP: f64 = 0.642_787;
/// The smallest scale of the player's body that is tried in an opening.
const MIN_BODY_SCALE: f32 = 0.7;
/// The displacements through an opening until the player has room again, meters.
const THROUGH_LENGTHS: [f64; 4] = [1.2, 2.0, 3.5, 6.0];
/// The number of bisection steps between a body that fits through an opening and one that does not.
const BISECTION_STEPS: usize = 5;
/// The distance below which two obstacles are one, meters.
const MERGE_DISTANCE: f32 = 1.2;
/// The least floor area beyond an obstacle that is worth reporting, m².
const MIN_FLOOR_BEYOND: f64 = 10.5;
/// The least detour around an obstacle that is worth reporting, meters.
const MIN_DETOUR: f64 = 12.0;
/// The largest number of places explored beyond an obstacle.
const MAX_PLACES_BEYOND: usize = 60;

/// An obstacle that stops the player at a place.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    code: Code,
    /// The index of the place before the obstacle.
    place: u32,
    /// The standing place beyond the obstacle.
    beyond: Spot,
    /// The height, width or angle of the obstacle: meters or degrees.
    measure: f64,
}

/// Finds the obstacles that barely stop the player, and reports the progress.
pub(super) fn findings(
    level: &Level,
    reach: &Reach,
    progress: &(dyn Fn(f32) + Sync),
) -> Vec<Finding> {
    let before = |it: &&(u32, DVec3)| (it.0 as usize) < reach.on_foot;
    let stopped: Vec<&(u32, DVec3)> = reach.stopped.iter().filter(before).collect();
    let (count, tried) = (stopped.len(), AtomicUsize::new(0));
    let obstacles: Vec<Obstacle> = (stopped.into_par_iter())
        .filter_map(|(place, delta)| {
            progress(tried.fetch_add(1, Relaxed) as f32 / count as f32);
            obstacle(level, reach, *place, *delta)
        })
        .collect();
    let codes = [
        Code::HighStep,
        Code::SteepSlope,
        Code::NarrowPassage,
        Code::LowCeiling,
    ];
    let of_code = |code: Code| {
        let own: Vec<Obstacle> = (obstacles.iter().copied())
            .filter(|it| it.code == code)
            .collect();
        grouped(level, reach, code, &own)
    };
    codes.into_iter().flat_map(of_code).collect()
}

/// The findings about obstacles of one kind: one for each place, with the median measure.
fn grouped(level: &Level, reach: &Reach, code: Code, obstacles: &[Obstacle]) -> Vec<Finding> {
    let places: Vec<Vec3> = obstacles.iter().map(|it| it.at(reach)).collect();
    let groups = groups(&places, MERGE_DISTANCE).into_iter();
    let found = groups.filter_map(|group| {
        let mut own: Vec<&Obstacle> = group.iter().map(|index| &obstacles[*index]).collect();
        own.sort_by(|a, b| a.measure.total_cmp(&b.measure));
        let median = own[own.len() / 2];
        let step = own.len().div_ceil(3);
        let weights = (own.iter().step_by(step)).filter_map(|it| weight(level, reach, it));
        let weight = weights.reduce(f64::max)?;
        Some(Weighed {
            finding: Finding::new(code, words(code, median.measure)).at(median.at(reach)),
            weight: weight as f32,
        })
    });
    largest_first(code, found.collect())
}

fn words(code: Code, measure: f64) -> String {
    match code {
        Code::HighStep => format!(
            "a step of {measure:.2} m is too high to be walked up; the player takes \
             {STEP_HEIGHT:.2} m"
        ),
        Code::SteepSlope => {
            format!("a slope of {measure:.0}° is too steep to be walked up; the player takes 45°")
        }
        Code::NarrowPassage => format!(
            "an opening about {measure:.2} m wide is too narrow; the player is {:.1} m wide",
            BODY_RADIUS * 2.0
        ),
        _ => format!(
            "a passage about {measure:.2} m high is too low to walk through upright; the player is \
             {:.1} m high",
            HALF_HEIGHT * 2.0
        ),
    }
}

impl Obstacle {
    /// The place between both sides of the obstacle, on the ground, local, meters.
    fn at(&self, reach: &Reach) -> Vec3 {
        let before = reach.spot(self.place);
        let feet = |spot: &Spot| spot.center.with_y(spot.height);
        match self.code {
            Code::HighStep => feet(&before).lerp(feet(&self.beyond), 0.5).as_vec3(),
            _ => {
                let delta = (feet(&self.beyond) - feet(&before)).normalize_or_zero();
                (feet(&before) + delta * f64::from(BODY_RADIUS) * 1.5).as_vec3()
            }
        }
    }
}

/// Returns the obstacle that barely stops the player on a displacement from a place.
fn obstacle(level: &Level, reach: &Reach, place: u32, delta: DVec3) -> Option<Obstacle> {
    let Place { spot, crouched } = reach.places()[place as usize];
    if crouched {
        return None;
    }
    let found = high_step(level, spot, delta)
        .map(|it| (Code::HighStep, it))
        .or_else(|| steep_slope(level, spot, delta).map(|it| (Code::SteepSlope, it)))
        .or_else(|| narrow_passage(level, spot, delta).map(|it| (Code::NarrowPassage, it)))
        .or_else(|| low_ceiling(level, spot, delta).map(|it| (Code::LowCeiling, it)));
    let obstacle = |(code, (beyond, measure))| Obstacle {
        code,
        place,
        beyond,
        measure,
    };
    found.map(obstacle)
}

/// The place on a step that is too high, and its height. The player first walks up to it, since its
/// distance depends on its place in the cell.
fn high_step(level: &Level, spot: Spot, delta: DVec3) -> Option<(Spot, f64)> {
    let mesh = &*level.collision;
    let Stride::Stands(foot) = Legs::new(mesh, BodySize::STANDING, spot.center).walk(spot, delta)
    else {
        return None;
    };
    let direction = delta.normalize();
    let mut legs = Legs::new(mesh, BodySize::STANDING, foot.center).with_step(MAX_HIGH_STEP);
    let beyond = legs.step_onto(foot, direction * ONTO_STEP_LENGTH)?;
    let rise = beyond.height - foot.height;
    let ahead = (beyond.center - foot.center).dot(direction);
    let is_high = rise > STEP_HEIGHT + STEP_TOLERANCE && rise <= MAX_HIGH_STEP + STEP_TOLERANCE;
    (is_high && ahead > MIN_TREAD_DEPTH).then_some((beyond, rise))
}

/// The place beyond a slope that is too steep, and its angle in degrees.
fn steep_slope(level: &Level, spot: Spot, delta: DVec3) -> Option<(Spot, f64)> {
    let mut legs = Legs::new(&level.collision, BodySize::STANDING, spot.center);
    let hits = legs.stopped_by(spot, delta);
    let up = hits.iter().map(|hit| hit.normal.y);
    let up = up.filter(|up| (MIN_SLOPE_UP..hexbound_collide::MIN_WALKABLE_UP).contains(up));
    let steepest = up.reduce(f64::min)?;
    let beyond = legs.climb(spot, delta, MIN_SLOPE_UP)?;
    Some((beyond, libm::acos(steepest).to_degrees()))
}

/// The place beyond an opening that is too narrow, and its width.
fn narrow_passage(level: &Level, spot: Spot, delta: DVec3) -> Option<(Spot, f64)> {
    let slim = |scale: f32| BodySize {
        radius: BODY_RADIUS * scale,
        half_height: HALF_HEIGHT,
    };
    let (beyond, scale) = largest_passing(level, delta, |scale| (slim(scale), spot))?;
    Some((beyond, f64::from(BODY_RADIUS * 2.0 * scale)))
}

/// The place beyond a passage that is too low, and its height.
fn low_ceiling(level: &Level, spot: Spot, delta: DVec3) -> Option<(Spot, f64)> {
    let low = |scale: f32| {
        let size = BodySize {
            radius: BODY_RADIUS,
            half_height: HALF_HEIGHT * scale,
        };
        let lower = f64::from(HALF_HEIGHT * (1.0 - scale));
        let center = spot.center - DVec3::Y * lower;
        (size, spot.with_center(center))
    };
    let mut legs = Legs::new(&level.collision, BodySize::STANDING, spot.center);
    let overhead = |hit: &Hit| hit.point.y > spot.height + f64::from(HALF_HEIGHT);
    if !legs.stopped_by(spot, delta).iter().any(overhead) {
        return None;
    }
    let (beyond, scale) = largest_passing(level, delta, low)?;
    Some((beyond, f64::from(HALF_HEIGHT * 2.0 * scale)))
}

/// The standing place beyond an opening, and the scale of the largest body that fits through it, 0..1.
fn largest_passing(
    level: &Level,
    delta: DVec3,
    body: impl Fn(f32) -> (BodySize, Spot),
) -> Option<(Spot, f32)> {
    let mesh = &*level.collision;
    let direction = delta.normalize();
    let passes = |scale: f32, length: f64| {
        let (size, from) = body(scale);
        let mut legs = Legs::new(mesh, size, from.center);
        let Stride::Stands(end) = legs.walk(from, direction * length) else {
            return None;
        };
        let went = end.center - from.center;
        let aside = (went - direction * went.dot(direction))
            .with_y(0.0)
            .length();
        (went.dot(direction) > length * 0.9 && aside < f64::from(BODY_RADIUS) * 0.5).then_some(end)
    };
    let (end, length) = THROUGH_LENGTHS.iter().find_map(|length| {
        let end = passes(MIN_BODY_SCALE, *length)?;
        let center = end
            .center
            .with_y(end.height + f64::from(HALF_HEIGHT) + 0.02);
        let mut legs = Legs::new(mesh, BodySize::STANDING, center);
        let stands = legs.is_free(center).then(|| legs.settle(center, 0.5))??;
        Some((stands, *length))
    })?;
    let (mut least, mut most) = (MIN_BODY_SCALE, 1.0);
    for _ in 0..BISECTION_STEPS {
        let middle = (least + most) * 0.5;
        match passes(middle, length) {
            Some(_) => least = middle,
            None => most = middle,
        }
    }
    Some((end, least))
}

/// The weight of an obstacle: the floor beyond it, m², or the detour around it, meters. `None` if it is
/// not worth reporting.
fn weight(level: &Level, reach: &Reach, obstacle: &Obstacle) -> Option<f64> {
    let beyond = obstacle.beyond;
    let there = reach.near(beyond.center, beyond.height);
    if let Some(place) = there.filter(|place| (*place as usize) < reach.on_foot) {
        let depth = |place: u32| reach.path_to(place).len() as f64;
        let detour = (depth(place) - depth(obstacle.place)).abs() * CELL_SIDE;
        return (detour >= MIN_DETOUR).then_some(detour);
    }
    let limits = Limits {
        max_places: MAX_PLACES_BEYOND,
        step: match obstacle.code {
            Code::HighStep => MAX_HIGH_STEP,
            _ => STEP_HEIGHT,
        },
        excluded: Some(reach),
        ..Limits::default()
    };
    let area = Reach::on_foot(&level.collision, beyond, &limits).covered_area();
    (area >= MIN_FLOOR_BEYOND).then_some(area)
}
