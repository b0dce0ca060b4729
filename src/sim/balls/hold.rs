//! What holds a pile: all its lasting contacts are solved together at the start of the tick, by
//! projected Gauss-Seidel over impulses that only push, in ascending order. First for the
//! velocities, so that nothing goes on approaching, then for the accelerations, so that nothing
//! is drawn together. Neither can add energy: contacts that part are left alone.

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    TICK_SECONDS, TOUCH,
    flight::GRAVITY,
    pair::lasting_speed,
    runner::{LASTING_SPEED, Runner},
};
use crate::sim::tuning::SLEEP_TICKS;

/// Passes over all contacts; a pile that needs more is finished by the events of the tick.
const MOST_PASSES: usize = 60;

/// Changes in a pass that are too little for another: m/s, and m/s².
const ENOUGH_SPEED: f64 = 1e-7;
const ENOUGH_ACCELERATION: f64 = 1e-4;

/// What the passes may leave of gravity, m/s², where a steep wedge takes too many of them: a ball
/// that has been slow for long enough to rest is not moved by it.
const UNFINISHED: f64 = 1.0;

/// Parting faster than this, m/s, a contact carries nothing.
const PARTS: f64 = 1e-4;

/// A push that keeps `a` out of what is on the other side.
#[derive(Clone, Copy, Debug)]
struct Contact {
    a: u32,
    /// A ball, or the level.
    b: Option<u32>,
    /// Unit, toward `a`.
    normal: DVec3,
    push: f64,
}

/// Sets velocities and accelerations of balls that lie on balls, at `time` seconds since the tick
/// began; gives their places in the group, ascending, and how many contacts there were.
pub fn hold(runners: &mut [Runner], pairs: &[(u32, u32)], time: f64) -> (Vec<u32>, usize) {
    let mut contacts = between_balls(runners, pairs, time);
    if contacts.is_empty() {
        return (Vec::new(), 0);
    }
    let both = |contact: &Contact| [Some(contact.a), contact.b];
    let mut touched: Vec<u32> = contacts.iter().flat_map(both).flatten().collect();
    touched.sort_unstable();
    touched.dedup();
    for place in &touched {
        runners[*place as usize].move_to(time);
    }
    add_surfaces(runners, &touched, &mut contacts);
    let solved = contacts.len();
    stop_approaches(runners, &touched, &mut contacts);
    contacts.retain(|contact| {
        let velocity = |place: u32| runners[place as usize].flight.velocity;
        parting(contact, velocity) <= PARTS
    });
    balance(runners, &touched, &mut contacts);
    contacts.iter().for_each(|contact| carry(runners, contact));
    // Friction has changed the velocities.
    stop_approaches(runners, &touched, &mut contacts);
    (touched, solved)
}

/// So that no contact approaches.
fn stop_approaches(runners: &mut [Runner], touched: &[u32], contacts: &mut [Contact]) {
    let mut velocities: Vec<DVec3> = runners.iter().map(|r| r.flight.velocity).collect();
    solve(runners, contacts, &mut velocities, ENOUGH_SPEED);
    for place in touched.iter().map(|place| *place as usize) {
        runners[place].flight.velocity = velocities[place];
    }
}

/// So that gravity draws no contact together.
fn balance(runners: &mut [Runner], touched: &[u32], contacts: &mut [Contact]) {
    let fall = |runner: &Runner| {
        if runner.is_fixed() {
            DVec3::ZERO
        } else {
            GRAVITY
        }
    };
    let mut accelerations: Vec<DVec3> = runners.iter().map(fall).collect();
    solve(runners, contacts, &mut accelerations, ENOUGH_ACCELERATION);
    for place in touched.iter().map(|place| *place as usize) {
        let runner = &mut runners[place];
        let settled = runner.ball.quiet >= SLEEP_TICKS;
        runner.flight.acceleration = if settled && accelerations[place].length() < UNFINISHED {
            DVec3::ZERO
        } else {
            accelerations[place]
        };
        runner.holds.clear();
    }
}

/// The direction from the first ball to the second; balls in the same place part sideways, each
/// pair in a direction of its own.
pub fn axis(a: &Runner, b: &Runner) -> DVec3 {
    axis_along(b.flight.position - a.flight.position, a, b)
}

