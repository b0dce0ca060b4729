//! The player's start.

use glam::Vec3;
use hexbound_reach::BestView;
use serde::{Deserialize, Serialize};

/// The place where the player starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spawn {
    /// The body's center, local, a skin's width above the ground.
    pub position: Vec3,
    /// The yaw, radians about +Y: 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// The pitch, radians above the horizon; 0 if a file names the direction.
    pub pitch: f32,
}

impl From<BestView> for Spawn {
    fn from(view: BestView) -> Self {
        Self {
            position: view.position,
            yaw: view.yaw,
            pitch: view.pitch,
        }
    }
}

/// The method by which the player's start was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartChoice {
    /// A node of the file, or a scene made in code, names the start.
    Named,
    /// The loader searched for the start, since no node names one.
    Searched,
    /// The loader put the start on the ground that it laid under a model.
    LaidGround,
}
