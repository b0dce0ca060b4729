//! A pad on the screens: its cross and its stick lead from control to control, again and again while
//! they are held, and its buttons choose and leave. A pure value; nothing here reads a device.

use super::input::Step;
use crate::input::PadButton;

/// The part of the way of a stick from which on it asks for a step, and below which for none.
const ASKING_PART: f32 = 0.6;
const RESTING_PART: f32 = 0.4;
/// The time for which a direction is held before its step is repeated, seconds.
const BEFORE_REPEAT: f32 = 0.4;
/// The time between two repeats, at first and after a while, seconds.
const REPEAT_SECONDS: f32 = 0.12;
const BETWEEN_LATER: f32 = 0.04;
/// The time for which a direction is held before its repeats come faster, seconds.
const BEFORE_LATER: f32 = 1.6;

/// A wish of the pad to the screens.
#[derive(Clone, Debug, Default)]
pub struct PadSteps {
    /// The direction of the cross that is held.
    cross: Option<Step>,
    /// The direction of the stick that is held.
    stick: Option<Step>,
    /// The time for which the direction is held, and the time until its next step, seconds.
    held: f32,
    left: f32,
    /// True until the stick has come to rest, which was pushed before there was a screen.
    waits: bool,
}

impl PadSteps {
    /// The step of a button that goes down, or `None` where it goes up or has no meaning.
    pub fn button(&mut self, button: PadButton, is_down: bool) -> Option<Step> {
        let step = step(button)?;
        if !is_direction(step) {
            return is_down.then_some(step);
        }
        if is_down {
            (self.cross, self.held, self.left) = (Some(step), 0.0, BEFORE_REPEAT);
            return Some(step);
        }
        if self.cross == Some(step) {
            self.cross = None;
        }
        None
    }

    /// The step of a stick at a place, −1..1, up positive, or the repeat of what is held, after so
    /// many seconds.
    pub fn pass(&mut self, stick: [f32; 2], seconds: f32) -> Option<Step> {
        let mut asked = asked(stick, self.stick);
        if self.waits {
            self.waits = asked.is_some();
            asked = None;
        }
        if asked != self.stick {
            self.stick = asked;
            (self.held, self.left) = (0.0, BEFORE_REPEAT);
            return asked;
        }
        let step = self.cross.or(self.stick)?;
        self.held += seconds;
        self.left -= seconds;
        if self.left > 0.0 {
            return None;
        }
        // A picture that came late repeats nothing twice.
        self.left = match self.held > BEFORE_LATER {
            true => BETWEEN_LATER,
            false => REPEAT_SECONDS,
        };
        Some(step)
    }

    /// Lets go of everything, for a pad that is gone.
    pub fn release(&mut self) {
        (self.cross, self.stick) = (None, None);
    }

    /// Lets go of everything while no screen is open: what is held then was meant for play.
    pub fn wait_for_rest(&mut self) {
        self.release();
        self.waits = true;
    }
}

/// The direction that a stick asks for, a little longer than it took to begin with it.
fn asked([x, y]: [f32; 2], before: Option<Step>) -> Option<Step> {
    let (along, step) = match x.abs() > y.abs() {
        true if x > 0.0 => (x, Step::Right),
        true => (-x, Step::Left),
        false if y > 0.0 => (y, Step::Up),
        false => (-y, Step::Down),
    };
    match before {
        // The corner between two directions belongs to the one that is held.
        Some(held) if held != step && along <= ASKING_PART => {
            (part(held, [x, y]) > RESTING_PART).then_some(held)
        }
        Some(_) => (along > RESTING_PART).then_some(step),
        None => (along > ASKING_PART).then_some(step),
    }
}

/// The part of a stick's way in a direction.
fn part(step: Step, [x, y]: [f32; 2]) -> f32 {
    match step {
        Step::Right => x,
        Step::Left => -x,
        Step::Up => y,
        _ => -y,
    }
}

