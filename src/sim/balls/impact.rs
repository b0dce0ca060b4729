//! An impact of a ball: when and where it was, and its effect on the velocities.

use glam::{DVec3, Vec3};

use super::{Struck, TICK_SECONDS};

/// An impact of a ball on another ball or on something else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Impact {
    /// The time of the impact, seconds since the tick began.
    pub(super) time: f64,
    /// The id of the ball, or of the first of two.
    pub(super) ball: u32,
    /// The touched point on the surface, local, meters.
    pub point: Vec3,
    pub normal: Vec3,
    /// The approach speed along the normal, m/s.
    pub speed: f32,
    /// The mass of the ball and of what it met, kilograms; infinite for what stands still.
    pub masses: [f32; 2],
    /// The radius of the ball and of what it met, meters; 0 for what is no ball.
    pub radii: [f32; 2],
    pub struck: Struck,
    /// True if the contact lasts instead of being a bounce.
    pub lasts: bool,
    /// The impulse that a prop took up, newton-seconds.
    pub push: DVec3,
    /// The velocities, for whoever explains the impact.
    pub reflection: Reflection,
}

/// The effect of an impact on the velocities of both its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Reflection {
    /// The unit normal of the touched surface, toward the ball: N.
    pub normal: DVec3,
    /// The ball, and the thing that it met.
    pub sides: [ReflectedSide; 2],
    /// The part of the approach speed that is kept; below 0 where the thing that was struck gives way
    /// so far that the ball goes on.
    pub restitution: f64,
    /// True if the ball stays where it is until the tick ends: it had too many contacts, or a prop that
    /// it pushed leaves only in the next tick.
    pub is_held: bool,
}

/// One side of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ReflectedSide {
    /// The center of a ball, the touched point of anything else, local, meters.
    pub center: DVec3,
    /// The velocity on arrival, meters a second: I, or U of the lesson's two balls.
    pub before: DVec3,
    /// The velocity after the reflection, before friction and support, meters a second: R.
    pub reflected: DVec3,
    /// The velocity with which the side goes on, meters a second: V.
    pub after: DVec3,
}

impl ReflectedSide {
    /// A side at `center` that goes on with its `velocity`.
    pub(super) fn unchanged(center: DVec3, velocity: DVec3) -> Self {
        Self {
            center,
            before: velocity,
            reflected: velocity,
            after: velocity,
        }
    }
}

impl Impact {
    /// The id of the ball, or of the first of two.
    pub(crate) fn ball(&self) -> u32 {
        self.ball
    }

    /// Returns whether the ball came against what it met and did not stay on it.
    pub(crate) fn is_bounce(&self) -> bool {
        !self.lasts && self.speed > 0.0
    }

    /// The time of the impact, and that which is left of the tick after it, seconds.
    pub(crate) fn times(&self) -> [f64; 2] {
        [self.time, TICK_SECONDS - self.time]
    }

    /// The impact as the ball of that id has it; `None` where another ball has it.
    pub(crate) fn of_ball(&self, id: u32) -> Option<Self> {
        match self.struck {
            _ if self.ball == id => Some(*self),
            Struck::Ball(other) if other == id => Some(self.turned(other)),
            _ => None,
        }
    }

    /// The same impact from the side of the other ball.
    fn turned(&self, other: u32) -> Self {
        let Self {
            masses: [mass, other_mass],
            radii: [radius, other_radius],
            reflection,
            ..
        } = *self;
        let [first, second] = reflection.sides;
        let normal = -reflection.normal;
        Self {
            ball: other,
            struck: Struck::Ball(self.ball),
            point: (second.center - normal * f64::from(other_radius)).as_vec3(),
            normal: -self.normal,
            masses: [other_mass, mass],
            radii: [other_radius, radius],
            reflection: Reflection {
                normal,
                sides: [second, first],
                ..reflection
            },
            ..*self
        }
    }
}
