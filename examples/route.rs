//! Walks a route through a level and prints the commands as a recording: places to go to and targets
//! to light. A throw is found by trying it on copies of the world. So the proof that a level can be
//! finished is made again after a change, instead of by hand.
//!
//! ```text
//! go X Z            walk there
//! run X Z           run there
//! leap X Z          walk there, jumping at once
//! dash X Z          run there, jumping at once
//! look YAW PITCH    look there, degrees
//! light NAME [YAW0 YAW1 PITCH0 PITCH1 [SECONDS]]   throw so that the target lights, within these looks
//! throw             throw where one looks
//! wait SECONDS
//! until PHASE PERIOD   wait for that moment of what repeats itself, seconds
//! ```

use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;
use hexbound_base::{
    body::{turn_between, yaw_of},
    clock::TICK_RATE,
};
use hexbound_level::Level;
use hexbound_replay::write_commands;
use hexbound_scenes::catalog;
use hexbound_sim::{Buttons, Command, Event, EventKind, Rules, World};

/// The farthest that the view turns in a tick, radians: a hand with a mouse.
const TURN: f32 = 0.05;
/// The distance at which a place is reached, meters.
const NEAR: f32 = 0.25;
/// The distance between looks that are tried first, and between those around one that did well,
/// radians.
const COARSE: f32 = 0.03;
const FINE: f32 = 0.008;
/// Ticks a second.
const TICKS: f32 = TICK_RATE as f32;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [level, route] = arguments.as_slice() else {
        bail!("usage: route LEVEL ROUTE.txt > RECORDING");
    };
    let text = fs::read_to_string(route).with_context(|| format!("cannot read {route}"))?;
    let opened = catalog::open(level)?;
    let mut bot = Bot::new(&opened);
    // What was done is printed even where a step fails.
    let done = bot.follow_all(&text);
    bot.report();
    println!("hexbound-recording 4\nlevel {level}\ncontent any");
    println!(r#"rules {{"walk_speed":5.0,"explosion_pool":"drop","restitution":0.8}}"#);
    print!("{}", write_commands(&bot.commands));
    println!("end {} any", bot.world.tick);
    done.with_context(|| route.clone())
}

/// A player that follows a route, and what it did.
struct Bot<'a> {
    level: &'a Level,
    world: World,
    events: Vec<Event>,
    commands: Vec<Command>,
}

impl<'a> Bot<'a> {
    fn new(level: &'a Level) -> Self {
        Self {
            level,
            world: World::new(level, Rules::default()),
            events: Vec::new(),
            commands: Vec::new(),
        }
    }

