//! Two balls that meet: an impact by their masses, or a lasting contact.

use glam::DVec3;

use super::{
    Impact, ReflectedSide, Struck,
    ball_sim::BallSim,
    impact::Reflection,
    pair_contact::{axis, lasting_speed, response, rolling_resistance},
    response::after_impact,
    tolerances::TOUCH_GAP,
};
use crate::tuning::SLEEP_SPEED;

/// Resolves the meeting of two balls at `time`, seconds since the tick began.
pub(super) fn meet<'a>(a: &mut BallSim<'a>, b: &mut BallSim<'a>, time: f64) -> Impact {
    let arrival_velocities = [a.advance(time), b.advance(time)];
    let axis = axis(a, b);
    let relative = a.flight.velocity - b.flight.velocity;
    let approach = relative.dot(axis);
    let impact = Impact {
        masses: [a.ball.mass, b.ball.mass],
        radii: [a.ball.radius, b.ball.radius],
        ..a.impact(
            -axis,
            approach.max(0.0),
            Struck::Ball(b.ball.id),
            arrival_velocities[0],
        )
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
    let lasts = approach <= lasting || overlap > TOUCH_GAP;
    let kept = if lasts {
        0.0
    } else {
        response(a, b).restitution
    };
    let velocities = [a.flight.velocity, b.flight.velocity];
    let reflected = exchange(a, b, velocities, axis, kept);
    [a.flight.velocity, b.flight.velocity] = reflected;
    if lasts && supported {
        stay_together(a, b, axis);
    } else {
        a.fall_freely();
        b.fall_freely();
    }
    let side = |at: usize, sim: &BallSim| ReflectedSide {
        center: sim.flight.position,
        before: arrival_velocities[at],
        reflected: reflected[at],
        after: sim.flight.velocity,
    };
    let reflection = Reflection {
        sides: [side(0, a), side(1, b)],
        restitution: kept,
        is_held: a.stopped || b.stopped,
        ..impact.reflection
    };
    Impact {
        lasts,
        reflection,
        ..impact
    }
}

/// Keeps two balls in contact: their accelerations no longer draw them together.
fn stay_together<'a>(a: &mut BallSim<'a>, b: &mut BallSim<'a>, axis: DVec3) {
    let accelerations = [a.flight.acceleration, b.flight.acceleration];
    let [u, v] = exchange(a, b, accelerations, axis, 0.0);
    let resistance = rolling_resistance(a, b);
    for (sim, acceleration) in [(a, u), (b, v)] {
        if !sim.is_fixed() {
            sim.flight.acceleration = acceleration;
            sim.stay_outside();
            sim.resist(resistance);
            sim.supported = true;
            sim.in_stack = true;
        }
    }
}

/// The velocities, or accelerations, after an exchange along `axis`; a fixed ball has infinite mass.
fn exchange(
    a: &BallSim,
    b: &BallSim,
    [first, second]: [DVec3; 2],
    axis: DVec3,
    restitution: f64,
) -> [DVec3; 2] {
    let masses = [f64::from(a.ball.mass), f64::from(b.ball.mass)];
    match [a.is_fixed(), b.is_fixed()] {
        [false, false] => after_impact([first, second], masses, axis, restitution),
        [false, true] => [after_bounce(first, second, axis, restitution), second],
        [true, false] => [first, after_bounce(second, first, -axis, restitution)],
        [true, true] => [first, second],
    }
}

/// The velocity `moving` after an impact along `axis` on an immovable body.
fn after_bounce(moving: DVec3, fixed: DVec3, axis: DVec3, restitution: f64) -> DVec3 {
    let approach = (moving - fixed).dot(axis).max(0.0);
    moving - axis * (approach * (1.0 + restitution))
}
