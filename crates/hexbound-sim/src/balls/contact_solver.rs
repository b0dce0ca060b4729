//! The support of stacks. All lasting contacts of balls on balls are solved together at the start of the
//! tick, by projected Gauss-Seidel over impulses that only push, in ascending order. The velocities come
//! first, so that no contact continues to approach, then the accelerations, so that gravity draws none
//! together. Neither step adds energy: separating contacts are left alone.

use glam::DVec3;
use smallvec::SmallVec;

use super::{
    ball_sim::BallSim,
    pair_contact::{axis_along, lasting_speed, rolling_resistance},
    scene::BallScene,
    struck::SurfaceResponse,
    tolerances::{TICK_SECONDS, TOUCH_GAP},
};
use crate::tuning::SLEEP_TICKS;

/// The most passes over all contacts; the events of the tick finish a stack that needs more.
const MAX_PASSES: usize = 60;

/// The change of speed in a pass below which the passes end, m/s.
const SPEED_TOLERANCE: f64 = 1e-7;
/// The change of acceleration in a pass below which the passes end, m/s².
const ACCELERATION_TOLERANCE: f64 = 1e-4;

/// The residual acceleration that the passes may leave in a steep wedge, m/s². It does not move a ball
/// that has been slow for long enough to rest.
const UNFINISHED_ACCELERATION: f64 = 1.0;

/// The separation speed above which a contact supports nothing, m/s.
const PARTING_SPEED: f64 = 1e-4;

/// A contact of ball `a` with another ball of a higher index, or with the level.
#[derive(Clone, Copy, Debug)]
struct StackContact {
    a: u32,
    side: OtherSide,
    /// The unit normal, toward `a`.
    normal: DVec3,
    /// The push along the normal: an impulse, newton-seconds, while velocities are solved, and a force,
    /// newtons, while accelerations are.
    push: f64,
}

impl StackContact {
    /// The other ball, if the other side is one.
    fn other(&self) -> Option<u32> {
        match self.side {
            OtherSide::Ball(ball) => Some(ball),
            OtherSide::Level(_) => None,
        }
    }
}

/// The other side of a stack's contact.
#[derive(Clone, Copy, Debug)]
enum OtherSide {
    Ball(u32),
    Level(SurfaceResponse),
}

/// Sets the velocities and accelerations of balls that lie on balls, at `time` seconds since the tick
/// began. Returns their indices in the island, ascending, and the number of contacts.
pub(super) fn solve_stacks(
    sims: &mut [BallSim],
    pairs: &[(u32, u32)],
    scene: &BallScene,
    time: f64,
) -> (Vec<u32>, usize) {
    let mut contacts = between_balls(sims, pairs, time);
    if contacts.is_empty() {
        return (Vec::new(), 0);
    }
    let both = |contact: &StackContact| [Some(contact.a), contact.other()];
    let mut touched: Vec<u32> = contacts.iter().flat_map(both).flatten().collect();
    touched.sort_unstable();
    touched.dedup();
    for index in &touched {
        sims[*index as usize].move_to(time);
    }
    add_surfaces(sims, scene, &touched, &mut contacts);
    let solved = contacts.len();
    stop_approaches(sims, &touched, &mut contacts);
    contacts.retain(|contact| {
        let velocity = |index: u32| sims[index as usize].flight.velocity;
        separation(contact, velocity) <= PARTING_SPEED
    });
    balance(sims, &touched, &mut contacts);
    contacts
        .iter()
        .for_each(|contact| apply_support(sims, contact));
    // Friction has changed the velocities.
    stop_approaches(sims, &touched, &mut contacts);
    (touched, solved)
}

/// Changes velocities so that no contact approaches.
fn stop_approaches(sims: &mut [BallSim], touched: &[u32], contacts: &mut [StackContact]) {
    let mut velocities: Vec<DVec3> = sims.iter().map(|r| r.flight.velocity).collect();
    solve(sims, contacts, &mut velocities, SPEED_TOLERANCE);
    for index in touched.iter().map(|index| *index as usize) {
        sims[index].flight.velocity = velocities[index];
    }
}

/// Changes accelerations so that gravity draws no contact together.
fn balance(sims: &mut [BallSim], touched: &[u32], contacts: &mut [StackContact]) {
    let mut accelerations: Vec<DVec3> = sims.iter().map(BallSim::fall_acceleration).collect();
    solve(sims, contacts, &mut accelerations, ACCELERATION_TOLERANCE);
    for index in touched.iter().map(|index| *index as usize) {
        let sim = &mut sims[index];
        let settled = sim.ball.slow_ticks >= SLEEP_TICKS;
        sim.flight.acceleration =
            if settled && accelerations[index].length() < UNFINISHED_ACCELERATION {
                DVec3::ZERO
            } else {
                accelerations[index]
            };
        sim.support_normals.clear();
    }
}

