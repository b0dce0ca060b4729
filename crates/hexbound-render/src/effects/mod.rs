//! The traces of impacts: sparks, smoke and scorch marks. They are a pure function of events and times, and
//! nothing here affects the simulation. Drawing is the renderer's task.

mod particle;
mod scorch;

use std::collections::VecDeque;

use hexbound_collide::hash::Hasher;

use hexbound_base::random::Random;
use hexbound_level::Level;
use hexbound_sim::{Event, EventKind};
use particle::{Particle, cloud, sparks};
pub use particle::{ParticleInstance, ParticleKind};
pub use scorch::{Scorch, ScorchCorner};

/// The largest number of sparks at once; the oldest are removed first.
pub(crate) const MAX_SPARKS: usize = 3072;
/// The largest number of puffs at once; the oldest are removed first.
pub(crate) const MAX_PUFFS: usize = 160;
/// The largest number of scorch marks at once; the oldest are removed first.
pub(crate) const MAX_SCORCHES: usize = 64;

/// The speed below which a ball strikes no sparks, meters a second.
const MIN_SPARK_SPEED: f32 = 2.0;
/// The speed below which a landing raises no dust, meters a second.
const MIN_DUST_SPEED: f32 = 4.0;

/// All sparks, puffs and scorch marks of a run.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    sparks: VecDeque<Particle>,
    puffs: VecDeque<Particle>,
    scorches: VecDeque<Scorch>,
    /// The time of the run, seconds.
    seconds: f64,
}

impl Effects {
    /// Adds the traces of `events` at the run's time `seconds`. After a rewind, later traces are removed.
    pub fn advance(&mut self, seconds: f64, events: &[Event], level: &Level) {
        if seconds < self.seconds {
            self.sparks.retain(|particle| particle.born <= seconds);
            self.puffs.retain(|particle| particle.born <= seconds);
            self.scorches.retain(|scorch| scorch.born <= seconds);
        }
        self.seconds = seconds;
        self.sparks.retain(|particle| particle.is_alive(seconds));
        self.puffs.retain(|particle| particle.is_alive(seconds));
        self.scorches.retain(|scorch| scorch.is_alive(seconds));
        for event in events {
            if event.position.is_finite() && event.normal.is_finite() && event.speed.is_finite() {
                self.add_traces(event, level);
            }
        }
        keep_newest(&mut self.sparks, MAX_SPARKS);
        keep_newest(&mut self.puffs, MAX_PUFFS);
        keep_newest(&mut self.scorches, MAX_SCORCHES);
    }

    /// All particles at the current time.
    pub fn instances(&self) -> impl Iterator<Item = ParticleInstance> + '_ {
        let all = self.puffs.iter().chain(&self.sparks);
        all.map(|particle| particle.at(self.seconds))
    }

    /// Returns whether no trace of an impact is visible.
    pub(crate) fn is_empty(&self) -> bool {
        self.sparks.is_empty() && self.puffs.is_empty() && self.scorches.is_empty()
    }

    /// The scorch marks, oldest first, each with its freshness (1 when new, 0 at the end) and its heat.
    pub fn scorches(&self) -> impl Iterator<Item = (&Scorch, f32, f32)> {
        let now = self.seconds;
        (self.scorches.iter()).map(move |scorch| (scorch, scorch.freshness(now), scorch.heat(now)))
    }

    fn add_traces(&mut self, event: &Event, level: &Level) {
        let random = &mut random_of(event);
        let seconds = self.seconds;
        let count = match event.kind {
            EventKind::Explosion => 44,
            EventKind::TargetLit(_) => 90,
            EventKind::Bounce if event.speed > MIN_SPARK_SPEED => {
                (event.speed * 1.2).min(14.0) as usize
            }
            EventKind::WalkerFelled => 26,
            _ => 0,
        };
        self.sparks.extend(sparks(event, seconds, count, random));
        let (kind, clouds) = match event.kind {
            EventKind::Explosion => (ParticleKind::Smoke, 1),
            EventKind::Land if event.speed > MIN_DUST_SPEED => (ParticleKind::Dust, 1),
            EventKind::WalkerDown => (ParticleKind::Dust, 2),
            _ => (ParticleKind::Dust, 0),
        };
        for _ in 0..clouds {
            self.puffs.extend(cloud(kind, event, seconds, random));
        }
        match event.kind {
            EventKind::Explosion => self.scorch(event, level, random),
            EventKind::TargetLit(target) => {
                let crack = self.new_scorch(event, level, random);
                // A crack in a moving target is drawn with its body.
                let crack = crack.filter(|_| !is_carried(level, target));
                self.scorches.extend(crack.map(Scorch::into_crack));
            }
            _ => {}
        }
    }

    /// Adds a scorch mark; an existing mark at the same position only heats up again.
    fn scorch(&mut self, event: &Event, level: &Level, random: &mut Random) {
        let existing = (self.scorches.iter()).position(|scorch| scorch.is_at(event));
        if let Some(mut old) = existing.and_then(|index| self.scorches.remove(index)) {
            old.born = self.seconds;
            self.scorches.push_back(old);
        } else {
            self.scorches.extend(self.new_scorch(event, level, random));
        }
    }

    fn new_scorch(&self, event: &Event, level: &Level, random: &mut Random) -> Option<Scorch> {
        let (mesh, born) = (&level.collision, self.seconds);
        Scorch::new(event.position, event.normal, born, mesh, random)
    }
}

