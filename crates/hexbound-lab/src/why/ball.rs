//! The account of a tick of the balls: every impact in its order, for all balls or for one.

use glam::Vec3;

use super::{FoundTick, SAME_DISTANCE, WhichBalls, WhyError, by_other_choices};
use crate::pages::Framing;
use hexbound_base::{debug_lines::DebugLines, words::Phrase};
use hexbound_check::Focus;
use hexbound_inspect::{
    Inspection, Legend,
    impacts::{ball_heading, balls_heading, draw_impact, explain_impact},
    outline_of_ball,
    why::{WhyLine, lines_in_english},
};
use hexbound_level::Level;
use hexbound_sim::{Ball, Impact, Methods, Question, View, World};
use serde::Serialize;

/// The questions whose answers change the motion of balls.
const OF_BALLS: [&str; 2] = ["flight", "balls"];
/// The distance from the middle beyond which drawn elements need not be visible in a picture of an
/// impact, meters.
const MAX_SEEN_DISTANCE: f32 = 3.0;

/// A tick with the facts about its balls.
#[derive(Clone, Debug)]
pub struct BallWhy {
    /// The name of the level.
    pub level: String,
    /// The number of the tick, counted from 1.
    pub tick: u64,
    pub(super) methods: Methods,
    /// The chosen ball, before the tick and after it. A ball thrown in the tick is absent before.
    pub(super) ball: Option<[Option<Ball>; 2]>,
    /// The impacts with their numbers in the tick.
    pub(super) impacts: Vec<(usize, Impact)>,
    /// The outcomes of the same tick by the other methods of balls.
    pub(super) others: Vec<OtherBallOutcome>,
    /// The hash of the state after the tick.
    pub state_hash: u64,
    view: View,
}

/// The outcome of the same tick by another method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct OtherBallOutcome {
    pub question: &'static str,
    pub choice: &'static str,
    /// The center of the ball at the end, in the file's own coordinates, meters.
    pub end: [f64; 3],
    /// The distance between this end and that of the tick itself, meters.
    pub apart: f64,
}

impl BallWhy {
    /// Explains the contacts of balls in a tick.
    pub fn of(level: &Level, tick: &FoundTick, which: WhichBalls) -> Result<Self, WhyError> {
        let FoundTick { before, command } = tick;
        let mut world = before.clone();
        world.keep_journal(true);
        world.step(level, command, &mut Vec::new());
        let ball = match which {
            WhichBalls::All => None,
            WhichBalls::One(id) => Some([before, &world].map(|world| ball_of(world, id))),
        };
        if let (WhichBalls::One(wanted), Some([None, None])) = (which, ball) {
            return Err(no_ball(&world, wanted));
        }
        let impacts = world.journal().map(|journal| &journal.impacts.all);
        let numbered = (1..).zip(impacts.into_iter().flatten());
        let impacts =
            numbered.filter_map(|(number, impact)| Some((number, which.side_of(impact)?)));
        Ok(Self {
            level: level.name.clone(),
            tick: world.tick,
            methods: command.methods,
            impacts: impacts.collect(),
            others: match ball.and_then(|[_, after]| after) {
                Some(after) => others(level, tick, &after),
                None => Vec::new(),
            },
            ball,
            state_hash: world.state_hash(),
            view: View::of(&world),
        })
    }

