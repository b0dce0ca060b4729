//! A throw shown again: a quarter as fast, from behind the ball, until it is over or the player has
//! seen enough. The run itself waits meanwhile.

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

/// The number of the run's seconds that pass in a real one.
const SLOW_SPEED: f64 = 0.25;
/// The ticks that are shown after the target was lit.
const TICKS_AFTER: usize = TICK_RATE as usize * 3 / 4;
/// The part of the way by which the camera's look nears the ball's in a tick.
const TURN_RATE: f32 = 0.08;
/// Slower than this, meters a second, a ball does not turn the camera.
const SLOW_TURN: f32 = 0.5;

/// A throw that is being shown.
pub(super) struct SlowMotion {
    pub level: Arc<Level>,
    pub effects: Effects,
    /// The events of the ticks in the last call of `advance`.
    pub events: Vec<Event>,
    /// The throw, whose world goes on and whose commands are taken one by one.
    pub throw: LitThrow,
    commands: std::vec::IntoIter<Command>,
    clock: FixedClock,
    /// The two moments between which pictures lie, seen from behind the ball.
    before: View,
    after: View,
    /// The unit vector along which the camera looks.
    look: Vec3,
    /// True once the target is lit: the camera then stays.
    is_lit: bool,
}

impl SlowMotion {
    pub(crate) fn new(mut throw: LitThrow, level: Arc<Level>) -> Self {
        let mut commands = std::mem::take(&mut throw.commands);
        commands.resize(commands.len() + TICKS_AFTER, Command::default());
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
        shown.after = shown.seen();
        shown.before = shown.after.clone();
        shown
    }

    /// Goes on by so many seconds of real time; `false` when it is over.
    pub(crate) fn advance(&mut self, seconds: f64) -> bool {
        self.events.clear();
        for _ in 0..self.clock.advance(seconds * SLOW_SPEED) {
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

    /// The words over it.
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
        let seen = self.seen();
        self.before = std::mem::replace(&mut self.after, seen);
        true
    }

    /// The unit vector along which the ball moves, unless it is slow or gone.
    fn heading(&self) -> Option<Vec3> {
        let ball = self
            .throw
            .world
            .balls
            .iter()
            .find(|ball| ball.id == self.throw.ball)?;
        let velocity = ball.velocity.as_vec3();
        (velocity.length() > SLOW_TURN).then(|| velocity.normalize())
    }

    /// The world from behind the ball; from where the camera was, once the target is lit or the ball
    /// is gone.
    fn seen(&self) -> View {
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
