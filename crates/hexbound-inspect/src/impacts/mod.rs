//! The impacts of balls, explained as NeHe lesson 30 does: I, N and R, and the speeds U and V along the
//! axis and across it. The surface moved out by the radius, the time of the contact and the rest of the
//! tick belong to them. `sentences` has the words, `marks` the lines, `split` the numbers.

mod marks;
mod sentences;
mod split;

pub use marks::draw as draw_impact;
pub use sentences::{about_ball, about_balls, name_of_ball, of_impact};
pub use split::Split;

use super::{
    Inspection, Weight,
    legend::colors::GRAY,
    sight::{Sight, report_hidden},
};
use hexbound_base::{
    clock::TICK_RATE,
    words::{Phrase, phrase},
};
use hexbound_level::Level;
use hexbound_sim::{Impact, Journal, TickImpacts, World};

/// The time for which the last bounces are shown, ticks.
pub const SHOWN_TICKS: u64 = 10 * TICK_RATE as u64;
/// The most bounces of a tick that a legend explains, and that are drawn.
const MAX_EXPLAINED_BOUNCES: usize = 2;
const MAX_DRAWN_BOUNCES: usize = 32;
/// The size of the cross at a lasting contact, meters.
const CROSS_SIZE: f32 = 0.05;

/// Shows the last bounces for ten seconds or until others come, and the lasting contacts of the tick.
pub(crate) fn show(
    level: &Level,
    world: &World,
    journal: &Journal,
    sight: &Sight,
    view: &mut Inspection,
) {
    let is_shown = |bounced: &&TickImpacts| world.tick < bounced.tick + SHOWN_TICKS;
    match journal.bounced.as_ref().filter(is_shown) {
        Some(bounced) => show_bounces(level, world.tick, bounced, sight, view),
        None if world.balls.is_empty() => return,
        None => view.legend.report(phrase("impacts-none")),
    }
    let Inspection { debug, legend } = view;
    let lasting = journal.impacts.all.iter().filter(|impact| impact.lasts);
    let points: Vec<_> = lasting.map(|impact| impact.point).collect();
    if !points.is_empty() {
        let said = phrase("impacts-lasting").with("count", points.len());
        legend.color(GRAY, said);
        report_hidden(legend, sight.hidden(points.iter().map(|point| [*point])));
        (points.iter()).for_each(|point| debug.cross(*point, CROSS_SIZE, GRAY));
    }
}

