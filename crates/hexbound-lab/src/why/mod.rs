//! The account of one tick of a recorded run. The run is replayed by its own methods up to the tick. The
//! tick is then played with a journal, and by each other method.
//!
//! `subject` is the body: the player, or one of the balls, which `ball` and `ball_json` explain. `json`
//! has the player's account for programs, and `page` the one for a browser with the pictures of
//! `pictures`.

mod ball;
mod ball_json;
mod error;
mod json;
mod page;
mod pictures;
mod search;
mod subject;

use crate::pages::Framing;
use hexbound_base::words::counted;
use hexbound_check::Focus;
use hexbound_inspect::{Inspection, inspect_why, why, why::picture_points};
use hexbound_level::Level;
use hexbound_sim::{CollisionMode, Journal, Methods, Question, View, World};
use serde::Serialize;

pub use ball::BallWhy;
pub use error::WhyError;
pub(crate) use page::MEANING_OF_COLORS;
pub use pictures::{TickPagesWritten, write_tick_page};
pub use search::{FoundTick, TickRequest, find_tick, find_tick_in_capsule};
pub use subject::{Subject, WhichBalls};

/// The distance below which two places of the feet are equal, meters.
const SAME_DISTANCE: f32 = 1e-6;

/// A tick with all facts about it.
#[derive(Clone, Debug)]
pub struct Why {
    /// The name of the level.
    pub level: String,
    /// The journal of the tick: its queries of collision and their results.
    pub journal: Journal,
    /// The outcomes of the same tick by each other method, question by question.
    pub others: Vec<OtherOutcome>,
    /// The player's feet after the tick, in the file's own coordinates, meters.
    pub feet: [f64; 3],
    /// The hash of the state after the tick.
    pub state_hash: u64,
    view: View,
}

/// The outcome of the same tick by another method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OtherOutcome {
    /// The question that is answered differently.
    pub question: &'static str,
    pub choice: &'static str,
    /// The center of the player's body at the end, in the file's own coordinates, meters.
    pub end: [f64; 3],
    /// The player's feet at the end, in the same coordinates.
    pub feet: [f64; 3],
    /// The distance between these feet and those of the tick itself, meters. Bodies of other shapes have
    /// their centers elsewhere.
    pub apart: f32,
    /// The number of planes that stopped or turned the body.
    pub contacts: u32,
    /// The number of triangles tested by the planes; `None` in mode `box`, which tests no planes.
    pub asked: Option<u64>,
    /// True if the body's center goes through a static triangle of the level.
    pub goes_through: bool,
}

impl Why {
    /// Explains a tick.
    pub fn of(level: &Level, tick: &FoundTick) -> Self {
        let FoundTick { before, command } = tick;
        let mut world = before.clone();
        world.keep_journal(true);
        world.step(level, command, &mut Vec::new());
        let journal = world.journal().cloned();
        // The journal was requested just now.
        let journal = journal.unwrap_or_else(|| unreachable!("a journal is kept"));
        Self {
            level: level.name.clone(),
            others: others(level, tick, &world),
            feet: level.to_file(world.player.feet()).to_array(),
            state_hash: world.state_hash(),
            view: View::of(&world),
            journal,
        }
    }

    /// The tick as debug lines, with a legend.
    pub fn inspection(&self, level: &Level) -> Inspection {
        inspect_why(level, Some(&self.journal))
    }

    /// A view of the tick's place from beside the player, with its lines. The body, its path and the
    /// numbers are inside a picture of the size `size`, pixels.
    pub fn view(&self, level: &Level, size: [u32; 2]) -> View {
        let framing = Framing::whole(picture_points(level, &self.journal), size);
        framing.view(|distance| self.view_from(level, distance))
    }

    /// A view as [`Why::view`] returns it, with the legend, for a picture of the size `size`, pixels. The
    /// body, its path and the numbers are in the left half, beside the legend's panel.
    pub fn view_beside_panel(&self, level: &Level, size: [u32; 2]) -> View {
        let framing = Framing::beside_panel(picture_points(level, &self.journal), size);
        framing.view(|distance| self.view_from(level, distance))
    }

    /// Returns a view as [`Why::view`] does. The eye is `distance` meters away if nothing is between.
    fn view_from(&self, level: &Level, distance: f32) -> View {
        let mut view = self.view.clone();
        let place = why::picture_center(&self.journal);
        let wish = self.journal.wished[1] - self.journal.wished[0];
        let aside = wish.cross(glam::Vec3::Y).normalize_or(glam::Vec3::X);
        let sight = Focus {
            distance,
            ..Focus::new(place, place + aside - wish.normalize_or_zero() * 0.6)
        };
        sight.direct(&mut view, level);
        view.debug = self.inspection(level).debug;
        view
    }

