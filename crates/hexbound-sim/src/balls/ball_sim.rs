//! One ball during a tick: its flight, the next contact with static bodies, and the response to it.
//! Meetings of balls are in `island`, the support of stacks in `contact_solver`.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    super::bodies::{self, first_contacts, free_fraction},
    Ball, Impact, ReflectedSide, Struck,
    flight::{FLIGHT_GRAVITY, Flight, flight_bounds, flight_of},
    impact::Reflection,
    prop::Pushes,
    response::{after_friction, clipped_by},
    scene::BallScene,
    struck::{SolidContact, SurfaceResponse},
    sweep::BallSweep,
    tolerances::{LASTING_SPEED, MAX_BALL_CONTACTS, TICK_SECONDS, TOUCH_GAP},
};
use hexbound_collide::{CandidateCache, Mover, Overlap, SKIN, geom::Aabb};

use crate::{BallFlight, tuning::SLEEP_SPEED};

/// The speed up to which a ball that flies by Euler's method gains no energy, m/s: the error of a tick
/// would keep it from ever resting.
const EULER_GUARD_SPEED: f64 = 3.0 * LASTING_SPEED;

/// The most surfaces that a ball stays on at once; a sweep finds further ones again.
pub(super) const MAX_SUPPORT_NORMALS: usize = 4;

/// The cosine (six degrees) above which two contact normals belong to one surface and its seams.
const SAME_SURFACE: f64 = 0.995;

/// The next contact of a ball with a static body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    /// The time of the contact, seconds since the tick began.
    pub time: f64,
    pub contact: SolidContact,
}

/// A ball while a tick is simulated.
#[derive(Debug)]
pub(super) struct BallSim<'a> {
    /// The ball at the start of the tick; only its spin and whether it rests are kept up to date.
    pub ball: Ball,
    /// The fraction of the approach speed that the ball itself keeps.
    pub restitution: f64,
    /// The position at the start of the tick.
    start: DVec3,
    /// The free flight from `since` on.
    pub flight: Flight,
    /// The time that the ball has been simulated to, seconds since the tick began.
    pub since: f64,
    pub next: Option<Meeting>,
    /// The version of the ball's motion, incremented by every change. Events foreseen for an older
    /// version are stale.
    pub version: u32,
    contacts: u32,
    /// The unit normals of the surfaces that the ball stays on.
    pub support_normals: SmallVec<[DVec3; MAX_SUPPORT_NORMALS]>,
    /// True if the ball stays on a support.
    pub supported: bool,
    /// True if the ball rests on, or supports, another ball.
    pub in_stack: bool,
    /// True if rolling resistance has been applied in this tick.
    slowed: bool,
    /// True if the ball had too many contacts and stays at its position until the tick ends.
    pub stopped: bool,
    /// The impulses that the ball has given to props.
    pub pushes: Pushes,
    /// The energy that moving props have added to the ball, joules.
    pub work: f64,
    /// The energy that the ball's shares of props have gained by its pushes, joules; negative for a loss.
    pub energy_given: f64,
    /// The velocity kept for the next tick, when the obstacle in the ball's path has left.
    next_velocity: DVec3,
    /// The acceleration of a free fall in the rest of this tick, m/s²: zero if the tick began with all of
    /// its velocity.
    gravity: DVec3,
    mover: Mover<'a>,
}

impl<'a> BallSim<'a> {
    pub(super) fn new(ball: &Ball, scene: &BallScene<'a>, kept: CandidateCache) -> Self {
        let flight = flight_of(ball, scene.flight);
        let (low, high) = flight.bounds(if ball.resting { 0.0 } else { TICK_SECONDS });
        let region = Aabb::new(low.as_vec3(), high.as_vec3()).grown(Vec3::splat(TOUCH_GAP as f32));
        let body = bodies::ball(ball.radius);
        Self {
            ball: *ball,
            restitution: (ball.restitution).map_or(scene.restitution, f64::from),
            start: ball.position,
            flight,
            since: 0.0,
            next: None,
            version: 0,
            contacts: 0,
            support_normals: SmallVec::new(),
            supported: ball.resting,
            in_stack: false,
            slowed: false,
            stopped: false,
            pushes: Pushes::default(),
            work: 0.0,
            energy_given: 0.0,
            next_velocity: DVec3::ZERO,
            gravity: match scene.flight {
                BallFlight::Exact => FLIGHT_GRAVITY,
                BallFlight::Euler => DVec3::ZERO,
            },
            mover: Mover::new(&*scene.level.collision, body, region, kept),
        }
    }

