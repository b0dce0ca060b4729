//! Balls of a millimeter that are thrown from 100 km away at the edge of a sheet.

use std::sync::Arc;

use glam::{DVec3, Vec3};
use hexbound_collide::Body;

use super::{Performance, SECOND, ShownBody, acted::Acted};
use crate::{clock::TICK, level::Level, random::Random};

/// The throws, and the ticks from one to the next.
const THROWS: u64 = 40;
const APART: u64 = 6;
/// The radius of a ball, meters.
const RADIUS: f64 = 1e-3;
/// The distance from which they come, meters.
const FAR: f64 = 1e5;
/// The place of the sheet's edge, and where a throw ends that meets nothing, along z, meters.
const EDGE: f64 = -6.0;
const END: f64 = -11.0;
/// A ball that ends further than this from where it must is counted, meters.
const OFF: f64 = 1e-3;
/// The last part of the way is shown at this speed, meters a second, with all that is across the way
/// so many times as large.
const SHOWN_SPEED: f32 = 6.0;
const LARGER: f64 = 60.0;

/// A sweep of a ball: the part of the way after which it meets the level.
pub(super) type Sweep = fn(&Level, DVec3, DVec3) -> Option<f64>;

struct Throws {
    level: Arc<Level>,
    sweep: Sweep,
    random: Random,
    all: Vec<Throw>,
    tick: u64,
}

/// A ball that has been thrown.
struct Throw {
    from: DVec3,
    /// The places along z where it must end and where it does, meters.
    right: f64,
    end: f64,
    tick: u64,
}

/// Begins the throws. The figure: how many of them end elsewhere than at the edge.
pub(super) fn throws(level: &Arc<Level>, sweep: Sweep) -> Box<dyn Performance> {
    Acted {
        state: Throws {
            level: Arc::clone(level),
            sweep,
            random: Random::new(3),
            all: Vec::new(),
            tick: 0,
        },
        length: THROWS * APART + 2 * SECOND,
        step: Throws::step,
        bodies: Throws::bodies,
        figure: |throws| {
            let all = throws.all.iter();
            let missed = all.filter(|it| (it.end - it.right).abs() > OFF);
            missed.count() as f64
        },
    }
    .begin()
}

impl Throws {
    fn step(&mut self, tick: u64) {
        self.tick = tick;
        if tick.is_multiple_of(APART) && tick < THROWS * APART {
            let throw = self.throw();
            self.all.push(throw);
        }
    }

    /// Throws a ball straight ahead, so that its middle passes the edge by less than its radius.
    fn throw(&mut self) -> Throw {
        let mut between = |low, high| f64::from(self.random.between(low, high));
        let aside = RADIUS * between(-0.9, 0.9);
        let from = DVec3::new(aside, between(0.6, 1.8), FAR * between(0.8, 1.0));
        let way = DVec3::Z * (END - from.z);
        let end = (self.sweep)(&self.level, from, from + way);
        Throw {
            from,
            right: EDGE + (RADIUS * RADIUS - aside * aside).sqrt(),
            end: end.map_or(END, |fraction| from.z + way.z * fraction),
            tick: self.tick,
        }
    }

    /// The balls near the sheet, and those that have met it.
    fn bodies(&self) -> Vec<ShownBody> {
        let shown = |throw: &Throw| {
            let gone = SHOWN_SPEED * TICK * (self.tick - throw.tick) as f32;
            let z = (-1.0 - gone).max(throw.end as f32);
            let center = Vec3::new((throw.from.x * LARGER) as f32, throw.from.y as f32, z);
            (f64::from(z) > END).then(|| ShownBody::ball(center, (RADIUS * LARGER) as f32))
        };
        self.all.iter().filter_map(shown).collect()
    }
}

/// Asks the library.
pub(super) fn by_library(level: &Level, from: DVec3, to: DVec3) -> Option<f64> {
    let ball = Body::sphere(RADIUS as f32).ok()?;
    let hit = level.collision.sweep(&ball, from, to).ok().flatten()?;
    Some(hit.fraction)
}

/// Asks each triangle in a space in which the ball has the radius 1: its plane, and then by quadratic
/// equations its edges and its corners ("Improved Collision Detection and Response", Kasper Fauerby).
/// The equations subtract squares from each other that are alike in all but their last digits.
pub(super) fn by_textbook(level: &Level, from: DVec3, to: DVec3) -> Option<f64> {
    let mesh = &level.collision;
    let (base, motion) = (from / RADIUS, (to - from) / RADIUS);
    let touch = |triangle: u32| {
        let corners = mesh.corners(triangle);
        let corners = corners.map(|corner| corner.as_dvec3() / RADIUS);
        first_touch(base, motion, corners)
    };
    let touches = (0..mesh.len() as u32).filter_map(touch);
    touches.min_by(f64::total_cmp)
}

fn first_touch(base: DVec3, motion: DVec3, corners: [DVec3; 3]) -> Option<f64> {
    if let Some(inside) = touch_face(base, motion, corners) {
        return Some(inside);
    }
    let edges = (0..3).filter_map(|edge| {
        let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
        touch_edge(base, motion, from, to - from)
    });
    let vertices = corners.into_iter().filter_map(|corner| {
        let apart = base - corner;
        let (a, b) = (motion.length_squared(), 2.0 * motion.dot(apart));
        lowest_root(a, b, apart.length_squared() - 1.0)
    });
    edges.chain(vertices).min_by(f64::total_cmp)
}

fn touch_face(base: DVec3, motion: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let normal = (b - a).cross(c - a).normalize();
    let (height, rate) = ((base - a).dot(normal), motion.dot(normal));
    let fraction = (height.signum() - height) / rate;
    let at = base + motion * fraction - normal * height.signum();
    let inside = |from: DVec3, to: DVec3| (to - from).cross(at - from).dot(normal) >= 0.0;
    let is_touched =
        (0.0..=1.0).contains(&fraction) && inside(a, b) && inside(b, c) && inside(c, a);
    is_touched.then_some(fraction)
}

fn touch_edge(base: DVec3, motion: DVec3, from: DVec3, edge: DVec3) -> Option<f64> {
    let apart = base - from;
    let length = edge.length_squared();
    let (along, past) = (edge.dot(motion), edge.dot(apart));
    let a = length * motion.length_squared() - along * along;
    let b = 2.0 * (length * motion.dot(apart) - along * past);
    let c = length * (apart.length_squared() - 1.0) - past * past;
    let fraction = lowest_root(a, b, c)?;
    let place = (past + along * fraction) / length;
    (0.0..=1.0).contains(&place).then_some(fraction)
}

/// The lower solution of a·t² + b·t + c = 0 within 0..1.
fn lowest_root(a: f64, b: f64, c: f64) -> Option<f64> {
    let root = (b * b - 4.0 * a * c).sqrt();
    let roots = [(-b - root) / (2.0 * a), (-b + root) / (2.0 * a)];
    roots.into_iter().find(|root| (0.0..=1.0).contains(root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::museum::kernel::tests::alone;

    #[test]
    fn both_sweeps_meet_the_edge_from_nearby() {
        let level = alone("f3");
        for (aside, from) in [(0.5e-3, -5.0), (-0.8e-3, -2.0)] {
            let from = DVec3::new(aside, 1.0, from);
            let way = DVec3::Z * (END - from.z);
            let right = EDGE + (RADIUS * RADIUS - aside * aside).sqrt();
            for sweep in [by_library, by_textbook] {
                let end = from.z + way.z * sweep(&level, from, from + way).unwrap();
                assert!((end - right).abs() < 1e-5, "{end} instead of {right}");
            }
        }
    }
}
