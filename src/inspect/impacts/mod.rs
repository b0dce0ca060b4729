//! The impacts of balls, explained as NeHe lesson 30 does: I, N and R, the speeds U and V along the axis
//! and across it, the surface moved out by the radius, the time of the contact and the rest of the tick.
//! `sentences` has the words, `marks` the lines, `split` the numbers.

mod marks;
mod sentences;
mod split;

pub(crate) use marks::draw as draw_impact;
pub(crate) use sentences::{about_ball, about_balls, name_of_ball, of_impact};
pub(crate) use split::Split;

use super::{
    Legend, Weight,
    legend::colors::GRAY,
    sight::{Sight, tell_hidden},
};
use crate::{
    debug_lines::DebugLines,
    level::Level,
    sim::{Impact, Journal, TickImpacts, World},
    words::{Phrase, phrase},
};

/// The most bounces of a tick that a legend explains, and that are drawn.
const MOST_EXPLAINED: usize = 2;
const MOST_DRAWN: usize = 32;
/// The size of the cross at a lasting contact, meters.
const CROSS: f32 = 0.05;

/// Shows the last bounces, until others come, and the lasting contacts of the tick itself.
pub(super) fn show(
    level: &Level,
    (world, journal): (&World, &Journal),
    sight: &Sight,
    (debug, legend): (&mut DebugLines, &mut Legend),
) {
    match &journal.bounced {
        Some(bounced) => {
            show_bounces(level, (world.tick, bounced), sight, (debug, legend));
        }
        None if world.balls.is_empty() => return,
        None => legend.tell(phrase("impacts-none-yet")),
    }
    let lasting = journal.impacts.all.iter().filter(|impact| impact.lasts);
    let points: Vec<_> = lasting.map(|impact| impact.point).collect();
    if !points.is_empty() {
        let said = phrase("impacts-lasting").with("count", points.len());
        legend.color(GRAY, said);
        tell_hidden(legend, sight.hidden(points.iter().map(|point| [*point])));
        (points.iter()).for_each(|point| debug.cross(*point, CROSS, GRAY));
    }
}

fn show_bounces(
    level: &Level,
    (now, bounced): (u64, &TickImpacts),
    sight: &Sight,
    (debug, legend): (&mut DebugLines, &mut Legend),
) {
    let numbered = (1..).zip(&bounced.all);
    let bounces: Vec<(usize, &Impact)> =
        numbered.filter(|(_, impact)| impact.is_bounce()).collect();
    let title = phrase("impacts-of-tick")
        .with("ago", now - bounced.tick)
        .with("count", bounces.len());
    legend.told(None, title, Weight::Answer);
    let points = bounces.iter().map(|(_, impact)| [impact.point]);
    tell_hidden(legend, sight.hidden(points));
    for (number, impact) in bounces.iter().take(MOST_DRAWN) {
        marks::draw(level, impact, debug);
        let center = impact.reflection.sides[0].center.as_vec3();
        let name = Phrase::plain(number.to_string());
        legend.label(center, name, marks::AFTER);
    }
    for (number, impact) in bounces.iter().take(MOST_EXPLAINED) {
        for line in of_impact(level, (*number, impact)) {
            if line.is_short {
                legend.told(line.swatch, line.text, line.weight);
            }
        }
    }
    if let Some(more) = bounces
        .len()
        .checked_sub(MOST_EXPLAINED)
        .filter(|it| *it > 0)
    {
        legend.tell(phrase("why-more-contacts").with("count", more));
    }
}
