//! The throws of a run that lit targets, with the data to show the best of them again. `slow_motion`
//! shows it.

use super::game::{Advance, PlayedTick, RunEntry, TickObserver};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_sim::{Command, Event, EventKind, History, World};

/// The duration of the part of a flight that is shown, up to its end, ticks.
const MAX_FLIGHT_TICKS: u64 = 3 * TICK_RATE as u64;

/// The throws still in flight, and those that lit a target.
#[derive(Debug, Default)]
pub(super) struct Throws {
    /// The thrown balls, and the ticks of their throws.
    thrown: Vec<(u32, u64)>,
    /// The throws that lit a target, each better than the one before.
    lit: Vec<LitThrow>,
}

/// A throw that lit a target.
#[derive(Clone, Debug)]
pub(super) struct LitThrow {
    /// The id of the ball.
    pub ball: u32,
    /// The number of bounces before the target.
    pub bounces: u32,
    /// The time from the throw to the target, ticks.
    pub flight: u64,
    /// The tick at which the target was lit.
    lit_at: u64,
    /// The world just after the ball was thrown, or some seconds before it lit the target.
    pub world: World,
    /// The commands from there to the target.
    pub commands: Vec<Command>,
}

impl TickObserver for Throws {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        self.follow(tick.events, tick.world, tick.level, tick.history);
    }

    /// Forgets the events after the tick that time ran back to.
    fn went_back(&mut self, _: &Level, world: &World) {
        self.rewind_to(world.tick);
    }

    fn entered(&mut self, _: &RunEntry<'_>) {
        *self = Self::default();
    }
}

impl Throws {
    /// Records the events of the tick that led to `world`, which `history` already holds.
    pub(crate) fn follow(
        &mut self,
        events: &[Event],
        world: &World,
        level: &Level,
        history: &History,
    ) {
        for event in events {
            match (event.kind, event.ball) {
                (EventKind::Throw, Some(ball)) => self.thrown.push((ball, world.tick)),
                (EventKind::TargetLit(_), Some(ball)) => self.light(ball, world, level, history),
                _ => {}
            }
        }
    }

    fn light(&mut self, ball: u32, world: &World, level: &Level, history: &History) {
        let mut thrown = self.thrown.iter().rev();
        let Some(&(_, from)) = thrown.find(|(thrown, _)| *thrown == ball) else {
            // The ball was placed by the level.
            return;
        };
        let bounces = world.balls.iter().find(|it| it.id == ball);
        let bounces = bounces.map_or(0, |ball| ball.bounces);
        let flight = world.tick - from;
        let best = self.best().map(|best| (best.bounces, best.flight));
        if best >= Some((bounces, flight)) {
            return;
        }
        let begin = from.max(world.tick.saturating_sub(MAX_FLIGHT_TICKS));
        let (begun, commands) = history.since(level, begin);
        self.lit.push(LitThrow {
            ball,
            bounces,
            flight,
            lit_at: world.tick,
            world: begun,
            commands,
        });
    }

    /// Forgets the events after a tick.
    fn rewind_to(&mut self, tick: u64) {
        self.thrown.retain(|(_, thrown)| *thrown <= tick);
        self.lit.retain(|throw| throw.lit_at <= tick);
    }

    /// The throw with the most bounces. Among equals it is the one with the longest flight.
    pub(crate) fn best(&self) -> Option<&LitThrow> {
        self.lit.last()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, Rules};

    /// A run in `test:range` by itself.
    pub(crate) struct Run {
        pub level: Level,
        world: World,
        history: History,
        pub throws: Throws,
    }

    impl Run {
        pub(crate) fn new() -> Self {
            let level = catalog::open("test:range").unwrap();
            let world = World::new(&level, Rules::default());
            Self {
                history: History::new(&world),
                world,
                level,
                throws: Throws::default(),
            }
        }

        /// Throws along a turn to the left and a look up, radians, and waits for a second.
        pub(crate) fn throw(&mut self, yaw: f32, pitch: f32) {
            let mut throw = Command::holding(Buttons::THROW);
            (throw.yaw, throw.pitch) = (yaw, pitch);
            self.play(throw, TICK_RATE);
        }

        /// Gives a command, and advances the world by `ticks`.
        pub(crate) fn play(&mut self, first: Command, ticks: u32) {
            for tick in 0..ticks {
                let command = if tick == 0 { first } else { Command::default() };
                let mut events = Vec::new();
                self.world.step(&self.level, &command, &mut events);
                self.history.push(&command, &self.world);
                (self.throws).follow(&events, &self.world, &self.level, &self.history);
            }
        }
    }

    #[test]
    fn a_bounce_is_better_than_none_and_can_be_taken_back() {
        let mut run = Run::new();
        run.throw(0.0, 0.0);
        assert_eq!(run.throws.best().map(|best| best.bounces), Some(0));
        // Onto the floor before the target on the left.
        run.throw(std::f32::consts::FRAC_PI_2, -0.5);
        let best = run.throws.best().unwrap();
        assert!(best.bounces >= 1 && best.ball == 1, "{}", best.bounces);
        assert_eq!(run.world.play.lit, [true, true]);
        run.throws.rewind_to(130);
        assert_eq!(run.throws.best().map(|best| best.bounces), Some(0));
        run.throws.rewind_to(0);
        assert!(run.throws.best().is_none());
    }

    #[test]
    fn the_world_and_the_commands_lead_to_the_target() {
        let mut run = Run::new();
        run.throw(0.0, 0.1);
        let best = run.throws.best().unwrap();
        let mut world = best.world.clone();
        assert_eq!((world.tick, best.lit_at), (1, 1 + best.flight));
        let mut events = Vec::new();
        for command in &best.commands {
            world.step(&run.level, command, &mut events);
        }
        let mut events = events.iter();
        let lit = events.find(|event| event.kind == EventKind::TargetLit(0));
        assert_eq!(lit.unwrap().ball, Some(best.ball));
        assert_eq!(world.tick, best.lit_at);
    }
}