    pub(super) fn into_candidate_cache(self) -> CandidateCache {
        self.mover.into_candidate_cache()
    }

    /// Returns whether the ball stays immobile under any push.
    pub(super) fn is_fixed(&self) -> bool {
        self.ball.resting || self.stopped
    }

    /// The acceleration of a free fall in the rest of this tick, m/s²; zero for a fixed ball.
    pub(super) fn fall_acceleration(&self) -> DVec3 {
        if self.is_fixed() {
            DVec3::ZERO
        } else {
            self.gravity
        }
    }

    /// The inverse mass, 1/kg; 0 for a fixed ball.
    pub(super) fn inverse_mass(&self) -> f64 {
        if self.is_fixed() {
            0.0
        } else {
            1.0 / f64::from(self.ball.mass)
        }
    }

    /// Finds the next contact with a static body.
    pub(super) fn look_ahead(&mut self, scene: &BallScene) {
        self.next = None;
        let left = TICK_SECONDS - self.since;
        if self.is_fixed() || left <= 0.0 {
            return;
        }
        let from = self.flight.position;
        let to = self.flight.after(left).position;
        let hits = first_contacts(&mut self.mover, from, to);
        let of_level = hits.first().map(|hit| SolidContact {
            fraction: hit.fraction,
            normal: hit.normal,
            velocity: DVec3::ZERO,
            struck: Struck::Level(hit.triangle),
        });
        let other = scene.first_met(&self.sweep(to, scene));
        let first = of_level.into_iter().chain(other);
        let first = first.reduce(SolidContact::or_earlier);
        self.next = first.map(|contact| {
            let along = (to - from).dot(contact.normal) * contact.fraction;
            let after = self.flight.time_along(contact.normal, along, left);
            Meeting {
                time: self.since + after,
                contact,
            }
        });
    }

    pub(super) fn position_at(&self, time: f64) -> DVec3 {
        self.flight.after((time - self.since).max(0.0)).position
    }

    pub(super) fn velocity_at(&self, time: f64) -> DVec3 {
        self.flight.after((time - self.since).max(0.0)).velocity
    }

    /// Returns whether the ball stays on a support, or did in the last tick.
    pub(super) fn was_supported(&self) -> bool {
        self.supported || self.ball.supported
    }

    /// Returns whether the ball is in a stack of balls, or was in the last tick.
    pub(super) fn is_in_stack(&self) -> bool {
        self.in_stack || self.ball.in_stack
    }

    /// Advances the flight to `time`, seconds since the tick began, and makes foreseen events stale.
    pub(super) fn move_to(&mut self, time: f64) {
        self.flight = self.flight.after((time - self.since).max(0.0));
        self.since = self.since.max(time);
        self.version += 1;
    }

    /// Advances the flight to a contact at `time` and counts the contact. Returns the velocity on
    /// arrival.
    pub(super) fn advance(&mut self, time: f64) -> DVec3 {
        self.move_to(time);
        let arrival_velocity = self.flight.velocity;
        self.contacts += 1;
        if self.contacts > MAX_BALL_CONTACTS && !self.ball.resting {
            self.stopped = true;
            self.flight.velocity = DVec3::ZERO;
            self.flight.acceleration = DVec3::ZERO;
        }
        arrival_velocity
    }

