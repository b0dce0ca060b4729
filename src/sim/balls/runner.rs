//! One ball during a tick: its flight, what it meets next among what stands still, and how it
//! answers. Meetings of balls are in `group`, what holds piles in `hold`.

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::{
    super::bodies::{self, first_contacts, free_part},
    Ball, Impact, Scene, TICK_SECONDS, TOUCH,
    cylinder::sweep_sphere_cylinder,
    flight::{Flight, GRAVITY},
    response::{kept_outside, reflected, rubbed},
};
use hexbound_collide::{CandidateCache, Mover, Overlap, SKIN, geom::Aabb};

use crate::sim::tuning::{
    BALL_FRICTION, BALL_GRAVITY, BUMPER_RESTITUTION, ROLLING_FRICTION, SLEEP_SPEED,
};

/// What gravity gives in a tick and a half, m/s: an approach no faster than this, as far as it
/// can come from gravity, is of a contact that lasts.
pub const LASTING_SPEED: f64 = BALL_GRAVITY as f64 * 1.5 * TICK_SECONDS;

/// Contacts that a ball may have in one tick: jammed into a narrowing gap it would bounce for
/// ever. After so many it stops where it is for the rest of the tick.
const MOST_CONTACTS: u32 = 64;

/// Surfaces a ball can stay on at once; of more, the oldest is found again by a sweep.
const MOST_HOLDS: usize = 4;

/// Contact normals nearer than this cosine (six degrees) belong to one surface and its seams.
const SAME_SURFACE: f64 = 0.995;

/// What a ball meets next among what stands still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Seconds since the tick began.
    pub time: f64,
    normal: DVec3,
    bumper: bool,
    /// Of what is met, there; meters a second.
    velocity: DVec3,
}

/// A ball within the tick.
#[derive(Debug)]
pub struct Runner<'a> {
    /// As it was when the tick began, but for its spin, and whether it rests.
    pub ball: Ball,
    /// Where it was when the tick began.
    start: DVec3,
    /// From `since` on.
    pub flight: Flight,
    /// Seconds since the tick began.
    pub since: f64,
    pub next: Option<Meeting>,
    /// Counts what happened to it; what was foreseen before that is stale.
    pub version: u32,
    contacts: u32,
    /// Surfaces of the level it stays on, unit normals.
    pub holds: SmallVec<[DVec3; MOST_HOLDS]>,
    /// Stays on something.
    pub held: bool,
    /// And that is, or carries, another ball.
    pub piled: bool,
    /// Rolling resistance counts once a tick.
    slowed: bool,
    /// Had too many contacts.
    pub stopped: bool,
    mover: Mover<'a>,
}

impl<'a> Runner<'a> {
    pub fn new(ball: &Ball, scene: &Scene<'a>, kept: CandidateCache) -> Self {
        let body = bodies::ball(ball.radius + SKIN);
        let flight = flight_of(ball);
        let (low, high) = flight.bounds(if ball.resting { 0.0 } else { TICK_SECONDS });
        let region = Aabb::new(low.as_vec3(), high.as_vec3())
            .grown(body.half_extents() + Vec3::splat(TOUCH as f32));
        Self {
            ball: *ball,
            start: ball.position,
            flight,
            since: 0.0,
            next: None,
            version: 0,
            contacts: 0,
            holds: SmallVec::new(),
            held: ball.resting,
            piled: false,
            slowed: false,
            stopped: false,
            mover: Mover::resume(&scene.level.collision, body, region, kept),
        }
    }

    pub fn into_candidate_cache(self) -> CandidateCache {
        self.mover.into_candidate_cache()
    }

    /// Doesn't move, whatever pushes it.
    pub fn is_fixed(&self) -> bool {
        self.ball.resting || self.stopped
    }

    /// 0 for what is fixed.
    pub fn inverse_mass(&self) -> f64 {
        if self.is_fixed() {
            0.0
        } else {
            1.0 / f64::from(self.ball.mass)
        }
    }

    /// Finds the next contact with what stands still.
    pub fn look_ahead(&mut self, scene: &Scene) {
        self.next = None;
        let left = TICK_SECONDS - self.since;
        if self.is_fixed() || left <= 0.0 {
            return;
        }
        let from = self.flight.position;
        let to = self.flight.after(left).position;
        let mut first = None;
        if let Some(hit) = first_contacts(&mut self.mover, from, to).first() {
            first = Some((hit.fraction, hit.normal, (false, DVec3::ZERO)));
        }
        let reach = f64::from(self.ball.radius + SKIN);
        for bumper in scene.bumpers_near(from, to, reach) {
            if let Some((fraction, normal)) = sweep_sphere_cylinder(reach, from, to, bumper)
                && first.is_none_or(|(earlier, ..)| fraction < earlier)
            {
                first = Some((fraction, normal, (true, DVec3::ZERO)));
            }
        }
        if let Some((fraction, normal, velocity)) = scene.first_thing(from, to, reach)
            && first.is_none_or(|(earlier, ..)| fraction < earlier)
        {
            first = Some((fraction, normal, (false, velocity)));
        }
        self.next = first.map(|(fraction, normal, (bumper, velocity))| {
            let along = (to - from).dot(normal) * fraction;
            Meeting {
                time: self.since + self.flight.time_along(normal, along, left),
                normal,
                bumper,
                velocity,
            }
        });
    }

