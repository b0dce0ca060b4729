//! Splits the motion of the wheel into single notches; each is a press.

use winit::event::MouseScrollDelta;

use super::Source;

/// The motion of a touch pad per notch, pixels.
const NOTCH_PIXELS: f64 = 40.0;
/// The largest number of notches in one event; more would be a device fault.
const MAX_NOTCHES: f64 = 20.0;

/// The fraction of a notch turned so far, positive away from the hand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wheel {
    turned: f64,
}

impl Wheel {
    /// The notches completed by a motion.
    pub fn notches(&mut self, delta: MouseScrollDelta) -> impl Iterator<Item = Source> + use<> {
        let turned = match delta {
            MouseScrollDelta::LineDelta(_, lines) => f64::from(lines),
            MouseScrollDelta::PixelDelta(pixels) => pixels.y / NOTCH_PIXELS,
        };
        if turned * self.turned < 0.0 {
            self.turned = 0.0;
        }
        self.turned = (self.turned + turned).clamp(-MAX_NOTCHES, MAX_NOTCHES);
        let whole = self.turned.trunc();
        self.turned -= whole;
        let notch = match whole > 0.0 {
            true => Source::WheelUp,
            false => Source::WheelDown,
        };
        std::iter::repeat_n(notch, whole.abs() as usize)
    }
}

#[cfg(test)]
mod tests {
    use winit::dpi::PhysicalPosition;

    use super::*;

    #[test]
    fn parts_of_notches_add_up_and_turning_back_begins_anew() {
        let mut wheel = Wheel::default();
        let mut turn = |lines| -> Vec<Source> {
            let delta = MouseScrollDelta::LineDelta(0.0, lines);
            wheel.notches(delta).collect()
        };
        assert_eq!(turn(1.0), [Source::WheelUp]);
        assert_eq!(turn(-2.0), [Source::WheelDown; 2]);
        assert_eq!(turn(0.6), []);
        assert_eq!(turn(0.6), [Source::WheelUp]);
        assert_eq!(turn(-0.9), []);
        assert_eq!(turn(f32::MAX).len(), 20);
        let pixels = PhysicalPosition::new(0.0, -80.0);
        let delta = MouseScrollDelta::PixelDelta(pixels);
        assert_eq!(wheel.notches(delta).count(), 2);
    }
}
