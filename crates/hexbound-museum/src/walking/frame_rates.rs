//! Bodies in frames of a given length, and one script at two frame rates, which should end alike.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::{
    discrete::{Habits, pushed_out},
    game::BayWorld,
    gauge::{self, BodySample},
    performance::{Role, Walker, play_with},
    script::{Hold, Script, hold},
};
use crate::{Performance, ShownBody};
use hexbound_base::clock::{FixedClock, TICK_RATE};
use hexbound_level::Level;
use hexbound_sim::Buttons;

/// A walk and a jump. Each hold lasts whole frames at both rates.
const JUMP: Script = Script::new(
    Vec3::new(0.0, 0.0, -1.0),
    &[
        hold(30, 0.0, Buttons(0)),
        hold(60, 0.0, Buttons::FORWARD),
        hold(12, 0.0, Buttons(Buttons::FORWARD.0 | Buttons::JUMP.0)),
        hold(60, 0.0, Buttons::FORWARD),
        hold(198, 0.0, Buttons(0)),
    ],
);
/// The place of the picture's origin, meters. The path leads from the left in front to the right behind,
/// across the whole width of its half of the bay.
const PICTURE_ORIGIN: Vec3 = Vec3::new(-3.1, 0.0, -1.8);
/// The turn of the picture about the vertical, degrees.
const PICTURE_TURN: f32 = -45.0;
/// The ticks of a frame at 20 frames a second.
const TICKS_PER_FRAME: u32 = 6;
/// The frames in a tick at 480 frames a second.
const FRAMES_PER_TICK: u32 = 4;

/// The game in frames of a given length, which its clock turns into whole ticks.
pub(super) struct FramedGame {
    game: BayWorld,
    clock: FixedClock,
    rate: Rate,
    /// The buttons held in the ticks that no frame has played yet.
    waiting: Vec<Hold>,
    /// The largest height of the feet in the ticks of the last frames, meters.
    highest: f32,
}

/// The rate of frames.
pub(super) enum Rate {
    /// Each frame lasts this number of ticks.
    Slow(u32),
    /// Each tick has [`FRAMES_PER_TICK`] frames.
    Fast,
}

/// Begins the script with two controllers that push out, at 20 and 120 frames a second.
pub(super) fn naive(level: &Arc<Level>) -> Box<dyn Performance> {
    let body = |ticks| pushed_out(level, JUMP, Habits::in_frames(ticks));
    across(vec![body(TICKS_PER_FRAME), body(1)])
}

/// Begins the script with two worlds of the game, at 20 and 480 frames a second.
pub(super) fn ours(level: &Arc<Level>) -> Box<dyn Performance> {
    let body = |rate| FramedGame::role(level, JUMP, rate);
    across(vec![body(Rate::Slow(TICKS_PER_FRAME)), body(Rate::Fast)])
}

/// Begins the script with two bodies, the first of them violet. The picture is turned, since a motion
/// away from visitors would hide one body behind the other. The turn is harmless, since the ground
/// is the same everywhere.
fn across(roles: Vec<Role>) -> Box<dyn Performance> {
    play_with(roles, between_rates, |played| {
        let turn = Quat::from_rotation_y(PICTURE_TURN.to_radians());
        let turned = |(index, body): (usize, ShownBody)| ShownBody {
            center: PICTURE_ORIGIN + turn * body.center,
            is_violet: index == 0,
            ..body
        };
        let bodies = played.bodies().into_iter().enumerate();
        bodies.map(turned).collect()
    })
}

/// The difference of the two bodies at the end of each long frame. Before that, the body in long frames
/// lags behind.
fn between_rates(runs: &[Vec<BodySample>]) -> f64 {
    gauge::difference(runs, TICKS_PER_FRAME as usize)
}

impl FramedGame {
    /// Creates a game whose player is at the start of a script, with that script.
    pub(super) fn role(level: &Arc<Level>, script: Script, rate: Rate) -> Role {
        let framed = Self {
            game: BayWorld::new(level, &script),
            clock: FixedClock::default(),
            rate,
            waiting: Vec::new(),
            highest: 0.0,
        };
        (Box::new(framed), script)
    }

    /// Computes one frame that lasts `ticks` ticks, with the whole ticks that the clock returns.
    fn frame(&mut self, ticks: f64) {
        let seconds = ticks / f64::from(TICK_RATE);
        let due = self.clock.advance(seconds) as usize;
        let due = due.min(self.waiting.len());
        for held in self.waiting.drain(..due) {
            self.game.tick(held);
            self.highest = self.highest.max(self.game.sample().highest);
        }
    }
}

impl Walker for FramedGame {
    fn tick(&mut self, held: Hold) {
        self.waiting.push(held);
        self.highest = self.game.sample().highest;
        match self.rate {
            Rate::Slow(ticks) if self.waiting.len() as u32 >= ticks => self.frame(f64::from(ticks)),
            Rate::Slow(_) => (),
            Rate::Fast => {
                (0..FRAMES_PER_TICK).for_each(|_| self.frame(1.0 / f64::from(FRAMES_PER_TICK)));
            }
        }
    }

    fn sample(&self) -> BodySample {
        BodySample {
            highest: self.highest,
            ..self.game.sample()
        }
    }
}
