//! A world that the lines of a case prepare and play: a level, and what is done in it.

use std::path::Path;

use glam::{DVec3, Vec3};
use hexbound_base::{body::HALF_HEIGHT, clock::TICK_RATE};
use hexbound_level::Level;
use hexbound_sim::{Ball, Buttons, Command, Methods, PointerDirection, Rules, World};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Deserializer, Value, json};

use crate::level_case;

/// The buttons in the order of their bits.
const BUTTONS: &str = "forward back left right rise descend turn-left turn-right jump throw sprint crouch \
    select push-forward push-back push-left push-right push-up push-down stop";

/// The first words of the lines that prepare a world, and of those that let time pass.
const VERBS: &str = "put place ball set rules methods hold wait press look point";

/// A level and its world.
pub struct WorldCase {
    pub level: Level,
    pub world: World,
    pub methods: Methods,
}

impl WorldCase {
    /// Opens the level of a case, `the NAME` for a generated scene or the lines of a level's case, and
    /// gives the other lines, which begin with a verb of worlds or one of `more`. In words why the level is
    /// refused.
    pub fn open<'a>(
        lines: &'a str,
        folder: &Path,
        more: &str,
    ) -> Result<(Self, Vec<&'a str>), String> {
        let is_step = |line: &&str| {
            let mut verbs = VERBS.split(' ').chain(more.split_whitespace());
            verbs.any(|verb| line.split(' ').next() == Some(verb))
        };
        let (steps, level): (Vec<&str>, Vec<&str>) = lines.lines().partition(is_step);
        let level = match level[0].strip_prefix("the ") {
            Some(name) => hexbound_scenes::named(name).expect("a scene"),
            None => level_case::level(&level.join("\n"), folder)?,
        };
        let mut case = Self {
            world: World::new(&level, Rules::default()),
            methods: Methods::default(),
            level,
        };
        case.begin(Rules::default());
        Ok((case, steps))
    }

    /// Begins anew, with a player who stands.
    pub fn begin(&mut self, rules: Rules) {
        self.world = World::new(&self.level, rules);
        for _ in 0..2 {
            let (world, command) = (&mut self.world, Command::default());
            world.step(&self.level, &command, &mut Vec::new());
        }
    }

    /// Does what takes no time; false for everything else.
    pub fn prepare(&mut self, line: &str) -> bool {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "put" => {
                let given = values(rest);
                let player = &mut self.world.player;
                player.position = self.level.to_local(vector(&given[0]));
                player.position.y += HALF_HEIGHT + 0.002;
                player.velocity = Vec3::ZERO;
                player.yaw = given.get(1).map_or(0.0, number) as f32;
            }
            "place" => {
                let given = values(rest);
                let prop = &mut self.world.props[number(&given[0]) as usize];
                prop.position = self.level.to_local(vector(&given[1]));
            }
            "ball" => {
                let given = values(rest);
                let place = self.world.balls.len();
                let velocity = vector(&given[1]).as_vec3();
                let mut ball = Ball::new(100 + place as u32, Vec3::ZERO, velocity);
                ball.position = vector(&given[0]) - self.level.origin;
                self.world.balls.push(ball);
                let fields = given.get(2).and_then(Value::as_object);
                for (field, value) in fields.into_iter().flatten() {
                    self.set(&format!("balls/{place}/{field}"), value.clone());
                }
            }
            "set" => {
                let (path, value) = rest.split_once(' ').expect("a way and a value");
                self.set(path, serde_json::from_str(value).expect("JSON"));
            }
            "rules" => self.begin(serde_json::from_str(rest).expect("rules")),
            "methods" => self.methods = rest.parse().expect("methods"),
            _ => return false,
        }
        true
    }

    /// The commands of a line, one for each tick.
    pub fn commands(&self, line: &str) -> Vec<Command> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut command = Command::default().by(self.methods);
        let none = command;
        match verb {
            "look" => {
                let given = values(rest);
                [command.yaw, command.pitch] = [0, 1].map(|at: usize| number(&given[at]) as f32);
                vec![command]
            }
            "point" => {
                let place = self.level.to_local(vector(&values(rest)[0]));
                let delta = place - self.world.player.eye_position();
                command.pointed = Some(PointerDirection::along(delta));
                vec![command]
            }
            "press" => {
                // Held for a tick and released for a tick, so many times.
                let (buttons, times) = match rest.rsplit_once(' ') {
                    Some((buttons, times)) => (buttons, times.parse().expect("a number of times")),
                    None => (rest, 1),
                };
                command.buttons = held(buttons);
                [command, none].repeat(times)
            }
            _ => {
                let (buttons, time) = rest.rsplit_once(' ').unwrap_or(("", rest));
                command.buttons = held(buttons);
                vec![command; ticks_of(time)]
            }
        }
    }

    /// Sets a part of the world's state by its path through the state as JSON.
    fn set(&mut self, path: &str, value: Value) {
        let (part, path) = path.split_at(path.find('/').unwrap_or(path.len()));
        match part {
            "player" => patch(&mut self.world.player, path, value),
            "balls" => patch(&mut self.world.balls, path, value),
            "props" => patch(&mut self.world.props, path, value),
            _ => panic!("no {part}"),
        }
    }
}

/// Sets a part of a state by its JSON pointer `to`.
fn patch<T: Serialize + DeserializeOwned>(state: &mut T, to: &str, value: Value) {
    let mut json = json!(state);
    *json.pointer_mut(to).unwrap_or_else(|| panic!("no {to}")) = value;
    *state = serde_json::from_value(json).expect("a state");
}

fn held(names: &str) -> Buttons {
    let names = names.split('+').filter(|name| !name.is_empty());
    let bit = |name| BUTTONS.split(' ').position(|it| it == name);
    let bits = names.map(|name| 1 << bit(name).unwrap_or_else(|| panic!("no button {name}")));
    Buttons(bits.sum())
}

/// So many ticks, or seconds with an `s`.
fn ticks_of(time: &str) -> usize {
    match time.strip_suffix('s') {
        Some(seconds) => {
            let seconds: f32 = seconds.parse().expect("seconds");
            (seconds * TICK_RATE as f32).round() as usize
        }
        None => time.parse().expect("ticks"),
    }
}

/// The values of JSON in a line.
pub fn values(text: &str) -> Vec<Value> {
    let values = Deserializer::from_str(text).into_iter();
    values.map(|it| it.expect("JSON")).collect()
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub fn vector(value: &Value) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| number(&value[axis])))
}
