//! Two balls that meet: an impact by their masses, or a contact that lasts.

use glam::DVec3;

use super::{
    Impact, TOUCH, hold,
    response::exchanged,
    runner::{LASTING_SPEED, Runner},
};
use crate::sim::tuning::SLEEP_SPEED;

/// Two balls meet at `time`: an impact by masses, or a contact that lasts. Which tells the second
/// value.
pub fn meet<'a>(
    (a, b): (&mut Runner<'a>, &mut Runner<'a>),
    time: f64,
    restitution: f64,
) -> (Impact, bool) {
    a.advance(time);
    b.advance(time);
    let axis = hold::axis(a, b);
    let relative = a.flight.velocity - b.flight.velocity;
    let approach = relative.dot(axis);
    let impact = Impact {
        masses: [a.ball.mass, b.ball.mass],
        ..a.impact(-axis, approach.max(0.0))
    };
    let held = a.held || b.held;
    let lasting = if held { lasting_speed(a, b, axis) } else { 0.0 };
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
    if lasts && held {
        stay_together(a, b, axis);
    } else {
        a.let_go();
        b.let_go();
    }
    (impact, lasts)
}

/// The fastest approach that can be gravity's where one of the balls is held, m/s; on a pile
/// gravity comes from all sides. Between balls in free flight there is none: they fall alike.
pub fn lasting_speed(a: &Runner, b: &Runner, axis: DVec3) -> f64 {
    if a.is_piled() || b.is_piled() {
        LASTING_SPEED
    } else {
        LASTING_SPEED * axis.y.abs()
    }
}

/// Two balls go on touching: they are no longer drawn into each other.
fn stay_together<'a>(a: &mut Runner<'a>, b: &mut Runner<'a>, axis: DVec3) {
    let (u, v) = exchange(
        (a, a.flight.acceleration),
        (b, b.flight.acceleration),
        axis,
        0.0,
    );
    for (runner, acceleration) in [(a, u), (b, v)] {
        if !runner.is_fixed() {
            runner.flight.acceleration = acceleration;
            runner.stay_outside();
            runner.resist();
            runner.held = true;
            runner.piled = true;
        }
    }
}

/// `exchanged`, where what is fixed has no end of mass.
fn exchange(
    (a, first): (&Runner, DVec3),
    (b, second): (&Runner, DVec3),
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

/// `moving` after it met something that can't be moved, in the direction `axis`.
fn bounced(moving: DVec3, fixed: DVec3, axis: DVec3, restitution: f64) -> DVec3 {
    let approach = (moving - fixed).dot(axis).max(0.0);
    moving - axis * (approach * (1.0 + restitution))
}
