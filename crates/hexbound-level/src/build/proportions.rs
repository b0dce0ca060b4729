//! Signs that a level lies on its side, or has another unit than the meter: the area of floors and
//! walls, the height of ceilings, and the smallest details.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, Faces, geom::Aabb};
use serde::{Deserialize, Serialize};

use super::{Draft, solid::Solid};
use crate::{Code, Finding, Scale, inside::is_inside};

/// The least component along an axis of the normal of a face that looks along it.
const FACING_COMPONENT: f32 = 0.7;
/// The number of places on floors at which the ceiling is looked for.
const SAMPLE_COUNT: usize = 400;
/// Multiples of these two, without their whole parts, are spread evenly over a square.
const SAMPLE_STEPS: [f64; 2] = [0.754_877_666_2, 0.569_840_291];
/// The least share of floor that has a ceiling in a level whose ceilings tell its unit.
const COVERED_SHARE: f32 = 0.3;
/// The height of a ceiling that hardly any level in meters has, meters.
const VERY_HIGH: f32 = 50.0;
/// The length of an edge, meters: of a level in meters with ceilings half of the edges are shorter.
const LONG_EDGE: f32 = 1.5;
/// The units of files that are not in meters, in meters, with their names.
const FILE_UNITS: [(f64, &str); 3] = [
    (0.001, "millimeters"),
    (0.01, "centimeters"),
    (0.0254, "inches"),
];
/// The ceilings of ordinary rooms, meters.
const ORDINARY_CEILINGS: std::ops::RangeInclusive<f64> = 2.0..=9.0;

/// The findings that the proportions of a file's solid triangles give.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Proportions {
    pub(super) other_unit: Option<Finding>,
    pub(super) on_its_side: Option<Finding>,
}

impl Proportions {
    /// The findings about a draft's solid triangles; none of what is made in code, which is in meters
    /// and stands upright.
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

/// Returns the finding about a level that seems to be in another unit, with the scales that would
/// fit.
fn other_unit(scale: Scale, solid: &Solid, collision: &CollisionMesh) -> Option<Finding> {
    let height = usual_height(collision).filter(|height| *height > VERY_HIGH)?;
    let edge = usual_edge(solid).filter(|edge| *edge > LONG_EDGE)?;
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

/// A number to four digits: a suggestion need not be exact.
fn in_few_digits(number: f64) -> f64 {
    let unit = 10_f64.powf(number.abs().log10().floor() - 3.0);
    let rounded = (number / unit).round() * unit;
    format!("{rounded:.9}").parse().unwrap_or(rounded)
}

/// The median height of the ceilings over a level's floors, meters; `None` where most have none.
fn usual_height(collision: &CollisionMesh) -> Option<f32> {
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

/// Places on triangles with their areas, about as many on each as its part of the whole area asks for.
fn sampled(triangles: &[([Vec3; 3], f32)]) -> Vec<Vec3> {
    let all: f64 = triangles.iter().map(|(_, area)| f64::from(*area)).sum();
    let step = all / SAMPLE_COUNT as f64;
    let (mut passed, mut places) = (0.0, Vec::new());
    for ([a, b, c], area) in triangles {
        passed += f64::from(*area);
        while (places.len() as f64 + 0.5) * step < passed {
            let number = places.len() as f64;
            let [u, v] = SAMPLE_STEPS.map(|apart| (number * apart).fract() as f32);
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
fn usual_edge(solid: &Solid) -> Option<f32> {
    let corner = |index: u32| solid.positions[index as usize];
    let mut edges: Vec<f32> = (solid.triangles.iter())
        .flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)])
        .map(|(from, to)| corner(*from).distance(corner(*to)))
        .filter(|length| *length > 0.0)
        .collect();
    let place = edges.len() / 2;
    let (_, edge, _) =
        (place < edges.len()).then(|| edges.select_nth_unstable_by(place, f32::total_cmp))?;
    Some(*edge)
}

/// The most that a level on its side is high, as a part of its smaller width: rooms are flat.
const MAX_FLAT_HEIGHT: f32 = 0.65;
/// How many times as much floor there is along the file's z as along its y in a level on its side.
const MORE_FLOOR: f32 = 1.5;
/// The least part of its ground plan that such floors fill.
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
    let has_ground = floor.z > MORE_FLOOR * floor.y && floor.z > MIN_GROUND_SHARE * size.x * size.y;
    (is_flat && has_ground).then(|| {
        let problem = format!(
            "it lies on its side: {:.0} m² of its faces look along z and {:.0} m² along y, which is \
             up",
            floor.z, floor.y
        );
        Finding::new(Code::ZUp, problem)
    })
}

/// The vector along the normal of a triangle whose length is its area.
fn area_of([a, b, c]: [Vec3; 3]) -> Vec3 {
    0.5 * (b - a).cross(c - a)
}
