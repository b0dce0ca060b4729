//! Sparks, smoke and dust: their starts and their positions at any later time. The whole trajectory is known
//! from the start, so time may run at any pace and backwards.

use glam::Vec3;

use hexbound_base::random::Random;
use hexbound_sim::Event;

/// The kind of a particle. shaders/particle.wgsl numbers the kinds in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParticleKind {
    /// Glowing metal, drawn longer at higher speed.
    Spark,
    Smoke,
    Dust,
}

/// A particle at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParticleInstance {
    pub kind: ParticleKind,
    /// The center, local, meters.
    pub position: Vec3,
    /// The velocity, meters a second.
    pub velocity: Vec3,
    /// The radius, meters.
    pub radius: f32,
    /// The elapsed share of the particle's life, 0..1.
    pub age: f32,
    /// A random number per particle, 0..1.
    pub seed: f32,
}

#[cfg(test)]
impl ParticleInstance {
    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.velocity.is_finite()
            && self.radius.is_finite()
            && self.age.is_finite()
    }
}

/// The forces on a kind of particle.
struct ParticleForces {
    /// The acceleration, m/s².
    pull: Vec3,
    /// The relative loss of speed a second.
    drag: f32,
}

/// The share of its speed along the normal that a spark keeps at a rebound.
const REBOUND_SHARE: f32 = 0.35;
/// The share of its speed across the normal that a spark keeps at a rebound.
const SLIP_SHARE: f32 = 0.6;

/// The position and velocity of a flying particle.
#[derive(Clone, Copy, Debug)]
struct FlightState {
    position: Vec3,
    velocity: Vec3,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Particle {
    kind: ParticleKind,
    /// The run's time at the particle's start, seconds.
    pub born: f64,
    /// The particle's lifetime, seconds.
    life: f32,
    first: FlightState,
    /// The time of the rebound, seconds, and the state right after it.
    rebound: Option<(f32, FlightState)>,
    /// The unit normal of the struck surface.
    normal: Vec3,
    /// The initial radius, meters.
    radius: f32,
    seed: f32,
}

impl Particle {
    pub(super) fn is_alive(&self, seconds: f64) -> bool {
        seconds - self.born < f64::from(self.life)
    }

    pub(super) fn at(&self, seconds: f64) -> ParticleInstance {
        let time = ((seconds - self.born) as f32).clamp(0.0, self.life);
        let forces = &self.kind.forces();
        let FlightState { position, velocity } = match self.rebound {
            Some((when, state)) if time > when => {
                let mut now = state.after(time - when, forces);
                let below = (now.position - state.position).dot(self.normal).min(0.0);
                now.position -= self.normal * below;
                now
            }
            _ => self.first.after(time, forces),
        };
        let age = time / self.life;
        let radius = match self.kind {
            ParticleKind::Spark => self.radius * (1.0 - 0.5 * age),
            // Clouds expand fast at first.
            ParticleKind::Smoke | ParticleKind::Dust => self.radius * (1.0 + 2.2 * age.sqrt()),
        };
        ParticleInstance {
            kind: self.kind,
            position,
            velocity,
            radius,
            age,
            seed: self.seed,
        }
    }
}

impl ParticleKind {
    fn forces(self) -> ParticleForces {
        let (pull, drag) = match self {
            Self::Spark => (-9.81, 1.3),
            // Warm smoke rises, slowed by the surrounding air.
            Self::Smoke => (0.9, 2.4),
            Self::Dust => (-0.12, 3.0),
        };
        let pull = Vec3::new(0.0, pull, 0.0);
        ParticleForces { pull, drag }
    }
}

impl FlightState {
    /// The exact solution of v' = pull − drag · v.
    fn after(&self, time: f32, forces: &ParticleForces) -> Self {
        let steady = forces.pull / forces.drag;
        let decay = (-forces.drag * time).exp();
        let excess = self.velocity - steady;
        Self {
            position: self.position + excess * ((1.0 - decay) / forces.drag) + steady * time,
            velocity: excess * decay + steady,
        }
    }

