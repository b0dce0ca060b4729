//! A recorded run beside the player's, and its bodies between two ticks.

use hexbound_collide::BodyShape;

use hexbound_level::Level;
use hexbound_replay::{Playback, Recording};
use hexbound_sim::{Command, GhostColor, GhostView, World};

/// A recorded run beside the player's. The player's run is not changed by it.
pub(super) struct SideRun {
    pub(super) world: World,
    playback: Playback,
    /// The command of the next tick; `None` after the last.
    next: Option<Command>,
    bodies: BlendedBodies,
}

impl SideRun {
    /// A run that continues from a world as it was recorded.
    pub(super) fn at(world: World, recording: Recording) -> Self {
        let mut run = Self {
            bodies: BlendedBodies::at(bodies(&world)),
            playback: Playback::new(recording),
            next: None,
            world,
        };
        run.seek();
        run
    }

    /// The recording of the run.
    pub(super) fn recording(&self) -> &Recording {
        self.playback.recording()
    }

    /// Continues from another world of the same run.
    pub(super) fn set(&mut self, world: World) {
        self.world = world;
        self.seek();
        self.stand_still();
    }

    /// Seeks the recording to the command at the world's tick.
    fn seek(&mut self) {
        self.playback.rewind_to(self.world.tick);
        self.next = self.playback.next_command();
    }

    /// Plays the next tick if it `is_due`, and returns its command, if there is one.
    pub(super) fn step(
        &mut self,
        level: &Level,
        is_due: impl Fn(&World, &Command) -> bool,
    ) -> Option<Command> {
        let command = self.next.filter(|next| is_due(&self.world, next))?;
        self.world.step(level, &command, &mut Vec::new());
        self.next = self.playback.next_command();
        Some(command)
    }

    /// Blends the bodies from the tick before.
    pub(super) fn advance(&mut self) {
        self.bodies.advance_to(bodies(&self.world));
    }

    /// Shows the bodies at rest.
    pub(super) fn stand_still(&mut self) {
        self.bodies = BlendedBodies::at(bodies(&self.world));
    }

    /// The bodies at the fraction `blend` (0..1) between the last two ticks.
    pub(super) fn views(&self, blend: f32) -> impl Iterator<Item = GhostView> {
        self.bodies.views(blend)
    }
}

/// The body of the player and those of the thrown balls.
fn bodies(world: &World) -> Vec<GhostView> {
    let view = |center, shape| GhostView {
        center,
        shape,
        color: GhostColor::Teal,
    };
    let player = &world.player;
    let balls = world.balls.iter();
    let balls = balls.map(|ball| view(ball.position.as_vec3(), BodyShape::sphere(ball.radius)));
    std::iter::once(view(player.position, player.colliding_body().shape()))
        .chain(balls)
        .collect()
}

/// The bodies at the last two ticks.
pub(super) struct BlendedBodies {
    before: Vec<GhostView>,
    after: Vec<GhostView>,
}

impl BlendedBodies {
    /// Bodies at rest.
    pub(super) fn at(bodies: Vec<GhostView>) -> Self {
        Self {
            before: bodies.clone(),
            after: bodies,
        }
    }

    /// Advances to the next tick, with its `bodies`.
    pub(super) fn advance_to(&mut self, bodies: Vec<GhostView>) {
        self.before = std::mem::replace(&mut self.after, bodies);
    }

    /// The bodies at the fraction `blend` (0..1) between the two ticks. If a body appeared or
    /// disappeared, those of the last tick are shown.
    pub(super) fn views(&self, blend: f32) -> impl Iterator<Item = GhostView> {
        let before = match self.before.len() == self.after.len() {
            true => &self.before,
            false => &self.after,
        };
        (before.iter().zip(&self.after)).map(move |(before, after)| GhostView {
            center: before.center.lerp(after.center, blend),
            ..*after
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use hexbound_sim::GhostColor;

    fn ball(x: f32) -> GhostView {
        GhostView {
            center: Vec3::X * x,
            shape: BodyShape::sphere(0.2),
            color: GhostColor::Teal,
        }
    }

    fn places(bodies: &BlendedBodies, blend: f32) -> Vec<f32> {
        bodies.views(blend).map(|body| body.center.x).collect()
    }

    #[test]
    fn bodies_are_shown_between_two_ticks_unless_one_came_or_went() {
        let mut bodies = BlendedBodies::at(vec![ball(1.0)]);
        assert_eq!(places(&bodies, 0.5), [1.0]);
        bodies.advance_to(vec![ball(2.0)]);
        assert_eq!(places(&bodies, 0.25), [1.25]);
        bodies.advance_to(vec![ball(3.0), ball(7.0)]);
        assert_eq!(places(&bodies, 0.25), [3.0, 7.0]);
        bodies.advance_to(vec![ball(7.5)]);
        assert_eq!(places(&bodies, 0.25), [7.5]);
    }
}
