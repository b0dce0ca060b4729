//! The renderer's view of a walker, and the blend of two moments of it.

use glam::Vec3;

use super::{Mood, Walker, WalkerFate};
use hexbound_base::body::EYE_HEIGHT;

/// The visible state of a walker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenWalker {
    /// The walker's index in the level's list.
    pub index: u32,
    /// The middle between the walker's feet, local, meters; steps are smoothed as they are for the eye.
    pub feet: Vec3,
    /// The direction of the walker's view, radians about +Y.
    pub yaw: f32,
    /// The walking speed, meters a second.
    pub speed: f32,
    /// The distance walked, meters, which drives the walker's sway.
    pub walked: f32,
    /// The horizontal unit vector along which the walker topples; arbitrary while it stands.
    pub toward: Vec3,
    /// The angle from the upright by which the walker has toppled, radians.
    pub tilt: f32,
    /// The brightness of the walker's eyes, 0..1.
    pub glow: f32,
    /// The color of the walker's eyes: 0 after it has noticed somebody, 1 while it follows them.
    pub anger: f32,
}

/// The time in which eyes light or fade, seconds.
const EYE_LIGHT_SECONDS: f32 = 0.3;

impl SeenWalker {
    /// The visible state of all walkers that are upright, toppling or fallen.
    pub fn all_of(walkers: &[Walker]) -> Vec<Self> {
        let present = (0..).zip(walkers);
        let present = present.filter(|(_, walker)| walker.fate != WalkerFate::Gone);
        present
            .map(|(index, walker)| Self::of(index, walker))
            .collect()
    }

    fn of(index: u32, walker: &Walker) -> Self {
        let body = &walker.body;
        let (toward, tilt) = match walker.fate {
            WalkerFate::Felled(topple) => (topple.toward, topple.tilt),
            _ => (Vec3::X, 0.0),
        };
        let [glow, anger] = eyes_of(walker);
        Self {
            index,
            feet: body.eye_position() - Vec3::Y * EYE_HEIGHT,
            yaw: body.yaw,
            speed: Vec3::new(body.velocity.x, 0.0, body.velocity.z).length(),
            walked: walker.walked(),
            toward,
            tilt,
            glow,
            anger,
        }
    }

    /// The walker interpolated by `blend` (0..1) from `self` to `next`.
    pub fn between(&self, next: &Self, blend: f32) -> Self {
        let mix = |from: f32, to: f32| from + (to - from) * blend;
        let turn = hexbound_base::body::turn_between(self.yaw, next.yaw);
        Self {
            feet: self.feet.lerp(next.feet, blend),
            yaw: self.yaw + turn * blend,
            speed: mix(self.speed, next.speed),
            walked: mix(self.walked, next.walked),
            tilt: mix(self.tilt, next.tilt),
            glow: mix(self.glow, next.glow),
            anger: mix(self.anger, next.anger),
            ..*next
        }
    }
}

/// The brightness and the color of a walker's eyes, which go out when it falls.
fn eyes_of(walker: &Walker) -> [f32; 2] {
    let since = (walker.mind.seconds_in_mood() / EYE_LIGHT_SECONDS).min(1.0);
    if let WalkerFate::Felled(topple) = walker.fate {
        return [(1.0 - topple.tilt).max(0.0), 1.0];
    }
    match walker.mood() {
        Mood::Patrol => [1.0 - since, 1.0],
        Mood::Notice => [since, 0.0],
        Mood::Chase => [1.0, since],
    }
}
