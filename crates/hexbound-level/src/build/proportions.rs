//! Signs that a level lies on its side, or that its unit is not the meter: the area of floors and walls,
//! the height of ceilings, and the smallest details.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces, geom::Aabb};
use serde::{Deserialize, Serialize};

use super::{Draft, solid::Solid};
use crate::{Code, Finding, Scale, inside::is_inside};

/// The least component of a face's normal along an axis for the face to point along it.
const FACING_COMPONENT: f32 = 0.7;
/// The number of places on floors at which the ceiling is measured.
const SAMPLE_COUNT: usize = 400;
/// Two numbers whose multiples have fractional parts that are evenly distributed over a square.
const SAMPLE_STEPS: [f64; 2] = [0.754_877_666_2, 0.569_840_291];
/// The least share of covered floor in a level whose ceilings indicate its unit.
const COVERED_SHARE: f32 = 0.3;
/// The median height of ceilings, meters, that hardly any level in meters exceeds.
const HIGH_CEILING: f32 = 50.0;
/// The median length of edges, meters, that hardly any level in meters with ceilings exceeds.
const LONG_EDGE: f32 = 1.5;
/// The common units other than meters, in meters, with their names.
const FILE_UNITS: [(f64, &str); 3] = [
    (0.001, "millimeters"),
    (0.01, "centimeters"),
    (0.0254, "inches"),
];
/// The heights of ordinary ceilings, meters.
const ORDINARY_CEILINGS: std::ops::RangeInclusive<f64> = 2.0..=9.0;

/// The findings about the proportions of a file's solid triangles.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Proportions {
    pub(super) other_unit: Option<Finding>,
    pub(super) on_its_side: Option<Finding>,
}

impl Proportions {
    /// The findings about a draft's solid triangles; none for a scene made in code, which is in meters
    /// and upright.
    pub(super) fn of(
        draft: &Draft,
        solid: &Solid,
        collision: &CollisionMesh,
        bounds: Aabb,
    ) -> Self {
        if draft.path.is_none() {
            return Self::default();
        }
        Self {
            other_unit: other_unit(draft.reading.scale, solid, collision),
            on_its_side: on_its_side(solid, bounds),
        }
    }
}

/// Returns the finding about a level that seems to be in another unit, with the scales that would fit.
fn other_unit(scale: Scale, solid: &Solid, collision: &CollisionMesh) -> Option<Finding> {
    let height = median_height(collision).filter(|height| *height > HIGH_CEILING)?;
    let edge = median_edge(solid).filter(|edge| *edge > LONG_EDGE)?;
    let fitting: Vec<String> = (FILE_UNITS.iter())
        .filter(|(unit, _)| ORDINARY_CEILINGS.contains(&(f64::from(height) * unit)))
        .filter_map(|(unit, name)| {
            let scale = Scale::new(in_few_digits(scale.factor() * unit))?;
            Some(format!("--scale {scale} would fit {name}"))
        })
        .collect();
    (!fitting.is_empty()).then(|| {
        let problem = format!(
            "its ceilings are {height:.0} m high and half of its edges longer than {edge:.1} m, so \
             that its unit is probably no meter: {}",
            fitting.join(", ")
        );
        Finding::new(Code::WrongUnit, problem)
    })
}

/// Rounds a number to four digits: a suggestion need not be exact.
fn in_few_digits(number: f64) -> f64 {
    let unit = 10_f64.powf(number.abs().log10().floor() - 3.0);
    let rounded = (number / unit).round() * unit;
    format!("{rounded:.9}").parse().unwrap_or(rounded)
}

