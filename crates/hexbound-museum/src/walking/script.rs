//! A script of the hall: the start of a body, and the held buttons over time.

use glam::Vec3;

use hexbound_sim::Buttons;

/// A start and the holds after it, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Script {
    /// The position of the feet, meters; `None` for the level's spawn.
    pub feet: Option<Vec3>,
    /// The velocity at the start, m/s.
    pub velocity: Vec3,
    pub holds: &'static [Hold],
}

/// Buttons that are held for a while, in one direction of view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    pub ticks: u32,
    /// The yaw, degrees; 0 looks along −Z, positive turns left.
    pub degrees: f32,
    pub buttons: Buttons,
}

impl Script {
    /// A script that starts at a position, meters.
    pub(super) const fn new(feet: Vec3, holds: &'static [Hold]) -> Self {
        Self {
            feet: Some(feet),
            velocity: Vec3::ZERO,
            holds,
        }
    }

    /// The same script with a falling speed at the start, m/s.
    pub(super) const fn falling(self, speed: f32) -> Self {
        Self {
            velocity: Vec3::new(0.0, -speed, 0.0),
            ..self
        }
    }

    /// The length, ticks.
    pub(super) fn ticks(&self) -> u32 {
        self.holds.iter().map(|hold| hold.ticks).sum()
    }

    /// The hold at a tick. After the end, no button is held.
    pub(super) fn at(&self, tick: u32) -> Hold {
        let mut left = tick;
        for hold in self.holds {
            if left < hold.ticks {
                return *hold;
            }
            left -= hold.ticks;
        }
        hold(0, 0.0, Buttons(0))
    }
}

/// Buttons held for `ticks` ticks, with the view turned to `degrees`.
pub(super) const fn hold(ticks: u32, degrees: f32, buttons: Buttons) -> Hold {
    Hold {
        ticks,
        degrees,
        buttons,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_changes_with_the_tick() {
        const HOLDS: &[Hold] = &[hold(2, 0.0, Buttons::FORWARD), hold(3, 90.0, Buttons::JUMP)];
        let script = Script::new(Vec3::ZERO, HOLDS);
        assert_eq!(script.ticks(), 5);
        assert_eq!(script.at(1).buttons, Buttons::FORWARD);
        assert_eq!(script.at(2).buttons, Buttons::JUMP);
        assert_eq!(script.at(5).buttons, Buttons(0));
    }
}
