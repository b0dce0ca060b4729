//! Worlds that are played for some ticks, in files beside this one, `cases/*.txt`: a level, what is
//! done in it, and what comes of each step.
//!
//! A case begins with its level, `the NAME` for a generated scene or the lines of a level's case. What
//! is held, looked at or waited for is answered by what happened and by what differs from before.

mod digest;

use std::path::Path;

use digest::Digest;
use hexbound_level::BodyClasses;
use hexbound_sim::Pointed;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Deserializer, Value, json};
use test_support::{level_case, session};

use crate::{crates::check_apart, steps::*};

/// The buttons in the order of their bits.
const BUTTONS: &str = "forward back left right rise descend turn-left turn-right jump throw sprint crouch \
    select push-forward push-back push-left push-right push-up push-down stop";

const STEPS: &str = "hold wait press look point put ball set rules methods";

macro_rules! cases {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sim/cases");
            let file = folder.join(concat!(stringify!($name), ".txt"));
            session::play_by(&file, |lines| answer(lines, &folder));
        }
    )* };
}

cases! { balls box_mode classes crates movers play props walkers walking }

fn answer(lines: &str, folder: &Path) -> String {
    let (steps, level): (Vec<&str>, Vec<&str>) = lines.lines().partition(|line| {
        STEPS
            .split(' ')
            .any(|it| line.split(' ').next() == Some(it))
    });
    let level = match level[0].strip_prefix("the ") {
        Some(name) => scenes::named(name).expect("a scene"),
        None => match level_case::level(&level.join("\n"), folder) {
            Ok(level) => level,
            Err(words) => return words,
        },
    };
    let mut case = Case {
        world: World::new(&level, Rules::default()),
        methods: Methods::default(),
        before: Digest::default(),
        level,
    };
    case.begin(Rules::default());
    let answers = steps.into_iter().filter_map(|line| case.step(line));
    answers.collect::<Vec<_>>().join("\n")
}

struct Case {
    level: Level,
    world: World,
    methods: Methods,
    before: Digest,
}

impl Case {
    /// Begins anew, with a player who stands.
    fn begin(&mut self, rules: Rules) {
        self.world = World::new(&self.level, rules);
        for _ in 0..2 {
            self.world
                .step(&self.level, &Command::default(), &mut Vec::new());
        }
        self.before = Digest::of(&self.level, &self.world);
    }

