//! The settings a run starts with; they travel in the recording.

use serde::{Deserialize, Serialize};

use super::tuning::{COYOTE_TIME, JUMP_BUFFER};

/// What happens when an explosion finds the pool full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PoolPolicy {
    /// The newest is dropped, as in the seed.
    #[default]
    Drop,
    /// The oldest makes room.
    Reuse,
}

/// Which rays look ahead of a moving prop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropRays {
    /// Parallel ones over its cross-section, each answered by one going back.
    #[default]
    Fan,
    /// One ahead of each vertex, and from the center to each vertex where it will be.
    Vertices,
}

/// What stops a moving prop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PropStop {
    /// The swept shape; rays are only compared with it.
    #[default]
    Swept,
    /// Rays alone, as in the seed: what passes between them is run through.
    Rays,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Meters a second.
    pub walk_speed: f32,
    pub explosion_pool: PoolPolicy,
    /// Part of the approach speed a ball keeps when it bounces off the level or another ball.
    pub restitution: f32,
    /// A jump is still granted so long after walking off an edge, seconds.
    #[serde(default = "usual_coyote_time")]
    pub coyote_time: f32,
    /// A jump pressed so long before landing is made then, seconds.
    #[serde(default = "usual_jump_buffer")]
    pub jump_buffer: f32,
    #[serde(default)]
    pub prop_rays: PropRays,
    #[serde(default)]
    pub prop_stop: PropStop,
}

impl Rules {
    /// Whether a run can be made with these numbers.
    pub fn are_sound(&self) -> bool {
        let is_speed = self.walk_speed.is_finite() && self.walk_speed > 0.0;
        let is_time = |seconds: f32| (0.0..=MOST_FORGIVENESS).contains(&seconds);
        is_speed
            && (0.0..=1.0).contains(&self.restitution)
            && is_time(self.coyote_time)
            && is_time(self.jump_buffer)
    }
}

/// More than this is no forgiveness but another game, seconds.
const MOST_FORGIVENESS: f32 = 10.0;

// Recordings from before these rules existed have none of them.
fn usual_coyote_time() -> f32 {
    COYOTE_TIME
}

fn usual_jump_buffer() -> f32 {
    JUMP_BUFFER
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            walk_speed: 5.0,
            explosion_pool: PoolPolicy::Drop,
            restitution: 0.8,
            coyote_time: COYOTE_TIME,
            jump_buffer: JUMP_BUFFER,
            prop_rays: PropRays::Fan,
            prop_stop: PropStop::Swept,
        }
    }
}
