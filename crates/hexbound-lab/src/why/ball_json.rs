//! The account of a tick of balls for programs. Places are in the level file's own coordinates, meters.

use serde_json::{Value, json};

use super::BallWhy;
use hexbound_inspect::{impacts::Split, why::owner_of_triangle};
use hexbound_level::Level;
use hexbound_sim::{Ball, Impact, Struck};

impl BallWhy {
    /// The account as a JSON object.
    pub fn json(&self, level: &Level) -> Value {
        let impacts = self.impacts.iter();
        let impacts: Vec<Value> = impacts
            .map(|(number, of)| impact(level, *number, of))
            .collect();
        json!({
            "level": self.level,
            "tick": self.tick,
            "methods": self.methods.to_string(),
            "state_hash": format!("{:016x}", self.state_hash),
            "ball": self.ball.as_ref().map(|states| ball(level, states)),
            "impacts": impacts,
            "by_other_methods": self.others,
        })
    }
}

fn ball(level: &Level, states: &[Option<Ball>; 2]) -> Value {
    let known = states.iter().flatten().next();
    let state = |ball: &Option<Ball>| {
        ball.map(|ball| {
            json!({
                "place": (ball.position + level.origin).to_array(),
                "velocity": ball.velocity.to_array(),
                "resting": ball.resting,
            })
        })
    };
    json!({
        "id": known.map(|ball| ball.id),
        "radius": known.map(|ball| ball.radius),
        "mass": known.map(|ball| ball.mass),
        "before": state(&states[0]),
        "after": state(&states[1]),
    })
}

fn impact(level: &Level, number: usize, impact: &Impact) -> Value {
    let reflection = &impact.reflection;
    let [time, rest] = impact.times();
    let [ball, other] = [0, 1].map(|at| side(level, impact, at));
    let (kind, thing) = match impact.struck {
        Struck::Level(triangle) => ("level", triangle),
        Struck::Mover { mover, .. } => ("mover", mover),
        Struck::Prop { prop, .. } => ("prop", prop),
        Struck::Bumper(bumper) => ("bumper", bumper),
        Struck::Walker(walker) => ("walker", walker),
        Struck::Ball(ball) => ("ball", ball),
    };
    let owner = match impact.struck {
        Struck::Level(triangle) => owner_of_triangle(level, triangle),
        _ => None,
    };
    json!({
        "number": number,
        "time": time,
        "rest": rest,
        "ball": impact.ball(),
        "struck": kind,
        "of": thing,
        "node": owner.as_ref().map(|owner| &owner.node),
        "material": owner.as_ref().map(|owner| &owner.material),
        "normal": reflection.normal.to_array(),
        "point": level.to_file(impact.point).to_array(),
        "restitution": reflection.restitution,
        "lasts": impact.lasts,
        "held": reflection.is_held,
        "sides": [ball, other],
    })
}

/// The ball, or its opponent: its velocities, and their components along the axis and across it.
fn side(level: &Level, impact: &Impact, at: usize) -> Value {
    let side = impact.reflection.sides[at];
    let parts = Split::of_sides(impact)[at];
    let mass = impact.masses[at];
    json!({
        "mass": mass.is_finite().then_some(mass),
        "radius": impact.radii[at],
        "center": (side.center + level.origin).to_array(),
        "before": side.before.to_array(),
        "reflected": side.reflected.to_array(),
        "after": side.after.to_array(),
        "along": parts.map(|part| part.along),
        "across": parts.map(|part| part.across.to_array()),
    })
}
