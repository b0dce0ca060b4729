//! Separates overlapping balls, for instance balls created at one place. They move slowly, without a
//! change of velocity, and swept against the level. The direction is horizontal, so that no ball is
//! lifted and none gains energy. Only without room sideways does one rise as the other sinks, by their
//! masses.

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
/// The least horizontal component of a direction that can be made horizontal.
const MIN_HORIZONTAL: f64 = 0.3;
/// The speed at which overlapping balls are separated, m/s.
const PARTING_SPEED: f64 = 1.0;

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
        let weights = (a.inverse_mass(), b.inverse_mass());
        let all = weights.0 + weights.1;
        if depth > MIN_OVERLAP && all > 0.0 {
            let far = depth.min(PARTING_SPEED * TICK_SECONDS);
            separate_two(a, b, far, [weights.0 / all, weights.1 / all], scene);
        }
    }
}

/// Separates two balls by `far` meters, each by its share.
fn separate_two(a: &mut BallSim, b: &mut BallSim, far: f64, shares: [f64; 2], scene: &BallScene) {
    let separation = axis(a, b);
    let level = DVec3::new(separation.x, 0.0, separation.z);
    let direction = if level.length() < MIN_HORIZONTAL {
        own_direction(a, b)
    } else {
        level.normalize_or(DVec3::X)
    };
    let across = DVec3::new(-direction.z, 0.0, direction.x);
    for aside in [direction, across] {
        let gone = shift(a, -aside * (far * shares[0]), scene)
            + shift(b, aside * (far * shares[1]), scene);
        if gone > 0.0 {
            return;
        }
    }
    if shares[0] > 0.0 && shares[1] > 0.0 {
        let [u, v] = [-shares[0], shares[1]].map(|share| separation * (far * share));
        let free = a.free_part(a.flight.position + u, scene);
        let free = free.min(b.free_part(b.flight.position + v, scene));
        a.flight.position += u * free;
        b.flight.position += v * free;
    }
}

/// Moves a ball by the free part of `by` and returns the distance, meters.
fn shift(sim: &mut BallSim, by: DVec3, scene: &BallScene) -> f64 {
    let to = sim.flight.position + by;
    let by = by * sim.free_part(to, scene);
    sim.flight.position += by;
    by.length()
}
