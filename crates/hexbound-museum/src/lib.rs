//! The museum of failures: a test case (a place and commands with a reproducible outcome) for each known
//! failure of collision. A failing method and the game's own play it, and both are measured.
//! `hexbound_scenes` builds the ground.

#![warn(unreachable_pub)]

mod act;
mod balls;
mod documents;
mod performance;
mod presentation;
mod show;
mod walking;

use std::sync::Arc;

use serde::Serialize;

use hexbound_base::words::{Phrase, Words, phrase, phrase_of};
use hexbound_scenes::{Bay, Hall};

pub use performance::{Begin, Performance, ShownBody};
pub use presentation::Presentation;
use show::Show;

/// The least figure that is reported exactly, in the exhibit's unit.
const MIN_EXACT_FIGURE: f64 = 0.001;
/// The longest duration of a test case, ticks.
const MAX_CASE_TICKS: u64 = 120 * 60;

/// A failure, and the presentation of its test case.
pub struct Exhibit {
    /// The code of the exhibit's bay, such as `a1`.
    pub code: &'static str,
    pub source: Source,
    /// The bound between failure and success. The game's own side must meet it, and the other must not.
    pub bound: Bound,
    /// The stretch of the test case that is shown in slow motion, if anything is too quick for the eye.
    pub slow: Option<SlowMotion>,
    /// The magnification of motion, if any is too small for the eye.
    pub magnified: Option<Magnification>,
    /// True if the exhibit has violet bodies, which a sentence of its own explains.
    pub has_violet: bool,
    /// Begins the test case by the failing method, on one half of the bay.
    pub naive: Begin,
    /// Begins the test case by the game's own method.
    pub ours: Begin,
}

/// A stretch of a test case that is shown in slow motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowMotion {
    /// The tick after which the stretch begins.
    pub from: u64,
    /// The tick after which the stretch ends.
    pub to: u64,
    /// The factor by which the stretch is slowed down.
    pub times: u32,
}

/// A magnification of small motion, relative to the bodies' positions after tick `from`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Magnification {
    pub from: u64,
    pub times: u32,
}

/// The source of our knowledge of a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// The issues, or the test, that reported it.
    Reported(&'static str),
    /// The document that describes the method, by its message id, and the command that demonstrates the
    /// method.
    Document {
        name: &'static str,
        command: &'static str,
    },
}

/// A bound that a figure must meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

/// The outcome of an exhibit's test case by both methods.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    pub code: &'static str,
    pub title: String,
    /// The reporters of the failure, or the document and the command.
    pub source: String,
    /// The figure of the naive method.
    pub naive: f64,
    /// The figure of the game's own method.
    pub ours: f64,
    /// The figure of the naive method as text, with its meaning.
    pub naive_said: String,
    /// The figure of the game's own method as text, with its meaning.
    pub ours_said: String,
    /// The bound between failure and success, as text.
    pub bound: String,
    /// The length of the test case, ticks.
    pub ticks: u64,
    /// True if the naive method failed, as expected.
    pub naive_fails: bool,
    /// True if the game's own method succeeded.
    pub ours_holds: bool,
}

impl SlowMotion {
    /// The stretch between two ticks of a test case, slowed down by the factor `times`.
    pub const fn between(from: u64, to: u64, times: u32) -> Self {
        Self { from, to, times }
    }
}

impl Exhibit {
    /// An exhibit shown at normal speed and scale.
    const fn new(
        code: &'static str,
        source: Source,
        bound: Bound,
        naive: Begin,
        ours: Begin,
    ) -> Self {
        Self {
            code,
            source,
            bound,
            slow: None,
            magnified: None,
            has_violet: false,
            naive,
            ours,
        }
    }

    /// The same exhibit with a stretch in slow motion.
    const fn slowed(self, slow: SlowMotion) -> Self {
        Self {
            slow: Some(slow),
            ..self
        }
    }

    /// The same exhibit with violet bodies.
    const fn with_violet(self) -> Self {
        Self {
            has_violet: true,
            ..self
        }
    }

    /// The same exhibit with magnified motion.
    const fn magnified(self, magnified: Magnification) -> Self {
        Self {
            magnified: Some(magnified),
            ..self
        }
    }

