//! A player at the real window who walks and throws by keys and mouse, and knows from the game's
//! stream of events where they are. Time is paused while they think and walk: they go by as many
//! single ticks as they mean to, so that a slow machine takes longer but plays the same. Balls fly
//! and gates open in the game's own time.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use glam::DVec3;
use hexbound_base::body::{turn_between, yaw_of};
use hexbound_level::Level;
use hexbound_replay::{Playback, Recording};
use hexbound_sim::{Buttons, Command, World};
use serde_json::Value;

use crate::Game;

/// The turn of the view by one count of the mouse, radians, before anybody changes the settings.
const COUNT: f32 = 0.0022;
/// The most counts right or left and up or down that the mouse is moved by at once: the pointer
/// stays in a small window.
const HAND: (f32, f32) = (140.0, 70.0);
/// The distance at which a place is reached, meters.
const NEAR: f32 = 0.25;
/// The speeds of walking and of running, meters a second.
const WALKS: f32 = 5.0;
const RUNS: f32 = 8.0;
/// The turn that is not worth the mouse, radians.
const STRAIGHT: f32 = 0.01;
/// The most ticks on the ground and in the air before the player looks where they are.
const STRIDE: u64 = 48;
const IN_THE_AIR: u64 = 4;
/// The speed below which the player stands, meters a second.
const STANDS: f32 = 0.05;
/// A walker who comes no nearer in so many ticks is stuck.
const STUCK: u64 = 360;
/// A game that makes no tick for so long has stopped.
const PATIENCE: Duration = Duration::from_secs(180);
/// A game whose stream is silent for so long is paused.
const QUIET: Duration = Duration::from_millis(1500);
/// Times that a throw is sought, each so many ticks later.
const MOMENTS: u32 = 60;
const MOMENT: u64 = 12;
/// The looks that are tried, so many to each side of the scripted throw's and so far apart, radians;
/// for a target that has to come by, fewer.
const REACH: i32 = 6;
const LATER_REACH: i32 = 2;
const APART: f32 = 0.015;
/// The ticks that are waited for a lit target's news after its throw's time is up.
const LATE: u64 = 60;

/// A player at the keyboard.
pub struct Walker<'g, 'l> {
    game: &'g Game<'g>,
    level: &'l Level,
    stream: BufReader<File>,
    /// The line that is being written.
    half: String,
    /// The world as the stream reports it, without the balls that were thrown.
    pub world: World,
    /// The look with which the scripted run's throw lit each target, radians.
    pub scripted: Vec<(f32, f32)>,
    held: Vec<&'static str>,
    /// True once the level has been played to its end.
    pub finished: bool,
    /// The place where the game keeps the pointer.
    middle: String,
}

impl<'g, 'l> Walker<'g, 'l> {
    /// A player of a game that writes its events and every tick's bodies to `stream`, who knows how a
    /// scripted run lit the targets, and the world as it is.
    pub fn new(
        game: &'g Game<'g>,
        level: &'l Level,
        stream: &Path,
        (scripted, world): (Vec<(f32, f32)>, World),
    ) -> Self {
        let mut walker = Self {
            game,
            level,
            stream: BufReader::new(File::open(stream).expect("a stream of events")),
            half: String::new(),
            world,
            scripted,
            held: Vec::new(),
            finished: false,
            middle: String::new(),
        };
        walker.find_middle();
        walker.pause();
        walker
    }

