//! The contact of a ball with the level or a solid: a bounce, or a lasting contact. `pair` handles
//! contacts of two balls.

use glam::DVec3;

use super::{
    Impact, ReflectedSide, Struck,
    ball_sim::{BallSim, MAX_SUPPORT_NORMALS, Meeting},
    response::reflected,
    scene::BallScene,
    struck::{SolidContact, SurfaceResponse},
    tolerances::TICK_SECONDS,
};
use crate::tuning::WALKER_MASS;

/// Lets the ball respond to a contact.
pub(super) fn bounce(sim: &mut BallSim, meeting: Meeting, scene: &BallScene) -> Impact {
    let arrival_velocity = sim.advance(meeting.time);
    let SolidContact {
        normal,
        velocity,
        struck,
        ..
    } = meeting.contact;
    let pushed = scene.pushed_prop(struck);
    // A prop already moves by the impulses of this ball in this tick, although its position is unchanged.
    let velocity = match pushed {
        Some((prop, mass)) => velocity + normal * (sim.pushes.to(prop).dot(normal) / mass),
        None => velocity,
    };
    let speed = -normal.dot(sim.flight.velocity - velocity);
    let mut impact = sim.impact(normal, speed, struck, arrival_velocity);
    impact.reflection.sides[1] =
        ReflectedSide::unchanged(impact.reflection.sides[1].center, velocity);
    if sim.stopped {
        return impact;
    }
    if pushed.is_some() && speed <= 0.0 && velocity.dot(normal) < 0.0 {
        sim.wait();
        impact.reflection.is_held = true;
        return impact;
    }
    let mut response = struck.response(scene.level, sim.restitution);
    if let Struck::Walker(_) = struck {
        response = response.as_yielding(f64::from(WALKER_MASS), f64::from(sim.ball.mass));
    }
    let upward = if sim.is_in_stack() {
        1.0
    } else {
        normal.y.max(0.0)
    };
    if speed <= response.lasting_speed() * upward {
        impact.lasts = true;
        impact.reflection.sides[0].reflected = stay(sim, normal, &response);
        // A surface that moves away carries the ball along.
        let carried = scene.carried_velocity(struck, velocity);
        sim.flight.velocity += normal * carried.dot(normal).min(0.0);
        impact.reflection.sides[0].after = sim.flight.velocity;
        return impact;
    }
    if let Some((prop, _)) = pushed
        && !scene.has_share(prop, sim.ball.id)
    {
        sim.wait();
        impact.speed = 0.0;
        impact.reflection.is_held = true;
        return impact;
    }
    let before = sim.flight.velocity;
    // A movable prop takes its share of the impact.
    if let Some((prop, mass)) = pushed {
        let own = f64::from(sim.ball.mass);
        let share = mass / (own + mass);
        let push = own * share * speed * (1.0 + response.restitution);
        impact.push = -normal * push;
        sim.pushes.add(prop, impact.push);
        sim.energy_given += push * (0.5 * push / mass - velocity.dot(normal));
        response = response.as_yielding(mass, own);
    }
    sim.flight.velocity = reflected(before - velocity, normal, response.restitution);
    impact.reflection.restitution = response.restitution;
    impact.reflection.sides[0].reflected = sim.flight.velocity + velocity;
    sim.apply_friction(normal, speed * (1.0 + response.restitution), &response);
    sim.flight.velocity += velocity;
    impact.reflection.sides[0].after = sim.flight.velocity;
    if pushed.is_some() {
        let gained = sim.flight.velocity.length_squared() - before.length_squared();
        sim.work += (0.5 * f64::from(sim.ball.mass) * gained).max(0.0);
    }
    sim.fall_freely();
    if pushed.is_some() && sim.flight.velocity.dot(normal) < 0.0 {
        sim.wait();
        impact.reflection.is_held = true;
    }
    impact
}

/// Keeps the ball on a surface for the rest of this tick. Returns its velocity before friction.
fn stay(sim: &mut BallSim, normal: DVec3, response: &SurfaceResponse) -> DVec3 {
    if sim.support_normals.len() == MAX_SUPPORT_NORMALS {
        sim.support_normals.remove(0);
    }
    sim.support_normals.push(normal);
    sim.supported = true;
    let before = (sim.flight.velocity, sim.flight.acceleration);
    sim.stay_outside();
    let reflected = sim.flight.velocity;
    let left = TICK_SECONDS - sim.since;
    let push = (sim.flight.velocity - before.0).dot(normal)
        + (sim.flight.acceleration - before.1).dot(normal) * left;
    sim.apply_friction(normal, push, response);
    sim.resist(response.rolling_resistance());
    sim.stay_outside();
    reflected
}
