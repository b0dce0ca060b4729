//! The triangles that were gathered around the player's move, each colored by what came of it.

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

/// The depth below its feet to which a standing body looks for ground, meters.
const GROUND_DEPTH: f32 = hexbound_sim::tuning::STEP_HEIGHT as f32 + 0.02;
/// Around the move, meters: triangles are gathered this much further.
const GATHERING_MARGIN: f32 = 0.02;

/// Contacts this close, as a part of the way, happen at once.
const MAX_SPREAD: f64 = 1e-4;

/// The outcome of a triangle, the most telling first.
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

pub(crate) fn seen(level: &Level, world: &World, asked: &InspectionRequest) -> Inspection {
    let player = &world.player;
    let moved = MovedLevel::at(level, world.tick, &world.play);
    let solid = moved.solid_around(player);
    let found = outcomes(&solid, player);
    let mut view = Inspection::titled(phrase("candidates"));
    let Inspection { debug, legend } = &mut view;
    show_body(player, asked.eye, debug);
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
    report_hidden(legend, Sight::of(asked).hidden(faces));
    if looks_down(player) {
        let down = format!("{GROUND_DEPTH:.2}");
        legend.report(phrase("near-a-look-down").with("meters", down));
    }
    report_of_sweep(player, legend);
    view
}

/// The candidates around the move, ascending.
fn outcomes(solid: &Obstacles, player: &Player) -> Vec<(u32, Outcome)> {
    let body = moving_body(player);
    let ways = ways(player);
    let [one, other] = ways.map(|[from, to]| body.swept_bounds(from, to));
    let region = one.union(other).grown(Vec3::splat(GATHERING_MARGIN));
    let near = solid.triangles_near(region);
    let [one, other] = ways.map(|way| outcomes_on(solid, &body, way, &near));
    // The most telling that either way gives.
    let both = one
        .into_iter()
        .zip(other)
        .map(|(one, other)| one.min(other));
    near.into_iter().zip(both).collect()
}

/// The tick's move, and for a body on its feet the way down on which it looks for ground.
fn ways(player: &Player) -> [[Vec3; 2]; 2] {
    let (wished, at) = (player.report.wished, player.position);
    let own = [wished.from, wished.to];
    match looks_down(player) {
        true => [own, [at, at - Vec3::Y * GROUND_DEPTH]],
        false => [own; 2],
    }
}

/// The outcome of a way at each of the triangles: the earliest contact wins, what would be met after
/// it was only let through.
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
    use crate::{
        CollisionView,
        test_walks::{ahead, block, played, rows, seen_by_player},
    };
    use hexbound_base::words::check_family;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Choice, CollisionMode, Rules, View};

    /// A floor and a wall at z = −1 that the player runs into.
    fn at_a_wall() -> (Level, World) {
        let level = block(3.0, 0.0);
        let world = played(&level, ahead(CollisionMode::Swept), 120);
        (level, world)
    }

    #[test]
    fn the_wall_that_is_run_into_is_touched() {
        let (level, world) = at_a_wall();
        let mesh = &*level.collision;
        let found = outcomes(&Obstacles::from(mesh), &world.player);
        let outcomes_where = |lies: fn(&Vec3) -> bool| -> Vec<Outcome> {
            let chosen =
                (found.iter()).filter(|(triangle, _)| mesh.corners(*triangle).iter().all(lies));
            chosen.map(|(_, outcome)| *outcome).collect()
        };
        let wall = outcomes_where(|corner| (corner.z + 1.0).abs() < 1e-5);
        assert_eq!(wall.into_iter().min(), Some(Outcome::Touched));
        let floor = outcomes_where(|corner| corner.y == 0.0);
        assert!(floor.contains(&Outcome::Touched), "{found:?}");
    }

    #[test]
    fn every_candidate_is_drawn_and_counted() {
        let (level, world) = at_a_wall();
        let found = outcomes(&Obstacles::from(&*level.collision), &world.player);
        let asked = seen_by_player(&world, CollisionView::Candidates);
        let seen = seen(&level, &world, &asked);
        assert_eq!(seen.debug.faces.len(), found.len());
        assert_eq!(seen.debug.lines.len(), 3 * found.len());
        let counted = rows(&seen.legend);
        let counted = counted[..4].iter().map(|row| row.split_whitespace().next());
        let counted: usize = counted
            .map(|it| it.unwrap().parse::<usize>().unwrap())
            .sum();
        assert_eq!(counted, found.len());
    }

    /// The floor's triangles have their middles elsewhere, but it is the whole picture.
    #[test]
    fn a_triangle_that_fills_the_picture_is_not_out_of_view() {
        let (level, world) = at_a_wall();
        let told = |yaw: f32, pitch: f32| {
            let view = View {
                yaw,
                pitch,
                ..View::of(&world)
            };
            let asked = InspectionRequest::through(&view, CollisionView::Candidates, 0);
            rows(&seen(&level, &world, &asked).legend)
        };
        let hidden = |rows: &[String]| -> usize {
            let mut rows = rows.iter();
            let row = rows.find(|row| row.ends_with("of these out of view"));
            row.map_or(0, |row| row.split(' ').next().unwrap().parse().unwrap())
        };
        let found = outcomes(&Obstacles::from(&*level.collision), &world.player);
        let down = told(0.0, -1.5);
        assert!(hidden(&down) < found.len(), "{down:?}");
        let away = told(std::f32::consts::PI, 0.9);
        assert_eq!(hidden(&away), found.len(), "{away:?}");
    }

    /// The planes asked are those of the swept kernel in every mode, and the others are named so.
    #[test]
    fn other_modes_are_told_that_the_outcomes_are_those_of_a_sweep() {
        let (level, mut world) = at_a_wall();
        for mode in CollisionMode::ALL.iter().copied() {
            world.player.report.wished.methods.collision = mode;
            let asked = seen_by_player(&world, CollisionView::Candidates);
            let rows = rows(&seen(&level, &world, &asked).legend);
            let is_told = rows.iter().any(|row| row.starts_with("as a sweep"));
            assert_eq!(is_told, mode != CollisionMode::Swept, "{rows:?}");
        }
    }

    #[test]
    fn far_from_everything_there_are_none() {
        let level = catalog::open("test:flat").unwrap();
        let mut world = World::new(&level, Rules::default());
        world.player.grounded = false;
        world.player.report.wished.from.y += 50.0;
        world.player.report.wished.to.y += 50.0;
        assert!(outcomes(&Obstacles::from(&*level.collision), &world.player).is_empty());
    }

    #[test]
    fn every_outcome_has_words() {
        check_family("outcome", Outcome::iter().map(<&str>::from));
    }
}
