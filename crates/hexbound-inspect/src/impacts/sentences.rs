//! The sentences about an impact. Speeds are m/s, lengths meters; places are in the level file's
//! coordinates.

use glam::DVec3;

use super::{Split, marks};
use crate::{
    Weight,
    why::{WhyLine, WhyLines, fixed, owner_of_triangle, triple},
};
use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_level::Level;
use hexbound_sim::{Ball, Impact, Methods, Struck};

/// The difference below which two velocities are shown as equal, m/s.
const MIN_VELOCITY_CHANGE: f64 = 5e-4;

/// Returns the sentences about an impact, whose `number` counts from 1 in its tick.
pub fn explain_impact(level: &Level, number: usize, impact: &Impact) -> Vec<WhyLine> {
    let mut lines = WhyLines::default();
    lines.weighed(Weight::Answer, 0, None, title(level, number, impact));
    let [time, rest] = impact.times().map(|seconds| fixed(seconds * 1e3, 3));
    let time = phrase("impact-time").with("time", time).with("rest", rest);
    lines.weighed(Weight::Answer, 1, None, time);
    add_velocities(&mut lines, impact);
    add_speeds(&mut lines, impact);
    add_places(&mut lines, level, impact);
    if impact.reflection.is_held {
        lines.weighed(Weight::Usual, 1, None, phrase("impact-held"));
    }
    lines.0
}

/// Returns the first lines of an account of a ball's tick: the ball, its start and its end.
pub fn ball_heading(
    level: &Level,
    tick: u64,
    methods: Methods,
    states: &[Option<Ball>; 2],
) -> Vec<WhyLine> {
    let mut lines = WhyLines::default();
    let [before, after] = states;
    if let Some(ball) = after.or(*before) {
        let title = phrase("why-ball-title")
            .with("tick", tick)
            .with("methods", methods.to_string())
            .with("ball", name_of_ball(ball.id))
            .with("radius", fixed(ball.radius.into(), 3))
            .with("mass", fixed(ball.mass.into(), 2));
        lines.weighed(Weight::Answer, 0, None, title);
    }
    let at = |text: Phrase, ball: &Ball| {
        let text = text.with("place", triple(ball.position + level.origin, 4));
        with_velocity(text, ball.velocity)
    };
    let began = match before {
        Some(ball) => at(phrase("why-ball-began"), ball),
        None => phrase("why-ball-thrown"),
    };
    lines.weighed(Weight::Detail, 0, None, began);
    let ended = match after {
        Some(ball) if ball.resting => at(phrase("why-ball-rests"), ball),
        Some(ball) => at(phrase("why-ball-ended"), ball),
        None => phrase("why-ball-gone"),
    };
    lines.weighed(Weight::Detail, 0, None, ended);
    lines.0
}

/// Returns the first line of an account of all balls in a tick with `impacts` impacts.
pub fn balls_heading(tick: u64, methods: Methods, impacts: usize) -> Vec<WhyLine> {
    let mut lines = WhyLines::default();
    let title = phrase("why-balls-title")
        .with("tick", tick)
        .with("methods", methods.to_string())
        .with("count", impacts);
    lines.weighed(Weight::Answer, 0, None, title);
    lines.0
}

/// The name of a ball by its id.
pub fn name_of_ball(id: u32) -> Phrase {
    phrase_of("named-shell", "ball").with("number", id)
}

/// The name of a ball's opponent.
fn struck_name(level: &Level, struck: Struck) -> Phrase {
    let numbered = |kind, index: u32| phrase_of("named-shell", kind).with("number", index + 1);
    match struck {
        Struck::Level(triangle) => match owner_of_triangle(level, triangle) {
            Some(owner) => phrase("impact-triangle-of")
                .with("triangle", triangle)
                .with("node", owner.node)
                .with("material", owner.material),
            None => phrase("impact-triangle").with("triangle", triangle),
        },
        Struck::Mover { mover, .. } => match level.movers.get(mover as usize) {
            Some(known) if !known.name.is_empty() => Phrase::plain(known.name.clone()),
            _ => numbered("mover", mover),
        },
        Struck::Prop { prop, .. } => match level.props.get(prop as usize) {
            Some(known) if !known.name.is_empty() => Phrase::plain(known.name.clone()),
            _ => numbered("prop", prop),
        },
        Struck::Bumper(index) => numbered("bumper", index),
        Struck::Walker(index) => numbered("walker", index),
        Struck::Ball(id) => name_of_ball(id),
    }
}