/// The median height of the ceilings over a level's floors, meters; `None` if most have none.
fn median_height(collision: &CollisionMesh) -> Option<f32> {
    let floors: Vec<([Vec3; 3], f32)> = (0..collision.len() as u32)
        .map(|triangle| collision.corners(triangle))
        .filter_map(|corners| {
            let area = area_of(corners);
            let is_floor = area.y > FACING_COMPONENT * area.length();
            is_floor.then_some((corners, area.length()))
        })
        .collect();
    let far = collision.bounds().size().length();
    let (mut heights, mut count) = (Vec::new(), 0);
    for place in sampled(&floors) {
        let from = place + Vec3::Y * (far * 1e-4);
        // The top of a wall that ends within a ceiling is no floor.
        if is_inside(from, collision) {
            continue;
        }
        count += 1;
        let hit = collision.ray_cast_faces(from, Vec3::Y, far, Faces::Both);
        heights.extend(hit.map(|hit| hit.distance));
    }
    heights.sort_by(f32::total_cmp);
    let is_covered = heights.len() as f32 >= COVERED_SHARE * count as f32;
    heights
        .get(heights.len() / 2)
        .copied()
        .filter(|_| is_covered)
}

/// Sample points on triangles with their areas, distributed by area.
fn sampled(triangles: &[([Vec3; 3], f32)]) -> Vec<Vec3> {
    let all: f64 = triangles.iter().map(|(_, area)| f64::from(*area)).sum();
    let step = all / SAMPLE_COUNT as f64;
    let (mut passed, mut places) = (0.0, Vec::new());
    for ([a, b, c], area) in triangles {
        passed += f64::from(*area);
        while (places.len() as f64 + 0.5) * step < passed {
            let index = places.len() as f64;
            let [u, v] = SAMPLE_STEPS.map(|step| (index * step).fract() as f32);
            // The other half of the parallelogram is the triangle's mirror image.
            let [u, v] = if u + v > 1.0 {
                [1.0 - u, 1.0 - v]
            } else {
                [u, v]
            };
            places.push(*a + (*b - *a) * u + (*c - *a) * v);
        }
    }
    places
}

/// The median length of a level's edges, meters.
fn median_edge(solid: &Solid) -> Option<f32> {
    let corner = |index: u32| solid.positions[index as usize];
    let mut edges: Vec<f32> = (solid.triangles.iter())
        .flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)])
        .map(|(from, to)| corner(*from).distance(corner(*to)))
        .filter(|length| *length > 0.0)
        .collect();
    let middle = edges.len() / 2;
    let (_, edge, _) =
        (middle < edges.len()).then(|| edges.select_nth_unstable_by(middle, f32::total_cmp))?;
    Some(*edge)
}

/// The greatest height of a level on its side, as a fraction of its smaller width: rooms are flat.
const MAX_FLAT_HEIGHT: f32 = 0.65;
/// The least ratio of floor area along the file's z to that along its y in a level on its side.
const FLOOR_RATIO: f32 = 1.5;
/// The least share of the ground plan that floors along the file's z fill in a level on its side.
const MIN_GROUND_SHARE: f32 = 0.4;

/// Returns the finding about a level that lies on its side, since its file has z up.
fn on_its_side(solid: &Solid, bounds: Aabb) -> Option<Finding> {
    let mut floor = Vec3::ZERO;
    for triangle in &solid.triangles {
        let area = area_of(triangle.map(|corner| solid.positions[corner as usize]));
        let length = area.length();
        for axis in 0..3 {
            if area[axis] > FACING_COMPONENT * length {
                floor[axis] += length;
            }
        }
    }
    let size = bounds.size();
    let is_flat = size.z < MAX_FLAT_HEIGHT * size.x.min(size.y);
    let has_ground =
        floor.z > FLOOR_RATIO * floor.y && floor.z > MIN_GROUND_SHARE * size.x * size.y;
    (is_flat && has_ground).then(|| {
        let problem = format!(
            "it lies on its side: {:.0} m² of its faces look along z and {:.0} m² along y, which is \
             up",
            floor.z, floor.y
        );
        Finding::new(Code::ZUp, problem)
    })
}

/// The vector along the normal of a triangle with the triangle's area as its length.
fn area_of([a, b, c]: [Vec3; 3]) -> Vec3 {
    0.5 * (b - a).cross(c - a)
}
