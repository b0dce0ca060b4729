//! Two balls that meet: an impact by their masses, or a lasting contact.

use glam::DVec3;

use super::{
    Impact, ReflectedSide, Reflection, Struck, SurfaceResponse, TOUCH, ball_sim::BallSim,
    contact_solver, response::exchanged,
};
use crate::tuning::{ROLLING_FRICTION, SLEEP_SPEED};

/// Lets two balls meet at `time`, seconds since the tick began.
pub(super) fn meet<'a>((a, b): (&mut BallSim<'a>, &mut BallSim<'a>), time: f64) -> Impact {
    let arrive_with = [a.advance(time), b.advance(time)];
    let axis = contact_solver::axis(a, b);
    let relative = a.flight.velocity - b.flight.velocity;
    let approach = relative.dot(axis);
    let impact = Impact {
        masses: [a.ball.mass, b.ball.mass],
        radii: [a.ball.radius, b.ball.radius],
        ..a.impact(
            (-axis, approach.max(0.0)),
            Struck::Ball(b.ball.id),
            arrive_with[0],
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
    let lasts = approach <= lasting || overlap > TOUCH;
    let kept = if lasts {
        0.0
    } else {
        response(a, b).restitution
    };
    let (u, v) = exchange((a, a.flight.velocity), (b, b.flight.velocity), axis, kept);
    (a.flight.velocity, b.flight.velocity) = (u, v);
    let reflected = [u, v];
    if lasts && supported {
        stay_together(a, b, axis);
    } else {
        a.let_go();
        b.let_go();
    }
    let side = |at: usize, sim: &BallSim| ReflectedSide {
        center: sim.flight.position,
        before: arrive_with[at],
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

fn response(a: &BallSim, b: &BallSim) -> SurfaceResponse {
    SurfaceResponse::between(a.restitution, b.restitution)
}

/// The resistance to rolling of two balls that support each other, m/s²: that of the ground, since
/// without any a heap would never rest.
pub(super) fn rolling_resistance(a: &BallSim, b: &BallSim) -> f64 {
    if response(a, b).is_lossless {
        0.0
    } else {
        f64::from(ROLLING_FRICTION)
    }
}

/// The fastest approach that gravity can cause where one of the balls is supported, m/s; in a stack it
/// acts from all sides. Between balls in free flight it causes none: they fall alike.
pub(super) fn lasting_speed(a: &BallSim, b: &BallSim, axis: DVec3) -> f64 {
    let lasting = response(a, b).lasting_speed();
    if a.is_in_stack() || b.is_in_stack() {
        lasting
    } else {
        lasting * axis.y.abs()
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
