//! Velocities along the axis of an impact and across it.

use glam::DVec3;

use hexbound_sim::{Impact, Struck};

/// A velocity split along an axis and across it, as U is in NeHe lesson 30 (`U_x` and `U_y`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// The speed along the axis, m/s: negative against it.
    pub along: f64,
    /// The velocity across the axis, meters a second.
    pub across: DVec3,
}

impl Split {
    /// Splits a velocity at a unit axis.
    pub fn of(velocity: DVec3, axis: DVec3) -> Self {
        let along = velocity.dot(axis);
        Self {
            along,
            across: velocity - axis * along,
        }
    }

    /// Splits the velocities of both sides of an impact, each before it and after: U and V.
    pub fn of_sides(impact: &Impact) -> [[Self; 2]; 2] {
        let axis = axis_of(impact);
        let sides = impact.reflection.sides;
        sides.map(|side| [side.before, side.after].map(|velocity| Self::of(velocity, axis)))
    }
}

/// The unit axis of an impact: between ball centers, as the lesson's `X_Axis`; otherwise the normal.
fn axis_of(impact: &Impact) -> DVec3 {
    match impact.struck {
        Struck::Ball(_) => -impact.reflection.normal,
        _ => impact.reflection.normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_velocity_are_square_and_add_up() {
        let velocity = DVec3::new(3.0, -4.0, 1.0);
        let axis = DVec3::new(0.6, 0.8, 0.0);
        let split = Split::of(velocity, axis);
        assert!((split.along + 1.4).abs() < 1e-12, "{split:?}");
        assert!(split.across.dot(axis).abs() < 1e-12, "{split:?}");
        assert!((split.across + axis * split.along - velocity).length() < 1e-12);
        let head_on = Split::of(DVec3::NEG_Y * 5.0, DVec3::Y);
        assert_eq!((head_on.along, head_on.across), (-5.0, DVec3::ZERO));
        let grazing = Split::of(DVec3::X * 5.0, DVec3::Y);
        assert_eq!((grazing.along, grazing.across), (0.0, DVec3::X * 5.0));
    }
}
