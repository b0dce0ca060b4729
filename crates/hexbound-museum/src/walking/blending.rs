//! A walk in frames at another rate than the ticks: a fixed step without blending, and the game's blend
//! between two ticks.

use std::sync::Arc;

use glam::Vec3;

use super::{
    discrete::{Discrete, Habits},
    game::BayWorld,
    performance::{Walker, shown},
    script::{Hold, Script},
};
use crate::{Performance, act::Act};
use hexbound_base::clock::{FixedClock, TICK_RATE};
use hexbound_level::Level;
use hexbound_sim::{EYE_HEIGHT, View};

/// The frames in a second.
const FRAME_RATE: f64 = 144.0;
/// The time before the first measured frame, seconds. The walk has its full speed by then.
const SETTLING_TIME: f64 = 1.0;

/// A body at the position where a frame shows it, between its ticks.
enum SeenBody {
    /// A fixed step of 1/60 s whose last position is shown until the next. It is the fixed update of common
    /// engines without interpolation (bevy_fps_controller#56).
    Unblended(Discrete),
    /// The game's views at two ticks, blended as in its frames.
    Blended(Box<(BayWorld, [View; 2])>),
}

/// A walk in frames.
struct FramedWalk {
    seen: SeenBody,
    script: Script,
    ticks: u32,
    clock: FixedClock,
    frames: u64,
    last: Vec3,
    /// The smallest displacement from one frame to the next, meters.
    least: f64,
    /// The largest displacement from one frame to the next, meters.
    most: f64,
}

/// Begins the walk without blending.
pub(super) fn unblended(level: &Arc<Level>, script: Script) -> Box<dyn Performance> {
    let body = Discrete::new(level, &script, Habits::USUAL);
    FramedWalk::begin(SeenBody::Unblended(body), script)
}

/// Begins the walk with the game's blending.
pub(super) fn blended(level: &Arc<Level>, script: Script) -> Box<dyn Performance> {
    let game = BayWorld::new(level, &script);
    let views = [View::of(game.world()), View::of(game.world())];
    FramedWalk::begin(SeenBody::Blended(Box::new((game, views))), script)
}

impl SeenBody {
    fn tick(&mut self, held: Hold) {
        match self {
            SeenBody::Unblended(body) => body.tick(held),
            SeenBody::Blended(it) => {
                let (game, [before, now]) = &mut **it;
                game.tick(held);
                *before = std::mem::replace(now, View::of(game.world()));
            }
        }
    }

    /// The position of the feet in a frame, at the fraction `blend` of the next tick.
    fn feet(&self, blend: f32) -> Vec3 {
        match self {
            SeenBody::Unblended(body) => body.sample().feet,
            SeenBody::Blended(it) => {
                let [before, now] = &it.1;
                before.between(now, blend).eye - Vec3::Y * EYE_HEIGHT
            }
        }
    }
}

impl FramedWalk {
    fn begin(seen: SeenBody, script: Script) -> Box<dyn Performance> {
        Act {
            state: Self {
                last: seen.feet(0.0),
                seen,
                script,
                ticks: 0,
                clock: FixedClock::default(),
                frames: 0,
                least: f64::INFINITY,
                most: 0.0,
            },
            length: u64::from(script.ticks()),
            step: Self::step,
            bodies: |state| vec![shown(state.last)],
            figure: Self::spread,
        }
        .begin()
    }

    /// Computes the frames that are due at the end of the tick.
    fn step(&mut self, tick: u64) {
        let now = (tick + 1) as f64 / f64::from(TICK_RATE);
        while (self.frames + 1) as f64 / FRAME_RATE <= now {
            self.frame();
        }
    }

    fn frame(&mut self) {
        for _ in 0..self.clock.advance(1.0 / FRAME_RATE) {
            self.seen.tick(self.script.at(self.ticks));
            self.ticks += 1;
        }
        let feet = self.seen.feet(self.clock.blend());
        let is_settled = self.frames as f64 > SETTLING_TIME * FRAME_RATE;
        if is_settled {
            let moved = f64::from(feet.distance(self.last));
            self.least = self.least.min(moved);
            self.most = self.most.max(moved);
        }
        self.last = feet;
        self.frames += 1;
    }

    /// The spread of the displacements, percent of the middle of their range.
    fn spread(&self) -> f64 {
        if self.most == 0.0 {
            return 0.0;
        }
        100.0 * (self.most - self.least) / (0.5 * (self.most + self.least))
    }
}
