//! A throw shown again at a quarter of its speed, from behind the ball. It lasts until the throw is over
//! or the player stops it. The run itself waits.

use std::sync::Arc;

use glam::Vec3;

use super::{best_throw::LitThrow, camera::follow};
use hexbound_base::{
    body::yaw_of,
    clock::{FixedClock, TICK_RATE},
    words::{Phrase, phrase},
};
use hexbound_level::Level;
use hexbound_render::effects::Effects;
use hexbound_sim::{Command, Event, EventKind, View};

/// The speed of the replay, as a share of the run's speed.
const REPLAY_SPEED: f64 = 0.25;
/// The ticks that are shown after the target was lit.
const TICKS_AFTER_TARGET: usize = TICK_RATE as usize * 3 / 4;
/// The share by which the camera turns toward the ball's heading in a tick.
const TURN_RATE: f32 = 0.08;
/// The minimum speed of a ball that turns the camera, meters a second.
const MIN_TURN_SPEED: f32 = 0.5;

/// A throw that is being shown.
pub(super) struct SlowMotion {
    pub level: Arc<Level>,
    pub effects: Effects,
    /// The events of the ticks in the last call of `advance`.
    pub events: Vec<Event>,
    /// The throw. Its world advances by one command a tick.
    pub throw: LitThrow,
    commands: std::vec::IntoIter<Command>,
    clock: FixedClock,
    /// The view before the last tick, from behind the ball. Frames are blended between the two views.
    before: View,
    /// The view after the last tick.
    after: View,
    /// The unit vector along which the camera looks.
    look: Vec3,
    /// True once the target is lit: the camera then stays.
    is_lit: bool,
}

impl SlowMotion {
    pub(crate) fn new(mut throw: LitThrow, level: Arc<Level>) -> Self {
        let mut commands = std::mem::take(&mut throw.commands);
        commands.resize(commands.len() + TICKS_AFTER_TARGET, Command::default());
        let view = View::of(&throw.world);
        let mut shown = Self {
            look: throw.world.player.view_direction(),
            is_lit: false,
            level,
            effects: Effects::default(),
            events: Vec::new(),
            throw,
            commands: commands.into_iter(),
            clock: FixedClock::default(),
            before: view.clone(),
            after: view,
        };
        shown.look = shown.heading().unwrap_or(shown.look);
        shown.after = shown.ball_view();
        shown.before = shown.after.clone();
        shown
    }

    /// Advances by `seconds` of real time. Returns false once the replay is over.
    pub(crate) fn advance(&mut self, seconds: f64) -> bool {
        self.events.clear();
        for _ in 0..self.clock.advance(seconds * REPLAY_SPEED) {
            if !self.tick() {
                return false;
            }
        }
        let blend = f64::from(self.clock.blend());
        let now = self.before.seconds + (self.after.seconds - self.before.seconds) * blend;
        self.effects.advance(now, &self.events, &self.level);
        true
    }

    /// The view at this moment of the replay.
    pub(crate) fn view(&self) -> View {
        self.before.between(&self.after, self.clock.blend())
    }

    /// The caption of the replay.
    pub(crate) fn caption(&self) -> Phrase {
        phrase("best-throw-shown").with("bounces", self.throw.bounces)
    }

    fn tick(&mut self) -> bool {
        let Some(command) = self.commands.next() else {
            return false;
        };
        let new_from = self.events.len();
        self.throw
            .world
            .step(&self.level, &command, &mut self.events);
        let is_lighting = |event: &Event| {
            matches!(event.kind, EventKind::TargetLit(_)) && event.ball == Some(self.throw.ball)
        };
        self.is_lit |= self.events[new_from..].iter().any(is_lighting);
        if let Some(heading) = self.heading() {
            self.look = self.look.lerp(heading, TURN_RATE).normalize_or(heading);
        }
        let seen = self.ball_view();
        self.before = std::mem::replace(&mut self.after, seen);
        true
    }

    /// The unit vector along which the ball moves; `None` if it is slow or gone.
    fn heading(&self) -> Option<Vec3> {
        let ball = self
            .throw
            .world
            .balls
            .iter()
            .find(|ball| ball.id == self.throw.ball)?;
        let velocity = ball.velocity.as_vec3();
        (velocity.length() > MIN_TURN_SPEED).then(|| velocity.normalize())
    }

    /// The view from behind the ball. Once the target is lit or the ball is gone, the camera keeps its
    /// place.
    fn ball_view(&self) -> View {
        let mut view = View::of(&self.throw.world);
        view.cut = false;
        (view.yaw, view.pitch) = (self.after.yaw, self.after.pitch);
        let ball = view.balls.iter().find(|ball| ball.id == self.throw.ball);
        match ball.map(|ball| ball.center).filter(|_| !self.is_lit) {
            Some(center) => {
                view.yaw = yaw_of(self.look);
                view.pitch = self.look.y.clamp(-1.0, 1.0).asin();
                follow(&mut view, center, &self.level);
            }
            None => view.eye = self.after.eye,
        }
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::best_throw::tests::Run;
    use hexbound_base::words::Words;

    /// A throw at the target ahead of the start of `test:range`.
    fn thrown() -> SlowMotion {
        let mut run = Run::new();
        run.play(Command::default(), 30);
        run.throw(0.0, 0.0);
        SlowMotion::new(run.throws.best().unwrap().clone(), Arc::new(run.level))
    }

    #[test]
    fn it_follows_the_ball_a_quarter_as_fast_and_ends() {
        let mut shown = thrown();
        let (mut seconds, mut lit) = (0.0f64, None);
        let mut eyes = vec![shown.view().eye];
        while shown.advance(1.0 / 60.0) {
            seconds += 1.0 / 60.0;
            let view = shown.view();
            eyes.push(view.eye);
            let ball = view.balls.iter().find(|ball| ball.id == shown.throw.ball);
            let away = (ball.expect("the ball is there").center - view.eye).length();
            assert!(away < 3.0 || lit.is_some(), "{away} m behind it");
            if (shown.events.iter()).any(|event| event.kind == EventKind::TargetLit(0)) {
                lit = Some(seconds);
            }
        }
        // Six meters at 18 m/s, then three quarters of a second, four times as long.
        let lit = lit.expect("the target is lit again");
        assert!((0.8..2.4).contains(&lit), "{lit} s to the target");
        assert!((seconds - lit - 3.0).abs() < 0.1, "{seconds} s in all");
        let jump = |pair: &[Vec3]| pair[0].distance(pair[1]);
        let most = eyes.windows(2).map(jump).fold(0.0, f32::max);
        assert!(most < 0.4, "the camera jumps by {most} m");
        let said = Words::english().say(&shown.caption());
        assert!(said.contains("straight at it"), "{said}");
    }
}
