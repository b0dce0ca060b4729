//! The events of a run, and where its bodies were, as lines of JSON for other programs.
//!
//! ```text
//! {"tick":131,"event":"bounce","at":[0.1,0.15,-4.2],"normal":[0.0,1.0,0.0],"speed":6.1,"ball":0, …}
//! {"tick":240,"body":"ball","id":0,"at":[0.1,0.31,-5.0],"velocity":[0.0,1.2,-8.4], …}
//! ```

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use glam::{DVec3, Vec3};
use serde::Serialize;
use serde_json::Value;

use super::{output_files, write_error::WriteError};
use hexbound_base::output::Output;
use hexbound_level::Level;
use hexbound_sim::{Event, EventKind, ImpactSide, World};

/// An open stream of the events of a run and the places of its bodies.
pub struct EventStream {
    path: PathBuf,
    out: Output,
    bodies_every: u64,
}

impl EventStream {
    /// Creates `path` (standard output for `-`). All bodies are listed every `bodies_every` ticks; never
    /// for 0.
    pub fn create(path: &Path, bodies_every: u64) -> Result<Self, WriteError> {
        Ok(Self {
            out: output_files::create_lines(path).map_err(failed(path))?,
            path: path.to_owned(),
            bodies_every,
        })
    }

    /// Writes the events of a tick, which led to `world`.
    pub fn write(
        &mut self,
        level: &Level,
        world: &World,
        events: &[Event],
    ) -> Result<(), WriteError> {
        let is_due = self.bodies_every > 0 && world.tick.is_multiple_of(self.bodies_every);
        let mut written = write_events(&mut self.out, level, world, events);
        if is_due {
            written = written.and_then(|()| write_bodies(&mut self.out, level, world));
        }
        written.map_err(failed(&self.path))
    }

    /// Flushes all lines to the reader.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.out.flush().map_err(failed(&self.path))
    }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> WriteError {
    WriteError::of("the events ", path, "file with --events")
}

/// An event; places are in the file's coordinates, meters.
#[derive(Serialize)]
struct EventLine {
    tick: u64,
    event: Value,
    /// The part of the level, or the reason, that the event concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Value>,
    at: [f64; 3],
    normal: [f32; 3],
    /// The speed, meters a second.
    speed: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ball: Option<u32>,
    mover: ImpactSide,
    struck: ImpactSide,
}

/// A body; places are in the file's coordinates, meters, speeds in meters a second.
#[derive(Serialize)]
struct BodyLine {
    tick: u64,
    body: &'static str,
    id: u32,
    at: [f64; 3],
    velocity: [f64; 3],
    #[serde(flatten)]
    more: Value,
}

/// The name of a kind of event in the lines.
pub(crate) fn name(kind: EventKind) -> String {
    match named(kind) {
        Ok((Value::String(name), _)) => name,
        _ => String::new(),
    }
}

/// The name of a kind of event, and its subject.
fn named(kind: EventKind) -> serde_json::Result<(Value, Option<Value>)> {
    Ok(match serde_json::to_value(kind)? {
        Value::Object(kind) => match kind.into_iter().next() {
            Some((name, of)) => (Value::String(name), Some(of)),
            None => (Value::Null, None),
        },
        name => (name, None),
    })
}

/// Writes a line for each event of a tick, which led to `world`.
fn write_events(
    out: &mut impl Write,
    level: &Level,
    world: &World,
    events: &[Event],
) -> io::Result<()> {
    for event in events {
        let (name, of) = named(event.kind)?;
        let line = EventLine {
            tick: world.tick,
            event: name,
            of,
            at: level.to_file(event.position).to_array(),
            normal: event.normal.to_array(),
            speed: event.speed,
            ball: event.ball,
            mover: event.mover,
            struck: event.struck,
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    }
    Ok(())
}

/// Writes a line for each body of `world`.
fn write_bodies(out: &mut impl Write, level: &Level, world: &World) -> io::Result<()> {
    let line = |body, id, at: Vec3, velocity: DVec3, more| BodyLine {
        tick: world.tick,
        body,
        id,
        at: level.to_file(at).to_array(),
        velocity: velocity.to_array(),
        more,
    };
    let player = &world.player;
    let more = serde_json::json!({
        "yaw": player.yaw, "pitch": player.pitch,
        "grounded": player.grounded, "flying": player.flying,
    });
    let player = line(
        "player",
        0,
        player.position,
        player.velocity.as_dvec3(),
        more,
    );
    let balls = world.balls.iter().map(|ball| {
        let more = serde_json::json!({
            "radius": ball.radius, "mass": ball.mass,
            "bounces": ball.bounces, "resting": ball.resting,
        });
        line(
            "ball",
            ball.id,
            ball.position.as_vec3(),
            ball.velocity,
            more,
        )
    });
    let props = (0..).zip(&world.props).map(|(id, prop)| {
        let more = serde_json::json!({ "selected": prop.selected, "resting": prop.resting });
        line("prop", id, prop.position, prop.velocity.as_dvec3(), more)
    });
    let walkers = (0..).zip(&world.walkers).map(|(id, walker)| {
        let body = &walker.body;
        let fate = <&str>::from(walker.fate);
        let more = serde_json::json!({ "yaw": body.yaw, "fate": fate, "mood": walker.mood() });
        line("walker", id, body.position, body.velocity.as_dvec3(), more)
    });
    let bodies = balls.chain(props).chain(walkers);
    for line in std::iter::once(player).chain(bodies) {
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    }
    Ok(())
}