    pub fn position_at(&self, time: f64) -> DVec3 {
        self.flight.after((time - self.since).max(0.0)).position
    }

    pub fn velocity_at(&self, time: f64) -> DVec3 {
        self.flight.after((time - self.since).max(0.0)).velocity
    }

    /// Stays on something, or did in the last tick.
    pub fn was_held(&self) -> bool {
        self.held || self.ball.held
    }

    /// Part of a pile, or was in the last tick.
    pub fn is_piled(&self) -> bool {
        self.piled || self.ball.piled
    }

    /// Goes on to `time`; what was foreseen is stale.
    pub fn move_to(&mut self, time: f64) {
        self.flight = self.flight.after((time - self.since).max(0.0));
        self.since = self.since.max(time);
        self.version += 1;
    }

    /// Goes on to `time` for a contact there, and counts it.
    pub fn advance(&mut self, time: f64) {
        self.move_to(time);
        self.contacts += 1;
        if self.contacts > MOST_CONTACTS && !self.ball.resting {
            self.stopped = true;
            self.flight.velocity = DVec3::ZERO;
            self.flight.acceleration = DVec3::ZERO;
        }
    }

    /// Answers a meeting with what is no ball.
    pub fn bounce(&mut self, meeting: Meeting, scene: &Scene) -> Impact {
        self.advance(meeting.time);
        let Meeting {
            normal, velocity, ..
        } = meeting;
        let speed = -normal.dot(self.flight.velocity - velocity);
        let impact = self.impact(normal, speed);
        if self.stopped {
            return impact;
        }
        let share = if self.is_piled() {
            1.0
        } else {
            normal.y.max(0.0)
        };
        if speed <= LASTING_SPEED * share {
            self.stay(normal);
            // What goes away takes along what stays on it.
            self.flight.velocity += normal * velocity.dot(normal).min(0.0);
            return impact;
        }
        let restitution = if meeting.bumper {
            f64::from(BUMPER_RESTITUTION)
        } else {
            scene.restitution
        };
        let approach = self.flight.velocity - velocity;
        self.flight.velocity = reflected(approach, normal, restitution);
        self.rub(normal, speed * (1.0 + restitution));
        self.flight.velocity += velocity;
        self.let_go();
        impact
    }

    /// Falls freely again; what still holds it is met again at once. In a pile it goes on as the
    /// pile was solved until the next tick: to find all its contacts one by one takes too long.
    pub fn let_go(&mut self) {
        if !self.is_fixed() && !self.piled {
            self.holds.clear();
            self.flight.acceleration = GRAVITY;
        }
    }

    /// Stays on a surface from now on, for this tick.
    fn stay(&mut self, normal: DVec3) {
        if self.holds.len() == MOST_HOLDS {
            self.holds.remove(0);
        }
        self.holds.push(normal);
        self.held = true;
        let before = (self.flight.velocity, self.flight.acceleration);
        self.stay_outside();
        let left = TICK_SECONDS - self.since;
        let push = (self.flight.velocity - before.0).dot(normal)
            + (self.flight.acceleration - before.1).dot(normal) * left;
        self.rub(normal, push);
        self.resist();
        self.stay_outside();
    }

    /// Takes away what leads into the surfaces it stays on.
    pub fn stay_outside(&mut self) {
        self.flight.velocity = kept_outside(self.flight.velocity, &self.holds);
        self.flight.acceleration = kept_outside(self.flight.acceleration, &self.holds);
    }

    /// Friction for a normal impulse, in m/s for each kilogram.
    pub fn rub(&mut self, normal: DVec3, push: f64) {
        (self.flight.velocity, self.ball.spin) = rubbed(
            (self.flight.velocity, self.ball.spin),
            f64::from(self.ball.radius),
            normal,
            f64::from(BALL_FRICTION) * push.max(0.0),
        );
    }

    /// Rolling resistance, once a tick.
    pub fn resist(&mut self) {
        if self.slowed {
            return;
        }
        self.slowed = true;
        let rim = self.ball.spin.length() * f64::from(self.ball.radius);
        let speed = self.flight.velocity.length().max(rim);
        let less = f64::from(ROLLING_FRICTION) * TICK_SECONDS;
        let kept = if speed > less {
            1.0 - less / speed
        } else {
            0.0
        };
        self.flight.velocity *= kept;
        self.ball.spin *= kept;
    }