    /// Walks a route as those of the scripted runs are written, then lets time go on.
    pub fn follow(&mut self, route: &str) {
        for (number, line) in route.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.is_empty() || line.starts_with('#') {
                continue;
            }
            eprintln!("tick {}, line {}: {line}", self.world.tick, number + 1);
            let numbers: Vec<f32> = (words.iter().skip(1))
                .filter_map(|word| word.parse().ok())
                .collect();
            match (words[0], &numbers[..]) {
                ("go", &[x, z]) => self.go(x, z, &["w"], false),
                ("leap", &[x, z]) => self.go(x, z, &["w"], true),
                ("dash", &[x, z]) => self.go(x, z, &["w", "Shift_L"], true),
                ("light", looks) => self.light(words[1], looks),
                ("wait", &[seconds]) => self.wait((seconds * 120.0) as u64),
                _ => panic!("line {}: {line}: nobody here can do that", number + 1),
            }
        }
        self.hold(&[]);
        self.game.xdotool("key p");
    }

    /// Nudges the mouse until the game brings the pointer back; the first motion that it sees is
    /// dropped.
    fn find_middle(&mut self) {
        let begun = Instant::now();
        loop {
            let here = self.game.pointer();
            self.game.xdotool("mousemove_relative -- 7 0");
            (0..3).for_each(|_| self.next_ticks());
            if self.game.pointer() == here {
                self.middle = here;
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "the pointer is not captured");
        }
    }

    /// Walks to a place holding `keys`, with a jump at once where that is asked for.
    fn go(&mut self, x: f32, z: f32, keys: &[&'static str], mut jumps: bool) {
        let goal = self.level.to_local(DVec3::new(x.into(), 0.0, z.into()));
        let (mut best, mut since) = (f32::MAX, self.world.tick);
        while !self.finished {
            let way = goal - self.world.player.position;
            let away = way.with_y(0.0).length();
            let has_passed = best < 0.8 && away > best + 0.2;
            if away < NEAR || has_passed {
                break;
            }
            if away < best - 0.01 {
                (best, since) = (away, self.world.tick);
            }
            let here = self.level.to_file(self.world.player.position);
            let is_stuck = self.world.tick >= since + STUCK;
            assert!(!is_stuck, "stuck at {here:.2}, {away:.1} m before {x} {z}");
            let turn = turn_between(self.world.player.yaw, yaw_of(way));
            if turn.abs() > STRAIGHT {
                self.move_mouse(turn, -self.world.player.pitch);
            }
            let ticks = self.stride(away, keys);
            if jumps {
                self.hold(&[keys, &["space"]].concat());
                jumps = self.world.player.grounded;
            } else {
                self.hold(keys);
            }
            self.step(ticks);
        }
    }

    /// The ticks that one can walk for before looking again.
    fn stride(&self, away: f32, keys: &[&str]) -> u64 {
        if !self.world.player.grounded || keys.contains(&"space") {
            return IN_THE_AIR;
        }
        let speed = if keys.len() > 1 { RUNS } else { WALKS };
        let all = ((away - NEAR) / speed * 120.0) as u64;
        // Far ahead, halves will do.
        all.min(16.max(all / 2)).clamp(1, STRIDE)
    }

    /// Finds a throw that lights a target and makes it, in the very tick that it was tried in.
    fn light(&mut self, name: &str, looks: &[f32]) {
        let target = (self.level.play.targets.iter())
            .position(|target| target.name == name)
            .unwrap_or_else(|| panic!("there is no target {name}"));
        let seconds = looks.get(4).copied().unwrap_or(3.0);
        let limit = (seconds * 120.0) as u64;
        self.stand();
        for moment in 0..MOMENTS {
            let reach = if moment == 0 { REACH } else { LATER_REACH };
            let Some((yaw, pitch)) = self.aim(target, reach, limit) else {
                self.step(MOMENT);
                continue;
            };
            let player = &self.world.player;
            self.move_mouse(turn_between(player.yaw, yaw), pitch - player.pitch);
            self.game.xdotool("mousedown 1");
            self.step(1);
            self.game.xdotool("mouseup 1");
            let end = self.world.tick + limit + LATE;
            self.watch(|it| it.world.tick >= end || it.world.play.lit[target]);
            if self.world.play.lit[target] {
                return;
            }
            eprintln!("a throw did not light {name}");
        }
        let here = self.level.to_file(self.world.player.position);
        panic!("no throw from {here:.2} lit {name}");
    }

    /// The look nearest to the scripted throw's with which a throw now lights a target, radians,
    /// and that may be missed by a little; `None` while there is none.
    fn aim(&self, target: usize, reach: i32, limit: u64) -> Option<(f32, f32)> {
        let (yaw, pitch) = self.scripted[target];
        let reach = -reach..=reach;
        let mut looks: Vec<(i32, i32)> = reach
            .clone()
            .flat_map(|left| reach.clone().map(move |up| (left, up)))
            .collect();
        looks.sort_by_key(|(left, up)| left * left + up * up);
        let look = |left: f32, up: f32| (yaw + left * APART, pitch + up * APART);
        let around = [(0.0, 0.0), (-0.3, 0.0), (0.3, 0.0), (0.0, -0.3), (0.0, 0.3)];
        let lights = |&(left, up): &(f32, f32)| {
            let mut around = around.iter();
            around.all(|(more, higher)| {
                self.would_light(target, look(left + more, up + higher), limit)
            })
        };
        let mut looks = (looks.iter()).map(|&(left, up)| (left as f32, up as f32));
        looks.find(lights).map(|(left, up)| look(left, up))
    }

    fn would_light(&self, target: usize, (yaw, pitch): (f32, f32), limit: u64) -> bool {
        let mut world = self.world.clone();
        let throw = Command {
            buttons: Buttons::THROW,
            yaw: counts(turn_between(world.player.yaw, yaw)) * COUNT,
            pitch: counts(pitch - world.player.pitch) * COUNT,
            ..Command::default()
        };
        let mut events = Vec::new();
        world.step(self.level, &throw, &mut events);
        for _ in 0..limit {
            if world.play.lit[target] || world.balls.is_empty() {
                break;
            }
            events.clear();
            world.step(self.level, &Command::default(), &mut events);
        }
        world.play.lit[target]
    }

    /// Moves the mouse to turn the view to the left and up, radians, by hands' breadths between
    /// which the game brings the pointer back.
    fn move_mouse(&self, turn: f32, lift: f32) {
        let (mut right, mut down) = (counts(-turn), counts(-lift));
        while right != 0.0 || down != 0.0 {
            let moved = Instant::now();
            while self.game.pointer() != self.middle {
                // The pointer is not brought back.
                assert!(moved.elapsed() < PATIENCE);
                thread::sleep(Duration::from_millis(5));
            }
            let (x, y) = (right.clamp(-HAND.0, HAND.0), down.clamp(-HAND.1, HAND.1));
            self.game.xdotool(&format!("mousemove_relative -- {x} {y}"));
            (right, down) = (right - x, down - y);
        }
    }

    /// Holds these keys and lets go of others.
    fn hold(&mut self, keys: &[&'static str]) {
        for key in self.held.clone() {
            if !keys.contains(&key) {
                self.game.xdotool(&format!("keyup {key}"));
            }
        }
        for key in keys {
            if !self.held.contains(key) {
                self.game.xdotool(&format!("keydown {key}"));
            }
        }
        self.held = keys.to_vec();
    }

    /// Lets go of all keys and waits until the player stands.
    fn stand(&mut self) {
        self.hold(&[]);
        let since = self.world.tick;
        while self.world.player.velocity.length() > STANDS || !self.world.player.grounded {
            assert!(self.world.tick < since + STUCK, "the player does not stand");
            self.step(IN_THE_AIR);
        }
    }

    /// Stands for so many ticks, in the game's own time.
    fn wait(&mut self, ticks: u64) {
        self.stand();
        let end = self.world.tick + ticks;
        self.watch(|it| it.world.tick >= end);
    }

    /// Lets time go by itself until it is so.
    fn watch(&mut self, is_so: impl Fn(&Self) -> bool) {
        self.game.xdotool("key p");
        while !is_so(self) {
            self.next_ticks();
        }
        self.pause();
    }

    /// Pauses time, and takes in all that came before.
    fn pause(&mut self) {
        self.game.xdotool("key period");
        let mut quiet_since = Instant::now();
        while quiet_since.elapsed() < QUIET {
            if self.read() > 0 {
                quiet_since = Instant::now();
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Makes so many ticks of paused time.
    fn step(&mut self, ticks: u64) {
        let end = self.world.tick + ticks;
        let presses = " period".repeat(ticks as usize);
        self.game.xdotool(&format!("key --delay 0{presses}"));
        while self.world.tick < end {
            self.next_ticks();
        }
    }

    /// Waits until the game has made ticks.
    fn next_ticks(&mut self) {
        let asked = Instant::now();
        while self.read() == 0 {
            assert!(asked.elapsed() < PATIENCE, "the game makes no ticks");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Takes in what was written since, and gives the number of ticks.
    fn read(&mut self) -> u64 {
        let before = self.world.tick;
        loop {
            let length = self.stream.read_line(&mut self.half).expect("a stream");
            if length == 0 || !self.half.ends_with('\n') {
                return self.world.tick - before;
            }
            let line: Value = serde_json::from_str(&self.half).expect("a line of JSON");
            self.half.clear();
            self.take_in(&line);
        }
    }

    fn take_in(&mut self, line: &Value) {
        let of = line["of"].as_u64().map(|of| of as usize);
        let tick = line["tick"].as_u64().expect("a tick");
        match (line["event"].as_str(), of) {
            (Some("target-lit"), Some(target)) => self.world.play.lit[target] = true,
            (Some("mover-played"), Some(mover)) => {
                self.world.play.mover_starts[mover] = Some(tick - 1);
            }
            (Some("finished"), _) => self.finished = true,
            _ => {}
        }
        if line["body"] == "player" {
            while self.world.tick < tick {
                let idle = Command::default();
                self.world.step(self.level, &idle, &mut Vec::new());
            }
            let vector = |key: &str| -> DVec3 {
                serde_json::from_value(line[key].clone()).expect("three numbers")
            };
            let angle = |key: &str| line[key].as_f64().expect("an angle") as f32;
            let player = &mut self.world.player;
            player.position = self.level.to_local(vector("at"));
            player.velocity = vector("velocity").as_vec3();
            (player.yaw, player.pitch) = (angle("yaw"), angle("pitch"));
            player.grounded = line["grounded"] == true;
        }
    }
}

/// The look, yaw and pitch in radians, with which a run's throw lit each target.
pub fn throws(level: &Level, run: Recording) -> Vec<(f32, f32)> {
    let mut world = World::new(level, run.header.rules);
    let mut playback = Playback::new(run);
    let mut looks = vec![None; level.play.targets.len()];
    let mut last = (0.0, 0.0);
    while let Some(command) = playback.next_command() {
        world.step(level, &command, &mut Vec::new());
        if command.buttons.has(Buttons::THROW) {
            last = (world.player.yaw, world.player.pitch);
        }
        for (look, is_lit) in looks.iter_mut().zip(&world.play.lit) {
            if *is_lit {
                look.get_or_insert(last);
            }
        }
    }
    let lit = |look: Option<_>| look.expect("the scripted run lights all");
    looks.into_iter().map(lit).collect()
}

/// The counts of the mouse for an angle, radians.
fn counts(angle: f32) -> f32 {
    (angle / COUNT).round()
}
