//! Balls that overlap (made in one place, say) are moved apart: a change of place only, slow,
//! swept against the level, and sideways, so that no ball is lifted and none gains energy. Only
//! where there is no room sideways one goes up as the other goes down, by their masses.

use glam::DVec3;

use super::{Scene, TICK_SECONDS, hold, runner::Runner};
use hexbound_collide::SKIN;

/// Deeper than this, meters, is no rounding.
const DEEP: f64 = 1e-5;
/// A way whose level part is less than this part of it leads nowhere sideways.
const LEVEL_ENOUGH: f64 = 0.3;
/// How fast overlapping balls part, m/s.
const PARTING_SPEED: f64 = 1.0;

/// Moves overlapping balls apart as far as this tick allows.
pub fn separate(runners: &mut [Runner], pairs: &[(u32, u32)], scene: &Scene) {
    for &(first, second) in pairs {
        let (low, high) = runners.split_at_mut(second as usize);
        let (a, b) = (&mut low[first as usize], &mut high[0]);
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let depth = reach - (b.flight.position - a.flight.position).length();
        if depth > f64::from(SKIN) {
            a.wake();
            b.wake();
        }
        let weights = (a.inverse_mass(), b.inverse_mass());
        let all = weights.0 + weights.1;
        if depth > DEEP && all > 0.0 {
            let far = depth.min(PARTING_SPEED * TICK_SECONDS);
            part_two(a, b, far, (weights.0 / all, weights.1 / all), scene);
        }
    }
}

/// Moves two balls `far` meters apart, each by its share.
fn part_two(a: &mut Runner, b: &mut Runner, far: f64, shares: (f64, f64), scene: &Scene) {
    let way = hold::axis(a, b);
    let level = DVec3::new(way.x, 0.0, way.z);
    let direction = if level.length() < LEVEL_ENOUGH {
        hold::own_direction(a, b)
    } else {
        level.normalize_or(DVec3::X)
    };
    let across = DVec3::new(-direction.z, 0.0, direction.x);
    for aside in [direction, across] {
        let gone =
            shift(a, -aside * (far * shares.0), scene) + shift(b, aside * (far * shares.1), scene);
        if gone > 0.0 {
            return;
        }
    }
    if shares.0 > 0.0 && shares.1 > 0.0 {
        let (u, v) = (-way * (far * shares.0), way * (far * shares.1));
        let free = a.free_part(a.flight.position + u, scene);
        let free = free.min(b.free_part(b.flight.position + v, scene));
        a.flight.position += u * free;
        b.flight.position += v * free;
    }
}

/// Moves a ball as far as it is free; how many meters that was.
fn shift(runner: &mut Runner, by: DVec3, scene: &Scene) -> f64 {
    let to = runner.flight.position + by;
    let by = by * runner.free_part(to, scene);
    runner.flight.position += by;
    by.length()
}
