//! Obstacles that stop the player and nearly would not: a step a little too high, a slope a little
//! too steep, an opening a little too narrow or too low. One counts where it keeps the player from
//! somewhere.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use glam::{DVec3, Vec3};
use hexbound_collide::Hit;
use rayon::prelude::*;

use super::{
    super::report::{Weighed, groups, largest_first},
    legs::{Legs, Size, Spot, Stride},
    reach::{CELL_SIDE, Limits, Place, Reach},
};
use hexbound_base::body::{BODY_RADIUS, HALF_HEIGHT};
use hexbound_level::{Code, Finding, Level};
use hexbound_sim::tuning::{STEP_HEIGHT, STEP_TOLERANCE};

/// The highest step that is a little too high, meters.
const HIGH_STEP: f64 = 0.6;
/// The way onto a step, meters: a longer one would meet the next riser of narrow stairs.
const ONTO_STEP_LENGTH: f64 = 0.25;
/// The least of that way onto a step that can be stood on, meters; less is a ledge along a wall.
const MIN_TREAD_DEPTH: f64 = 0.2;
/// The upward component of the normal of the steepest slope that is a little too steep: 50°.
const MIN_SLOPE_UP: f64 = 0.642_787;
/// The least size of a body that would pass where the player does not, as a part of theirs.
const MIN_BODY_SCALE: f32 = 0.7;
/// The way that a smaller body goes on to where the player has room again, meters.
const THROUGH_LENGTHS: [f64; 4] = [1.2, 2.0, 3.5, 6.0];
/// The steps of the bisection between a body that passes an opening and one that does not.
const BISECTION_STEPS: usize = 5;
/// Obstacles nearer to each other than this are one, meters.
const ONE_PLACE: f32 = 1.2;
/// The floor beyond an obstacle that makes it worth reporting, m².
const MIN_FLOOR_BEYOND: f64 = 10.5;
/// The detour to where an obstacle would lead that makes it worth reporting, meters.
const MIN_DETOUR: f64 = 12.0;
/// The most places beyond one obstacle that are looked at.
const LOOKED_AT: usize = 60;

/// Something that stops the player at a place.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    code: Code,
    /// The place before it.
    place: u32,
    /// Where one would stand beyond it.
    beyond: Spot,
    /// Its height, width or angle: meters or degrees.
    measure: f64,
}

