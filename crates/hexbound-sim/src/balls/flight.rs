//! Free flight within a tick, and the times at which a flight has covered a distance or meets another.

use glam::{DVec3, Vec3};

use super::{Ball, tolerances::TICK_SECONDS};
use crate::{BallFlight, tuning::BALL_GRAVITY};
use hexbound_collide::geom::Aabb;

/// The gap below which balls touch, meters: an allowance for rounding.
const TOUCH_GAP: f64 = 1e-10;
/// The greatest approach at which touching balls don't meet again.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeetingTolerance {
    /// The approach speed, m/s.
    speed: f64,
    /// The acceleration that draws the balls together, m/s².
    acceleration: f64,
}

impl MeetingTolerance {
    /// The tolerance for rounding alone: two balls sink into each other by at most 35 nanometers a tick.
    pub(super) const ROUNDING: Self = Self {
        speed: 1e-9,
        acceleration: 1e-3,
    };
    /// The tolerance within a stack, which is solved in each tick: two balls sink by two micrometers at
    /// most.
    pub(super) const IN_STACK: Self = Self {
        speed: 1e-4,
        acceleration: 0.03,
    };
}

/// The number of samples of a step at which NeHe lesson 30 tests whether two balls overlap.
const STEP_SLICES: u32 = 150;

/// The most steps toward a meeting of flights with different accelerations; a handful is usual.
const MAX_STEPS: usize = 64;

/// The acceleration of a ball in free fall, m/s².
pub(super) const FLIGHT_GRAVITY: DVec3 = DVec3::new(0.0, -(BALL_GRAVITY as f64), 0.0);

/// A flight under a constant acceleration: exactly x(t) = x + v·t + ½·a·t².
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub position: DVec3,
    pub velocity: DVec3,
    pub acceleration: DVec3,
}

impl Flight {
    /// The flight from its position and velocity after `time` seconds.
    pub(super) fn after(&self, time: f64) -> Self {
        let bend = self.acceleration * (0.5 * time * time);
        Self {
            position: self.position + self.velocity * time + bend,
            velocity: self.velocity + self.acceleration * time,
            acceleration: self.acceleration,
        }
    }

    /// The flight of a tick by the order of NeHe lesson 30. First the velocity gets the whole
    /// acceleration of `time` seconds, then the position advances by that velocity alone.
    pub(super) fn by_euler(&self, time: f64) -> Self {
        Self {
            velocity: self.velocity + self.acceleration * time,
            acceleration: DVec3::ZERO,
            ..*self
        }
    }

    /// The least and greatest corner of the box around the center's path over `time` seconds.
    pub(super) fn bounds(&self, time: f64) -> (DVec3, DVec3) {
        let end = self.after(time).position;
        // The most by which the curve leaves the box around its ends, on the side of its bulge.
        let bulge = self.acceleration * (time * time / 8.0);
        let (low, high) = (self.position.min(end), self.position.max(end));
        (
            low - bulge.max(DVec3::ZERO),
            high + (-bulge).max(DVec3::ZERO),
        )
    }

    /// The time, within 0..`time` seconds, at which the flight has covered `distance` meters along
    /// `normal`. The sweep finds the contact on the chord of the flight; the impact happens on the flight
    /// itself.
    pub(super) fn time_along(&self, normal: DVec3, distance: f64, time: f64) -> f64 {
        let speed = normal.dot(self.velocity);
        let bend = normal.dot(self.acceleration);
        let discriminant = speed * speed + 2.0 * bend * distance;
        if discriminant < 0.0 {
            return 0.0;
        }
        // Both roots of ½·bend·t² + speed·t − distance, without cancellation.
        let root = -(speed + discriminant.sqrt().copysign(speed));
        let candidates = [-2.0 * distance / root, root / bend];
        let early = candidates
            .into_iter()
            .filter(|t| t.is_finite() && *t >= -1e-12);
        early.fold(time, f64::min).clamp(0.0, time)
    }