    /// All exhibits of a hall, in the order of its bays.
    pub fn of(hall: Hall) -> &'static [Exhibit] {
        match hall {
            Hall::Walking => walking::EXHIBITS,
            Hall::Balls => balls::EXHIBITS,
            Hall::Documents => documents::EXHIBITS,
        }
    }

    /// The exhibit's bay.
    pub fn bay(&self) -> Option<&'static Bay> {
        let mut bays = Hall::ALL.into_iter().flat_map(Hall::bays);
        bays.find(|bay| bay.code == self.code)
    }

    /// The code and the failure, in a few words.
    pub fn title(&self) -> Phrase {
        phrase_of("museum-title", self.code)
    }

    /// The account of the failure: why it happens elsewhere, and why not in the game.
    pub fn about(&self) -> Phrase {
        phrase_of("museum-about", self.code)
    }

    /// The line of the plaque about the source of the failure.
    pub fn known_from(&self) -> Phrase {
        let source = self.source.in_words();
        match self.source {
            Source::Reported(_) => phrase("museum-source").with("source", source),
            Source::Document { .. } => source,
        }
    }

    /// A figure with its meaning, such as "97 % of the speed".
    pub fn figure(&self, figure: f64) -> Phrase {
        let text = phrase_of("museum-figure", self.code);
        match (0.0..1e6).contains(&figure) && figure == figure.trunc() {
            // A count stays a number, so that its message can use the singular.
            true => text.with("value", figure as u32),
            false => text.with("value", rounded(figure)),
        }
    }

    /// The bound, such as "at least 99 % of the speed". A bound of 0 has no "at most", since no figure is
    /// negative.
    pub fn bound(&self) -> Phrase {
        let figure = self.figure(self.bound.figure());
        match self.bound {
            Bound::AtMost(0.0) => figure,
            Bound::AtMost(_) => phrase("at-most").with("figure", figure),
            Bound::AtLeast(_) => phrase("at-least").with("figure", figure),
        }
    }

    /// The sentences about violet bodies, slow motion and magnification, if there are any.
    pub fn changes(&self) -> impl Iterator<Item = Phrase> {
        let slow = (self.slow).map(|it| phrase("museum-slow").with("times", it.times));
        let magnified =
            (self.magnified).map(|it| phrase("museum-magnified").with("times", it.times));
        let violet = (self.has_violet).then(|| phrase_of("museum-violet", self.code));
        violet.into_iter().chain(slow).chain(magnified)
    }

    /// Plays the test case by both methods and judges them.
    pub fn judge(&self) -> Option<Verdict> {
        let words = Words::english();
        let (naive, ours, ticks) = self.play()?;
        Some(Verdict {
            code: self.code,
            title: words.say(&self.title()),
            source: words.say(&self.source.in_words()),
            naive,
            ours,
            naive_said: words.say(&self.figure(naive)),
            ours_said: words.say(&self.figure(ours)),
            bound: words.say(&self.bound()),
            ticks,
            naive_fails: !self.bound.holds(naive),
            ours_holds: self.bound.holds(ours),
        })
    }

    /// Plays the test case by both methods to its end.
    pub fn play(&self) -> Option<(f64, f64, u64)> {
        let level = Arc::new(self.bay()?.alone()?);
        let mut show = Show::begin([self.naive, self.ours], &level);
        while !show.is_over() && show.ticks < MAX_CASE_TICKS {
            show.step();
        }
        let [naive, ours] = show.figures();
        Some((naive, ours, show.ticks))
    }
}

impl Source {
    /// A document, by its message id, and the command that demonstrates its method.
    const fn document(name: &'static str, command: &'static str) -> Self {
        Self::Document { name, command }
    }

    fn in_words(self) -> Phrase {
        match self {
            Source::Reported(threads) => Phrase::plain(threads),
            Source::Document { name, command } => phrase("museum-document")
                .with("document", phrase_of("document", name))
                .with("command", command),
        }
    }
}

impl Bound {
    /// Returns whether a figure meets the bound. NaN does not.
    pub fn holds(self, figure: f64) -> bool {
        match self {
            Bound::AtMost(most) => figure <= most,
            Bound::AtLeast(least) => figure >= least,
        }
    }

    fn figure(self) -> f64 {
        match self {
            Bound::AtMost(figure) | Bound::AtLeast(figure) => figure,
        }
    }
}

/// Rounds a figure to three significant digits. One below [`MIN_EXACT_FIGURE`] is shown as less than that.
fn rounded(figure: f64) -> Phrase {
    let size = figure.abs();
    if figure == figure.trunc() || !figure.is_finite() {
        return Phrase::plain(format!("{figure:.0}"));
    }
    if size < MIN_EXACT_FIGURE {
        return phrase("less-than").with("figure", MIN_EXACT_FIGURE.to_string());
    }
    let digits = 2 - size.log10().floor() as i32;
    let step = 10_f64.powi(-digits);
    let decimals = digits.max(0) as usize;
    let text = format!("{:.decimals$}", (figure / step).round() * step);
    match text.contains('.') {
        true => Phrase::plain(text.trim_end_matches('0').trim_end_matches('.')),
        false => Phrase::plain(text),
    }
}

