//! The presentation of a test case to visitors. It pauses at the start, slows down quick stretches, and
//! repeats until there was time to look. Measurements are [`Show`]'s alone.

use std::sync::Arc;

use super::{Exhibit, Show, ShownBody, SlowMotion};
use hexbound_base::clock::TICK_RATE;
use hexbound_level::Level;
use hexbound_scenes::Side;

/// The pause at the start of a test case, visitors' ticks.
const PAUSE_BEFORE: u64 = TICK_RATE as u64;
/// The pause at the end of a test case, visitors' ticks.
const PAUSE_AFTER: u64 = 2 * TICK_RATE as u64;
/// The least total time of the presentation, visitors' ticks. The test case is repeated until it is
/// reached.
const MIN_SHOWN_TICKS: u64 = 15 * TICK_RATE as u64;

/// A test case while visitors watch it.
pub struct Presentation {
    exhibit: &'static Exhibit,
    level: Arc<Level>,
    show: Show,
    /// The bodies of both sides before the last tick of the test case.
    before: [Vec<ShownBody>; 2],
    /// The bodies of both sides at the start of the magnification, once it has begun.
    magnified_from: Option<[Vec<ShownBody>; 2]>,
    /// The visitors' ticks since the last tick of the test case.
    waited: u64,
    /// The visitors' ticks since the presentation began.
    seen: u64,
    /// The number of times that the test case was begun.
    round: u32,
    /// The figures at the end of the first round.
    measured: Option<[f64; 2]>,
}

impl Presentation {
    /// Begins the test case on both halves of the exhibit's bay.
    pub fn begin(exhibit: &'static Exhibit, level: &Arc<Level>) -> Self {
        let show = Show::begin([exhibit.naive, exhibit.ours], level);
        Self {
            exhibit,
            level: Arc::clone(level),
            before: bodies(&show),
            magnified_from: None,
            show,
            waited: 0,
            seen: 0,
            round: 1,
            measured: None,
        }
    }

    /// Advances by one tick of the visitors.
    pub fn step(&mut self) {
        self.seen += 1;
        self.waited += 1;
        if self.waited < self.tick_duration() || self.is_done() {
            return;
        }
        self.waited = 0;
        if self.show.is_over() {
            self.begin_again();
        } else {
            self.advance();
        }
    }

    fn begin_again(&mut self) {
        self.show = Show::begin([self.exhibit.naive, self.exhibit.ours], &self.level);
        self.before = bodies(&self.show);
        self.magnified_from = None;
        self.round += 1;
    }

    /// Advances by one tick of the test case.
    fn advance(&mut self) {
        self.before = [Side::Naive, Side::Ours].map(|side| self.magnified(side));
        self.show.step();
        let from = self.exhibit.magnified.map(|it| it.from);
        if from == Some(self.show.ticks) {
            self.magnified_from = Some(bodies(&self.show));
        }
        if self.show.is_over() {
            self.measured.get_or_insert(self.show.figures());
        }
    }

    /// Returns whether the test case was shown for long enough.
    pub fn is_done(&self) -> bool {
        self.show.is_over() && self.waited >= PAUSE_AFTER && self.seen >= MIN_SHOWN_TICKS
    }

    /// The number of times that the test case was begun.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The figures of the naive method and of the game's own at the end of the test case; `None` until
    /// the first end.
    pub fn measured(&self) -> Option<[f64; 2]> {
        self.measured
    }

    /// The figures at the end of the test case, or the present ones.
    pub fn figures(&self) -> [f64; 2] {
        self.measured.unwrap_or_else(|| self.show.figures())
    }

    /// The bodies of a side, in the coordinates of the half. While a tick of the test case lasts several
    /// visitors' ticks, they are interpolated.
    pub fn bodies(&self, side: Side) -> Vec<ShownBody> {
        let now = self.magnified(side);
        let before = &self.before[side as usize];
        let fraction = (self.waited + 1) as f32 / self.tick_duration() as f32;
        // If a body appeared or disappeared, the bodies before can't be matched.
        if self.show.is_over() || before.len() != now.len() {
            return now;
        }
        let interpolated = |(before, now): (&ShownBody, ShownBody)| ShownBody {
            center: before.center + (now.center - before.center) * fraction,
            ..now
        };
        before.iter().zip(now).map(interpolated).collect()
    }

