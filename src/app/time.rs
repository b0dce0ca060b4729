//! The passing of the run's time: paused, tick by tick, slow, fast, or backwards. The simulation does not
//! depend on it.

use hexbound_base::{
    clock::FixedClock,
    words::{Phrase, phrase},
};
use hexbound_ui::input::{Action, Effect};

/// The exponent of the slowest speed: a sixteenth.
const MIN_EXPONENT: i32 = -4;
/// The exponent of the fastest speed: four times.
const MAX_EXPONENT: i32 = 2;

/// The state of the run's time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Time {
    pub paused: bool,
    /// True if time runs backwards, paused or not.
    pub rewinding: bool,
    /// The exponent of the speed, to the base two.
    exponent: i32,
    /// The share by which all play is slower than usual, 0..1.
    slack: f64,
    /// The number of single ticks forward that were requested while paused.
    steps: u32,
    /// The number of single ticks back that were requested while paused.
    steps_back: u32,
}

/// The number of ticks that a frame requires of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Forward(u32),
    Back(u32),
}

impl Time {
    /// Time at its usual speed, or paused.
    pub(crate) fn beginning(paused: bool) -> Self {
        Self {
            paused,
            ..Self::default()
        }
    }

    /// Sets the pace of all play; 1 is the usual pace.
    pub(crate) fn set_pace(&mut self, pace: f64) {
        self.slack = 1.0 - pace;
    }

    /// Pauses or continues.
    pub(crate) fn toggle_pause(&mut self) {
        self.paused = !self.paused;
        (self.steps, self.steps_back) = (0, 0);
    }

    /// Pauses; if time is already paused, requests one tick.
    pub(crate) fn step(&mut self) {
        if self.paused {
            self.steps += 1;
        } else {
            self.paused = true;
        }
    }

    /// Pauses; if time is already paused, requests one tick back.
    pub(crate) fn step_back(&mut self) {
        if self.paused {
            self.steps_back += 1;
        } else {
            self.paused = true;
        }
    }

    /// Halves the speed, down to the slowest.
    pub(crate) fn slower(&mut self) {
        self.exponent = (self.exponent - 1).max(MIN_EXPONENT);
    }

    /// Doubles the speed, up to the fastest.
    pub(crate) fn faster(&mut self) {
        self.exponent = (self.exponent + 1).min(MAX_EXPONENT);
    }

    /// Returns to the usual speed.
    pub(crate) fn reset_speed(&mut self) {
        self.exponent = 0;
    }

    /// The number of the run's seconds that pass in a real one.
    pub(crate) fn speed(&self) -> f64 {
        f64::from(self.exponent).exp2() * (1.0 - self.slack)
    }

    /// Returns whether the speed of time helps the player: slow, or tick by tick.
    pub(crate) fn is_help(&self) -> bool {
        self.paused || self.exponent < 0 || self.slack > 0.0
    }

    /// The ticks of a frame that lasts `seconds`.
    pub(crate) fn due(&mut self, clock: &mut FixedClock, seconds: f64) -> Due {
        let steps = std::mem::take(&mut self.steps);
        let steps_back = std::mem::take(&mut self.steps_back);
        if self.paused && !self.rewinding {
            // A paused world is shown as the last tick left it.
            clock.complete_tick();
        }
        match (self.rewinding, self.paused) {
            (false, true) if steps_back > 0 => Due::Back(steps_back),
            (true, _) => Due::Back(clock.advance(seconds * self.speed())),
            (false, true) => Due::Forward(steps),
            (false, false) => Due::Forward(clock.advance(seconds * self.speed())),
        }
    }

    /// The message for the player; `None` at the usual speed. `left` is the time that can be rewound, and
    /// `key_names` returns the keys that have an effect.
    pub(crate) fn message(
        &self,
        left: &str,
        key_names: impl Fn(Effect) -> Phrase,
    ) -> Option<Phrase> {
        let speed = match self.exponent {
            0 => None,
            slow if slow < 0 => Some(phrase("slow-time").with("part", 1_u32 << -slow)),
            fast => Some(phrase("fast-time").with("times", 1_u32 << fast)),
        };
        let state = match (self.rewinding, self.paused) {
            (true, _) => Some(phrase("rewinding").with("left", left)),
            (false, true) => Some(
                phrase("frozen")
                    .with("on", key_names(Effect::Act(Action::Pause)))
                    .with("tick", key_names(Effect::Act(Action::Step)))
                    .with("before", key_names(Effect::Act(Action::StepBack)))
                    .with("back", key_names(Effect::Rewind)),
            ),
            (false, false) => None,
        };
        match (state, speed) {
            (Some(state), Some(speed)) => {
                let both = phrase("state-and-speed").with("state", state);
                Some(both.with("speed", speed))
            }
            (state, speed) => state.or(speed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::Words;

    fn message(time: &Time) -> Option<String> {
        let said = time.message("●○", |_| Phrase::plain("P"))?;
        Some(Words::english().say(&said))
    }

    fn ticks(time: &mut Time, frames: u32) -> i64 {
        let mut clock = FixedClock::default();
        let due = (0..frames).map(|_| match time.due(&mut clock, 1.0 / 60.0) {
            Due::Forward(ticks) => i64::from(ticks),
            Due::Back(ticks) => -i64::from(ticks),
        });
        due.sum()
    }

    #[test]
    fn speeds_go_from_a_sixteenth_to_four_times() {
        let mut time = Time::default();
        assert_eq!(ticks(&mut time, 60), 120);
        (0..9).for_each(|_| time.slower());
        assert_eq!(time.speed(), 1.0 / 16.0);
        assert!((ticks(&mut time, 160) - 20).abs() <= 1);
        (0..9).for_each(|_| time.faster());
        assert_eq!((time.speed(), ticks(&mut time, 60)), (4.0, 480));
    }

    #[test]
    fn slow_time_and_single_ticks_are_help_and_haste_is_none() {
        let mut time = Time::default();
        assert!(!time.is_help());
        time.faster();
        assert!(!time.is_help());
        time.slower();
        time.slower();
        assert!(time.is_help());
        time.faster();
        assert!(!time.is_help());
        time.step();
        assert!(time.is_help(), "the ticks that are played are single ones");
    }

    #[test]
    fn paused_time_goes_on_tick_by_tick_or_backwards() {
        let mut time = Time::default();
        assert_eq!(message(&time), None);
        time.step();
        assert_eq!((time.paused, ticks(&mut time, 60)), (true, 0));
        assert!(message(&time).unwrap().contains("[P] resume"));
        time.step();
        time.step();
        assert_eq!(ticks(&mut time, 60), 2);
        time.rewinding = true;
        assert_eq!(ticks(&mut time, 30), -60);
        assert!(message(&time).unwrap().contains("rewinding"));
        time.rewinding = false;
        time.toggle_pause();
        assert_eq!(ticks(&mut time, 30), 60);
    }
}
