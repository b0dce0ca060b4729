//! The fall of a walker: a ball that has bounced often enough breaks it loose. The walker tips over its
//! foot like stone, and stays where it falls. A fallen walker is no obstacle.

use glam::Vec3;

use super::{
    Walker, WalkerFate,
    topple::{HEAD_HEIGHT, Topple},
};
use crate::{
    Ball, BallOrigin, Event, EventKind, ImpactSide, MovedLevel, Refusal, balls::Impact,
    tuning::WALKER_MASS,
};
use hexbound_base::body::HALF_HEIGHT;

/// The own speed of a ball below which a walker does not respond to it, m/s.
const STRIKE_SPEED: f32 = 2.0;
/// The angular speed at the beginning of a fall, radians a second.
const TIPPING_SPEED: f32 = 0.9;
/// The additional angular speed per kilogram and meter a second of the ball, radians a second.
const TIPPING_SPEED_PER_MOMENTUM: f32 = 0.02;
/// The least angle from the upright at which a walker lies, radians: against a wall it leans.
const MIN_TILT: f32 = 0.5;
/// The greatest angle from the upright at which a walker lies, radians.
const MAX_TILT: f32 = 2.0;

/// A ball that struck a walker.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// The position of the contact, local, meters.
    pub point: Vec3,
    /// The unit normal there, toward the ball.
    pub normal: Vec3,
    /// The approach speed along the normal, m/s.
    pub speed: f32,
    /// The ball's mass, kilograms.
    pub mass: f32,
    /// The ball's radius, meters.
    pub radius: f32,
    /// True if the player threw the ball.
    pub thrown: bool,
    /// The number of bounces of the ball before.
    pub bounces: u32,
}

impl Strike {
    /// The strike of a ball by one of its impacts.
    pub fn of(impact: &Impact, ball: &Ball) -> Self {
        Self {
            point: impact.point,
            normal: impact.normal,
            speed: impact.speed,
            mass: ball.mass,
            radius: ball.radius,
            thrown: ball.origin == BallOrigin::Thrown,
            bounces: ball.bounces,
        }
    }

    /// Judges whether the ball fells a walker that requires `rings` bounces; the error is the reason why
    /// not.
    fn judge(&self, rings: u32) -> Result<(), Refusal> {
        match rings.saturating_sub(self.bounces) {
            _ if !self.thrown => Err(Refusal::Placed),
            0 => Ok(()),
            more => Err(Refusal::Bounces(more)),
        }
    }
}

impl Walker {
    /// Responds to a ball that comes fast enough: the walker falls to a thrown one that has bounced at
    /// least `rings` times; any other rings off it.
    pub fn respond_to(
        &mut self,
        strike: Strike,
        rings: u32,
        moved: &MovedLevel,
        events: &mut Vec<Event>,
    ) {
        let own_part = self.body.velocity.dot(strike.normal).max(0.0);
        if !self.is_upright() || strike.speed - own_part < STRIKE_SPEED {
            return;
        }
        let event = |kind| Event {
            mover: ImpactSide::ball(strike.mass, strike.radius),
            ..Event::new(kind, strike.point, strike.normal, strike.speed)
        };
        let push = strike.speed * strike.mass / WALKER_MASS;
        if let Err(why) = strike.judge(rings) {
            self.push(Vec3::new(-strike.normal.x, 0.0, -strike.normal.z) * push);
            events.push(event(EventKind::WalkerRung(why)));
            return;
        }
        let away = Vec3::new(-strike.normal.x, 0.0, -strike.normal.z);
        let back = -self.body.view_direction();
        let toward = away.try_normalize().unwrap_or(back);
        self.fate = WalkerFate::Felled(Topple {
            toward,
            tilt: 0.0,
            speed: TIPPING_SPEED + TIPPING_SPEED_PER_MOMENTUM * strike.speed * strike.mass,
            lies_at: lying_tilt(self, toward, moved),
        });
        self.disturbed = true;
        events.push(event(EventKind::WalkerFelled));
    }
}

/// Advances the fall of a felled walker by one tick.
pub(super) fn topple(walker: &mut Walker, events: &mut Vec<Event>) {
    let WalkerFate::Felled(topple) = &mut walker.fate else {
        return;
    };
    let Some(speed) = topple.step() else {
        return;
    };
    let toward = topple.toward;
    let head = topple.head_from(walker.body.feet());
    walker.emit(events, EventKind::WalkerDown, speed * HEAD_HEIGHT);
    if let Some(event) = events.last_mut() {
        (event.position, event.normal) = (head - toward * 0.5, Vec3::Y);
    }
}

/// The tilt at which the walker will lie: along the ground before it, or against a wall.
fn lying_tilt(walker: &Walker, toward: Vec3, moved: &MovedLevel) -> f32 {
    use std::f32::consts::FRAC_PI_2;
    let solid = moved.solid_around(&walker.body);
    let middle = walker.body.position;
    let free = solid.ray_cast(middle, toward, HEAD_HEIGHT);
    if let Some(wall) = free
        && wall.normal.y.abs() < 0.5
    {
        return libm::asinf((wall.distance / HEAD_HEIGHT).min(1.0)).clamp(MIN_TILT, MAX_TILT);
    }
    let above = middle + toward * HEAD_HEIGHT;
    let down = 2.0 * HALF_HEIGHT + HEAD_HEIGHT;
    let ground = solid.ray_cast(above, Vec3::NEG_Y, down);
    let rise = ground.map_or(0.0, |hit| hit.point.y - walker.body.feet().y);
    (FRAC_PI_2 - libm::atanf(rise / HEAD_HEIGHT)).clamp(MIN_TILT, MAX_TILT)
}