/// Plays the test cases of the exhibits in `codes` by both methods. `each` receives every verdict as it
/// is reached. Unknown codes are skipped.
pub fn check(codes: &[&str], mut each: impl FnMut(&Verdict)) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let is_chosen = |exhibit: &&Exhibit| {
        let mut codes = codes.iter();
        codes.any(|it| it.eq_ignore_ascii_case(exhibit.code))
    };
    for exhibit in all().filter(is_chosen) {
        if let Some(verdict) = exhibit.judge() {
            each(&verdict);
            verdicts.push(verdict);
        }
    }
    verdicts
}

/// A list of the exhibits of `halls` with their texts, hall by hall.
pub fn list(halls: &[Hall]) -> String {
    let words = Words::english();
    let mut text = String::new();
    for hall in halls.iter().copied() {
        text += &format!("{}\n", words.text_of("hall", hall.name()));
        for exhibit in Exhibit::of(hall) {
            let [title, about] = [exhibit.title(), exhibit.about()].map(|it| words.say(&it));
            let (code, source) = (exhibit.code, words.say(&exhibit.source.in_words()));
            text += &format!("  {code:4}{title}\n      {about}\n      {source}\n");
        }
        text.push('\n');
    }
    text
}

/// The codes of the exhibits of `halls`, in the order of the halls and bays.
pub fn codes(halls: &[Hall]) -> Vec<&'static str> {
    let exhibits = halls.iter().copied().flat_map(Exhibit::of);
    exhibits.map(|exhibit| exhibit.code).collect()
}

fn all() -> impl Iterator<Item = &'static Exhibit> {
    Hall::ALL.into_iter().flat_map(Exhibit::of)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_bay_has_an_exhibit_and_words() {
        for hall in Hall::ALL {
            let bays: Vec<_> = hall.bays().iter().map(|bay| bay.code).collect();
            let exhibits: Vec<_> = Exhibit::of(hall).iter().map(|it| it.code).collect();
            assert_eq!(bays, exhibits, "{hall:?}");
        }
        let documents = all().filter_map(|it| match it.source {
            Source::Document { name, .. } => Some(name.to_owned()),
            Source::Reported(_) => None,
        });
        check_family("document", documents.collect::<BTreeSet<_>>());
        let names = || codes(&Hall::ALL).into_iter().map(String::from);
        check_family("museum-title", names());
        check_family("museum-about", names());
        check_family("museum-figure", names());
        let violet = all().filter(|it| it.has_violet);
        check_family("museum-violet", violet.map(|it| it.code.to_owned()));
    }

    #[test]
    fn figures_have_few_digits_and_no_powers_of_ten() {
        let text = |figure| Words::english().say(&rounded(figure));
        for (figure, plain) in [
            (0.0, "0"),
            (95.0, "95"),
            (0.5, "0.5"),
            (1.4765, "1.48"),
            (65.04, "65"),
            (13.78, "13.8"),
            (99.9996, "100"),
            (63_093.4, "63100"),
            (0.004_92, "0.00492"),
            (4e-14, "less than 0.001"),
        ] {
            assert_eq!(text(figure), plain);
        }
    }

    #[test]
    fn every_naive_method_fails_the_games_own_does_not_and_both_end_alike_each_time() {
        let codes = codes(&Hall::ALL);
        let verdicts = check(&codes, |_| ());
        assert_eq!(verdicts.len(), codes.len());
        for (exhibit, it) in all().zip(verdicts) {
            assert!(it.naive_fails && it.ours_holds, "{it:?}");
            let (naive, ours, ticks) = exhibit.play().unwrap();
            assert_eq!(naive.to_bits(), it.naive.to_bits(), "{it:?}");
            assert_eq!(ours.to_bits(), it.ours.to_bits(), "{it:?}");
            assert_eq!(ticks, it.ticks, "{it:?}");
            assert!((120..MAX_CASE_TICKS).contains(&ticks), "{it:?}");
        }
    }

    #[test]
    fn no_body_that_holds_leaves_its_bay_and_none_walks_past_the_end_of_the_seams() {
        const DEPTH: f32 = 12.0;
        for exhibit in all() {
            let level = Arc::new(exhibit.bay().unwrap().alone().unwrap());
            let naive = (exhibit.code == "a1").then_some(exhibit.naive);
            for begin in naive.into_iter().chain([exhibit.ours]) {
                let mut performance = begin(&level);
                while !performance.is_over() {
                    performance.step();
                    for ShownBody { center, .. } in performance.bodies() {
                        let is_inside = center.z > -DEPTH && center.y > -3.0;
                        assert!(is_inside, "{}: {center}", exhibit.code);
                    }
                }
            }
        }
    }
}