    /// The first time, within 0..`time` seconds, at which `other` is within `distance` meters and still
    /// approaches. Balls that already touch meet at once if they approach.
    pub(super) fn meeting(
        &self,
        other: &Flight,
        distance: f64,
        time: f64,
        tolerance: MeetingTolerance,
    ) -> Option<f64> {
        let offset = other.position - self.position;
        let velocity = other.velocity - self.velocity;
        let acceleration = other.acceleration - self.acceleration;
        if offset.length() - distance <= TOUCH_GAP {
            let axis = offset.normalize_or(DVec3::Y);
            let closes = axis.dot(acceleration) < -tolerance.acceleration;
            let approach = -axis.dot(velocity);
            if approach > tolerance.speed || (closes && approach >= -tolerance.speed) {
                return Some(0.0);
            }
            if !closes || approach >= 0.0 {
                return None;
            }
        }
        if acceleration == DVec3::ZERO {
            meeting_of_lines(offset, velocity, distance, time)
        } else {
            meeting_of_curves(offset, velocity, acceleration, distance, time)
        }
    }
}

impl Flight {
    /// The meeting as NeHe lesson 30 finds it: the last of [`STEP_SLICES`] sampled times before the first
    /// overlap. Balls that pass each other between two samples are missed.
    pub(super) fn meeting_in_slices(
        &self,
        other: &Flight,
        distance: f64,
        time: f64,
        tolerance: MeetingTolerance,
    ) -> Option<f64> {
        let gap = |when: f64| {
            let (own, other) = (self.after(when), other.after(when));
            own.position.distance(other.position) - distance
        };
        if gap(0.0) <= TOUCH_GAP {
            // The balls already touch: slices do not show whether they press.
            return self.meeting(other, distance, time, tolerance);
        }
        let slice = time / f64::from(STEP_SLICES);
        let met = (1..=STEP_SLICES).find(|number| gap(f64::from(*number) * slice) < 0.0)?;
        let before = f64::from(met - 1) * slice;
        let (own, other) = (self.after(before), other.after(before));
        let offset = other.position - own.position;
        (offset.dot(other.velocity - own.velocity) < 0.0).then_some(before)
    }
}

/// The meeting of flights with equal acceleration: an exact quadratic.
fn meeting_of_lines(offset: DVec3, velocity: DVec3, distance: f64, time: f64) -> Option<f64> {
    let b = offset.dot(velocity);
    if b >= 0.0 {
        return None;
    }
    let c = offset.length_squared() - distance * distance;
    let discriminant = b * b - velocity.length_squared() * c;
    if discriminant < 0.0 {
        return None;
    }
    let when = c / (discriminant.sqrt() - b);
    (when <= time).then_some(when.max(0.0))
}

/// The meeting of a supported ball with a falling one. The gap is at least gap + slope·t − ½·|a|·t²,
/// because without the acceleration it is a convex function of time. Repeated steps to the root of that
/// bound never pass the meeting.
fn meeting_of_curves(
    offset: DVec3,
    velocity: DVec3,
    acceleration: DVec3,
    distance: f64,
    time: f64,
) -> Option<f64> {
    let bend = acceleration.length();
    let mut when = 0.0;
    for _ in 0..MAX_STEPS {
        let separation = offset + velocity * when + acceleration * (0.5 * when * when);
        let length = separation.length();
        let gap = (length - distance).max(0.0);
        let slope = separation.dot(velocity + acceleration * when) / length.max(1e-12);
        if gap <= TOUCH_GAP && slope <= 0.0 {
            return Some(when);
        }
        let root = (slope * slope + 2.0 * bend * gap).sqrt();
        // The root of the bound without cancellation, for either sign of the slope.
        let step = if slope > 0.0 {
            (slope + root) / bend
        } else {
            2.0 * gap / (root - slope)
        };
        when += step;
        if when.is_nan() || when > time {
            return None;
        }
        if step <= 1e-16 {
            break;
        }
    }
    Some(when)
}