/// Finds what nearly lets the player pass, and reports the share that is done.
pub(super) fn findings(
    level: &Level,
    reach: &Reach,
    progress: &(dyn Fn(f32) + Sync),
) -> Vec<Finding> {
    let before = |it: &&(u32, DVec3)| (it.0 as usize) < reach.on_foot;
    let stopped: Vec<&(u32, DVec3)> = reach.stopped.iter().filter(before).collect();
    let (count, tried) = (stopped.len(), AtomicUsize::new(0));
    let obstacles: Vec<Obstacle> = (stopped.into_par_iter())
        .filter_map(|(place, way)| {
            progress(tried.fetch_add(1, Relaxed) as f32 / count as f32);
            obstacle(level, reach, *place, *way)
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
        gathered(level, reach, code, &own)
    };
    codes.into_iter().flat_map(of_code).collect()
}

/// The findings about obstacles of one kind: one for each place, with the median measure.
fn gathered(level: &Level, reach: &Reach, code: Code, obstacles: &[Obstacle]) -> Vec<Finding> {
    let places: Vec<Vec3> = obstacles.iter().map(|it| it.at(reach)).collect();
    let found = groups(&places, ONE_PLACE).into_iter().filter_map(|group| {
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
    /// The place between both sides, on the ground, local, meters.
    fn at(&self, reach: &Reach) -> Vec3 {
        let before = reach.spot(self.place);
        let feet = |spot: &Spot| spot.center.with_y(spot.height);
        match self.code {
            Code::HighStep => feet(&before).lerp(feet(&self.beyond), 0.5).as_vec3(),
            _ => {
                let way = (feet(&self.beyond) - feet(&before)).normalize_or_zero();
                (feet(&before) + way * f64::from(BODY_RADIUS) * 1.5).as_vec3()
            }
        }
    }
}

/// Returns what narrowly stops the player on the way from a place.
fn obstacle(level: &Level, reach: &Reach, place: u32, way: DVec3) -> Option<Obstacle> {
    let Place { spot, crouched } = reach.places()[place as usize];
    if crouched {
        return None;
    }
    let found = high_step(level, spot, way)
        .map(|it| (Code::HighStep, it))
        .or_else(|| steep_slope(level, spot, way).map(|it| (Code::SteepSlope, it)))
        .or_else(|| narrow_passage(level, spot, way).map(|it| (Code::NarrowPassage, it)))
        .or_else(|| low_ceiling(level, spot, way).map(|it| (Code::LowCeiling, it)));
    let obstacle = |(code, (beyond, measure))| Obstacle {
        code,
        place,
        beyond,
        measure,
    };
    found.map(obstacle)
}

/// The place on a step that is too high, and its height. The player walks up to it first: how far away
/// it is depends on where it lies among the cells.
fn high_step(level: &Level, spot: Spot, way: DVec3) -> Option<(Spot, f64)> {
    let mesh = &*level.collision;
    let Stride::Stands(foot) = Legs::new(mesh, Size::STANDING, spot.center).walk(spot, way) else {
        return None;
    };
    let direction = way.normalize();
    let mut legs = Legs::new(mesh, Size::STANDING, foot.center).with_step(HIGH_STEP);
    let beyond = legs.step_onto(foot, direction * ONTO_STEP_LENGTH)?;
    let rise = beyond.height - foot.height;
    let ahead = (beyond.center - foot.center).dot(direction);
    let is_high = rise > STEP_HEIGHT + STEP_TOLERANCE && rise <= HIGH_STEP + STEP_TOLERANCE;
    (is_high && ahead > MIN_TREAD_DEPTH).then_some((beyond, rise))
}

/// The place beyond a slope that is too steep, and its angle in degrees.
fn steep_slope(level: &Level, spot: Spot, way: DVec3) -> Option<(Spot, f64)> {
    let mut legs = Legs::new(&level.collision, Size::STANDING, spot.center);
    let hits = legs.stopped_by(spot, way);
    let up = hits.iter().map(|hit| hit.normal.y);
    let up = up.filter(|up| (MIN_SLOPE_UP..hexbound_collide::WALKABLE).contains(up));
    let steepest = up.reduce(f64::min)?;
    let beyond = legs.climb(spot, way, MIN_SLOPE_UP)?;
    Some((beyond, libm::acos(steepest).to_degrees()))
}

/// The place beyond an opening that is too narrow, and its width.
fn narrow_passage(level: &Level, spot: Spot, way: DVec3) -> Option<(Spot, f64)> {
    let slim = |part: f32| Size {
        radius: BODY_RADIUS * part,
        half_height: HALF_HEIGHT,
    };
    let (beyond, part) = largest_passing(level, way, |part| (slim(part), spot))?;
    Some((beyond, f64::from(BODY_RADIUS * 2.0 * part)))
}

/// The place beyond a passage that is too low, and its height.
fn low_ceiling(level: &Level, spot: Spot, way: DVec3) -> Option<(Spot, f64)> {
    let low = |part: f32| {
        let size = Size {
            radius: BODY_RADIUS,
            half_height: HALF_HEIGHT * part,
        };
        let lower = f64::from(HALF_HEIGHT * (1.0 - part));
        let center = spot.center - DVec3::Y * lower;
        (size, spot.with_center(center))
    };
    let mut legs = Legs::new(&level.collision, Size::STANDING, spot.center);
    let overhead = |hit: &Hit| hit.point.y > spot.height + f64::from(HALF_HEIGHT);
    if !legs.stopped_by(spot, way).iter().any(overhead) {
        return None;
    }
    let (beyond, part) = largest_passing(level, way, low)?;
    Some((beyond, f64::from(HALF_HEIGHT * 2.0 * part)))
}

/// The standing place beyond an opening, and the scale of the largest body that fits through it, 0..1.
fn largest_passing(
    level: &Level,
    way: DVec3,
    body: impl Fn(f32) -> (Size, Spot),
) -> Option<(Spot, f32)> {
    let mesh = &*level.collision;
    let direction = way.normalize();
    let goes = |part: f32, length: f64| {
        let (size, from) = body(part);
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
        let end = goes(MIN_BODY_SCALE, *length)?;
        let center = end
            .center
            .with_y(end.height + f64::from(HALF_HEIGHT) + 0.02);
        let mut legs = Legs::new(mesh, Size::STANDING, center);
        let stands = legs.is_free(center).then(|| legs.settle(center, 0.5))??;
        Some((stands, *length))
    })?;
    let (mut least, mut most) = (MIN_BODY_SCALE, 1.0);
    for _ in 0..BISECTION_STEPS {
        let middle = (least + most) * 0.5;
        match goes(middle, length) {
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
        let depth = |place: u32| reach.way_to(place).len() as f64;
        let detour = (depth(place) - depth(obstacle.place)).abs() * CELL_SIDE;
        return (detour >= MIN_DETOUR).then_some(detour);
    }
    let limits = Limits {
        most: LOOKED_AT,
        step: match obstacle.code {
            Code::HighStep => HIGH_STEP,
            _ => STEP_HEIGHT,
        },
        without: Some(reach),
        ..Limits::default()
    };
    let area = Reach::on_foot(&level.collision, beyond, &limits).covered_area();
    (area >= MIN_FLOOR_BEYOND).then_some(area)
}