fn show_bounces(
    level: &Level,
    now: u64,
    bounced: &TickImpacts,
    sight: &Sight,
    Inspection { debug, legend }: &mut Inspection,
) {
    let numbered = (1..).zip(&bounced.all);
    let bounces: Vec<(usize, &Impact)> =
        numbered.filter(|(_, impact)| impact.is_bounce()).collect();
    let title = phrase("impacts-of-tick")
        .with("ago", now - bounced.tick)
        .with("count", bounces.len());
    legend.told(None, title, Weight::Answer);
    let points = bounces.iter().map(|(_, impact)| [impact.point]);
    report_hidden(legend, sight.hidden(points));
    for (number, impact) in bounces.iter().take(MAX_DRAWN_BOUNCES) {
        marks::draw(level, impact, debug);
        let center = impact.reflection.sides[0].center.as_vec3();
        let name = Phrase::plain(number.to_string());
        legend.label(center, name, marks::RUBBED_COLOR);
    }
    for (number, impact) in bounces.iter().take(MAX_EXPLAINED_BOUNCES) {
        for line in of_impact(level, *number, impact) {
            if line.is_short {
                legend.told(line.swatch, line.text, line.weight);
            }
        }
    }
    let more = bounces.len().saturating_sub(MAX_EXPLAINED_BOUNCES);
    if more > 0 {
        legend.report(phrase("why-more-contacts").with("count", more));
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::{
        CollisionView, Inspection, inspect,
        outlines::RING_CORNERS,
        test_walks::{begun, play, rows, seen_by_player},
    };
    use hexbound_base::debug_lines::DebugColor;
    use hexbound_scenes::SceneBuilder;
    use hexbound_sim::{BALL_RADIUS, Ball, Command};

    /// A world over a floor with those balls, each at a place and with a velocity, after so many ticks.
    fn after(ticks: usize, balls: &[(Vec3, Vec3)]) -> (Level, World) {
        let scene = SceneBuilder::new().part("ground");
        let scene = scene.floor(-9.0, -9.0, 9.0, 9.0, 0.0);
        let level = scene.build("floor").unwrap();
        let mut world = begun(&level);
        let placed = (0..).zip(balls).map(|(id, (place, velocity))| {
            Ball::new(id, level.to_local(place.as_dvec3()), *velocity)
        });
        world.balls = placed.collect();
        play(&mut world, &level, Command::default(), ticks);
        (level, world)
    }

    fn seen(level: &Level, world: &World) -> Inspection {
        inspect(
            &seen_by_player(world, CollisionView::Contacts),
            level,
            world,
        )
    }

    fn lines_of(seen: &Inspection, color: DebugColor) -> Vec<[Vec3; 2]> {
        let lines = seen.debug.lines.iter().filter(|line| line.color == color);
        lines.map(|line| line.ends).collect()
    }

    /// A ball that comes down aslant, a tick before it touches the floor.
    fn aslant() -> (Vec3, Vec3) {
        let place = Vec3::new(0.0, BALL_RADIUS + 0.01, -4.0);
        (place, Vec3::new(3.0, -4.0, 0.0))
    }

    #[test]
    fn a_bounce_is_drawn_on_the_surface_moved_out_and_stays_until_another_comes() {
        for (ticks, title) in [
            (1, "Balls that bounce in this tick: 1"),
            (6, "Balls that bounced 5 ticks ago: 1"),
        ] {
            let (level, world) = after(ticks, &[aslant()]);
            let seen = seen(&level, &world);
            let said = rows(&seen.legend);
            let is_told = |is: &dyn Fn(&str) -> bool| said.iter().any(|row| is(row));
            assert!(is_told(&|row| row == title), "{said:?}");
            let first = "1. ball 0 strikes triangle ";
            let strikes = |row: &str| row.starts_with(first) && row.contains(" of ground, ");
            assert!(is_told(&strikes), "{said:?}");
            for start in [
                "I, before: ",
                "N, the normal: 0.000 1.000 0.000",
                "R, reflected: ",
                "along N: U -4.",
            ] {
                assert!(is_told(&|row| row.starts_with(start)), "{start} {said:?}");
            }
            let moved_out = lines_of(&seen, marks::MOVED_OUT);
            assert_eq!(moved_out.len(), RING_CORNERS);
            let floor = level.to_local(glam::DVec3::ZERO).y;
            for end in moved_out.iter().flatten() {
                assert!((end.y - floor - BALL_RADIUS).abs() < 2e-3, "{end}");
            }
            for color in [marks::I_COLOR, marks::R_COLOR, marks::RUBBED_COLOR] {
                assert!(!lines_of(&seen, color).is_empty(), "{color:?}");
            }
            // I comes down toward the ball, R goes up from it.
            let [begin, end] = lines_of(&seen, marks::I_COLOR)[0];
            assert!(begin.y > end.y && begin.x < end.x);
            let [begin, end] = lines_of(&seen, marks::R_COLOR)[0];
            assert!(begin.y < end.y && begin.x < end.x);
        }
    }

    #[test]
    fn two_balls_meet_on_a_sphere_of_both_radii_and_both_are_split() {
        let apart = Vec3::X * (2.0 * BALL_RADIUS + 0.01);
        let place = Vec3::new(0.0, 3.0, -4.0);
        let (level, world) = after(1, &[(place, Vec3::X * 3.0), (place + apart, Vec3::ZERO)]);
        let seen = seen(&level, &world);
        let said = rows(&seen.legend);
        for index in [1, 2] {
            let start = format!("ball {}, 1.00 kg: along X U{index} ", index - 1);
            assert!(said.iter().any(|row| row.starts_with(&start)), "{said:?}");
        }
        let moved_out = lines_of(&seen, marks::MOVED_OUT);
        assert_eq!(moved_out.len(), 3 * RING_CORNERS);
        let impact = world.journal().unwrap().impacts.all[0];
        let other = impact.reflection.sides[1].center.as_vec3();
        let off = |end: &Vec3| (end.distance(other) - 2.0 * BALL_RADIUS).abs();
        assert!(moved_out.iter().flatten().all(|end| off(end) < 1e-4));
    }

    #[test]
    fn what_lies_is_counted_and_long_without_a_bounce_is_said() {
        let lies = Vec3::new(0.0, BALL_RADIUS + hexbound_collide::SKIN, -4.0);
        let (level, world) = after(3, &[(lies, Vec3::ZERO)]);
        let said = rows(&seen(&level, &world).legend);
        for row in [
            "balls: no bounce is known of the last 10 s",
            "contacts of balls that lie or roll: 1",
        ] {
            assert!(said.contains(&row.to_owned()), "{said:?}");
        }
        let (level, mut world) = after(1, &[aslant()]);
        for late in [1, 0] {
            let bounced = world.journal().unwrap().bounced.as_ref().unwrap().tick;
            while world.tick + late < bounced + SHOWN_TICKS {
                world.balls.clear();
                play(&mut world, &level, Command::default(), 1);
                world.balls.push(Ball::new(9, Vec3::Y * 3.0, Vec3::ZERO));
            }
            let said = rows(&seen(&level, &world).legend);
            let is_gone = said.iter().any(|it| it.contains("no bounce is known"));
            assert_eq!(is_gone, late == 0, "{said:?}");
        }
        let (level, world) = after(3, &[]);
        let said = rows(&seen(&level, &world).legend);
        assert!(!said.iter().any(|it| it.contains("balls")), "{said:?}");
    }

    #[test]
    fn of_many_bounces_two_are_explained_and_all_are_drawn() {
        let (place, velocity) = aslant();
        let balls = [0, 1, 2, 3, 4].map(|it| (place + Vec3::X * it as f32, velocity));
        let (level, world) = after(1, &balls);
        let seen = seen(&level, &world);
        let said = rows(&seen.legend);
        let explained = said.iter().filter(|row| row.contains(" strikes ")).count();
        assert_eq!(explained, MAX_EXPLAINED_BOUNCES);
        assert!(said.iter().any(|row| row == "and 3 more"), "{said:?}");
        assert_eq!(seen.legend.labels.len(), 5);
        assert_eq!(lines_of(&seen, marks::MOVED_OUT).len(), 5 * RING_CORNERS);
    }
}
