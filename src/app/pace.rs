//! Frame pacing: the time when the next frame is due, and the averages of frame and tick times.

use std::time::{Duration, Instant};

/// The highest frame rate of a hidden or inactive window, 1/s.
const IDLE_RATE: u32 = 10;
/// The highest frame rate while a menu pauses play, 1/s. Input on the menu draws a frame at once.
const PAUSED_RATE: u32 = 20;
/// The highest frame rate of a visible window without the focus, 1/s.
const BACKGROUND_RATE: u32 = 60;
/// The time over which the figures are averaged.
const AVERAGING_TIME: Duration = Duration::from_millis(500);

/// The attention that the player gives to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attention {
    /// The window has the focus.
    Played,
    /// The window has the focus, and play is paused behind a screen.
    Paused,
    /// The window is visible, without the focus.
    Background,
    /// The window is visible and play is paused behind a screen. It has no focus, or a level is being
    /// read.
    Idle,
    /// The window is not visible.
    Hidden,
}

/// The frame rate of a window, 1/s. The player's limit is `cap`.
pub(super) fn rate(attention: Attention, cap: u32) -> u32 {
    match attention {
        Attention::Played => cap,
        Attention::Paused => cap.min(PAUSED_RATE),
        Attention::Background => cap.min(BACKGROUND_RATE),
        Attention::Idle | Attention::Hidden => cap.min(IDLE_RATE),
    }
}

/// The schedule of frames: evenly spaced, as long as they are drawn in time.
pub(super) struct Pace {
    pub next: Instant,
    /// The time when the last frame began.
    last: Option<Instant>,
}

impl Pace {
    /// A schedule whose first frame is due at `now`.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            next: now,
            last: None,
        }
    }

    /// Begins a frame, and returns the seconds since the one before.
    pub(crate) fn begin(&mut self, now: Instant, rate: u32) -> f64 {
        let period = Duration::from_secs(1) / rate.max(1);
        // A late frame shifts the whole schedule, since there is nothing to catch up with. Extra frames
        // at the system's request must not delay the next one.
        self.next = (self.next + period).clamp(now, now + period);
        let seconds = self.last.map_or(0.0, |last| (now - last).as_secs_f64());
        self.last = Some(now);
        seconds
    }

    /// Makes the next frame due at `now`, instead of at the end of a long period.
    pub(crate) fn hurry(&mut self, now: Instant) {
        self.next = self.next.min(now);
    }
}

/// The averages that F3 shows.
pub(super) struct Averages {
    since: Instant,
    frames: u32,
    ticks: u32,
    tick_time: Duration,
    pub frames_per_second: f64,
    /// The duration of a frame, milliseconds.
    pub frame_ms: f64,
    /// The duration of a tick, milliseconds.
    pub tick_ms: f64,
}

impl Averages {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            since: now,
            frames: 0,
            ticks: 0,
            tick_time: Duration::ZERO,
            frames_per_second: 0.0,
            frame_ms: 0.0,
            tick_ms: 0.0,
        }
    }

    /// Adds a frame whose ticks took `tick_time` together.
    pub(crate) fn add(&mut self, now: Instant, ticks: u32, tick_time: Duration) {
        self.frames += 1;
        self.ticks += ticks;
        self.tick_time += tick_time;
        let passed = now - self.since;
        if passed < AVERAGING_TIME {
            return;
        }
        let seconds = passed.as_secs_f64();
        self.frames_per_second = f64::from(self.frames) / seconds;
        self.frame_ms = seconds * 1000.0 / f64::from(self.frames);
        self.tick_ms = self.tick_time.as_secs_f64() * 1000.0 / f64::from(self.ticks.max(1));
        self.since = now;
        self.frames = 0;
        self.ticks = 0;
        self.tick_time = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_at_the_rate_that_is_asked_for() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        let mut now = start;
        for _ in 0..240 {
            now = now.max(pace.next);
            pace.begin(now, 240);
            // Drawing takes less than a period.
            now += Duration::from_millis(3);
        }
        let seconds = (pace.next - start).as_secs_f64();
        assert!((seconds - 1.0).abs() < 0.01, "{seconds}");
    }

    #[test]
    fn a_slow_frame_is_not_caught_up_with() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        pace.begin(start, 100);
        let late = start + Duration::from_secs(3);
        assert_eq!(pace.begin(late, 100), 3.0);
        assert!(pace.next >= late);
    }

    #[test]
    fn frames_in_between_do_not_delay_the_next() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        for _ in 0..100 {
            pace.begin(start, 100);
        }
        assert!(pace.next <= start + Duration::from_millis(10));
    }

    #[test]
    fn nobody_looking_means_few_frames() {
        assert_eq!(rate(Attention::Played, 240), 240);
        assert_eq!(rate(Attention::Paused, 240), PAUSED_RATE);
        assert_eq!(rate(Attention::Background, 240), BACKGROUND_RATE);
        assert_eq!(rate(Attention::Idle, 240), IDLE_RATE);
        assert_eq!(rate(Attention::Hidden, 240), IDLE_RATE);
        assert_eq!(rate(Attention::Hidden, 5), 5);
    }
}
