//! A walker's state between two ticks.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{mind::Mind, topple::Topple};
use crate::{Character, Event, EventKind, ImpactSide};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::WalkerStart;

/// The ticks for which a thrown walker does not walk.
const STAGGER_TICKS: u32 = TICK_RATE / 2;

/// A walker between two ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walker {
    /// The body, which moves as the player's does.
    pub body: Character,
    /// The fate of the walker.
    pub fate: WalkerFate,
    pub(super) mind: Mind,
    /// The distance walked, meters; no later tick depends on it.
    pub(super) walked: f32,
    /// The ticks until the walker can shove the player again.
    pub(super) until_shove: u32,
    /// The ticks until the walker walks again after it was thrown.
    pub(super) staggers: u32,
    /// The ticks for which the walker waits for another one ahead.
    pub(super) waits: u32,
    /// True if anything else has moved or pushed the walker since its own last step.
    pub(super) disturbed: bool,
}

/// The fate of a walker.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
pub enum WalkerFate {
    /// The walker stands and walks.
    Upright,
    /// The walker topples, or lies where it fell as no obstacle.
    Felled(Topple),
    /// The walker has fallen out of the level or was crushed.
    Gone,
}

impl Walker {
    pub(super) fn standing(body: Character) -> Self {
        Self {
            body,
            fate: WalkerFate::Upright,
            mind: Mind::new(body.yaw),
            walked: 0.0,
            until_shove: 0,
            staggers: 0,
            waits: 0,
            disturbed: false,
        }
    }

    /// Returns whether the walker stands and walks: only then do others meet it.
    pub fn is_upright(&self) -> bool {
        self.fate == WalkerFate::Upright
    }

    /// Returns whether this is a valid state of a walker that began at `start` in a level with `movers`
    /// movers.
    pub(crate) fn is_valid(&self, start: &WalkerStart, movers: usize) -> bool {
        let counts = [self.until_shove, self.staggers, self.waits];
        let falls = match self.fate {
            WalkerFate::Felled(topple) => topple.is_valid(),
            WalkerFate::Upright | WalkerFate::Gone => true,
        };
        falls
            && self.body.is_valid(movers)
            && self.walked.is_finite()
            && counts.iter().all(|count| *count < u32::MAX / 2)
            && self.mind.is_valid(start)
    }

    /// The walker's mood, which sets the color of its eyes.
    pub fn mood(&self) -> super::Mood {
        self.mind.mood
    }

    /// The distance walked, meters.
    pub fn walked(&self) -> f32 {
        self.walked
    }

    /// Changes the walker's velocity, meters a second, as a blast does: it staggers, and walks on after
    /// it has landed. A felled walker stays where it lies.
    pub fn throw(&mut self, change: Vec3) {
        if !self.is_upright() {
            return;
        }
        self.push(change);
        self.staggers = STAGGER_TICKS;
        if change.y > 0.0 {
            self.body.grounded = false;
        }
    }

    /// Changes the walker's velocity, meters a second.
    pub(super) fn push(&mut self, change: Vec3) {
        self.body.velocity += change;
        self.disturbed = true;
    }

    /// Appends an event at the walker's feet.
    pub(super) fn emit(&self, events: &mut Vec<Event>, kind: EventKind, speed: f32) {
        events.push(Event {
            mover: ImpactSide::WALKER,
            ..Event::new(kind, self.body.feet(), Vec3::Y, speed)
        });
    }

    /// Feeds everything that later ticks depend on to the hash. The pattern names every field, so that a
    /// new one can't be forgotten; only the distance walked is left out.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            body,
            fate,
            mind,
            walked: _,
            until_shove,
            staggers,
            waits,
            disturbed,
        } = self;
        body.hash(hasher);
        match fate {
            WalkerFate::Upright => {
                hasher.u32(0);
            }
            WalkerFate::Felled(topple) => {
                hasher.u32(1);
                topple.hash(hasher);
            }
            WalkerFate::Gone => {
                hasher.u32(2);
            }
        }
        mind.hash(hasher);
        hasher
            .u32(*until_shove)
            .u32(*staggers)
            .u32(*waits)
            .u32(u32::from(*disturbed));
    }
}
