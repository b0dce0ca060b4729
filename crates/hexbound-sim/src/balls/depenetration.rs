//! Separates overlapping balls, for instance balls created at one position. The balls move slowly, swept
//! against the level, and keep their velocities. The direction is horizontal, so that no ball is lifted
//! and none gains energy. If there is no room sideways, one ball rises and the other sinks, by their masses.

use glam::DVec3;

use super::{
    ball_sim::BallSim,
    pair_contact::{axis, own_direction},
    scene::BallScene,
    tolerances::TICK_SECONDS,
};
use hexbound_collide::SKIN;

/// The least overlap that is separated, meters; a smaller one is rounding.
const MIN_OVERLAP: f64 = 1e-5;
/// The least horizontal length of the unit direction between two balls for it to be used. The pair's own
/// direction replaces a steeper one.
const MIN_HORIZONTAL_LENGTH: f64 = 0.3;
/// The speed at which overlapping balls are separated, m/s.
const SEPARATION_SPEED: f64 = 1.0;

/// Separates overlapping balls as far as this tick allows.
pub(super) fn separate(sims: &mut [BallSim], pairs: &[(u32, u32)], scene: &BallScene) {
    for &(first, second) in pairs {
        let (low, high) = sims.split_at_mut(second as usize);
        let (a, b) = (&mut low[first as usize], &mut high[0]);
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let depth = reach - (b.flight.position - a.flight.position).length();
        if depth > f64::from(SKIN) {
            a.wake();
            b.wake();
        }
        let inverse = (a.inverse_mass(), b.inverse_mass());
        let sum = inverse.0 + inverse.1;
        if depth > MIN_OVERLAP && sum > 0.0 {
            let distance = depth.min(SEPARATION_SPEED * TICK_SECONDS);
            separate_two(a, b, distance, [inverse.0 / sum, inverse.1 / sum], scene);
        }
    }
}

/// Separates two balls by `depth` meters, each by its share.
fn separate_two(a: &mut BallSim, b: &mut BallSim, depth: f64, shares: [f64; 2], scene: &BallScene) {
    let separation = axis(a, b);
    let horizontal = DVec3::new(separation.x, 0.0, separation.z);
    let direction = if horizontal.length() < MIN_HORIZONTAL_LENGTH {
        own_direction(a, b)
    } else {
        horizontal.normalize_or(DVec3::X)
    };
    let across = DVec3::new(-direction.z, 0.0, direction.x);
    for aside in [direction, across] {
        let moved = shift(a, -aside * (depth * shares[0]), scene)
            + shift(b, aside * (depth * shares[1]), scene);
        if moved > 0.0 {
            return;
        }
    }
    if shares[0] > 0.0 && shares[1] > 0.0 {
        let [u, v] = [-shares[0], shares[1]].map(|share| separation * (depth * share));
        let free = a.free_fraction(a.flight.position + u, scene);
        let free = free.min(b.free_fraction(b.flight.position + v, scene));
        a.flight.position += u * free;
        b.flight.position += v * free;
    }
}

/// Moves a ball by the free part of `delta` and returns the distance, meters.
fn shift(sim: &mut BallSim, delta: DVec3, scene: &BallScene) -> f64 {
    let to = sim.flight.position + delta;
    let delta = delta * sim.free_fraction(to, scene);
    sim.flight.position += delta;
    delta.length()
}