    /// The bodies of a side at their shown places after the last tick of the test case. Magnified
    /// displacements are multiplied.
    fn magnified(&self, side: Side) -> Vec<ShownBody> {
        let mut bodies = self.show.bodies(side);
        if let (Some(magnified), Some(from)) = (self.exhibit.magnified, &self.magnified_from) {
            for (body, from) in bodies.iter_mut().zip(&from[side as usize]) {
                let times = magnified.times as f32;
                body.center = from.center + (body.center - from.center) * times;
            }
        }
        bodies
    }

    /// The duration of the present tick of the test case, visitors' ticks.
    fn tick_duration(&self) -> u64 {
        let is_within = |slow: &SlowMotion| (slow.from..slow.to).contains(&self.show.ticks);
        match self.exhibit.slow.filter(is_within) {
            _ if self.show.is_over() => PAUSE_AFTER,
            _ if self.show.ticks == 0 => PAUSE_BEFORE,
            Some(slow) => u64::from(slow.times),
            None => 1,
        }
    }
}

fn bodies(show: &Show) -> [Vec<ShownBody>; 2] {
    [Side::Naive, Side::Ours].map(|side| show.bodies(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::Hall;

    fn exhibits() -> impl Iterator<Item = &'static Exhibit> {
        Hall::ALL.into_iter().flat_map(Exhibit::of)
    }

    fn begin(code: &str) -> Presentation {
        let exhibit = exhibits().find(|it| it.code == code).unwrap();
        let ground = exhibit.bay().unwrap().alone().unwrap();
        Presentation::begin(exhibit, &Arc::new(ground))
    }

    fn centers(presentation: &Presentation, side: Side) -> Vec<glam::Vec3> {
        let bodies = presentation.bodies(side).into_iter();
        bodies.map(|body| body.center).collect()
    }

    #[test]
    fn a_short_vector_stands_first_is_played_again_and_measures_what_the_check_does() {
        let mut presentation = begin("a1");
        let start = centers(&presentation, Side::Naive);
        for _ in 1..PAUSE_BEFORE {
            presentation.step();
            assert_eq!(centers(&presentation, Side::Naive), start);
        }
        let mut ticks = PAUSE_BEFORE;
        while !presentation.is_done() {
            presentation.step();
            ticks += 1;
        }
        assert!(
            (MIN_SHOWN_TICKS..2 * MIN_SHOWN_TICKS).contains(&ticks),
            "{ticks}"
        );
        assert!(presentation.round() > 1);
        let (naive, ours, _) = presentation.exhibit.play().unwrap();
        assert_eq!(presentation.measured(), Some([naive, ours]));
        assert_eq!(presentation.figures(), [naive, ours]);
    }

    #[test]
    fn what_is_quick_goes_slowly_and_evenly() {
        let mut presentation = begin("d5");
        let slow = presentation.exhibit.slow.unwrap();
        let mut most = 0.0_f32;
        for _ in 0..2 * PAUSE_BEFORE + u64::from(slow.times) * (slow.to - slow.from) {
            let before = centers(&presentation, Side::Ours)[0];
            presentation.step();
            most = most.max(before.distance(centers(&presentation, Side::Ours)[0]));
        }
        // The slowest of the runners makes 0.42 m in a tick.
        let most = most * slow.times as f32;
        assert!(most > 0.4 && most < 0.44, "{most}");
    }

    #[test]
    fn a_shake_of_millimeters_is_seen_across_the_view_and_what_rests_is_seen_to_rest() {
        let mut presentation = begin("a3");
        let magnified = presentation.exhibit.magnified.unwrap();
        while presentation.show.ticks <= magnified.from {
            presentation.step();
        }
        let start = [Side::Naive, Side::Ours].map(|side| centers(&presentation, side)[0]);
        let mut spans = [0.0_f32; 2];
        while !presentation.show.is_over() {
            presentation.step();
            for (side, span) in [Side::Naive, Side::Ours].into_iter().zip(&mut spans) {
                let moved = centers(&presentation, side)[0] - start[side as usize];
                *span = span.max(moved.x.abs());
            }
        }
        assert!(spans[0] > 0.1 && spans[1] < 1e-3, "{spans:?}");
    }

    #[test]
    fn no_picture_of_a_vector_lasts_longer_than_half_a_minute_beyond_the_vector() {
        for exhibit in exhibits() {
            let Some(slow) = exhibit.slow else { continue };
            let added = u64::from(slow.times - 1) * (slow.to.min(600) - slow.from);
            assert!(added <= 30 * u64::from(TICK_RATE), "{}", exhibit.code);
        }
    }
}
