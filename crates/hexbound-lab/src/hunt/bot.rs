//! The moves of a hunt: runs, jumps, crawls, blasts at near surfaces, flights, waits for movers, and
//! leaning into obstacles.

use std::f32::consts::{PI, TAU};

use glam::Vec3;

use hexbound_base::{body::turn_between, random::Random};
use hexbound_level::Level;
use hexbound_sim::{Buttons, Command, Methods, World};

/// The distance below which a move with a wish is blocked, meters.
const MIN_DISTANCE: f32 = 0.05;
/// The duration of a press, ticks.
const PRESS_TIME: u32 = 2;

/// Some buttons that are held for a while, after a turn in the first tick. Pressed buttons are held for
/// the first two ticks alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Move {
    pub held: Buttons,
    pub pressed: Buttons,
    /// The turn to the left and upward, radians.
    pub turn: [f32; 2],
    pub ticks: u32,
    pub methods: Methods,
}

impl Move {
    /// A wait of `ticks` ticks.
    pub(super) fn wait(ticks: u32, methods: Methods) -> Self {
        Self {
            held: Buttons::default(),
            pressed: Buttons::default(),
            turn: [0.0; 2],
            ticks,
            methods,
        }
    }

    /// The command of a tick of the move.
    pub(super) fn command(&self, tick: u32) -> Command {
        let [yaw, pitch] = if tick == 0 { self.turn } else { [0.0; 2] };
        let pressed = if tick < PRESS_TIME { self.pressed.0 } else { 0 };
        Command {
            buttons: Buttons(self.held.0 | pressed),
            yaw,
            pitch,
            methods: self.methods,
            ..Command::default()
        }
    }

    /// The first `ticks` ticks of the move.
    pub(super) fn truncated_to(self, ticks: u32) -> Self {
        Self { ticks, ..self }
    }

    /// Returns whether the move had a wish and was blocked, between these places.
    pub(super) fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        const GOING_BUTTONS: Buttons =
            Buttons(Buttons::FORWARD.0 | Buttons::BACK.0 | Buttons::LEFT.0 | Buttons::RIGHT.0);
        self.held.0 & GOING_BUTTONS.0 != 0 && self.ticks >= 30 && from.distance(to) < MIN_DISTANCE
    }
}

/// The commands of moves, one a tick.
pub(super) fn commands(moves: &[Move]) -> Vec<Command> {
    let all = moves.iter();
    all.flat_map(|it| (0..it.ticks).map(|tick| it.command(tick)))
        .collect()
}

/// The next move or moves, chosen from the world.
pub(super) fn moves(
    random: &mut Random,
    level: &Level,
    world: &World,
    methods: Methods,
) -> Vec<Move> {
    // In a place with targets, leaving by flight is no find.
    let may_fly = level.play.allows_flight() && !level.play.flight_is_assistance();
    let flies = world.rules.flight && may_fly;
    let mut bot = Bot {
        random,
        world,
        methods,
        yaw: world.player.yaw,
    };
    match bot.random.below(if flies { 12 } else { 10 }) {
        0..4 => vec![bot.run()],
        4 => bot.lean(),
        5 => bot.blast(),
        6 => bot.stand_up(),
        7 => bot.zigzag(),
        8 => vec![bot.wait()],
        9 => vec![bot.run(), bot.run()],
        _ => bot.flight(),
    }
}

struct Bot<'a> {
    random: &'a mut Random,
    world: &'a World,
    methods: Methods,
    /// The player's yaw after the moves so far, radians.
    yaw: f32,
}