    pub fn impact(&self, normal: DVec3, speed: f64) -> Impact {
        let point = self.flight.position - normal * f64::from(self.ball.radius);
        Impact {
            time: self.since,
            ball: self.ball.id,
            point: point.as_vec3(),
            normal: normal.as_vec3(),
            speed: speed as f32,
            masses: [self.ball.mass, f32::INFINITY],
        }
    }

    /// The surfaces of the level that it touches, those of a seam once; `found` is working room.
    pub fn surfaces(&mut self, found: &mut Vec<Overlap>) -> SmallVec<[DVec3; MOST_HOLDS]> {
        self.mover.touching(self.flight.position, TOUCH, found);
        found.sort_by(|a, b| {
            b.depth
                .total_cmp(&a.depth)
                .then(a.triangle.cmp(&b.triangle))
        });
        let mut normals = SmallVec::<[DVec3; MOST_HOLDS]>::new();
        for overlap in found.iter() {
            let known = |normal: &DVec3| normal.dot(overlap.normal) > SAME_SURFACE;
            if normals.len() < MOST_HOLDS && !normals.iter().any(known) {
                normals.push(overlap.normal);
            }
        }
        normals
    }

    /// How far it gets on the straight way to `to`, a part, and whether anything stops it.
    pub fn free_part(&mut self, to: DVec3, scene: &Scene) -> f64 {
        let from = self.flight.position;
        let mut part = free_part(&mut self.mover, from, to);
        let reach = f64::from(self.ball.radius + SKIN);
        for bumper in scene.bumpers_near(from, to, reach) {
            if let Some((fraction, _)) = sweep_sphere_cylinder(reach, from, to, bumper) {
                part = part.min(fraction);
            }
        }
        if let Some((fraction, ..)) = scene.first_thing(from, to, reach) {
            part = part.min(fraction);
        }
        part
    }

    /// The box around what is left of its way, and around the ball.
    pub fn way(&self) -> Aabb {
        let left = if self.is_fixed() {
            0.0
        } else {
            (TICK_SECONDS - self.since).max(0.0)
        };
        way_around(&self.flight, left, self.ball.radius)
    }

    /// The rest of the tick: the ball as it is at its end.
    pub fn finish(&mut self) {
        if self.ball.resting {
            return;
        }
        if !self.stopped {
            self.flight = self.flight.after((TICK_SECONDS - self.since).max(0.0));
        }
        self.since = TICK_SECONDS;
        self.ball.position = self.flight.position;
        self.ball.velocity = self.flight.velocity;
        self.ball.held = self.held;
        self.ball.piled = self.piled;
        let rim = self.ball.spin.length() * f64::from(self.ball.radius);
        let slow = self.ball.velocity.length().max(rim) < f64::from(SLEEP_SPEED);
        self.ball.quiet = if slow && self.held {
            self.ball.quiet.saturating_add(1)
        } else {
            0
        };
    }

    /// Struck by something that moves: it rests no longer.
    pub fn wake(&mut self) {
        if self.ball.resting {
            self.ball.wake();
            self.flight.acceleration = GRAVITY;
        }
    }

    /// Comes to rest on the level and on `carriers` resting balls.
    pub fn rest(&mut self, carriers: u8) {
        self.ball.velocity = DVec3::ZERO;
        self.ball.spin = DVec3::ZERO;
        self.ball.resting = true;
        self.ball.carriers = carriers;
    }

    /// As `give_back`, when it was alone and had the energy `before`.
    pub fn keep_energy(&mut self, before: f64) {
        let excess = self.ball.energy() - before;
        self.give_back(excess, self.ball.kinetic_energy());
    }

    /// Gives back its share of an `excess` of its group, which has `all` that kinetic energy. Where
    /// there is less of that than the excess, a group that hardly moved stays where it was, still.
    pub fn give_back(&mut self, excess: f64, all: f64) {
        if excess <= 0.0 {
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

/// What a ball does if nothing happens to it.
pub fn flight_of(ball: &Ball) -> Flight {
    Flight {
        position: ball.position,
        velocity: ball.velocity,
        acceleration: if ball.resting { DVec3::ZERO } else { GRAVITY },
    }
}

/// The box around a ball on its way for `time` seconds, a little larger than exact.
pub fn way_around(flight: &Flight, time: f64, radius: f32) -> Aabb {
    let (low, high) = flight.bounds(time);
    let (low, high) = (low.as_vec3(), high.as_vec3());
    let rounding = 1e-3 + low.abs().max(high.abs()).max_element() * 1e-6;
    Aabb::new(low, high).grown(Vec3::splat(radius + rounding))
}
