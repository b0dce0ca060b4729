//! A pad as plain events, and the effect of its buttons and sticks on the controls. The devices themselves
//! are in `devices`, which alone uses their library.

mod devices;
mod rumble;
mod script;
mod stick;

use strum::{EnumString, IntoEnumIterator};

use super::{Controls, PadButton, Source};
use crate::settings::PadSettings;
use hexbound_sim::Buttons;

pub use devices::Pads;
pub use rumble::Rumble;
use stick::{response, walking_buttons};

/// The deflection beyond which a stick counts as held by a hand, as a share of its range.
const PUSHED_DEFLECTION: f32 = 0.5;

/// An event of a pad.
#[derive(Clone, Debug, PartialEq)]
pub enum PadEvent {
    /// A pad of this name was connected.
    Connected(String),
    /// A pad of this name was disconnected; all its buttons count as released.
    Disconnected(String),
    /// A button was pressed (`true`) or released.
    Button(PadButton, bool),
    /// An axis moved to a position, −1..1, positive to the right and up.
    Axis(PadAxis, f32),
}

/// The axes of the two sticks, in the order of [`Sticks`].
#[derive(Clone, Copy, Debug, EnumString, PartialEq, Eq)]
pub enum PadAxis {
    LeftX,
    LeftY,
    RightX,
    RightY,
}

/// The positions of the left and the right stick, of all pads together.
#[derive(Clone, Debug, Default)]
pub struct Sticks([[f32; 2]; 2]);

impl Sticks {
    /// Sets the position of an axis. A value that is not finite counts as 0.
    pub fn set_axis(&mut self, axis: PadAxis, value: f32) {
        self.0.as_flattened_mut()[axis as usize] = match value.is_finite() {
            true => value.clamp(-1.0, 1.0),
            false => 0.0,
        };
    }

    /// The position of the walking stick, −1..1, positive to the right and up.
    pub fn walking(&self, settings: &PadSettings) -> [f32; 2] {
        self.0[usize::from(settings.swap_sticks)]
    }

    /// Returns whether a stick is deflected so far that a hand must hold it.
    pub fn is_pushed(&self) -> bool {
        self.0.iter().any(|[x, y]| x.hypot(*y) > PUSHED_DEFLECTION)
    }

    /// Applies the sticks to the controls over `seconds`. One stick walks in eight directions, and the other
    /// turns the view.
    pub fn drive(&self, controls: &mut Controls, settings: &PadSettings, seconds: f32) {
        let look = self.0[usize::from(!settings.swap_sticks)];
        controls.walk(walking_buttons(self.walking(settings), settings.dead_zone));
        let [right, up] = response(look, settings.dead_zone, settings.curve);
        let up = if settings.invert { -up } else { up };
        let turn = settings.look_speed.to_radians() * seconds;
        controls.look(-right * turn, up * turn);
    }

    /// Centers the sticks and releases all buttons, as for a disconnected pad.
    pub fn release(&mut self, controls: &mut Controls) {
        *self = Self::default();
        controls.walk(Buttons::default());
        for button in PadButton::iter() {
            controls.set_held(Source::Pad(button), false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_sim::{Command, Methods};

    const SETTINGS: PadSettings = PadSettings {
        dead_zone: 0.2,
        curve: 2.0,
        look_speed: 3.0 * 180.0 / std::f32::consts::PI,
        invert: false,
        swap_sticks: false,
        rumble: 0.0,
    };

    /// The command after these motions and a quarter of a second.
    fn command(motions: &[(PadAxis, f32)], settings: &PadSettings) -> Command {
        let mut controls = Controls::new(0.002, false);
        let mut sticks = Sticks::default();
        for (axis, value) in motions {
            sticks.set_axis(*axis, *value);
        }
        // The same turn, whatever the frame rate is.
        for _ in 0..50 {
            sticks.drive(&mut controls, settings, 0.005);
        }
        controls.take(Methods::default())
    }

    #[test]
    fn one_stick_walks_and_the_other_looks() {
        use PadAxis::{LeftX, LeftY, RightX, RightY};
        let walked = command(&[(LeftX, 0.7), (LeftY, 0.7)], &SETTINGS);
        assert_eq!(walked.buttons, Buttons::FORWARD.with(Buttons::RIGHT));
        assert_eq!((walked.yaw, walked.pitch), (0.0, 0.0));
        let looked = command(&[(RightX, 1.0)], &SETTINGS);
        assert_eq!(looked.buttons, Buttons::default());
        assert!((looked.yaw + 0.75).abs() < 1e-4, "{}", looked.yaw);
        assert!(command(&[(RightY, 1.0)], &SETTINGS).pitch > 0.7);
        let mut inverted = SETTINGS;
        inverted.invert = true;
        assert!(command(&[(RightY, 1.0)], &inverted).pitch < -0.7);
        let mut swapped = SETTINGS;
        swapped.swap_sticks = true;
        assert!(command(&[(LeftX, -1.0)], &swapped).yaw > 0.7);
        let back = command(&[(RightY, -1.0)], &swapped);
        assert!(back.buttons.has(Buttons::BACK));
    }

    #[test]
    fn a_stick_at_rest_that_is_not_quite_in_the_middle_does_nothing() {
        let off = [
            (PadAxis::LeftX, 0.12),
            (PadAxis::LeftY, -0.12),
            (PadAxis::RightX, -0.15),
            (PadAxis::RightY, f32::NAN),
        ];
        assert_eq!(command(&off, &SETTINGS), Command::default());
    }

    #[test]
    fn a_pad_that_is_unplugged_lets_go_of_everything() {
        let mut controls = Controls::new(0.002, false);
        let mut sticks = Sticks::default();
        controls.set_held(Source::Pad(PadButton::South), true);
        sticks.set_axis(PadAxis::LeftY, 1.0);
        sticks.drive(&mut controls, &SETTINGS, 0.005);
        let held = controls.take(Methods::default()).buttons;
        assert!(held.has(Buttons::FORWARD) && held.has(Buttons::JUMP));
        sticks.release(&mut controls);
        sticks.drive(&mut controls, &SETTINGS, 0.005);
        assert_eq!(controls.take(Methods::default()), Command::default());
    }
}