/// The contacts of touching balls, at least one of them supported, whose approach gravity alone can
/// explain.
fn between_balls(sims: &[BallSim], pairs: &[(u32, u32)], time: f64) -> Vec<StackContact> {
    let mut contacts = Vec::new();
    for &(first, second) in pairs {
        let (a, b) = (&sims[first as usize], &sims[second as usize]);
        if (a.is_fixed() && b.is_fixed()) || !(a.was_supported() || b.was_supported()) {
            continue;
        }
        let reach = f64::from(a.ball.radius) + f64::from(b.ball.radius);
        let offset = a.position_at(time) - b.position_at(time);
        if offset.length_squared() > (reach + TOUCH_GAP) * (reach + TOUCH_GAP) {
            continue;
        }
        let axis = axis_along(-offset, a, b);
        let approach = (a.velocity_at(time) - b.velocity_at(time)).dot(axis);
        if approach >= -PARTING_SPEED && approach <= lasting_speed(a, b, axis).max(1e-6) {
            contacts.push(StackContact {
                a: first,
                side: OtherSide::Ball(second),
                normal: -axis,
                push: 0.0,
            });
        }
    }
    contacts
}

/// Adds the contacts of stacked balls with the level.
fn add_surfaces(
    sims: &mut [BallSim],
    scene: &BallScene,
    touched: &[u32],
    contacts: &mut Vec<StackContact>,
) {
    let mut scratch = Vec::new();
    for &index in touched {
        let sim = &mut sims[index as usize];
        if sim.is_fixed() {
            continue;
        }
        for (normal, response) in sim.surfaces(scene, &mut scratch) {
            let leaving = normal.dot(sim.flight.velocity);
            if (-response.lasting_speed()..=PARTING_SPEED).contains(&leaving) {
                contacts.push(StackContact {
                    a: index,
                    side: OtherSide::Level(response),
                    normal,
                    push: 0.0,
                });
            }
        }
    }
}

/// The separation speed of the two sides, or their separating acceleration.
fn separation(contact: &StackContact, of: impl Fn(u32) -> DVec3) -> f64 {
    contact
        .normal
        .dot(of(contact.a) - contact.other().map_or(DVec3::ZERO, &of))
}

/// Changes the vectors so that no contact approaches, by impulses that only push.
fn solve(sims: &[BallSim], contacts: &mut [StackContact], vectors: &mut [DVec3], enough: f64) {
    let weights: SmallVec<[f64; 16]> = sims.iter().map(BallSim::inverse_mass).collect();
    contacts.iter_mut().for_each(|contact| contact.push = 0.0);
    for _ in 0..MAX_PASSES {
        let mut most = 0.0_f64;
        for contact in contacts.iter_mut() {
            let first = weights[contact.a as usize];
            let second = contact.other().map_or(0.0, |b| weights[b as usize]);
            let more = -separation(contact, |index| vectors[index as usize]) / (first + second);
            let more = more.max(-contact.push);
            contact.push += more;
            vectors[contact.a as usize] += contact.normal * (more * first);
            if let Some(b) = contact.other() {
                vectors[b as usize] -= contact.normal * (more * second);
            }
            most = most.max((more * (first + second)).abs());
        }
        if most <= enough {
            break;
        }
    }
}

/// Marks a contact's balls as supported by it. A contact with the level also applies friction.
fn apply_support(sims: &mut [BallSim], contact: &StackContact) {
    if contact.push <= 0.0 {
        return;
    }
    let a = &mut sims[contact.a as usize];
    a.supported = true;
    let b = match contact.side {
        OtherSide::Ball(b) => b,
        OtherSide::Level(response) => {
            a.support_normals.push(contact.normal);
            let push = contact.push * a.inverse_mass() * (TICK_SECONDS - a.since);
            a.apply_friction(contact.normal, push, &response);
            a.resist(response.rolling_resistance());
            return;
        }
    };
    let (low, high) = sims.split_at_mut(b as usize);
    let (a, b) = (&mut low[contact.a as usize], &mut high[0]);
    let resistance = rolling_resistance(a, b);
    for sim in [a, b] {
        sim.supported = true;
        sim.in_stack |= !sim.is_fixed();
        sim.resist(resistance);
    }
}
