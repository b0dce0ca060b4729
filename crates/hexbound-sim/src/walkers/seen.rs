//! A walker as a picture needs it, and the blend of two moments of it.

use glam::Vec3;

use super::{Mood, Walker, WalkerFate};
use hexbound_base::body::EYE_HEIGHT;

/// A walker as seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenWalker {
    /// The walker's place in the level's list.
    pub index: u32,
    /// The middle between its feet, local, meters; steps are smoothed as they are for the eye.
    pub feet: Vec3,
    /// The direction in which it looks, radians about +Y.
    pub yaw: f32,
    /// The speed at which it walks, meters a second.
    pub speed: f32,
    /// The way that it has walked, meters: its sway follows it.
    pub walked: f32,
    /// The horizontal unit vector along which it topples; any where it stands.
    pub toward: Vec3,
    /// The angle from the upright by which it has toppled, radians.
    pub tilt: f32,
    /// The brightness of its eyes, 0..1.
    pub glow: f32,
    /// The color of its eyes: 0 where it has noticed somebody, 1 where it follows them.
    pub anger: f32,
}

/// The time in which eyes light or fade, seconds.
const EYE_LIGHT_SECONDS: f32 = 0.3;

impl SeenWalker {
    /// The upright, the toppling and the fallen of all walkers.
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

    /// The walker `blend` (0..1) of the way from `self` to `next`.
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

/// The brightness and the color of a walker's eyes: they go out when it falls.
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