    /// Lets the ball fall freely again; a surface that still supports it is met again at once. A ball in
    /// a stack keeps the stack's solution until the next tick: finding all its contacts one by one takes
    /// too long.
    pub(super) fn fall_freely(&mut self) {
        if !self.is_fixed() && !self.in_stack {
            self.support_normals.clear();
            self.flight.acceleration = self.gravity;
        }
    }

    /// Stops the ball until the tick ends, when it continues with its velocity. The body that it pushed
    /// leaves in the next tick, or has no mass left for it in this one.
    pub(super) fn wait(&mut self) {
        self.next_velocity += self.flight.velocity;
        self.flight.velocity = DVec3::ZERO;
        self.flight.acceleration = DVec3::ZERO;
    }

    /// Returns whether the ball keeps a velocity for the next tick.
    pub(crate) fn is_waiting(&self) -> bool {
        self.next_velocity != DVec3::ZERO
    }

    /// Removes the components of velocity and acceleration into the surfaces that the ball stays on.
    pub(super) fn stay_outside(&mut self) {
        self.flight.velocity = clipped_by(self.flight.velocity, &self.support_normals);
        self.flight.acceleration = clipped_by(self.flight.acceleration, &self.support_normals);
    }

    /// Applies the friction of a normal impulse; `push` is the impulse per mass, m/s.
    pub(super) fn apply_friction(&mut self, normal: DVec3, push: f64, response: &SurfaceResponse) {
        (self.flight.velocity, self.ball.spin) = after_friction(
            self.flight.velocity,
            self.ball.spin,
            f64::from(self.ball.radius),
            normal,
            response.friction * push.max(0.0),
        );
    }

    /// Applies rolling resistance, at most `most` m/s², once a tick.
    pub(super) fn resist(&mut self, most: f64) {
        if self.slowed {
            return;
        }
        self.slowed = true;
        let rim = self.ball.spin.length() * f64::from(self.ball.radius);
        let speed = self.flight.velocity.length().max(rim);
        let less = most * TICK_SECONDS;
        let kept = if speed > less {
            1.0 - less / speed
        } else {
            0.0
        };
        self.flight.velocity *= kept;
        self.ball.spin *= kept;
    }

    /// The impact at the ball's present position on a static body, as far as it is known before the
    /// response. The ball came with the velocity `arrival_velocity` and approached with `speed`.
    pub(super) fn impact(
        &self,
        normal: DVec3,
        speed: f64,
        struck: Struck,
        arrival_velocity: DVec3,
    ) -> Impact {
        let point = self.flight.position - normal * f64::from(self.ball.radius);
        let ball = ReflectedSide {
            before: arrival_velocity,
            ..ReflectedSide::unchanged(self.flight.position, self.flight.velocity)
        };
        Impact {
            time: self.since,
            ball: self.ball.id,
            point: point.as_vec3(),
            normal: normal.as_vec3(),
            speed: speed as f32,
            masses: [self.ball.mass, f32::INFINITY],
            radii: [self.ball.radius, 0.0],
            struck,
            lasts: false,
            push: DVec3::ZERO,
            reflection: Reflection {
                normal,
                sides: [ball, ReflectedSide::unchanged(point, DVec3::ZERO)],
                restitution: 0.0,
                is_held: self.stopped,
            },
        }
    }

    /// The unit normals of the level's surfaces that the ball touches, each surface once, and their
    /// responses; `found` is scratch space.
    pub(super) fn surfaces(
        &mut self,
        scene: &BallScene,
        found: &mut Vec<Overlap>,
    ) -> SmallVec<[(DVec3, SurfaceResponse); MAX_SUPPORT_NORMALS]> {
        self.mover.touching(self.flight.position, TOUCH_GAP, found);
        found.sort_by(|a, b| {
            b.depth
                .total_cmp(&a.depth)
                .then(a.triangle.cmp(&b.triangle))
        });
        let mut surfaces = SmallVec::<[(DVec3, SurfaceResponse); MAX_SUPPORT_NORMALS]>::new();
        for overlap in found.iter() {
            let known =
                |(normal, _): &(DVec3, SurfaceResponse)| normal.dot(overlap.normal) > SAME_SURFACE;
            if surfaces.len() < MAX_SUPPORT_NORMALS && !surfaces.iter().any(known) {
                let struck = Struck::Level(overlap.triangle);
                let response = struck.response(scene.level, self.restitution);
                surfaces.push((overlap.normal, response));
            }
        }
        surfaces
    }

