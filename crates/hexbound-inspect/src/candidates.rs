//! The triangles that were gathered around the player's move, each colored by its outcome.

use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use glam::Vec3;

use super::{
    Inspection, InspectionRequest,
    legend::{
        Cell,
        colors::{AMBER, BLUE, CORAL, VIOLET},
    },
    looks_down, moving_body, outlines, report_of_sweep, show_body,
    sight::{Sight, report_hidden},
};
use hexbound_collide::{Body, Obstacles, PrismPlane};

use hexbound_base::{
    debug_lines::DebugColor,
    words::{phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim::{MovedLevel, Player, World};

/// The depth below the feet to which a standing body looks for ground, meters.
const GROUND_DEPTH: f32 = hexbound_sim::tuning::STEP_HEIGHT as f32 + 0.02;
/// The margin around the move within which triangles are gathered, meters.
const GATHERING_MARGIN: f32 = 0.02;

/// The largest difference between simultaneous contacts, as a fraction of the displacement.
const MAX_SPREAD: f64 = 1e-4;

/// The outcome of a triangle, the most significant first.
#[derive(Clone, Copy, Debug, EnumIter, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord)]
#[strum(serialize_all = "kebab-case")]
enum Outcome {
    Touched,
    LetThrough,
    RejectedByPs,
    RejectedByS,
}

impl Outcome {
    fn color(self) -> DebugColor {
        match self {
            Outcome::Touched => CORAL,
            Outcome::LetThrough => AMBER,
            Outcome::RejectedByPs => VIOLET,
            Outcome::RejectedByS => BLUE,
        }
    }
}

pub(crate) fn inspect(level: &Level, world: &World, request: &InspectionRequest) -> Inspection {
    let player = &world.player;
    let moved = MovedLevel::at(level, world.tick, &world.play);
    let solid = moved.solid_around(player);
    let found = outcomes(&solid, player);
    let mut view = Inspection::titled(phrase("candidates"));
    let Inspection { debug, legend } = &mut view;
    show_body(player, request.eye, debug);
    for (triangle, outcome) in &found {
        let corners = solid.corners(*triangle);
        outlines::face(&corners, outcome.color(), 0.22, debug);
    }
    for outcome in Outcome::iter() {
        let count = found.iter().filter(|(_, other)| *other == outcome).count();
        let words = Cell::new(phrase_of("outcome", outcome.into()), 0);
        let cells = vec![Cell::plain(format!("{count:>3} ")), words];
        legend.row(Some(outcome.color()), cells);
    }
    let length = player.report.wished.from.distance(player.report.wished.to);
    let near = phrase("near-a-move").with("count", found.len());
    legend.report(near.with("meters", format!("{length:.3}")));
    let faces = found.iter().map(|(triangle, _)| solid.corners(*triangle));
    report_hidden(legend, Sight::of(request).hidden(faces));
    if looks_down(player) {
        let down = format!("{GROUND_DEPTH:.2}");
        legend.report(phrase("near-a-look-down").with("meters", down));
    }
    report_of_sweep(player, legend);
    view
}

/// The triangles around the move, ascending, with their outcomes.
fn outcomes(solid: &Obstacles, player: &Player) -> Vec<(u32, Outcome)> {
    let body = moving_body(player);
    let motions = motions(player);
    let [one, other] = motions.map(|[from, to]| body.swept_bounds(from, to));
    let region = one.union(other).grown(Vec3::splat(GATHERING_MARGIN));
    let near = solid.triangles_near(region);
    let [one, other] = motions.map(|motion| outcomes_on(solid, &body, motion, &near));
    // The more significant outcome of the two displacements counts.
    let both = one
        .into_iter()
        .zip(other)
        .map(|(one, other)| one.min(other));
    near.into_iter().zip(both).collect()
}

/// The tick's move, and for a body on its feet the displacement downward on which it looks for ground.
fn motions(player: &Player) -> [[Vec3; 2]; 2] {
    let (wished, at) = (player.report.wished, player.position);
    let own = [wished.from, wished.to];
    match looks_down(player) {
        true => [own, [at, at - Vec3::Y * GROUND_DEPTH]],
        false => [own; 2],
    }
}

/// The outcome of a displacement at each of the triangles. The earliest contact touches; triangles with
/// a later one are let through.
fn outcomes_on(
    solid: &Obstacles,
    body: &Body,
    [from, to]: [Vec3; 2],
    near: &[u32],
) -> Vec<Outcome> {
    let [from, to] = [from, to].map(Vec3::as_dvec3);
    let whys = near
        .iter()
        .filter_map(|it| solid.explain(*body, from, to, *it));
    let whys: Vec<_> = whys.collect();
    let fractions = whys.iter().filter_map(|why| Some(why.contact?.fraction));
    let first = fractions.fold(f64::INFINITY, f64::min);
    whys.iter()
        .map(|why| match (why.rejected_by, why.contact) {
            (Some(PrismPlane::S), _) => Outcome::RejectedByS,
            (Some(PrismPlane::Ps(_)), _) => Outcome::RejectedByPs,
            (None, Some(contact)) if contact.fraction <= first + MAX_SPREAD => Outcome::Touched,
            (None, _) => Outcome::LetThrough,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_outcome_has_words() {
        check_family("outcome", Outcome::iter().map(<&str>::from));
    }
}
