//! A pad on the screens: its cross and stick move the focus and repeat while held, and its buttons choose and
//! leave. A pure value; nothing here reads a device.

use super::input::Step;
use crate::input::PadButton;

/// The deflection above which a stick makes a step, as a share of its range.
const STEP_DEFLECTION: f32 = 0.6;
/// The deflection below which a stick counts as released, as a share of its range.
const REST_DEFLECTION: f32 = 0.4;
/// The time before a held direction repeats its step, seconds.
const REPEAT_DELAY: f32 = 0.4;
/// The time between repeats at first, seconds.
const REPEAT_SECONDS: f32 = 0.12;
/// The time between repeats after [`FAST_REPEAT_DELAY`], seconds.
const FAST_REPEAT_SECONDS: f32 = 0.04;
/// The time after which the repeats of a held direction become faster, seconds.
const FAST_REPEAT_DELAY: f32 = 1.6;

/// The steps of a pad on the screens.
#[derive(Clone, Debug, Default)]
pub struct PadSteps {
    /// The held direction of the cross.
    cross: Option<Step>,
    /// The held direction of the stick.
    stick: Option<Step>,
    /// The time for which the direction has been held, seconds.
    held: f32,
    /// The time until the next step, seconds.
    until_step: f32,
    /// True until a stick that was deflected before the screen opened returns to rest.
    awaits_rest: bool,
}

impl PadSteps {
    /// The step of a pressed button; `None` for a release or a button without a meaning.
    pub fn button(&mut self, button: PadButton, is_down: bool) -> Option<Step> {
        let step = step(button)?;
        if !is_direction(step) {
            return is_down.then_some(step);
        }
        if is_down {
            (self.cross, self.held, self.until_step) = (Some(step), 0.0, REPEAT_DELAY);
            return Some(step);
        }
        if self.cross == Some(step) {
            self.cross = None;
        }
        None
    }

    /// Advances by `seconds` with the stick at a position, −1..1, positive up. Returns the step of the
    /// stick, or a repeat of the held one.
    pub fn step(&mut self, stick: [f32; 2], seconds: f32) -> Option<Step> {
        let mut direction = stick_direction(stick, self.stick);
        if self.awaits_rest {
            self.awaits_rest = direction.is_some();
            direction = None;
        }
        if direction != self.stick {
            self.stick = direction;
            (self.held, self.until_step) = (0.0, REPEAT_DELAY);
            return direction;
        }
        let step = self.cross.or(self.stick)?;
        self.held += seconds;
        self.until_step -= seconds;
        if self.until_step > 0.0 {
            return None;
        }
        // A late frame causes no double repeat.
        self.until_step = match self.held > FAST_REPEAT_DELAY {
            true => FAST_REPEAT_SECONDS,
            false => REPEAT_SECONDS,
        };
        Some(step)
    }

    /// Releases everything, as for a disconnected pad.
    pub fn release(&mut self) {
        (self.cross, self.stick) = (None, None);
    }

    /// Releases everything, and ignores the stick until it returns to rest. While no screen is
    /// open, a held direction belongs to play.
    pub fn wait_for_rest(&mut self) {
        self.release();
        self.awaits_rest = true;
    }
}

/// The direction of a stick. A held direction ends at a smaller deflection than it begins.
fn stick_direction([x, y]: [f32; 2], before: Option<Step>) -> Option<Step> {
    let (along, step) = match x.abs() > y.abs() {
        true if x > 0.0 => (x, Step::Right),
        true => (-x, Step::Left),
        false if y > 0.0 => (y, Step::Up),
        false => (-y, Step::Down),
    };
    match before {
        // Between two directions, the held one wins.
        Some(held) if held != step && along <= STEP_DEFLECTION => {
            (deflection(held, [x, y]) > REST_DEFLECTION).then_some(held)
        }
        Some(_) => (along > REST_DEFLECTION).then_some(step),
        None => (along > STEP_DEFLECTION).then_some(step),
    }
}

/// The deflection of a stick in a direction, as a share of its range.
fn deflection(step: Step, [x, y]: [f32; 2]) -> f32 {
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

    /// Returns the steps of each line: a pressed or released button, a stick held at a position for some
    /// seconds, an opened screen, or a disconnected pad.
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
                    frames.filter_map(|_| steps.step([x, y], FRAME)).collect()
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
