//! The lines of figures that F3 shows.

use glam::DVec3;

use super::{
    TEXT_COLOR,
    panel::{Ink, Line},
    status::clock,
};
use hexbound_base::words::{Words, phrase, phrase_of};
use hexbound_collide::Counters;
use hexbound_sim::{Choice, CollisionMode};

/// The longest name, characters, which leaves half a small window free.
const MAX_NAME_LENGTH: usize = 27;

/// The width of the column of names, characters.
const NAME_WIDTH: usize = 10;

/// The amount of figures; each press of F3 selects the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FigureDetail {
    #[default]
    None,
    /// The basic figures: frame rate, time and speed.
    Brief,
    /// All figures, with the planes that decided the last tick.
    Full,
}

impl FigureDetail {
    /// The detail after the next press of F3.
    pub fn next(self) -> Self {
        match self {
            Self::None => Self::Brief,
            Self::Brief => Self::Full,
            Self::Full => Self::None,
        }
    }
}

/// The figures that F3 shows.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub detail: FigureDetail,
    /// The time of play, seconds.
    pub seconds: f64,
    pub frames_per_second: f64,
    /// The duration of a frame, milliseconds.
    pub frame_ms: f64,
    /// The duration of a tick, milliseconds.
    pub tick_ms: f64,
    /// The body's center in the file's own coordinates, meters.
    pub position: DVec3,
    /// The player's speed, m/s.
    pub speed: f32,
    pub grounded: bool,
    pub flying: bool,
    pub contacts: u32,
    pub balls: usize,
    pub collision: CollisionMode,
    /// The collision counters of the last tick.
    pub counters: Counters,
    pub level: String,
    pub triangles: usize,
    /// The number of draw calls of the last frame.
    pub draws: u32,
    /// The number of triangles drawn in the last frame.
    pub drawn_triangles: u64,
    pub adapter: String,
}

impl Figures {
    /// The figures as lines of text.
    pub(crate) fn lines(&self, words: &Words) -> Vec<Line> {
        let mut lines = self.brief_lines(words);
        if self.detail == FigureDetail::Full {
            lines.extend(self.further_lines(words));
        }
        lines
    }

    /// The lines of the basic figures.
    fn brief_lines(&self, words: &Words) -> Vec<Line> {
        let (frames, frame) = (self.frames_per_second, self.frame_ms);
        let speed = format!("{:.2} m/s  {}", self.speed, self.state(words));
        let named = |name: &str, value| row(&words.text_of("figure", name), value);
        vec![
            named("frame", format!("{frames:>4.0} fps  {frame:>5.1} ms")),
            named("time", clock(self.seconds)),
            named("speed", speed),
        ]
    }

    /// The lines about the last tick and frame.
    fn further_lines(&self, words: &Words) -> Vec<Line> {
        let counters = &self.counters;
        let [ps1, ps2, ps3, ps4, ps5, ps6] = counters.rejected_ps;
        let at = self.position;
        let named = |name: &str, value| row(&words.text_of("figure", name), value);
        let counted =
            |what, count: u64| words.say(&phrase_of("counted", what).with("count", count));
        vec![
            named("tick", format!("{:.3} ms", self.tick_ms)),
            named("at", format!("{:.2} {:.2} {:.2}", at.x, at.y, at.z)),
            named("collision", self.collision(words)),
            named("asked", counted("triangles", counters.asked)),
            row("S", counted("rejected", counters.rejected_s)),
            row("PS1-PS3", format!("{ps1:>5} {ps2:>5} {ps3:>5}")),
            row("PS4-PS6", format!("{ps4:>5} {ps5:>5} {ps6:>5}")),
            named("behind", counted("met", counters.behind)),
            named("accepted", counters.accepted.to_string()),
            named("met", self.feature_counts(words)),
            named("balls", self.balls.to_string()),
            named("level", shortened(&self.level)),
            row("", counted("triangles", self.triangles as u64)),
            named("drawn", counted("triangles", self.drawn_triangles)),
            row("", counted("calls", self.draws.into())),
            row("GPU", shortened(&self.adapter)),
        ]
    }

    /// The word for the player's support: flying, on the ground, or in the air.
    fn state(&self, words: &Words) -> String {
        match (self.flying, self.grounded) {
            (true, _) => words.text("flying"),
            (_, true) => words.text("on-the-ground"),
            _ => words.text("in-the-air"),
        }
    }

    /// The collision mode and the number of contacts.
    fn collision(&self, words: &Words) -> String {
        let contacts = phrase_of("counted", "contacts").with("count", self.contacts);
        let mode = words.text_of("mode", self.collision.name());
        format!("{mode}  {}", words.say(&contacts))
    }

    /// The numbers of touched faces, edges and vertices.
    fn feature_counts(&self, words: &Words) -> String {
        let counters = &self.counters;
        let said = phrase("figures-met").with("faces", counters.face);
        let said = said.with("edges", counters.edge);
        words.say(&said.with("vertices", counters.vertex))
    }
}

/// A name of at most [`MAX_NAME_LENGTH`] characters. A longer name loses its middle, since both ends
/// distinguish names.
fn shortened(name: &str) -> String {
    let characters: Vec<char> = name.chars().collect();
    if characters.len() <= MAX_NAME_LENGTH {
        return name.to_owned();
    }
    let start = MAX_NAME_LENGTH / 2;
    let end = MAX_NAME_LENGTH - start - 1;
    let mut short: String = characters[..start].iter().collect();
    short.push('…');
    short.extend(&characters[characters.len() - end..]);
    short
}

fn row(name: &str, value: String) -> Line {
    Line::new()
        .column(name, NAME_WIDTH, Ink::Accent)
        // The fixed width keeps the panel's size when a figure changes.
        .column(&value, MAX_NAME_LENGTH, TEXT_COLOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;
    use hexbound_sim::GroundStrategy;

    #[test]
    fn every_figure_has_a_name() {
        let named =
            "frame time speed tick at collision asked behind accepted met balls level drawn";
        check_family("figure", named.split(' '));
        let counted = ["triangles", "rejected", "met", "calls", "contacts"];
        check_family("counted", counted);
        check_family("mode", CollisionMode::ALL.iter().map(|it| it.name()));
        check_family("ground", GroundStrategy::ALL.iter().map(|it| it.name()));
    }

    #[test]
    fn the_planes_come_with_the_second_press_only() {
        let words = Words::english();
        let lines = |detail| {
            let figures = Figures {
                detail,
                seconds: 125.0,
                ..Figures::default()
            };
            let lines = figures.lines(words);
            lines.iter().map(Line::text).collect::<Vec<_>>()
        };
        let first = FigureDetail::default().next();
        let (brief, full) = (lines(first), lines(first.next()));
        assert_eq!(brief.len(), 3, "{brief:?}");
        assert!(brief[1].contains("2:05"), "{brief:?}");
        assert_eq!(brief, full[..3]);
        assert!(full.iter().any(|line| line.contains("PS1")), "{full:?}");
        assert_eq!(first.next().next(), FigureDetail::None);
    }

    #[test]
    fn long_names_keep_both_their_ends() {
        assert_eq!(shortened("observatory"), "observatory");
        let short = shortened("llvmpipe (LLVM 15.0.6, 256 bits) (vulkan)");
        assert_eq!(short.chars().count(), MAX_NAME_LENGTH);
        assert!(short.starts_with("llvmpipe") && short.ends_with("(vulkan)"));
        assert_eq!(shortened(&"ü".repeat(99)).chars().count(), MAX_NAME_LENGTH);
    }
}
