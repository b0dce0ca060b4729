//! A world in words: what happened in some ticks, and what is where after them.

use hexbound_level::SurfaceKind;
use hexbound_sim::{Player, PlayerShape, Touched};
use serde_json::{Value, json};

use crate::steps::*;

/// Lists the state of each body and of the game, each line with its name.
#[derive(Default)]
pub struct Digest(Vec<(String, String)>);

impl Digest {
    pub fn of(level: &Level, world: &World) -> Self {
        let mut said = Self::default();
        said.add("player", character(level, &world.player));
        for ball in &world.balls {
            let place = of_place(ball.position + level.origin, ball.velocity);
            let is = all_true(&[(ball.resting, ", rests"), (ball.charged, ", charged")]);
            said.add(&format!("ball {}", ball.id), format!("{place}{is}"));
        }
        for (index, prop) in world.props.iter().enumerate() {
            let place = of_place(level.to_file(prop.position), prop.velocity.as_dvec3());
            let is = all_true(&[(prop.resting, ", rests"), (prop.selected, ", selected")]);
            let touches = match prop.contact.map(|contact| contact.touched) {
                None => String::new(),
                Some(Touched::Level(_)) => String::from(", at the level"),
                Some(other) => format!(", at {}", format!("{other:?}").to_lowercase()),
            };
            let off = match [prop.missed_by_rays, prop.seen_by_rays_only] {
                [0, 0] => String::new(),
                [missed, only] => format!(", missed by rays {missed}, seen by rays only {only}"),
            };
            let name = format!("prop {index}");
            said.add(&name, format!("{place}{is}{touches}{off}"));
        }
        for (index, walker) in world.walkers.iter().enumerate() {
            let is = match walker.fate {
                WalkerFate::Upright => words(&json!(walker.mood())),
                WalkerFate::Felled(topple) => {
                    let toward = vector(topple.toward.as_dvec3());
                    let tilt = rounded(topple.tilt.into());
                    format!("felled toward {toward}, tilted by {tilt}")
                }
                WalkerFate::Gone => String::from("gone"),
            };
            let body = character(level, &walker.body);
            said.add(&format!("walker {index}"), format!("{body}, {is}"));
        }
        if let Some(decision) = world.player.report.box_decision {
            let [taken, reason]: [&str; 2] = [decision.taken.into(), decision.reason.into()];
            said.add("box", [taken, reason].join(", "));
        }
        let play = &world.play;
        said.add("lit", words(&json!(play.lit)));
        said.add("hand", words(&json!(play.balls_in_hand)));
        said.add("finished", words(&json!(play.finished)));
        said.add("assisted", words(&json!(play.assisted)));
        said.add("movers started", words(&json!(play.mover_starts)));
        said.add("stopped balls", world.balls_stopped.to_string());
        said.add("pushed out", world.player.report.releases.to_string());
        said
    }

    fn add(&mut self, name: &str, words: String) {
        self.0.push((name.to_owned(), words));
    }

    /// Lists the lines that differ from `before`, and those that are gone.
    pub fn since(&self, before: &Self) -> Vec<String> {
        let new = self.0.iter().filter(|it| !before.0.contains(it));
        let is_gone = |(name, _): &&(String, String)| self.0.iter().all(|(it, _)| it != name);
        let gone = before.0.iter().filter(is_gone);
        let new = new.map(|(name, words)| format!("{name} {words}"));
        new.chain(gone.map(|(name, _)| format!("{name} is gone")))
            .collect()
    }
}

/// The kinds of events in the order of the first of each, with what was struck and how many there were,
/// of some with the place of the first.
pub fn happened(level: &Level, events: &[Event]) -> Vec<String> {
    let mut kinds: Vec<(String, String, u32)> = Vec::new();
    for event in events {
        let mut kind = words(&json!(event.kind));
        let struck = event.struck;
        if let Some(surface) = struck.surface {
            kind += &format!(" on {}", words(&json!(surface)));
        }
        if struck.mass.is_finite() {
            kind += &format!(" of {} kg", rounded(struck.mass.into()));
        }
        let mover = (event.mover.surface, event.mover.mass);
        if event.kind == EventKind::Bounce && mover != (Some(SurfaceKind::Metal), 1.0) {
            let of = words(&json!(mover.0));
            kind += &format!(" by {of} of {} kg", rounded(mover.1.into()));
        }
        let placed = [EventKind::PropContact, EventKind::Bump, EventKind::Blast];
        let at = vector(level.to_file(event.position));
        let speed = rounded(event.speed.into());
        let along = vector(event.normal.as_dvec3());
        let place = match placed.contains(&event.kind) {
            true => format!(" at {at} by {speed} along {along}"),
            false => String::new(),
        };
        match kinds.iter_mut().find(|(it, ..)| *it == kind) {
            Some((.., count)) => *count += 1,
            None => kinds.push((kind, place, 1)),
        }
    }
    let words = |(kind, place, count): (String, String, u32)| match count {
        1 => format!("{kind}{place}"),
        _ => format!("{count} {kind}{place}"),
    };
    kinds.into_iter().map(words).collect()
}

/// The time that the player was off the ground, and the height between the first and the last one.
pub fn on_the_way(level: &Level, off_ground: u32, heights: &[f32]) -> Vec<String> {
    let ends = [heights[0], heights[heights.len() - 1]];
    let highest = heights.iter().copied().fold(f32::MIN, f32::max);
    let lowest = heights.iter().copied().fold(f32::MAX, f32::min);
    let up = (highest > ends[0].max(ends[1]) + 0.005).then_some(("up to", highest));
    let down = (lowest < ends[0].min(ends[1]) - 0.005).then_some(("down to", lowest));
    let off = (off_ground > 0).then(|| format!("{off_ground} ticks off the ground"));
    let height = |(way, height): (&str, f32)| {
        format!("{way} {}", rounded(f64::from(height) + level.origin.y))
    };
    let heights = up.into_iter().chain(down).map(height);
    off.into_iter().chain(heights).collect()
}

/// The feet of a character, its velocity and its stance.
fn character(level: &Level, body: &Player) -> String {
    let place = of_place(level.to_file(body.feet()), body.velocity.as_dvec3());
    let [yaw, pitch] = [body.yaw, body.pitch].map(|angle| rounded(angle.into()));
    let shape = body.shape;
    let is = all_true(&[
        (yaw != "0", &format!(", turned {yaw}")),
        (pitch != "0", &format!(", looks up {pitch}")),
        (body.crouching, ", crouches"),
        (body.flying, ", flies"),
        (body.on_ball, ", on a ball"),
        (!body.grounded && !body.flying, ", in the air"),
        (
            shape != PlayerShape::Ellipsoid,
            &format!(", a {}", shape.name()),
        ),
    ]);
    place + &is
}

/// The words of what is true.
fn all_true(all: &[(bool, &str)]) -> String {
    let words = all.iter().filter(|(is, _)| *is).map(|(_, words)| *words);
    words.collect()
}

fn of_place(place: DVec3, velocity: DVec3) -> String {
    match vector(velocity).as_str() {
        "[0 0 0]" => vector(place),
        velocity => format!("{} by {velocity}", vector(place)),
    }
}

fn vector(vector: DVec3) -> String {
    format!("[{}]", vector.to_array().map(rounded).join(" "))
}

/// To a hundredth.
fn rounded(number: f64) -> String {
    let number = (number * 100.0).round() / 100.0 + 0.0;
    number.to_string()
}

/// JSON without quotes, colons and braces.
fn words(value: &Value) -> String {
    let bare = value.to_string().replace(['"', '{', '}'], "");
    bare.replace([':', ','], " ")
}