    fn follow_all(&mut self, route: &str) -> Result<()> {
        for (number, line) in route.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            if !words.is_empty() && !line.starts_with('#') {
                self.follow(&words)
                    .with_context(|| format!("line {}: {line}", number + 1))?;
            }
        }
        Ok(())
    }

    fn follow(&mut self, words: &[&str]) -> Result<()> {
        let numbers: Vec<f32> = (words.iter().skip(1))
            .filter_map(|word| word.parse().ok())
            .collect();
        match (words[0], numbers.as_slice()) {
            ("go", &[x, z]) => self.go(x, z, Buttons::FORWARD, false)?,
            ("run", &[x, z]) => self.go(x, z, Buttons::FORWARD.with(Buttons::SPRINT), false)?,
            ("leap", &[x, z]) => self.go(x, z, Buttons::FORWARD, true)?,
            ("dash", &[x, z]) => self.go(x, z, Buttons::FORWARD.with(Buttons::SPRINT), true)?,
            ("wait", &[seconds]) => self.hold(Buttons::default(), (seconds * TICKS) as u32),
            ("until", &[phase, period]) => {
                let period = (period * TICKS) as u64;
                let wanted = (phase * TICKS) as u64;
                let ticks = (wanted + period - self.world.tick % period) % period;
                self.hold(Buttons::default(), ticks as u32);
            }
            ("look", &[yaw, pitch]) => self.look(yaw.to_radians(), pitch.to_radians()),
            ("throw", []) => self.throw(),
            ("light", looks) => self.light(words.get(1).context("which target?")?, looks)?,
            _ => bail!("there is no such step"),
        }
        Ok(())
    }

    /// Makes a tick and notes its command.
    fn tick(&mut self, command: Command) {
        self.world.step(self.level, &command, &mut self.events);
        self.commands.push(command);
        let seconds = self.world.tick as f32 / TICKS;
        for event in self.events.drain(..) {
            if matters(event.kind) {
                let place = self.level.to_file(event.position);
                eprintln!("{seconds:6.1} s {:?} at {place:.1}", event.kind);
            }
        }
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            self.tick(Command::holding(buttons));
        }
    }

    fn go(&mut self, x: f32, z: f32, buttons: Buttons, mut jump: bool) -> Result<()> {
        let goal = self.level.to_local(DVec3::new(x.into(), 0.0, z.into()));
        let (mut best, mut since) = (f32::MAX, 0);
        loop {
            let way = goal - self.world.player.position;
            let away = way.with_y(0.0).length();
            let overshot = best < 0.8 && away > best + 0.2;
            if away < NEAR || overshot {
                return Ok(());
            }
            (best, since) = if away < best - 0.01 {
                (away, 0)
            } else {
                (best, since + 1)
            };
            let here = self.level.to_file(self.world.player.position);
            ensure!(
                since < 360,
                "stuck at {here:.2}, {away:.1} m before the place"
            );
            let turn = turn_between(self.world.player.yaw, yaw_of(way));
            let mut held = Buttons::default();
            if turn.abs() < 0.4 {
                held = buttons;
                held.set(Buttons::JUMP, jump);
                jump &= self.world.player.grounded;
            }
            self.tick(Command {
                buttons: held,
                yaw: turn.clamp(-TURN, TURN),
                pitch: (-self.world.player.pitch).clamp(-0.02, 0.02),
                ..Command::default()
            });
        }
    }

    fn look(&mut self, yaw: f32, pitch: f32) {
        while let Some(command) = turn_to(&self.world, yaw, pitch) {
            self.tick(command);
        }
    }

    fn throw(&mut self) {
        self.hold(Buttons::THROW, 4);
        self.hold(Buttons::default(), 4);
    }

    /// Finds a throw that lights the target, the one whose neighbors do so best, and makes it.
    fn light(&mut self, name: &str, looks: &[f32]) -> Result<()> {
        let targets = &self.level.play.targets;
        let index = (targets.iter().position(|target| target.name == name))
            .with_context(|| format!("there is no target {name}"))?;
        if self.world.play.lit[index] {
            return Ok(());
        }
        self.hold(Buttons::default(), 30);
        let center = targets[index].center.as_vec3();
        let yaw = yaw_of(center - self.world.player.eye_position());
        let (yaws, pitches, seconds) = match looks {
            [] => ((yaw - 0.06, yaw + 0.06), (-0.5, 0.9), 3.0),
            [y0, y1, p0, p1, seconds @ ..] if seconds.len() < 2 => {
                let [y0, y1, p0, p1] = [y0, y1, p0, p1].map(|degrees| degrees.to_radians());
                ((y0, y1), (p0, p1), seconds.first().copied().unwrap_or(3.0))
            }
            _ => bail!("light NAME [YAW0 YAW1 PITCH0 PITCH1 [SECONDS]]"),
        };
        let limit = (seconds * TICKS) as u32;
        let here = self.level.to_file(self.world.player.feet());
        let tried = grid(yaws, pitches, COARSE);
        let hits: Vec<(f32, f32)> = (tried.iter().copied())
            .filter(|look| self.would_light(index, *look, limit))
            .collect();
        // Of some that light it, the one that may be missed by most.
        let robust = |look: &&(f32, f32)| {
            let around = |middle: f32| (middle - 1.5 * FINE, middle + 1.5 * FINE);
            grid(around(look.0), around(look.1), FINE)
                .into_iter()
                .filter(|near| self.would_light(index, *near, limit))
                .count()
        };
        let every = hits.len().div_ceil(24).max(1);
        let Some(&(yaw, pitch)) = hits.iter().step_by(every).max_by_key(robust) else {
            bail!(
                "no throw from {here:.2} lights {name}: {} were tried",
                tried.len()
            );
        };
        eprintln!(
            "{name}: {} of {} throws from {here:.2} light it; yaw {:.1}, pitch {:.1}",
            hits.len(),
            tried.len(),
            yaw.to_degrees(),
            pitch.to_degrees()
        );
        self.look(yaw, pitch);
        self.throw();
        for _ in 0..limit + 30 {
            if self.world.play.lit[index] {
                return Ok(());
            }
            self.hold(Buttons::default(), 1);
        }
        bail!("the throw missed")
    }

    fn would_light(&self, target: usize, (yaw, pitch): (f32, f32), limit: u32) -> bool {
        let mut world = self.world.clone();
        let mut events = Vec::new();
        while let Some(command) = turn_to(&world, yaw, pitch) {
            world.step(self.level, &command, &mut events);
        }
        let throw = Command::holding(Buttons::THROW);
        world.step(self.level, &throw, &mut events);
        for _ in 0..limit {
            if world.play.lit[target] {
                return true;
            }
            events.clear();
            world.step(self.level, &Command::default(), &mut events);
        }
        false
    }

    fn report(&self) {
        let play = &self.world.play;
        let place = self.level.to_file(self.world.player.feet());
        eprintln!(
            "{:.1} s, {} of {} lit, {} thrown, finished {:?}, at {place:.1}, {} respawns",
            self.world.tick as f32 / TICKS,
            play.lit_count(),
            play.lit.len(),
            play.thrown,
            play.finished,
            self.world.player.respawns
        );
    }
}

/// The command that turns the view toward a look; `None` once it is there.
fn turn_to(world: &World, yaw: f32, pitch: f32) -> Option<Command> {
    let turn = turn_between(world.player.yaw, yaw);
    let lift = pitch - world.player.pitch;
    (turn.abs() > 1e-5 || lift.abs() > 1e-5).then(|| Command {
        yaw: turn.clamp(-TURN, TURN),
        pitch: lift.clamp(-TURN, TURN),
        ..Command::default()
    })
}

/// The looks of a grid, yaw and pitch.
fn grid(yaws: (f32, f32), pitches: (f32, f32), step: f32) -> Vec<(f32, f32)> {
    let line = |(from, to): (f32, f32)| {
        (0..=((to - from) / step) as u32).map(move |at| from + at as f32 * step)
    };
    (line(yaws).flat_map(|yaw| line(pitches).map(move |pitch| (yaw, pitch)))).collect()
}

fn matters(kind: EventKind) -> bool {
    !matches!(
        kind,
        EventKind::Footstep
            | EventKind::Jump
            | EventKind::Land
            | EventKind::Bump
            | EventKind::Bounce
            | EventKind::WalkerStep
            | EventKind::Throw
            | EventKind::Explosion
            | EventKind::Blast
            | EventKind::PropContact
    )
}