    /// The time at which the particle first drops below the plane through its start, seconds, and its state
    /// right after the rebound from that plane.
    fn rebound(&self, normal: Vec3, life: f32) -> Option<(f32, FlightState)> {
        let forces = ParticleKind::Spark.forces();
        let height = |time: f32| (self.after(time, &forces).position - self.position).dot(normal);
        const FLIGHT_STEPS: usize = 16;
        let step = life / FLIGHT_STEPS as f32;
        let first = (1..=FLIGHT_STEPS).find(|index| height(*index as f32 * step) < 0.0)? as f32;
        let (mut above, mut below) = ((first - 1.0) * step, first * step);
        for _ in 0..10 {
            let middle = 0.5 * (above + below);
            if height(middle) < 0.0 {
                below = middle;
            } else {
                above = middle;
            }
        }
        let struck = self.after(above, &forces);
        let along = struck.velocity.dot(normal);
        let across = struck.velocity - normal * along;
        let velocity = across * SLIP_SHARE - normal * (along * REBOUND_SHARE);
        let position = struck.position;
        Some((above, FlightState { position, velocity }))
    }
}

/// Creates `count` sparks at a struck position.
pub(super) fn sparks(
    event: &Event,
    born: f64,
    count: usize,
    random: &mut Random,
) -> impl Iterator<Item = Particle> {
    let normal = event.normal.normalize_or(Vec3::Y);
    let start = event.position + normal * 0.02;
    let strength = 0.7 + 0.06 * event.speed.clamp(0.0, 15.0);
    (0..count).map(move |_| {
        let speed = strength * (1.2 + 6.5 * random.fraction().powi(2));
        let first = FlightState {
            position: start,
            velocity: direction_about(normal, random) * speed,
        };
        let life = random.between(0.35, 1.3);
        Particle {
            kind: ParticleKind::Spark,
            born,
            life,
            first,
            rebound: first.rebound(normal, life),
            normal,
            radius: random.between(0.006, 0.014),
            seed: random.fraction(),
        }
    })
}

/// Creates the puffs of smoke after an explosion, or of dust after a hard landing.
pub(super) fn cloud(
    kind: ParticleKind,
    event: &Event,
    born: f64,
    random: &mut Random,
) -> impl Iterator<Item = Particle> {
    let normal = event.normal.normalize_or(Vec3::Y);
    let puffs = if kind == ParticleKind::Dust { 5 } else { 6 };
    (0..puffs).map(move |_| {
        let mut out = direction_about(normal, random);
        let (speed, radius, life) = match kind {
            // Dust spreads along the floor.
            ParticleKind::Dust => {
                out = (out - normal * (0.85 * out.dot(normal))).normalize_or(normal);
                (random.between(0.8, 1.6), 0.10, random.between(0.5, 0.9))
            }
            _ => {
                let radius = random.between(0.14, 0.24);
                (random.between(0.4, 2.0), radius, random.between(2.6, 4.6))
            }
        };
        Particle {
            kind,
            born,
            life,
            first: FlightState {
                position: event.position + normal * (radius * 0.9) + out * (radius * 0.6),
                velocity: out * speed,
            },
            rebound: None,
            normal,
            radius,
            seed: random.fraction(),
        }
    })
}

/// A random unit vector on the side of `normal`, denser along the normal.
fn direction_about(normal: Vec3, random: &mut Random) -> Vec3 {
    let (aside, across) = normal.any_orthonormal_pair();
    let (sin, cos) = (random.fraction() * std::f32::consts::TAU).sin_cos();
    // Uniform over a disc, projected up to the hemisphere.
    let squared = random.fraction();
    let radius = squared.sqrt();
    aside * (cos * radius) + across * (sin * radius) + normal * (1.0 - squared).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::random_of;
    use hexbound_sim::EventKind;

    fn event(normal: Vec3) -> Event {
        Event::new(EventKind::Explosion, Vec3::new(1.0, 2.0, 3.0), normal, 8.0)
    }

    #[test]
    fn sparks_never_go_into_what_was_struck() {
        for normal in [Vec3::Y, Vec3::X, Vec3::new(0.5, 0.7, -0.3).normalize()] {
            let event = event(normal);
            let mut random = random_of(&event);
            let sparks: Vec<_> = sparks(&event, 0.0, 60, &mut random).collect();
            for spark in &sparks {
                for frame in 0..140 {
                    let instance = spark.at(f64::from(frame) / 100.0);
                    let height = (instance.position - event.position).dot(normal);
                    assert!(instance.is_finite(), "{height} {instance:?}");
                    assert!(height > -1e-3, "{height} {instance:?}");
                }
            }
        }
    }

    #[test]
    fn on_a_floor_most_sparks_rebound_and_lose_speed() {
        let event = event(Vec3::Y);
        let mut random = random_of(&event);
        let sparks: Vec<_> = sparks(&event, 0.0, 60, &mut random).collect();
        let rebounds = sparks.iter().filter_map(|spark| spark.rebound);
        assert!(rebounds.clone().count() > 10);
        for (_, state) in rebounds {
            assert!(state.velocity.y > 0.0 && state.velocity.length() < 8.0);
        }
    }

    #[test]
    fn smoke_swells_and_rises() {
        let event = event(Vec3::Y);
        for puff in cloud(ParticleKind::Smoke, &event, 5.0, &mut random_of(&event)) {
            let (new, old) = (puff.at(5.0), puff.at(6.2));
            assert!(old.radius > 1.5 * new.radius);
            assert!(old.velocity.y > 0.0);
        }
    }
}
