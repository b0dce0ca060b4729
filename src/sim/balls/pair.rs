//! Two balls that meet: an impact by their masses, or a lasting contact.

use glam::DVec3;

use super::{
    Impact, Struck, TOUCH,
    ball_sim::{BallSim, LASTING_SPEED},
    contact_solver,
    response::exchanged,
};
use crate::sim::tuning::SLEEP_SPEED;

/// Lets two balls meet at `time`, seconds since the tick began. Returns the impact, and whether the
/// contact lasts.
pub(crate) fn meet<'a>(
    (a, b): (&mut BallSim<'a>, &mut BallSim<'a>),
    time: f64,
    restitution: f64,
) -> (Impact, bool) {
    a.advance(time);
    b.advance(time);
    let axis = contact_solver::axis(a, b);
    let relative = a.flight.velocity - b.flight.velocity;
    let approach = relative.dot(axis);
    let impact = Impact {
        masses: [a.ball.mass, b.ball.mass],
        ..a.impact(-axis, approach.max(0.0), Struck::Ball(b.ball.id))
    };
    let supported = a.supported || b.supported;
    let lasting = if supported {
        lasting_speed(a, b, axis)
    } else {
        0.0
    };
    let sideways = approach - relative.y * axis.y;
    if approach > lasting || sideways > f64::from(SLEEP_SPEED) {
        a.wake();
        b.wake();
    }
    let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
    let overlap = reach - (b.flight.position - a.flight.position).length();
    let lasts = approach <= lasting || overlap > TOUCH;
    let kept = if lasts { 0.0 } else { restitution };
    let (u, v) = exchange((a, a.flight.velocity), (b, b.flight.velocity), axis, kept);
    (a.flight.velocity, b.flight.velocity) = (u, v);
    if lasts && supported {
        stay_together(a, b, axis);
    } else {
        a.let_go();
        b.let_go();
    }
    (impact, lasts)
}

/// The fastest approach that gravity can cause where one of the balls is supported, m/s; in a stack it
/// acts from all sides. Between balls in free flight it causes none: they fall alike.
pub(crate) fn lasting_speed(a: &BallSim, b: &BallSim, axis: DVec3) -> f64 {
    if a.is_in_stack() || b.is_in_stack() {
        LASTING_SPEED
    } else {
        LASTING_SPEED * axis.y.abs()
    }
}

/// Keeps two balls in contact: their accelerations no longer draw them together.
fn stay_together<'a>(a: &mut BallSim<'a>, b: &mut BallSim<'a>, axis: DVec3) {
    let (u, v) = exchange(
        (a, a.flight.acceleration),
        (b, b.flight.acceleration),
        axis,
        0.0,
    );
    for (sim, acceleration) in [(a, u), (b, v)] {
        if !sim.is_fixed() {
            sim.flight.acceleration = acceleration;
            sim.stay_outside();
            sim.resist();
            sim.supported = true;
            sim.in_stack = true;
        }
    }
}

/// The velocities after an impact; a fixed ball has infinite mass.
fn exchange(
    (a, first): (&BallSim, DVec3),
    (b, second): (&BallSim, DVec3),
    axis: DVec3,
    restitution: f64,
) -> (DVec3, DVec3) {
    let masses = (f64::from(a.ball.mass), f64::from(b.ball.mass));
    match (a.is_fixed(), b.is_fixed()) {
        (false, false) => exchanged((first, masses.0), (second, masses.1), axis, restitution),
        (false, true) => (bounced(first, second, axis, restitution), second),
        (true, false) => (first, bounced(second, first, -axis, restitution)),
        (true, true) => (first, second),
    }
}

/// The velocity `moving` after an impact along `axis` on something that cannot be moved.
fn bounced(moving: DVec3, fixed: DVec3, axis: DVec3, restitution: f64) -> DVec3 {
    let approach = (moving - fixed).dot(axis).max(0.0);
    moving - axis * (approach * (1.0 + restitution))
}
