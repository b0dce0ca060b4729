//! A thrown ball: what is known of it, its flight, and how it bounces.

use glam::{DVec3, Vec3};

use super::tuning::BALL_GRAVITY;
use crate::hash::Hasher;

/// Metres.
pub const BALL_RADIUS: f32 = 0.15;
/// The oldest is recycled beyond this.
pub const MAX_BALLS: usize = 200;
/// Kilograms.
pub const BALL_MASS: f32 = 1.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Never reused within a run; ascending in `World::balls`.
    pub id: u32,
    pub position: Vec3,
    pub velocity: Vec3,
    pub radius: f32,
    /// Kilograms.
    pub mass: f32,
    /// Lies still on something until another ball strikes it.
    pub resting: bool,
}

impl Ball {
    pub fn new(id: u32, position: Vec3, velocity: Vec3) -> Self {
        Self {
            id,
            position,
            velocity,
            radius: BALL_RADIUS,
            mass: BALL_MASS,
            resting: false,
        }
    }

    pub(super) fn hash(&self, hasher: &mut Hasher) {
        hasher.u32(self.id).vec3(self.position).vec3(self.velocity);
        hasher
            .f32(self.radius)
            .f32(self.mass)
            .u32(u32::from(self.resting));
    }
}

/// Free flight: x(t) = x + v·t + ½·a·t², exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub position: DVec3,
    pub velocity: DVec3,
    pub acceleration: DVec3,
}

impl Flight {
    pub fn of(ball: &Ball) -> Self {
        let fall = if ball.resting {
            DVec3::ZERO
        } else {
            DVec3::NEG_Y * f64::from(BALL_GRAVITY)
        };
        Self {
            position: ball.position.as_dvec3(),
            velocity: ball.velocity.as_dvec3(),
            acceleration: fall,
        }
    }

    /// Where it is and how fast after `time` seconds.
    pub fn after(&self, time: f64) -> Self {
        Self {
            position: self.position
                + self.velocity * time
                + self.acceleration * (0.5 * time * time),
            velocity: self.velocity + self.acceleration * time,
            acceleration: self.acceleration,
        }
    }

    /// When, within 0..`time`, the flight has gone `distance` along `normal`: the sweep meets the
    /// chord of the flight, the impact happens on the flight itself.
    pub fn time_along(&self, normal: DVec3, distance: f64, time: f64) -> f64 {
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
}

/// The velocity after meeting something fixed: mirrored, the normal part scaled by `restitution`.
pub fn reflected(velocity: DVec3, normal: DVec3, restitution: f64) -> DVec3 {
    let into = velocity.dot(normal).min(0.0);
    velocity - normal * (into * (1.0 + restitution))
}

/// The velocities after two balls meet along `axis` (unit, from the first to the second):
/// momentum is exchanged by mass (NeHe lesson 30), the approach speed scaled by `restitution`.
pub fn exchanged(
    (first, first_mass): (DVec3, f64),
    (second, second_mass): (DVec3, f64),
    axis: DVec3,
    restitution: f64,
) -> (DVec3, DVec3) {
    let approach = (first - second).dot(axis).max(0.0);
    let impulse = approach * (1.0 + restitution) / (first_mass + second_mass);
    (
        first - axis * (impulse * second_mass),
        second + axis * (impulse * first_mass),
    )
}

/// When two balls first touch, seconds within 0..`time`: an exact quadratic, because gravity
/// bends both flights alike. Balls that touch already meet at once if they approach.
pub(super) fn meeting(offset: DVec3, velocity: DVec3, distance: f64, time: f64) -> Option<f64> {
    let b = offset.dot(velocity);
    if b >= 0.0 {
        return None;
    }
    let c = offset.length_squared() - distance * distance;
    if c <= 0.0 {
        return Some(0.0);
    }
    let discriminant = b * b - velocity.length_squared() * c;
    if discriminant < 0.0 {
        return None;
    }
    let when = c / (discriminant.sqrt() - b);
    (when <= time).then_some(when)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_balls_swap_and_a_heavy_one_ploughs_on() {
        let (first, second) = exchanged((DVec3::X * 3.0, 1.0), (DVec3::ZERO, 1.0), DVec3::X, 1.0);
        assert_eq!((first, second), (DVec3::ZERO, DVec3::X * 3.0));
        let (heavy, light) = exchanged((DVec3::X, 3.0), (-DVec3::X, 1.0), DVec3::X, 1.0);
        assert!((heavy.x * 3.0 + light.x - 2.0).abs() < 1e-12, "momentum");
        assert!((light.x - heavy.x - 2.0).abs() < 1e-12, "approach speed");
    }

    #[test]
    fn mirrors_leave_the_tangent_alone() {
        let after = reflected(DVec3::new(3.0, -2.0, 1.0), DVec3::Y, 0.5);
        assert_eq!(after, DVec3::new(3.0, 1.0, 1.0));
        assert_eq!(
            reflected(DVec3::Y, DVec3::Y, 0.5),
            DVec3::Y,
            "leaving already"
        );
    }

    #[test]
    fn moving_balls_meet_exactly() {
        let when = meeting(DVec3::X * 2.0, -DVec3::X * 4.0, 1.0, 1.0).unwrap();
        assert!((when - 0.25).abs() < 1e-15);
        assert!(meeting(DVec3::X * 2.0, DVec3::X, 1.0, 1.0).is_none());
        assert!(meeting(DVec3::new(2.0, 1.1, 0.0), -DVec3::X * 4.0, 1.0, 1.0).is_none());
        assert_eq!(meeting(DVec3::X * 0.9, -DVec3::X, 1.0, 1.0), Some(0.0));
    }

    #[test]
    fn impact_times_lie_on_the_parabola() {
        let flight = Flight {
            position: DVec3::ZERO,
            velocity: DVec3::new(1.0, -2.0, 0.0),
            acceleration: DVec3::NEG_Y * 9.81,
        };
        for time in [0.0, 0.001, 0.004, 0.008] {
            let fallen = -flight.after(time).position.y;
            let found = flight.time_along(DVec3::NEG_Y, fallen, 0.0084);
            assert!((found - time).abs() < 1e-12, "{found} for {time}");
        }
    }
}
