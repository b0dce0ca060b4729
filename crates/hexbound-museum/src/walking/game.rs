//! The game's own method: its world on the level, driven by ordinary commands.

use std::sync::Arc;

use glam::Vec3;

use super::{
    gauge::BodySample,
    performance::Walker,
    script::{Hold, Script},
};
use hexbound_base::body::turn_between;
use hexbound_level::Level;
use hexbound_sim::{Command, HALF_HEIGHT, Rules, World};

/// The world of the game on one half of a bay.
pub(super) struct BayWorld {
    level: Arc<Level>,
    world: World,
}

impl BayWorld {
    /// Creates a world whose player is at the start of a script.
    pub(super) fn new(level: &Arc<Level>, script: &Script) -> Self {
        let mut world = World::new(level, Rules::default());
        if let Some(feet) = script.feet {
            world.player.position = feet + Vec3::Y * (HALF_HEIGHT + 0.002);
        }
        world.player.velocity = script.velocity;
        Self {
            level: Arc::clone(level),
            world,
        }
    }

    /// The game's world.
    pub(super) fn world(&self) -> &World {
        &self.world
    }
}

impl Walker for BayWorld {
    fn tick(&mut self, held: Hold) {
        let player = &self.world.player;
        let command = Command {
            buttons: held.buttons,
            yaw: turn_between(player.yaw, held.degrees.to_radians()),
            ..Command::default()
        };
        self.world.step(&self.level, &command, &mut Vec::new());
    }

    fn sample(&self) -> BodySample {
        let player = &self.world.player;
        BodySample {
            feet: player.feet(),
            velocity: player.velocity,
            grounded: player.grounded,
            highest: player.feet().y,
        }
    }
}