    /// The free fraction of the straight path to `to`, 0..1.
    pub(super) fn free_fraction(&mut self, to: DVec3, scene: &BallScene) -> f64 {
        let part = free_fraction(&mut self.mover, self.flight.position, to);
        let other = scene.first_met(&self.sweep(to, scene));
        other.map_or(part, |contact| part.min(contact.fraction))
    }

    /// The ball on its straight path to `to`.
    fn sweep(&self, to: DVec3, scene: &BallScene) -> BallSweep {
        let class = self.ball.class(&scene.level.play);
        let reach = f64::from(self.ball.radius + SKIN);
        BallSweep::new(class, self.flight.position, to, reach)
    }

    /// The box around the ball's path in the rest of this tick.
    pub(super) fn path_bounds(&self) -> Aabb {
        let left = if self.is_fixed() {
            0.0
        } else {
            (TICK_SECONDS - self.since).max(0.0)
        };
        flight_bounds(&self.flight, left, self.ball.radius)
    }

    /// Advances the flight to the end of the tick and writes the result to `ball`.
    pub(super) fn finish(&mut self) {
        if self.ball.resting {
            return;
        }
        if !self.stopped {
            self.flight = self.flight.after((TICK_SECONDS - self.since).max(0.0));
        }
        self.since = TICK_SECONDS;
        self.ball.position = self.flight.position;
        self.ball.velocity = self.flight.velocity + self.next_velocity;
        self.ball.supported = self.supported;
        self.ball.in_stack = self.in_stack;
        let rim = self.ball.spin.length() * f64::from(self.ball.radius);
        let slow = self.ball.velocity.length().max(rim) < f64::from(SLEEP_SPEED);
        self.ball.slow_ticks = if slow && self.supported {
            self.ball.slow_ticks.saturating_add(1)
        } else {
            0
        };
    }

    /// Ends the ball's rest after a moving body has struck it.
    pub(super) fn wake(&mut self) {
        if self.ball.resting {
            self.ball.wake();
            self.flight.acceleration = self.gravity;
        }
    }

    /// Puts the ball to rest on the level and on `supports` resting balls.
    pub(super) fn rest(&mut self, supports: u8) {
        self.ball.velocity = DVec3::ZERO;
        self.ball.spin = DVec3::ZERO;
        self.ball.resting = true;
        self.ball.supports = supports;
    }

    /// Removes the energy that a lone ball has gained over `before`, joules.
    pub(super) fn limit_energy(&mut self, before: f64, flight: BallFlight) {
        let excess = self.ball.energy() - before;
        self.remove_energy(excess, self.ball.kinetic_energy(), flight);
    }

    /// Removes the ball's share of an `excess` of energy in its island, whose kinetic energy is `all`,
    /// joules. If the excess is larger, the island hardly moved: the ball returns to its start, at rest.
    /// A ball that flies by Euler's method keeps its gain, unless it is so slow that the gain would keep
    /// it from resting.
    pub(super) fn remove_energy(&mut self, excess: f64, all: f64, flight: BallFlight) {
        let keeps = flight == BallFlight::Euler && self.ball.velocity.length() > EULER_GUARD_SPEED;
        if excess <= 0.0 || keeps {
            return;
        }
        if excess < all {
            let kept = (1.0 - excess / all).sqrt();
            self.ball.velocity *= kept;
            self.ball.spin *= kept;
        } else {
            self.ball.position = self.start;
            self.ball.velocity = DVec3::ZERO;
            self.ball.spin = DVec3::ZERO;
            self.stopped = !self.ball.resting;
        }
    }
}
