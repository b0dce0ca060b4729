//! An independent judge of walks. It shares nothing with the game's collision code: its own
//! reading of the level's file, double precision, and plain distances between a triangle and a
//! point, a segment or an ellipsoid. Two things are faults: the path of the body's center meets
//! a triangle, or the body overlaps one by more than the game promises.

#![allow(dead_code, reason = "every test program that judges walks uses a part")]

pub mod file;
pub mod grid;
pub mod shapes;
pub mod sim;
pub mod trace;

use glam::dvec3;

pub use grid::Grid;
pub use shapes::{Ellipsoid, Triangle};
pub use sim::{PLANES, clean_walk, compared, judged_walk};
pub use trace::{Row, parse_trace};

/// The body may overlap by this much, meters: the game's skin of 1 mm and 1 mm more.
pub const OVERLAP_ALLOWED: f64 = 0.002;
/// The distance from a triangle that counts as touching it, meters: the skin that the body keeps,
/// and a bit.
const TOUCH: f64 = 0.005;
/// The normal's height from which a triangle is floor rather than wall: a slope of 46°, so that
/// the 45° which must be walkable are on the right side of rounding.
const FLOOR_NORMAL: f64 = 0.694;
/// Only the first faults are described; the rest are counted.
const FAULTS_DESCRIBED: usize = 8;

/// The judge's findings on a walk.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub rows: usize,
    /// Ticks whose path from the row before meets a triangle; teleports excepted.
    pub crossings: usize,
    /// Ticks that overlap a triangle by more than [`OVERLAP_ALLOWED`].
    pub overlaps: usize,
    /// The deepest overlap of all ticks, meters.
    pub deepest: f64,
    /// Meters along the ground plane, teleports excepted.
    pub distance: f64,
    pub teleports: usize,
    /// Ticks on which the game said that the player stood.
    pub grounded: usize,
    /// Ticks on which the game counted a contact.
    pub in_contact: usize,
    /// Ticks on which the judge itself saw the body touch something flat enough to stand on.
    pub touching_floor: usize,
    /// Ticks on which the judge itself saw the body touch something steeper.
    pub touching_wall: usize,
    /// The first faults, in words.
    pub faults: Vec<String>,
}

impl Verdict {
    pub fn is_clean(&self) -> bool {
        self.crossings == 0 && self.overlaps == 0
    }

    pub fn summary(&self) -> String {
        let part = |count: usize| 100.0 * count as f64 / self.rows as f64;
        let [grounded, contact] = [self.grounded, self.in_contact].map(part);
        let [floor, wall] = [self.touching_floor, self.touching_wall].map(part);
        let (faults, deepest) = ([self.crossings, self.overlaps], self.deepest * 1000.0);
        format!(
            "{} rows, {} crossings, {} overlaps, deepest {deepest:.3} mm, {:.0} m walked, \
             {} teleports, grounded {grounded:.0} %, contact {contact:.0} %, \
             touching floor {floor:.0} %, wall {wall:.0} %",
            self.rows, faults[0], faults[1], self.distance, self.teleports,
        )
    }

    fn describe(&mut self, fault: String) {
        if self.faults.len() < FAULTS_DESCRIBED {
            self.faults.push(fault);
        }
    }
}

/// Judges every row of a walk against every triangle. `radius` is the body's horizontal
/// semi-axis; the vertical one is in the rows.
pub fn judge(grid: &Grid, radius: f64, rows: &[Row]) -> Verdict {
    let mut verdict = Verdict {
        rows: rows.len(),
        ..Verdict::default()
    };
    let mut before: Option<&Row> = None;
    for row in rows {
        if let Some(from) = before.filter(|_| !row.teleported) {
            judge_path(grid, from, row, &mut verdict);
        }
        let body = Ellipsoid {
            center: row.center,
            radius,
            half_height: row.half_height,
        };
        judge_place(grid, &body, row.tick, &mut verdict);
        verdict.teleports += usize::from(row.teleported);
        verdict.grounded += usize::from(row.grounded);
        verdict.in_contact += usize::from(row.contacts > 0);
        before = Some(row);
    }
    verdict
}

fn judge_path(grid: &Grid, from: &Row, to: &Row, verdict: &mut Verdict) {
    let step = to.center - from.center;
    verdict.distance += dvec3(step.x, 0.0, step.z).length();
    let (tick, from, to) = (to.tick, from.center, to.center);
    let near = grid.near(from.min(to) - TOUCH, from.max(to) + TOUCH);
    let meets = |index: &usize| shapes::segment_meets(from, to, grid.triangle(*index));
    if let Some(index) = near.into_iter().find(meets) {
        let triangle = grid.triangle(index);
        verdict.crossings += 1;
        verdict.describe(format!(
            "tick {tick}: the path from {from} to {to} meets triangle {index} {triangle:?}"
        ));
    }
}

fn judge_place(grid: &Grid, body: &Ellipsoid, tick: u64, verdict: &mut Verdict) {
    let reach = dvec3(body.radius, body.half_height, body.radius) + TOUCH;
    let (mut floor, mut wall) = (false, false);
    let mut deepest: Option<(f64, usize)> = None;
    for index in grid.near(body.center - reach, body.center + reach) {
        let triangle = grid.triangle(index);
        if !body.touches(triangle, -TOUCH) {
            continue;
        }
        let is_floor = triangle.normal().y.abs() >= FLOOR_NORMAL;
        floor |= is_floor;
        wall |= !is_floor;
        let depth = body.overlap(triangle);
        if depth > deepest.map_or(0.0, |(depth, _)| depth) {
            deepest = Some((depth, index));
        }
    }
    verdict.touching_floor += usize::from(floor);
    verdict.touching_wall += usize::from(wall);
    let Some((depth, index)) = deepest else {
        return;
    };
    verdict.deepest = verdict.deepest.max(depth);
    if body.touches(grid.triangle(index), OVERLAP_ALLOWED) {
        let (at, millimeters, triangle) = (body.center, depth * 1000.0, grid.triangle(index));
        verdict.overlaps += 1;
        verdict.describe(format!(
            "tick {tick}: at {at} the body overlaps triangle {index} by {millimeters:.2} mm: {triangle:?}"
        ));
    }
}