    /// Does a line, and says what came of it if time passed.
    fn step(&mut self, line: &str) -> Option<String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.prepare(verb, rest) {
            return None;
        }
        let commands = self.commands(verb, rest);
        Some(self.answer(line, &commands))
    }

    /// Does what takes no time; false for everything else.
    fn prepare(&mut self, verb: &str, rest: &str) -> bool {
        match verb {
            "put" => {
                let given = values(rest);
                let player = &mut self.world.player;
                player.position = self.level.to_local(vector(&given[0]));
                player.position.y += HALF_HEIGHT + 0.002;
                player.velocity = Vec3::ZERO;
                player.yaw = given.get(1).map_or(0.0, number) as f32;
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
                let (way, value) = rest.split_once(' ').expect("a way and a value");
                self.set(way, serde_json::from_str(value).expect("JSON"));
            }
            "rules" => self.begin(serde_json::from_str(rest).expect("rules")),
            "methods" => self.methods = rest.parse().expect("methods"),
            _ => return false,
        }
        true
    }

    /// The commands of a line, each with its number of ticks.
    fn commands(&self, verb: &str, rest: &str) -> Vec<(Command, u32)> {
        let mut command = Command::default();
        let mut ticks = 1;
        match verb {
            "look" => {
                let given = values(rest);
                [command.yaw, command.pitch] = [0, 1].map(|at: usize| number(&given[at]) as f32);
            }
            "point" => {
                let place = self.level.to_local(vector(&values(rest)[0]));
                let way = place - self.world.player.eye_position();
                command.pointed = Some(Pointed::along(way));
            }
            "press" => {
                // Held for a tick and released for a tick, so many times.
                let (buttons, times) = match rest.rsplit_once(' ') {
                    Some((buttons, times)) => (buttons, times.parse().expect("a number of times")),
                    None => (rest, 1),
                };
                command.buttons = held(buttons);
                return [(command, 1), (Command::default(), 1)].repeat(times);
            }
            _ => {
                let (buttons, time) = rest.rsplit_once(' ').unwrap_or(("", rest));
                (command.buttons, ticks) = (held(buttons), ticks_of(time));
            }
        }
        vec![(command, ticks)]
    }

    /// Sets a part of the world's state by its way through the state as JSON.
    fn set(&mut self, way: &str, value: Value) {
        let (part, way) = way.split_at(way.find('/').unwrap_or(way.len()));
        match part {
            "player" => patch(&mut self.world.player, way, value),
            "balls" => patch(&mut self.world.balls, way, value),
            "props" => patch(&mut self.world.props, way, value),
            _ => panic!("no {part}"),
        }
    }

    fn answer(&mut self, line: &str, commands: &[(Command, u32)]) -> String {
        let mut events = Vec::new();
        let (mut off_ground, mut heights) = (0, Vec::new());
        for (mut command, ticks) in commands.iter().copied() {
            command.methods = self.methods;
            for _ in 0..ticks {
                self.world.step(&self.level, &command, &mut events);
                self.check();
                off_ground += u32::from(!self.world.player.grounded);
                heights.push(self.world.player.feet().y);
            }
        }
        if self.level.play.classes == BodyClasses::default() {
            check_apart(&self.world, &self.level);
        }
        let digest = Digest::of(&self.level, &self.world);
        let mut said = digest::happened(&self.level, &events);
        said.extend(digest::on_the_way(&self.level, off_ground, &heights));
        said.extend(digest.since(&self.before));
        self.before = digest;
        let said = match said.is_empty() {
            true => String::from("nothing"),
            false => said.join("; "),
        };
        format!("{line}: {said}")
    }

    /// Whoever moves by a sweep is never in the level.
    fn check(&self) {
        let by_sweep = self.methods.collision == CollisionMode::Swept;
        let player = by_sweep.then_some(&self.world.player);
        let walkers = self.world.walkers.iter();
        let walkers = walkers.filter(|walker| walker.fate != WalkerFate::Gone);
        for body in player.into_iter().chain(walkers.map(|walker| &walker.body)) {
            let is_free = self.level.collision.is_free(body.body(), body.position);
            let tick = self.world.tick;
            assert!(is_free, "tick {tick}: in the level at {}", body.position);
        }
    }
}

/// Sets a part of a state by its way through the state as JSON.
fn patch<T: Serialize + DeserializeOwned>(state: &mut T, way: &str, value: Value) {
    let mut json = json!(state);
    *json.pointer_mut(way).unwrap_or_else(|| panic!("no {way}")) = value;
    *state = serde_json::from_value(json).expect("a state");
}

fn held(names: &str) -> Buttons {
    let names = names.split('+').filter(|name| !name.is_empty());
    let bit = |name| BUTTONS.split(' ').position(|it| it == name);
    let bits = names.map(|name| 1 << bit(name).unwrap_or_else(|| panic!("no button {name}")));
    Buttons(bits.sum())
}

/// So many ticks, or seconds with an `s`.
fn ticks_of(time: &str) -> u32 {
    let seconds = time
        .strip_suffix('s')
        .map(|it| it.parse::<f32>().expect("seconds"));
    let ticks = seconds.map(|it| (it * TICK_RATE as f32).round() as u32);
    ticks.unwrap_or_else(|| time.parse().expect("ticks"))
}

fn values(text: &str) -> Vec<Value> {
    let values = Deserializer::from_str(text).into_iter();
    values.map(|it| it.expect("JSON")).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn vector(value: &Value) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|axis| number(&value[axis])))
}
