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
    use std::path::Path;

    use strum::IntoEnumIterator;
    use test_support::session;

    use super::*;

    const FRAME: f32 = 1.0 / 60.0;

    fn button(name: &str) -> PadButton {
        let mut all = PadButton::iter();
        all.find(|it| format!("{it:?}") == name).expect("a button")
    }

    /// Answers the steps that each line leads to: a button pressed or let go of, the stick held at a place
    /// for so many seconds, a screen that opens and a pad that goes.
    fn answer(lines: &str) -> String {
        let mut steps = PadSteps::default();
        let answers = lines.lines().map(|line| {
            let taken: Vec<Step> = match line.split_once(' ').unwrap_or((line, "")) {
                ("press", name) => Vec::from_iter(steps.button(button(name), true)),
                ("release", name) => Vec::from_iter(steps.button(button(name), false)),
                ("opens", _) => {
                    steps.wait_for_rest();
                    Vec::new()
                }
                ("goes", _) => {
                    steps.release();
                    Vec::new()
                }
                (_, held) => {
                    let numbers = held.split(' ').map(|it| it.parse().expect("a number"));
                    let [x, y, seconds] = numbers.collect::<Vec<f32>>()[..] else {
                        panic!("{line}");
                    };
                    let frames = 0..(seconds / FRAME).round() as u32;
                    frames.filter_map(|_| steps.pass([x, y], FRAME)).collect()
                }
            };
            let taken = taken.chunk_by(|one, other| one == other);
            let taken = taken.map(|same| format!(" {} {:?}", same.len(), same[0]));
            format!("{line}:{}", taken.collect::<String>())
        });
        answers.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_session_of_a_pad_comes_to_what_it_says() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/shell/pad.txt");
        session::play_by(&file, answer);
    }
}
