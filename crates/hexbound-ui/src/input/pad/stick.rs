//! The response of a stick: a round dead zone, a curve, and eight directions.

use hexbound_sim::Buttons;

/// The outer dead zone: the last share of a stick's range, which counts as full deflection, since few sticks
/// reach the end in diagonals.
const OUTER_DEAD_ZONE: f32 = 0.05;
/// The minimum deflection that walks, as a share of the range, since walking has only one speed.
const MIN_WALKING_DEFLECTION: f32 = 0.35;
/// The tangent of 22.5°, half of the angle between two directions.
const HALF_OCTANT: f32 = 0.414_213_57;

/// The response to a deflection, in its direction: 0 in the dead zone, then a power of `exponent` up to 1.
pub(super) fn response([x, y]: [f32; 2], dead_zone: f32, exponent: f32) -> [f32; 2] {
    let deflection = x.hypot(y);
    if deflection <= dead_zone {
        return [0.0, 0.0];
    }
    let fraction = ((deflection - dead_zone) / (1.0 - OUTER_DEAD_ZONE - dead_zone)).clamp(0.0, 1.0);
    let scale = fraction.powf(exponent) / deflection;
    [x * scale, y * scale]
}

/// The walking buttons for the direction of a stick.
pub(super) fn walking_buttons([x, y]: [f32; 2], dead_zone: f32) -> Buttons {
    let mut buttons = Buttons::default();
    if x.hypot(y) <= dead_zone.max(MIN_WALKING_DEFLECTION) {
        return buttons;
    }
    buttons.set(Buttons::RIGHT, x > HALF_OCTANT * y.abs());
    buttons.set(Buttons::LEFT, -x > HALF_OCTANT * y.abs());
    buttons.set(Buttons::FORWARD, y > HALF_OCTANT * x.abs());
    buttons.set(Buttons::BACK, -y > HALF_OCTANT * x.abs());
    buttons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_zone_is_round_and_the_answer_rises_from_nothing_to_all() {
        for angle in [0.0_f32, 0.3, 0.785, 2.0, 4.0] {
            let at = |far: f32| {
                let [x, y] = response([far * angle.cos(), far * angle.sin()], 0.2, 1.7);
                x.hypot(y)
            };
            assert_eq!(at(0.199), 0.0);
            assert!(at(0.21) < 0.01, "no jump at its edge");
            assert!((at(0.96) - 1.0).abs() < 1e-5);
            assert!((at(1.41) - 1.0).abs() < 1e-5, "a corner is no faster");
            let rises = (20..95).all(|far| at(far as f32 / 100.0) < at((far + 1) as f32 / 100.0));
            assert!(rises, "{angle}");
            // The response near the rest is finer than a linear one.
            assert!(at(0.4) < 0.2);
        }
    }

    #[test]
    fn eight_directions_of_the_same_width() {
        let mut widths = std::collections::HashMap::new();
        for degrees in 0..360 {
            let angle = (degrees as f32 + 0.5).to_radians();
            let buttons = walking_buttons([angle.cos(), angle.sin()], 0.2);
            *widths.entry(buttons).or_insert(0) += 1;
        }
        assert_eq!(widths.len(), 8);
        let are_alike = widths.values().all(|width| (44..=46).contains(width));
        assert!(are_alike, "{widths:?}");
        assert_eq!(walking_buttons([0.3, 0.0], 0.1), Buttons::default());
        assert_eq!(walking_buttons([0.5, 0.0], 0.6), Buttons::default());
        assert_eq!(walking_buttons([0.0, -0.5], 0.2), Buttons::BACK);
    }
}
