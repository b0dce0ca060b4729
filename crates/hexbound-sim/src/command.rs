//! The input of one tick: exactly what a recording holds.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use super::Methods;
use hexbound_base::body::{view_direction, yaw_of};

/// The held buttons, one bit each. The simulation finds presses by comparing with the previous tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Buttons(pub u32);

impl Buttons {
    pub const FORWARD: Buttons = Buttons(1);
    pub const BACK: Buttons = Buttons(1 << 1);
    pub const LEFT: Buttons = Buttons(1 << 2);
    pub const RIGHT: Buttons = Buttons(1 << 3);
    pub const RISE: Buttons = Buttons(1 << 4);
    pub const DESCEND: Buttons = Buttons(1 << 5);
    pub const TURN_LEFT: Buttons = Buttons(1 << 6);
    pub const TURN_RIGHT: Buttons = Buttons(1 << 7);
    pub const JUMP: Buttons = Buttons(1 << 8);
    pub const THROW: Buttons = Buttons(1 << 9);
    pub const SPRINT: Buttons = Buttons(1 << 10);
    pub const CROUCH: Buttons = Buttons(1 << 11);
    /// Selects the prop under the crosshair, or deselects it.
    pub const SELECT: Buttons = Buttons(1 << 12);
    /// Pushes the selected props forward, along their own facing; the next five push in the other
    /// directions.
    pub const PUSH_FORWARD: Buttons = Buttons(1 << 13);
    pub const PUSH_BACK: Buttons = Buttons(1 << 14);
    pub const PUSH_LEFT: Buttons = Buttons(1 << 15);
    pub const PUSH_RIGHT: Buttons = Buttons(1 << 16);
    pub const PUSH_UP: Buttons = Buttons(1 << 17);
    pub const PUSH_DOWN: Buttons = Buttons(1 << 18);
    pub const STOP_PROPS: Buttons = Buttons(1 << 19);
    /// The six buttons that push props.
    pub const PUSHES: Buttons = Buttons(0b11_1111 << 13);

    pub fn has(self, button: Buttons) -> bool {
        self.0 & button.0 == button.0
    }

    pub fn set(&mut self, button: Buttons, held: bool) {
        if held {
            self.0 |= button.0;
        } else {
            self.0 &= !button.0;
        }
    }

    /// +1 for `plus`, −1 for `minus`, 0 for both or neither.
    pub fn axis(self, plus: Buttons, minus: Buttons) -> f32 {
        let part = |button| f32::from(u8::from(self.has(button)));
        part(plus) - part(minus)
    }

    /// The pushes forward, to the right and up, each −1, 0 or 1.
    pub(crate) fn pushes(self) -> Vec3 {
        Vec3::new(
            self.axis(Buttons::PUSH_FORWARD, Buttons::PUSH_BACK),
            self.axis(Buttons::PUSH_RIGHT, Buttons::PUSH_LEFT),
            self.axis(Buttons::PUSH_UP, Buttons::PUSH_DOWN),
        )
    }

    pub fn with(mut self, button: Buttons) -> Self {
        self.set(button, true);
        self
    }
}

/// The input of one tick, with the mouse's sensitivity already applied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Command {
    pub buttons: Buttons,
    /// The mouse's turn to the left, about +Y, radians.
    pub yaw: f32,
    /// The mouse's turn upward, radians.
    pub pitch: f32,
    /// The direction in which the free pointer picks a prop in this tick; `None` if it picks none.
    pub pointed: Option<PointerDirection>,
    /// The methods by which the tick is resolved.
    pub methods: Methods,
    /// The time that the run lost by rewinding before this tick.
    pub rewound: Rewound,
    /// True if the player had help in this tick that the simulation can't see, such as slower time.
    pub assisted: bool,
}

impl Command {
    /// Returns a command that holds `buttons` and is the default in all else.
    pub fn holding(buttons: Buttons) -> Self {
        Self {
            buttons,
            ..Self::default()
        }
    }

    /// Returns the same command with other methods.
    pub fn by(self, methods: Methods) -> Self {
        Self { methods, ..self }
    }
}

/// A direction from the player's eye, independent of the view direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerDirection {
    /// The angle about +Y, radians, like a player's yaw.
    pub yaw: f32,
    /// The angle upward, radians.
    pub pitch: f32,
}

impl PointerDirection {
    /// The direction of a nonzero vector.
    pub fn along(vector: Vec3) -> Self {
        let level = vector.with_y(0.0).length();
        // Adding zero turns −0 into 0: one direction is one line of a recording.
        Self {
            yaw: yaw_of(vector) + 0.0,
            pitch: libm::atan2f(vector.y, level) + 0.0,
        }
    }

    /// The unit vector of the direction.
    pub fn direction(self) -> Vec3 {
        view_direction(self.yaw, self.pitch)
    }
}

/// The time that a run lost by rewinding. It only ever grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rewound {
    /// The number of ticks that were played and undone.
    pub ticks: u64,
    /// The number of rewinds.
    pub times: u32,
}

impl Rewound {
    /// Returns the total after one more rewind by `ticks`.
    pub fn and(self, ticks: u64) -> Self {
        Self {
            ticks: self.ticks + ticks,
            times: self.times + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_comes_back_from_its_angles() {
        let aslant = [Vec3::new(0.3, -0.8, 0.2), Vec3::new(-2.0, 5.0, -0.1)];
        for delta in aslant.into_iter().chain([Vec3::NEG_Z, Vec3::NEG_Y]) {
            let direction = PointerDirection::along(delta).direction();
            assert!(direction.distance(delta.normalize()) < 1e-6, "{delta}");
        }
        let ahead = PointerDirection::along(Vec3::NEG_Z);
        assert_eq!([ahead.yaw.to_bits(), ahead.pitch.to_bits()], [0, 0]);
    }
}
