//! The ball loop of NeHe's lesson 30: the earliest contact in what is left of the tick, the balls
//! concerned moved there, the response, and again, until the tick is spent. Balls that nothing
//! happens to are moved once, at the end, which comes to the same since flights are exact.

use glam::{DVec3, Vec3};

use super::{
    Ball,
    ball::{Flight, exchanged, meeting, reflected},
    tuning::{BUMPER_RESTITUTION, REST_SPEED, ROLLING_FRICTION, SLEEP_SPEED},
};
use crate::{
    clock::TICK,
    collide::{Body, Mover, SKIN},
    geom::Cylinder,
    level::Level,
};

/// Contacts a ball may have in one tick before the rest of its tick is dropped: a ball jammed
/// into a narrowing gap would bounce for ever.
const CONTACTS_PER_BALL: u32 = 8;

/// A contact that was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Impact {
    /// On the surface, local.
    pub point: Vec3,
    pub normal: Vec3,
    /// Approach speed along the normal, m/s.
    pub speed: f32,
}

/// What a ball meets next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Meeting {
    /// Seconds since the tick began.
    time: f64,
    with: With,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum With {
    Level(DVec3),
    Bumper(DVec3),
    Ball(usize),
}

/// Which kind of surface a normal belongs to.
type Surface = fn(DVec3) -> With;

/// Two balls that may meet in this tick.
struct Pair {
    first: usize,
    second: usize,
    /// Seconds since the tick began; known anew whenever either ball has met something.
    time: Option<f64>,
}

impl Pair {
    fn has(&self, ball: usize) -> bool {
        self.first == ball || self.second == ball
    }
}

struct Runner<'a> {
    ball: &'a mut Ball,
    /// From `since` on.
    flight: Flight,
    /// Seconds since the tick began.
    since: f64,
    mover: Mover<'a>,
    /// With the level or a bumper.
    next: Option<Meeting>,
    contacts: u32,
    supported: Option<DVec3>,
}

/// Moves all balls for a tick and gives the impacts in the order they happened.
pub(super) fn step(balls: &mut [Ball], level: &Level, restitution: f32) -> Vec<Impact> {
    let tick = f64::from(TICK);
    let mut runners: Vec<Runner> = balls
        .iter_mut()
        .map(|ball| Runner::new(ball, level))
        .collect();
    let mut pairs = near_pairs(&runners);
    let mut impacts = Vec::new();
    for runner in &mut runners {
        runner.look_ahead(level);
    }
    while let Some((index, meeting)) = earliest(&runners, &pairs) {
        impacts.push(match meeting.with {
            With::Level(normal) => runners[index].bounce(meeting.time, normal, restitution),
            With::Bumper(normal) => runners[index].bounce(meeting.time, normal, BUMPER_RESTITUTION),
            With::Ball(other) => {
                bounce_pair(&mut runners, (index, other), meeting.time, restitution)
            }
        });
        let other = match meeting.with {
            With::Ball(other) => other,
            With::Level(_) | With::Bumper(_) => index,
        };
        runners[index].look_ahead(level);
        runners[other].look_ahead(level);
        for pair in pairs
            .iter_mut()
            .filter(|pair| pair.has(index) || pair.has(other))
        {
            pair.time = pair_time(&runners[pair.first], &runners[pair.second]);
        }
    }
    for runner in &mut runners {
        runner.finish(tick);
    }
    impacts
}

impl<'a> Runner<'a> {
    fn new(ball: &'a mut Ball, level: &'a Level) -> Self {
        let flight = Flight::of(ball);
        let body = Body::sphere(ball.radius + SKIN);
        let reach = (ball.velocity.length() + 1.0) * TICK + SKIN;
        let region = body
            .swept_bounds(ball.position, ball.position)
            .grown(Vec3::splat(reach));
        let mover = Mover::new(&level.collision, body, region);
        Self {
            ball,
            flight,
            since: 0.0,
            mover,
            next: None,
            contacts: 0,
            supported: None,
        }
    }

