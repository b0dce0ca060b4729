//! Balls that overlap (made in one place, say) are moved apart: a change of place only, slow,
//! swept against the level, and with the common centre of mass kept at its height, so that it
//! gives no energy.

use glam::DVec3;

use super::{Scene, TICK_SECONDS, hold, runner::Runner};

/// Deeper than this, metres, is no rounding.
const DEEP: f64 = 1e-5;
/// How fast overlapping balls part, m/s.
const PARTING_SPEED: f64 = 1.0;

/// Moves overlapping balls apart as far as this tick allows.
pub fn separate(runners: &mut [Runner], pairs: &[(u32, u32)], scene: &Scene) {
    for &(first, second) in pairs {
        let (low, high) = runners.split_at_mut(second as usize);
        let (a, b) = (&mut low[first as usize], &mut high[0]);
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let depth = reach - (b.flight.position - a.flight.position).length();
        let shares = (a.inverse_mass(), b.inverse_mass());
        let all = shares.0 + shares.1;
        if depth <= DEEP || all <= 0.0 {
            continue;
        }
        let way = hold::axis(a, b) * depth.min(PARTING_SPEED * TICK_SECONDS);
        let (part, other) = (shares.0 / all, shares.1 / all);
        let both_move = part > 0.0 && other > 0.0;
        if !(both_move && shift(a, b, (-way * part, way * other), scene)) {
            // Where one of them can't give way the other goes sideways: at its own height.
            let aside = DVec3::new(way.x, 0.0, way.z);
            shift(a, b, (-aside * part, DVec3::ZERO), scene);
            shift(a, b, (DVec3::ZERO, aside * other), scene);
        }
    }
}

/// Moves both by the same part of their ways: as far as both are free. Whether that was all.
fn shift(a: &mut Runner, b: &mut Runner, (u, v): (DVec3, DVec3), scene: &Scene) -> bool {
    let (to_a, to_b) = (a.flight.position + u, b.flight.position + v);
    let part = a.free_part(to_a, scene).min(b.free_part(to_b, scene));
    a.flight.position += u * part;
    b.flight.position += v * part;
    part >= 1.0
}
