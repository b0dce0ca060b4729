//! Impulses on props by balls and blasts, and the view that those have of the props.

use glam::{DVec3, Vec3};

use super::{PropState, fall::WAKE_SPEED, stage::carrier_velocity};
use crate::PlacedMover;
use hexbound_level::{Level, Prop};

/// A prop, for the motion of other bodies.
#[derive(Clone, Copy, Debug)]
pub struct MovingProp<'a> {
    pub body: &'a Prop,
    /// The position of the center, local, meters.
    pub position: Vec3,
    /// The velocity of a loose prop, relative to its carrier, m/s.
    pub velocity: DVec3,
    /// The velocity of the prop's carrier, m/s.
    pub carried: DVec3,
    /// The mass for pushing, kilograms; `None` for a prop that balls don't move.
    pub mass: Option<f64>,
}

/// The props for the motion of balls. A prop that the keys move is static to them, and no ball moves it.
pub(crate) fn moving<'a>(
    props: &[PropState],
    level: &'a Level,
    movers: &[PlacedMover],
) -> Vec<MovingProp<'a>> {
    let see = |(state, body): (&PropState, &'a Prop)| {
        let is_loose = body.is_dynamic() && !state.is_held();
        let if_loose = |velocity: Vec3| match is_loose {
            true => velocity.as_dvec3(),
            false => DVec3::ZERO,
        };
        MovingProp {
            body,
            position: state.position,
            velocity: if_loose(state.velocity),
            carried: if_loose(carrier_velocity(state, movers)),
            mass: body.mass.filter(|_| is_loose).map(f64::from),
        }
    };
    props.iter().zip(&level.props).map(see).collect()
}

/// The gap between a position and a prop, meters, if it is within `reach`.
pub(crate) fn gap_to(prop: &PropState, body: &Prop, position: Vec3, reach: f32) -> Option<f32> {
    let offset = position - prop.position;
    if offset.length() > body.reach + reach {
        return None;
    }
    let nearest = body.solid.nearest_point(offset, reach);
    nearest.map(|nearest| nearest.distance)
}

/// Applies an impulse to a prop, newton-seconds. A prop without a mass, or moved by keys, ignores it; a
/// resting one also ignores an impulse that would hardly move it.
pub(crate) fn push(props: &mut [PropState], level: &Level, index: usize, impulse: DVec3) {
    let (Some(prop), Some(body)) = (props.get_mut(index), level.props.get(index)) else {
        return;
    };
    let Some(mass) = body.mass.filter(|_| !prop.is_held()) else {
        return;
    };
    let change = (impulse / f64::from(mass)).as_vec3();
    // Small pushes don't keep a prop awake that is about to rest.
    if change.length() > WAKE_SPEED {
        prop.wake();
    }
    if !prop.resting {
        prop.velocity += change;
    }
}