impl Bot<'_> {
    /// A move toward a direction on the map.
    fn toward(&mut self, yaw: f32, held: Buttons, ticks: u32) -> Move {
        let turn = turn_between(self.yaw, yaw);
        self.yaw = yaw;
        Move {
            held,
            turn: [turn, 0.0],
            ..Move::wait(ticks, self.methods)
        }
    }

    fn any_direction(&mut self) -> f32 {
        self.random.between(-PI, PI)
    }

    /// A run: perhaps a sprint, perhaps with a jump, perhaps crouched.
    fn run(&mut self) -> Move {
        let yaw = self.any_direction();
        let ticks = self.random.integer(20, 110);
        let mut held = Buttons::FORWARD;
        held.set(Buttons::SPRINT, self.random.chance(0.5));
        held.set(Buttons::CROUCH, self.random.chance(0.2));
        let mut run = self.toward(yaw, held, ticks);
        run.pressed.set(Buttons::JUMP, self.random.chance(0.4));
        run
    }

    /// Leans into the obstacle ahead: straight, from both sides, and jumping.
    fn lean(&mut self) -> Vec<Move> {
        let yaw = self.any_direction();
        let run = self.random.integer(20, 80);
        let mut moves = vec![self.toward(yaw, Buttons::FORWARD.with(Buttons::SPRINT), run)];
        for _ in 0..3 {
            let aside = yaw + self.random.between(-1.2, 1.2);
            let ticks = self.random.integer(10, 40);
            let mut lean = self.toward(aside, Buttons::FORWARD, ticks);
            lean.pressed.set(Buttons::JUMP, self.random.chance(0.3));
            lean.held.set(Buttons::CROUCH, self.random.chance(0.3));
            moves.push(lean);
        }
        moves
    }

    /// Jumps and throws a ball at a surface below or ahead. Its blast accelerates the player.
    fn blast(&mut self) -> Vec<Move> {
        let yaw = self.any_direction();
        let pitch = self.random.between(-PI / 2.0, 0.3);
        let mut leap = self.toward(yaw, Buttons::FORWARD.with(Buttons::SPRINT), 3);
        leap.turn[1] = pitch - self.world.player.pitch;
        leap.pressed = Buttons::JUMP;
        let ticks = self.random.integer(30, 120);
        let mut thrown = self.toward(yaw, Buttons::FORWARD, ticks);
        thrown.pressed = Buttons::THROW;
        thrown.held.set(Buttons::CROUCH, self.random.chance(0.4));
        vec![leap, thrown]
    }

    /// Crouches while moving, and gets up.
    fn stand_up(&mut self) -> Vec<Move> {
        let yaw = self.any_direction();
        let (down, up) = (self.random.integer(20, 90), self.random.integer(10, 40));
        let low = self.toward(yaw, Buttons::FORWARD.with(Buttons::CROUCH), down);
        let aside = yaw + self.random.between(-0.8, 0.8);
        vec![low, self.toward(aside, Buttons::FORWARD, up)]
    }

    /// Short steps in all directions, which lead out of corners and creases.
    fn zigzag(&mut self) -> Vec<Move> {
        let begin = self.any_direction();
        let steps = 3 + self.random.below(4);
        (0..steps)
            .map(|step| {
                let side = if step % 2 == 0 { 1.0 } else { -1.0 };
                let yaw = (begin + side * self.random.between(0.2, 1.5)) % TAU;
                let ticks = self.random.integer(4, 25);
                let mut next = self.toward(yaw, Buttons::FORWARD.with(Buttons::SPRINT), ticks);
                next.pressed.set(Buttons::JUMP, self.random.chance(0.25));
                next
            })
            .collect()
    }

    /// Waits for a mover, and perhaps steps on it.
    fn wait(&mut self) -> Move {
        let ticks = self.random.integer(40, 240);
        let yaw = self.yaw;
        self.toward(yaw, Buttons::default(), ticks)
    }

    /// A flight of two legs, and a drop.
    fn flight(&mut self) -> Vec<Move> {
        let mut legs = Vec::new();
        for _ in 0..2 {
            let yaw = self.any_direction();
            let ticks = self.random.integer(30, 160);
            let mut held = Buttons::FORWARD.with(Buttons::SPRINT);
            let upward = [Buttons::RISE, Buttons::DESCEND, Buttons::default()];
            held.0 |= upward[self.random.below(3)].0;
            legs.push(self.toward(yaw, held, ticks));
        }
        if self.random.chance(0.3) {
            let yaw = self.yaw;
            let mut drop = self.toward(yaw, Buttons::FORWARD, 60);
            drop.pressed = Buttons::JUMP;
            legs.push(drop);
        }
        legs
    }
}
