//! What a picture needs from the world, and the blend of two moments.

use glam::Vec3;

use super::{Explosion, World};

/// A moment of the world as seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    pub eye: Vec3,
    /// Radians, as in `Player`.
    pub yaw: f32,
    pub pitch: f32,
    /// Id, centre and radius of every ball.
    pub balls: Vec<(u32, Vec3, f32)>,
    pub explosions: Vec<Explosion>,
    /// The eye jumped (respawn): don't blend across.
    pub cut: bool,
}

impl View {
    pub fn of(world: &World) -> Self {
        Self {
            eye: world.player.eye(),
            yaw: world.player.yaw,
            pitch: world.player.pitch,
            balls: world
                .balls
                .iter()
                .map(|ball| (ball.id, ball.position, ball.radius))
                .collect(),
            explosions: world.explosions.alive.clone(),
            cut: world.player.teleported,
        }
    }

    /// The view `blend` (0..1) of the way from `self` to `next`. Balls are matched by id; what
    /// exists in only one of the two is shown as in `next`.
    pub fn between(&self, next: &View, blend: f32) -> View {
        let mut view = next.clone();
        if next.cut {
            return view;
        }
        view.eye = self.eye.lerp(next.eye, blend);
        view.yaw = self.yaw + (next.yaw - self.yaw) * blend;
        view.pitch = self.pitch + (next.pitch - self.pitch) * blend;
        let mut before = self.balls.iter().peekable();
        for ball in &mut view.balls {
            while before.next_if(|old| old.0 < ball.0).is_some() {}
            if let Some(old) = before.next_if(|old| old.0 == ball.0) {
                ball.1 = old.1.lerp(ball.1, blend);
            }
        }
        view
    }
}