fn axis_along(offset: DVec3, a: &Runner, b: &Runner) -> DVec3 {
    (offset.try_normalize()).unwrap_or_else(|| own_direction(a, b))
}

/// A level direction that each pair has for itself.
pub fn own_direction(a: &Runner, b: &Runner) -> DVec3 {
    let angle = f64::from(a.ball.id) * 0.7 + f64::from(b.ball.id) * 2.4;
    DVec3::new(libm::cos(angle), 0.0, libm::sin(angle))
}

/// Balls that touch, one of them held, and approach no faster than gravity can make them.
fn between_balls(runners: &[Runner], pairs: &[(u32, u32)], time: f64) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for &(first, second) in pairs {
        let (a, b) = (&runners[first as usize], &runners[second as usize]);
        if (a.is_fixed() && b.is_fixed()) || !(a.was_held() || b.was_held()) {
            continue;
        }
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let offset = a.position_at(time) - b.position_at(time);
        if offset.length_squared() > (reach + TOUCH) * (reach + TOUCH) {
            continue;
        }
        let axis = axis_along(-offset, a, b);
        let approach = (a.velocity_at(time) - b.velocity_at(time)).dot(axis);
        if approach >= -PARTS && approach <= lasting_speed(a, b, axis).max(1e-6) {
            contacts.push(Contact {
                a: first,
                b: Some(second),
                normal: -axis,
                push: 0.0,
            });
        }
    }
    contacts
}

/// Adds what these balls touch of the level.
fn add_surfaces(runners: &mut [Runner], touched: &[u32], contacts: &mut Vec<Contact>) {
    let mut room = Vec::new();
    for &place in touched {
        let runner = &mut runners[place as usize];
        if runner.is_fixed() {
            continue;
        }
        for normal in runner.surfaces(&mut room) {
            let leaving = normal.dot(runner.flight.velocity);
            if (-LASTING_SPEED..=PARTS).contains(&leaving) {
                contacts.push(Contact {
                    a: place,
                    b: None,
                    normal,
                    push: 0.0,
                });
            }
        }
    }
}

/// How fast the two sides part.
fn parting(contact: &Contact, of: impl Fn(u32) -> DVec3) -> f64 {
    contact
        .normal
        .dot(of(contact.a) - contact.b.map_or(DVec3::ZERO, &of))
}

/// Makes no contact approach any more, by pushes only.
fn solve(runners: &[Runner], contacts: &mut [Contact], vectors: &mut [DVec3], enough: f64) {
    let weights: SmallVec<[f64; 16]> = runners.iter().map(Runner::inverse_mass).collect();
    contacts.iter_mut().for_each(|contact| contact.push = 0.0);
    for _ in 0..MOST_PASSES {
        let mut most = 0.0_f64;
        for contact in contacts.iter_mut() {
            let first = weights[contact.a as usize];
            let second = contact.b.map_or(0.0, |b| weights[b as usize]);
            let more = -parting(contact, |place| vectors[place as usize]) / (first + second);
            let more = more.max(-contact.push);
            contact.push += more;
            vectors[contact.a as usize] += contact.normal * (more * first);
            if let Some(b) = contact.b {
                vectors[b as usize] -= contact.normal * (more * second);
            }
            most = most.max((more * (first + second)).abs());
        }
        if most <= enough {
            break;
        }
    }
}

/// Tells a contact's balls that it holds them; friction where it is the level's.
fn carry(runners: &mut [Runner], contact: &Contact) {
    if contact.push <= 0.0 {
        return;
    }
    let a = &mut runners[contact.a as usize];
    a.held = true;
    let Some(b) = contact.b else {
        a.holds.push(contact.normal);
        let push = contact.push * a.inverse_mass() * (TICK_SECONDS - a.since);
        a.rub(contact.normal, push);
        a.resist();
        return;
    };
    a.piled |= !a.is_fixed();
    a.resist();
    let b = &mut runners[b as usize];
    b.held = true;
    b.piled |= !b.is_fixed();
    b.resist();
}