    /// The account in English.
    pub fn summary(&self, level: &Level) -> String {
        let mut text = format!("{}\n{}", self.level, lines_in_english(&self.lines(level)));
        if !self.others.is_empty() {
            text += "By the other methods the ball's center is after the same tick\n";
        }
        for other in &self.others {
            let [x, y, z] = other.end;
            let apart = match other.apart <= f64::from(SAME_DISTANCE) {
                true => String::from("at the same place"),
                false => format!("{:.3} mm away, at {x:.4} {y:.4} {z:.4}", other.apart * 1e3),
            };
            text += &format!("  {}={}: {apart}\n", other.question, other.choice);
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// The tick as debug lines, with a legend.
    pub fn inspection(&self, level: &Level) -> Inspection {
        let (debug, _) = self.drawn(level);
        let mut lines = self.lines(level).into_iter();
        let title = lines.next().map(|line| line.text).unwrap_or_default();
        let mut legend = Legend::new(title);
        for line in lines {
            legend.add(line.swatch, line.text, line.weight);
        }
        for (number, impact) in &self.impacts {
            let center = impact.reflection.sides[0].center.as_vec3();
            let name = Phrase::plain(number.to_string());
            legend.label(center, name, hexbound_inspect::TEAL);
        }
        Inspection { debug, legend }
    }

    /// A view of the first impact, with its lines and the legend, for a picture of the size `size`,
    /// pixels. The elements drawn near it are in the left half, beside the legend's panel.
    pub fn view_beside_panel(&self, level: &Level, size: [u32; 2]) -> View {
        let (debug, shown) = self.drawn(level);
        let middle = self.middle();
        let near = shown.into_iter().flatten();
        let near = (near.filter(|at| at.distance(middle) <= MAX_SEEN_DISTANCE)).collect();
        let framing = Framing::beside_panel(near, size);
        let mut view = framing.view(|distance| self.view_from(level, distance));
        view.debug = debug;
        view
    }

    fn lines(&self, level: &Level) -> Vec<WhyLine> {
        let mut lines = match &self.ball {
            None => balls_heading(self.tick, self.methods, self.impacts.len()),
            Some(states) => ball_heading(level, self.tick, self.methods, states),
        };
        for (number, impact) in &self.impacts {
            lines.extend(explain_impact(level, *number, impact));
        }
        lines
    }

    /// The lines of all impacts, and the ends of those that a picture must show.
    fn drawn(&self, level: &Level) -> (DebugLines, Vec<[Vec3; 2]>) {
        let mut debug = DebugLines::default();
        let mut shown = Vec::new();
        for (_, impact) in &self.impacts {
            shown.extend(draw_impact(level, impact, &mut debug));
        }
        let after = self.ball.iter().flatten().flatten().next_back();
        if let Some(ball) = after.filter(|_| self.impacts.is_empty()) {
            outline_of_ball(ball, &mut debug);
            shown.extend(debug.lines.iter().map(|line| line.ends));
        }
        (debug, shown)
    }

    /// The center of the picture, local, meters.
    fn middle(&self) -> Vec3 {
        let first = self.impacts.first();
        let center = first.map(|(_, impact)| impact.reflection.sides[0].center.as_vec3());
        let ball = self.ball.iter().flatten().flatten().next_back();
        center
            .or(ball.map(|ball| ball.position.as_vec3()))
            .unwrap_or(self.view.eye)
    }

    /// Returns a view of the first impact across the plane of its velocities. The eye is `distance` meters
    /// away if nothing is between.
    fn view_from(&self, level: &Level, distance: f32) -> View {
        let mut view = self.view.clone();
        let place = self.middle();
        let first = self.impacts.first().map(|(_, impact)| impact.reflection);
        let across = first.map_or(Vec3::X, |reflection| {
            let [ball, _] = reflection.sides;
            let across = ball.before.cross(reflection.normal).as_vec3();
            across
                .try_normalize()
                .unwrap_or_else(|| reflection.normal.as_vec3().any_orthonormal_vector())
        });
        let lifted = first.map_or(Vec3::Y, |reflection| reflection.normal.as_vec3()) * 0.3;
        let sight = Focus {
            distance,
            ..Focus::new(place, place + across + lifted)
        };
        sight.direct(&mut view, level);
        view
    }
}

fn ball_of(world: &World, id: u32) -> Option<Ball> {
    world.balls.iter().find(|ball| ball.id == id).copied()
}

fn no_ball(world: &World, wanted: u32) -> WhyError {
    let ids: Vec<String> = world.balls.iter().map(|ball| ball.id.to_string()).collect();
    WhyError::NoBall {
        tick: world.tick,
        wanted,
        there: match ids.is_empty() {
            true => String::from("there are none"),
            false => format!("there are {}", ids.join(", ")),
        },
    }
}

/// The tick by each other method of balls, if the ball still exists afterward.
fn others(level: &Level, tick: &FoundTick, after: &Ball) -> Vec<OtherBallOutcome> {
    let questions = Question::ALL.iter().copied();
    let questions = questions.filter(|question| OF_BALLS.contains(&question.name()));
    let others = by_other_choices(level, tick, questions).filter_map(|other| {
        let end = ball_of(&other.world, after.id)?.position;
        Some(OtherBallOutcome {
            question: other.question,
            choice: other.choice,
            end: (end + level.origin).to_array(),
            apart: end.distance(after.position),
        })
    });
    others.collect()
}