fn step(button: PadButton) -> Option<Step> {
    Some(match button {
        PadButton::Up => Step::Up,
        PadButton::Down => Step::Down,
        PadButton::Left => Step::Left,
        PadButton::Right => Step::Right,
        PadButton::LeftShoulder => Step::SectionBefore,
        PadButton::RightShoulder => Step::SectionAfter,
        PadButton::LeftTrigger => Step::PageUp,
        PadButton::RightTrigger => Step::PageDown,
        PadButton::South => Step::Accept,
        PadButton::East | PadButton::Start => Step::Back,
        PadButton::Select => Step::Again,
        PadButton::West | PadButton::North | PadButton::LeftStick | PadButton::RightStick => {
            return None;
        }
    })
}

fn is_direction(step: Step) -> bool {
    matches!(step, Step::Up | Step::Down | Step::Left | Step::Right)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: f32 = 1.0 / 60.0;

    /// The steps in so many seconds with the stick at a place.
    fn hold(steps: &mut PadSteps, stick: [f32; 2], seconds: f32) -> Vec<Step> {
        let frames = (seconds / FRAME).round() as u32;
        let passed = (0..frames).map(|_| steps.pass(stick, FRAME));
        passed.flatten().collect()
    }

    #[test]
    fn a_stick_that_is_pushed_steps_once_and_again_while_it_is_held() {
        let mut steps = PadSteps::default();
        assert_eq!(hold(&mut steps, [0.1, -0.5], 1.0), [], "not far enough");
        assert_eq!(hold(&mut steps, [0.1, -0.9], 0.3), [Step::Down]);
        assert_eq!(hold(&mut steps, [0.1, -0.5], 0.05), [], "still held");
        assert_eq!(hold(&mut steps, [0.0, 0.0], 1.0), []);
        let held = hold(&mut steps, [0.0, -1.0], 1.5);
        assert!((8..=12).contains(&held.len()), "{}", held.len());
        assert!(held.iter().all(|step| *step == Step::Down));
        let later = hold(&mut steps, [0.0, -1.0], 1.5);
        assert!(later.len() > held.len() + 10, "long lists go by faster");
        assert_eq!(hold(&mut steps, [-1.0, 0.0], 0.3), [Step::Left]);
    }

    #[test]
    fn a_corner_belongs_to_the_direction_that_is_held() {
        let mut steps = PadSteps::default();
        assert_eq!(hold(&mut steps, [0.0, 0.8], 0.1), [Step::Up]);
        assert_eq!(hold(&mut steps, [0.55, 0.5], 0.1), []);
        assert_eq!(hold(&mut steps, [0.8, 0.3], 0.1), [Step::Right]);
    }

    #[test]
    fn the_cross_repeats_until_it_is_let_go() {
        let mut steps = PadSteps::default();
        let rest = [0.0, 0.0];
        assert_eq!(steps.button(PadButton::Right, true), Some(Step::Right));
        assert_eq!(hold(&mut steps, rest, 0.3), []);
        assert!(hold(&mut steps, rest, 0.3).len() >= 2);
        assert_eq!(steps.button(PadButton::Right, false), None);
        assert_eq!(hold(&mut steps, rest, 1.0), []);
        steps.button(PadButton::Up, true);
        steps.release();
        assert_eq!(hold(&mut steps, rest, 1.0), [], "the pad is gone");
    }

    #[test]
    fn who_walks_while_a_screen_opens_does_not_walk_on_it() {
        let mut steps = PadSteps::default();
        steps.wait_for_rest();
        assert_eq!(hold(&mut steps, [0.0, 1.0], 2.0), []);
        assert_eq!(hold(&mut steps, [0.0, 0.1], 0.1), []);
        assert_eq!(hold(&mut steps, [0.0, 1.0], 0.1), [Step::Up]);
    }

    #[test]
    fn buttons_choose_and_leave_once() {
        let mut steps = PadSteps::default();
        for (button, step) in [
            (PadButton::South, Step::Accept),
            (PadButton::East, Step::Back),
            (PadButton::Start, Step::Back),
            (PadButton::LeftShoulder, Step::SectionBefore),
            (PadButton::RightShoulder, Step::SectionAfter),
        ] {
            assert_eq!(steps.button(button, true), Some(step));
            assert_eq!(hold(&mut steps, [0.0, 0.0], 1.0), []);
            assert_eq!(steps.button(button, false), None);
        }
        assert_eq!(steps.button(PadButton::North, true), None);
    }
}