fn title(level: &Level, number: usize, impact: &Impact) -> Phrase {
    let text = match impact.lasts {
        true => phrase("impact-lasts"),
        false => phrase("impact-bounces"),
    };
    text.with("number", number)
        .with("ball", name_of_ball(impact.ball()))
        .with("what", struck_name(level, impact.struck))
}

/// Adds I, N and R, and the velocity after friction if it differs.
fn add_velocities(lines: &mut WhyLines, impact: &Impact) {
    let reflection = &impact.reflection;
    let [ball, _] = reflection.sides;
    let before = with_velocity(phrase("impact-before"), ball.before);
    lines.weighed(Weight::Answer, 1, Some(marks::I_COLOR), before);
    let normal = phrase("impact-normal").with("normal", triple(reflection.normal, 3));
    lines.weighed(Weight::Answer, 1, Some(marks::N_COLOR), normal);
    let reflected = with_velocity(phrase("impact-reflected"), ball.reflected);
    let reflected = reflected.with("restitution", fixed(reflection.restitution, 3));
    lines.weighed(Weight::Answer, 1, Some(marks::R_COLOR), reflected);
    if ball.after.distance(ball.reflected) > MIN_VELOCITY_CHANGE {
        let after = with_velocity(phrase("impact-after"), ball.after);
        lines.weighed(Weight::Answer, 1, Some(marks::FRICTION_COLOR), after);
    }
}

/// Adds the speeds along the axis and across it: of both balls, or of the ball and the moving surface.
fn add_speeds(lines: &mut WhyLines, impact: &Impact) {
    let [ball, other] = Split::of_sides(impact);
    if let Struck::Ball(id) = impact.struck {
        let balls = [(impact.ball(), ball), (id, other)];
        for (index, (id, split)) in balls.into_iter().enumerate() {
            let text = phrase("impact-split-of")
                .with("ball", name_of_ball(id))
                .with("mass", fixed(impact.masses[index].into(), 2))
                .with("index", index + 1);
            lines.weighed(Weight::Answer, 1, None, with_split(text, split));
        }
        return;
    }
    let split = with_split(phrase("impact-split"), ball);
    lines.weighed(Weight::Answer, 1, None, split);
    let surface = impact.reflection.sides[1].before;
    if surface.length() > MIN_VELOCITY_CHANGE {
        let moves = with_velocity(phrase("impact-surface-moves"), surface);
        lines.weighed(Weight::Usual, 1, None, moves);
    }
}

fn add_places(lines: &mut WhyLines, level: &Level, impact: &Impact) {
    let at = |place: DVec3| triple(place + level.origin, 3);
    let [ball, other] = impact.reflection.sides;
    let text = match impact.struck {
        Struck::Ball(_) => {
            let both = f64::from(impact.radii[0]) + f64::from(impact.radii[1]);
            let text = phrase("impact-center-of-two").with("radius", fixed(both, 3));
            text.with("other", at(other.center))
        }
        _ => phrase("impact-center").with("radius", fixed(impact.radii[0].into(), 3)),
    };
    let text = text.with("place", at(ball.center));
    lines.weighed(Weight::Detail, 1, Some(marks::OUT_COLOR), text);
    let point = phrase("why-point").with("place", at(impact.point.as_dvec3()));
    lines.weighed(Weight::Detail, 1, Some(marks::POINT_COLOR), point);
}

fn with_velocity(text: Phrase, velocity: DVec3) -> Phrase {
    text.with("speed", fixed(velocity.length(), 3))
        .with("velocity", triple(velocity, 3))
}

fn with_split(text: Phrase, [before, after]: [Split; 2]) -> Phrase {
    text.with("before", fixed(before.along, 3))
        .with("after", fixed(after.along, 3))
        .with("across", fixed(before.across.length(), 3))
        .with("across_after", fixed(after.across.length(), 3))
}