    /// Finds the next contact with what stands still.
    fn look_ahead(&mut self, level: &Level) {
        self.next = None;
        let left = f64::from(TICK) - self.since;
        if self.ball.resting || self.contacts >= CONTACTS_PER_BALL || left <= 0.0 {
            return;
        }
        let from = self.flight.position;
        let to = self.flight.after(left).position;
        let mut first: Option<(f64, DVec3, Surface)> = None;
        if let Some(hit) = self.mover.sweep(from, to).first() {
            first = Some((hit.fraction, hit.normal, With::Level));
        }
        for bumper in &level.bumpers {
            let reach = f64::from(self.ball.radius + SKIN);
            if let Some((fraction, normal)) = sweep_sphere_cylinder(reach, from, to, bumper)
                && first.is_none_or(|(earlier, ..)| fraction < earlier)
            {
                first = Some((fraction, normal, With::Bumper));
            }
        }
        self.next = first.map(|(fraction, normal, with)| {
            let along = (to - from).dot(normal) * fraction;
            let time = self.since + self.flight.time_along(normal, along, left);
            Meeting {
                time,
                with: with(normal),
            }
        });
    }

    fn advance(&mut self, time: f64) {
        self.flight = self.flight.after((time - self.since).max(0.0));
        self.since = self.since.max(time);
        self.contacts += 1;
    }

    fn bounce(&mut self, time: f64, normal: DVec3, restitution: f32) -> Impact {
        self.advance(time);
        let speed = -normal.dot(self.flight.velocity);
        // What only gravity pressed down since the last tick stays down.
        let stays = speed < f64::from(REST_SPEED);
        let kept = if stays { 0.0 } else { f64::from(restitution) };
        self.flight.velocity = reflected(self.flight.velocity, normal, kept);
        if stays {
            self.supported = Some(normal);
        }
        self.impact(normal, speed)
    }

    fn impact(&self, normal: DVec3, speed: f64) -> Impact {
        let point = self.flight.position - normal * f64::from(self.ball.radius);
        Impact {
            point: point.as_vec3(),
            normal: normal.as_vec3(),
            speed: speed as f32,
        }
    }

    /// The rest of the tick; rolling resistance and rest for a ball that stays on something.
    fn finish(&mut self, tick: f64) {
        if self.ball.resting {
            return;
        }
        if self.contacts < CONTACTS_PER_BALL {
            self.flight = self.flight.after((tick - self.since).max(0.0));
        }
        if let Some(normal) = self.supported {
            let along = self.flight.velocity - normal * normal.dot(self.flight.velocity);
            let slowed = (along.length() - f64::from(ROLLING_FRICTION) * tick).max(0.0);
            let level_enough = normal.y > 0.9;
            self.flight.velocity =
                along.normalize_or_zero() * if level_enough { slowed } else { along.length() };
            if level_enough && slowed < f64::from(SLEEP_SPEED) {
                self.flight.velocity = DVec3::ZERO;
                self.ball.resting = true;
            }
        }
        self.ball.position = self.flight.position.as_vec3();
        self.ball.velocity = self.flight.velocity.as_vec3();
    }
}

/// The first thing to happen; of several at once the one of the lowest ball.
fn earliest(runners: &[Runner], pairs: &[Pair]) -> Option<(usize, Meeting)> {
    let mut first: Option<(usize, Meeting)> = None;
    let mut offer = |index: usize, meeting: Meeting| {
        if first.is_none_or(|(_, earlier)| meeting.time < earlier.time) {
            first = Some((index, meeting));
        }
    };
    for (index, runner) in runners.iter().enumerate() {
        if let Some(meeting) = runner.next {
            offer(index, meeting);
        }
    }
    for pair in pairs {
        if let Some(time) = pair.time {
            offer(
                pair.first,
                Meeting {
                    time,
                    with: With::Ball(pair.second),
                },
            );
        }
    }
    first
}