    /// The account in English.
    pub fn summary(&self, level: &Level) -> String {
        let mut text = format!("{}\n{}", self.level, self.account(level));
        text += &self.by_other_methods();
        text.truncate(text.trim_end().len());
        text
    }

    /// The account of the tick itself, in English.
    pub(crate) fn account(&self, level: &Level) -> String {
        why::in_english(level, &self.journal)
    }

    /// The outcomes of the same tick by the other methods, in English.
    pub(crate) fn by_other_methods(&self) -> String {
        let [x, y, z] = self.feet;
        let mut text = format!(
            "By the other methods the same tick, which here leaves the feet at {x:.4} {y:.4} {z:.4}\n"
        );
        let is_elsewhere = |other: &&OtherOutcome| {
            other.apart > SAME_DISTANCE || other.goes_through != self.journal.crossed.is_some()
        };
        for other in self.others.iter().filter(is_elsewhere) {
            let [x, y, z] = other.feet;
            let through = match (other.goes_through, self.journal.crossed) {
                (true, _) => ", through a triangle",
                (false, Some(_)) => ", through none",
                (false, None) => "",
            };
            text += &format!(
                "  {}={}: feet {:.3} mm away, at {x:.4} {y:.4} {z:.4}{through}; {}, {}\n",
                other.question,
                other.choice,
                other.apart * 1000.0,
                counted(other.contacts, "contact", "contacts"),
                other.asked_in_words("triangle", "triangles")
            );
        }
        let same = self.others.iter().filter(|other| !is_elsewhere(other));
        let same: Vec<String> = same
            .map(|other| {
                let asked = other.asked_in_words("", "");
                format!("{}={} ({asked})", other.question, other.choice)
            })
            .collect();
        if !same.is_empty() {
            text += &format!("  end at the same place: {}\n", same.join(", "));
        }
        text
    }

    /// The account as a JSON object; places are in the file's own coordinates.
    pub fn json(&self, level: &Level) -> serde_json::Value {
        json::of(self, level)
    }
}

impl OtherOutcome {
    /// The number of tested triangles as text, with a noun or without.
    fn asked_in_words(&self, one: &str, more: &str) -> String {
        match self.asked {
            None => String::from("no planes asked"),
            Some(asked) => format!("{} asked", counted(asked, one, more).trim_end()),
        }
    }
}

/// The world after a tick by an answer that it did not use.
struct OtherWorld {
    question: &'static str,
    choice: &'static str,
    methods: Methods,
    world: World,
}

/// The worlds after a tick by each answer to these questions that it did not use.
fn by_other_choices<'a>(
    level: &'a Level,
    tick: &'a FoundTick,
    questions: impl Iterator<Item = Question> + 'a,
) -> impl Iterator<Item = OtherWorld> + 'a {
    let choices = questions.flat_map(|question| {
        let used = tick.command.methods.choice(question);
        let others = question.choices().into_iter();
        (others.filter(move |it| *it != used)).map(move |choice| (question, choice))
    });
    choices.filter_map(move |(question, choice)| {
        let mut command = tick.command;
        command.methods.choose(question, choice).ok()?;
        let mut world = tick.before.clone();
        world.keep_journal(false);
        world.step(level, &command, &mut Vec::new());
        Some(OtherWorld {
            question: question.name(),
            choice,
            methods: command.methods,
            world,
        })
    })
}

/// The outcomes of a tick, which led to `after`, by the answers that it did not use.
fn others(level: &Level, tick: &FoundTick, after: &World) -> Vec<OtherOutcome> {
    let questions = Question::ALL.iter().copied();
    let others = by_other_choices(level, tick, questions).map(|other| {
        let world = &other.world;
        let (from, to) = (tick.before.player.position, world.player.position);
        let teleported = world.player.report.teleported;
        // Mode `box` tests whole boxes.
        let counts_planes = other.methods.collision != CollisionMode::Box;
        OtherOutcome {
            question: other.question,
            choice: other.choice,
            end: level.to_file(to).to_array(),
            feet: level.to_file(world.player.feet()).to_array(),
            apart: after.player.feet().distance(world.player.feet()),
            contacts: world.player.report.contacts,
            asked: counts_planes.then_some(world.counters.asked),
            goes_through: !teleported && level.is_crossed(from, to),
        }
    });
    others.collect()
}