/// Returns whether a target moves with a mover or a prop.
fn is_carried(level: &Level, target: u32) -> bool {
    let mut props = level.props.iter();
    props.any(|prop| prop.surface().target == Some(target))
        || (level.movers.iter()).any(|mover| mover.targets().any(|it| it == target))
}

/// A random generator seeded by the position, normal and speed of an event.
fn random_of(event: &Event) -> Random {
    let mut hasher = Hasher::default();
    hasher.vec3(event.position).vec3(event.normal);
    Random::new(hasher.f32(event.speed).finish())
}

fn keep_newest<T>(pool: &mut VecDeque<T>, max_count: usize) {
    pool.drain(..pool.len().saturating_sub(max_count));
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use hexbound_scenes::catalog;

    fn explosion(x: f32) -> Event {
        Event::new(EventKind::Explosion, Vec3::new(x, 0.0, 0.0), Vec3::Y, 6.0)
    }

    fn flat() -> Level {
        catalog::open("test:flat").unwrap()
    }

    fn on_floor(level: &Level, x: f32) -> Event {
        let floor = level.collision.bounds().max.y;
        let mut event = explosion(x);
        event.position.y = floor;
        event
    }

    #[test]
    fn the_same_events_give_the_same_effects() {
        let level = flat();
        let run = || {
            let mut effects = Effects::default();
            effects.advance(1.0, &[explosion(0.0), explosion(1.0)], &level);
            effects.advance(1.3, &[], &level);
            effects.instances().collect::<Vec<_>>()
        };
        assert!(run().len() > 80);
        assert_eq!(run(), run());
        // The result does not depend on the frames in between.
        let mut stepped = Effects::default();
        stepped.advance(1.0, &[explosion(0.0), explosion(1.0)], &level);
        (1..=30).for_each(|frame| stepped.advance(1.0 + f64::from(frame) / 100.0, &[], &level));
        assert_eq!(stepped.instances().collect::<Vec<_>>().len(), run().len());
    }

    #[test]
    fn pools_are_bounded_and_everything_ends() {
        let level = flat();
        let mut effects = Effects::default();
        for frame in 0..400 {
            let x = frame as f32 * 0.9 - 180.0;
            let events: Vec<Event> = (0..3).map(|_| on_floor(&level, x)).collect();
            effects.advance(f64::from(frame) * 0.004, &events, &level);
        }
        assert_eq!(effects.sparks.len(), MAX_SPARKS);
        assert!(effects.puffs.len() <= MAX_PUFFS);
        assert!(effects.scorches.len() <= MAX_SCORCHES);
        assert!(effects.instances().all(|instance| instance.is_finite()));
        effects.advance(1000.0, &[], &level);
        assert_eq!(effects.instances().count() + effects.scorches().count(), 0);
    }

    #[test]
    fn time_that_runs_back_takes_back() {
        let level = flat();
        let mut effects = Effects::default();
        effects.advance(1.0, &[on_floor(&level, 0.0)], &level);
        let first = effects.instances().count();
        effects.advance(1.2, &[on_floor(&level, 3.0)], &level);
        assert_eq!(effects.scorches().count(), 2);
        effects.advance(1.1, &[], &level);
        assert_eq!(effects.scorches().count(), 1);
        assert_eq!(effects.instances().count(), first);
    }

    #[test]
    fn a_place_is_scorched_once() {
        let level = flat();
        let mut effects = Effects::default();
        for second in 0..5 {
            effects.advance(f64::from(second), &[on_floor(&level, 0.0)], &level);
        }
        assert_eq!(effects.scorches().count(), 1);
        let (_, fresh, heat) = effects.scorches().next().unwrap();
        assert_eq!((fresh, heat), (1.0, 1.0));
    }

    #[test]
    fn what_is_no_number_leaves_nothing() {
        let level = flat();
        let mut effects = Effects::default();
        let broken = Event {
            speed: f32::NAN,
            ..explosion(0.0)
        };
        effects.advance(0.0, &[broken, explosion(f32::INFINITY)], &level);
        assert_eq!(effects.instances().count(), 0);
        let nowhere = Event {
            normal: Vec3::ZERO,
            ..explosion(0.0)
        };
        effects.advance(0.1, &[nowhere], &level);
        effects.advance(0.4, &[], &level);
        assert!(effects.instances().count() > 20);
        assert!(effects.instances().all(|instance| instance.is_finite()));
    }
}