fn pair_time(a: &Runner, b: &Runner) -> Option<f64> {
    let spent = a.contacts >= CONTACTS_PER_BALL || b.contacts >= CONTACTS_PER_BALL;
    if spent || (a.ball.resting && b.ball.resting) {
        return None;
    }
    let start = a.since.max(b.since);
    let (first, second) = (
        a.flight.after(start - a.since),
        b.flight.after(start - b.since),
    );
    let distance = f64::from(a.ball.radius + b.ball.radius);
    let offset = second.position - first.position;
    // A resting ball does not fall: its share of the bend is small within a tick and is taken as
    // part of the velocity.
    let bend = (second.acceleration - first.acceleration) * (0.5 * f64::from(TICK));
    let velocity = second.velocity - first.velocity + bend;
    meeting(offset, velocity, distance, f64::from(TICK) - start).map(|after| start + after)
}

fn bounce_pair(
    runners: &mut [Runner],
    (a, b): (usize, usize),
    time: f64,
    restitution: f32,
) -> Impact {
    runners[a].advance(time);
    runners[b].advance(time);
    let (first, second) = (&runners[a], &runners[b]);
    let axis = (second.flight.position - first.flight.position).normalize_or(DVec3::Y);
    let speed = (first.flight.velocity - second.flight.velocity).dot(axis);
    let (u, v) = exchanged(
        (first.flight.velocity, f64::from(first.ball.mass)),
        (second.flight.velocity, f64::from(second.ball.mass)),
        axis,
        f64::from(restitution),
    );
    for (index, velocity) in [(a, u), (b, v)] {
        runners[index].flight.velocity = velocity;
        runners[index].ball.resting = false;
        runners[index].flight.acceleration = Flight::of(runners[index].ball).acceleration;
    }
    runners[a].impact(-axis, speed.max(0.0))
}

/// Pairs that come near each other in this tick, ascending, and when they meet.
fn near_pairs(runners: &[Runner]) -> Vec<Pair> {
    let reach = |runner: &Runner| runner.ball.radius + (runner.ball.velocity.length() + 1.0) * TICK;
    let mut pairs = Vec::new();
    for (first, a) in runners.iter().enumerate() {
        for (second, b) in runners.iter().enumerate().skip(first + 1) {
            let apart = (a.ball.position - b.ball.position).abs().max_element();
            // Twice the reach: a ball that is struck goes on faster than it came.
            if apart < 2.0 * (reach(a) + reach(b)) {
                pairs.push(Pair {
                    first,
                    second,
                    time: pair_time(a, b),
                });
            }
        }
    }
    pairs
}

/// When a sphere on its way from `from` to `to` first touches a capped cylinder, and the outward
/// normal there. The distance to a convex body is convex along the way, so going forward by the
/// distance that is left never passes the contact.
fn sweep_sphere_cylinder(
    radius: f64,
    from: DVec3,
    to: DVec3,
    cylinder: &Cylinder,
) -> Option<(f64, DVec3)> {
    let length = (to - from).length();
    let mut gone = 0.0;
    for _ in 0..200 {
        let place = if length > 0.0 {
            from.lerp(to, gone / length)
        } else {
            from
        };
        let offset = cylinder.offset_to(place);
        let gap = offset.length() - radius;
        if gap < 1e-7 {
            let normal = match offset.try_normalize() {
                Some(normal) => normal,
                None => cylinder.way_out(place).0,
            };
            return (normal.dot(to - from) < 0.0).then(|| (gone / length.max(1e-12), normal));
        }
        gone += gap;
        if gone > length {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_meets_side_cap_and_nothing() {
        let post = Cylinder {
            center: Vec3::ZERO,
            axis: Vec3::Y,
            radius: 0.5,
            half_length: 1.0,
        };
        let (fraction, normal) =
            sweep_sphere_cylinder(0.1, DVec3::X * 1.6, DVec3::X * -0.4, &post).unwrap();
        assert!((fraction - 0.5).abs() < 1e-6 && (normal - DVec3::X).length() < 1e-6);
        let (fraction, normal) =
            sweep_sphere_cylinder(0.1, DVec3::Y * 3.0, DVec3::ZERO, &post).unwrap();
        assert!((fraction - 1.9 / 3.0).abs() < 1e-6 && (normal - DVec3::Y).length() < 1e-6);
        assert!(
            sweep_sphere_cylinder(
                0.1,
                DVec3::new(2.0, 0.0, 0.61),
                DVec3::new(-2.0, 0.0, 0.61),
                &post
            )
            .is_none()
        );
    }
}
