//! The settings a run starts with; they travel in the recording.

use serde::{Deserialize, Serialize};

use super::GroundStrategy;

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

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Metres a second.
    pub walk_speed: f32,
    pub explosion_pool: PoolPolicy,
    /// Part of the approach speed a ball keeps when it bounces off the level or another ball.
    pub restitution: f32,
    /// How mode `swept` finds the ground. Recordings older than the choice have none.
    #[serde(default)]
    pub ground: GroundStrategy,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            walk_speed: 5.0,
            explosion_pool: PoolPolicy::Drop,
            restitution: 0.8,
            ground: GroundStrategy::Sweep,
        }
    }
}
