//! Where the player starts.

use glam::Vec3;
use hexbound_reach::BestView;
use serde::{Deserialize, Serialize};

/// The place where the player starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spawn {
    /// The body's center, local, standing free a skin's width above the ground.
    pub position: Vec3,
    /// Radians about +Y: 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// Radians above the horizon; 0 where a file names the direction.
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

/// Who chose the place where the player starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartChoice {
    /// A node of the file names it, or the scene that was made in code.
    Named,
    /// The loader searched for it, since no node names one.
    Searched,
    /// The loader put it on the ground that it laid under a model.
    LaidGround,
}