/// The flight in a tick of a ball without contacts.
pub(super) fn flight_of(ball: &Ball, method: BallFlight) -> Flight {
    let flight = Flight {
        position: ball.position,
        velocity: ball.velocity,
        acceleration: if ball.resting {
            DVec3::ZERO
        } else {
            FLIGHT_GRAVITY
        },
    };
    match method {
        BallFlight::Exact => flight,
        BallFlight::Euler => flight.by_euler(TICK_SECONDS),
    }
}

/// The box around a ball on its flight for `time` seconds, with a small margin.
pub(super) fn flight_bounds(flight: &Flight, time: f64, radius: f32) -> Aabb {
    let (low, high) = flight.bounds(time);
    let (low, high) = (low.as_vec3(), high.as_vec3());
    let rounding = 1e-3 + low.abs().max(high.abs()).max_element() * 1e-6;
    Aabb::new(low, high).grown(Vec3::splat(radius + rounding))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flight(position: DVec3, velocity: DVec3, acceleration: DVec3) -> Flight {
        Flight {
            position,
            velocity,
            acceleration,
        }
    }

    /// The time at which two balls meet whose radii add up to `reach`, within `most` seconds.
    fn meet(one: &Flight, other: &Flight, reach: f64, most: f64) -> Option<f64> {
        one.meeting(other, reach, most, MeetingTolerance::ROUNDING)
    }

    fn still(position: DVec3) -> Flight {
        flight(position, DVec3::ZERO, DVec3::ZERO)
    }

    #[test]
    fn moving_balls_meet_exactly() {
        let here = still(DVec3::ZERO);
        let there = |position, velocity| flight(position, velocity, DVec3::ZERO);
        let x = DVec3::X;
        let when = meet(&here, &there(x * 2.0, x * -4.0), 1.0, 1.0).unwrap();
        assert!((when - 0.25).abs() < 1e-15);
        assert_eq!(meet(&here, &there(x * 2.0, x), 1.0, 1.0), None);
        let beside = there(DVec3::new(2.0, 1.1, 0.0), x * -4.0);
        assert_eq!(meet(&here, &beside, 1.0, 1.0), None);
        let inside = there(x * 0.9, x * -1.0);
        assert_eq!(meet(&here, &inside, 1.0, 1.0), Some(0.0));
    }

    #[test]
    fn a_falling_ball_meets_one_that_is_held() {
        let supported = still(DVec3::ZERO);
        let falling = flight(DVec3::Y * 1.25, DVec3::ZERO, DVec3::NEG_Y * 2.0);
        let when = meet(&supported, &falling, 1.0, 1.0).unwrap();
        assert!((when - 0.5).abs() < 1e-9, "{when}");
        assert_eq!(meet(&supported, &falling, 1.0, 0.4), None);
        let hops = flight(DVec3::Y, DVec3::Y, DVec3::NEG_Y * 10.0);
        let when = meet(&supported, &hops, 1.0, 1.0).unwrap();
        assert!((when - 0.2).abs() < 1e-9, "{when}");
        let lies = flight(DVec3::Y, DVec3::ZERO, DVec3::NEG_Y * 10.0);
        assert_eq!(meet(&supported, &lies, 1.0, 1.0), Some(0.0));
    }

    #[test]
    fn impact_times_lie_on_the_parabola() {
        let flight = flight(DVec3::ZERO, DVec3::new(1.0, -2.0, 0.0), FLIGHT_GRAVITY);
        for time in [0.0, 0.001, 0.004, 0.008] {
            let fallen = -flight.after(time).position.y;
            let found = flight.time_along(DVec3::NEG_Y, fallen, 0.0084);
            assert!((found - time).abs() < 1e-12, "{found} for {time}");
        }
    }

    #[test]
    fn the_apex_lies_within_the_bounds() {
        let flight = flight(DVec3::ZERO, DVec3::new(1.0, 0.5, 0.0), DVec3::NEG_Y * 10.0);
        let (low, high) = flight.bounds(0.1);
        assert!(high.y >= 0.0125 && low.y <= 0.0 && (high.x - 0.1).abs() < 1e-12);
    }
}
