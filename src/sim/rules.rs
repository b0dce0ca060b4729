//! The settings a run starts with; they travel in the recording.

use serde::{Deserialize, Serialize};

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
    /// One ahead of each vertex, and from the centre to each vertex where it will be.
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
    /// Metres a second.
    pub walk_speed: f32,
    pub explosion_pool: PoolPolicy,
    /// Part of the approach speed a ball keeps when it bounces off the level or another ball.
    pub restitution: f32,
    #[serde(default)]
    pub prop_rays: PropRays,
    #[serde(default)]
    pub prop_stop: PropStop,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            walk_speed: 5.0,
            explosion_pool: PoolPolicy::Drop,
            restitution: 0.8,
            prop_rays: PropRays::Fan,
            prop_stop: PropStop::Swept,
        }
    }
}
