//! The impacts of balls, explained as NeHe lesson 30 does: I, N and R, and the speeds U and V along the
//! axis and across it. The moved-out surface, the time of the contact and the rest of the tick are
//! included. `sentences` has the text, `marks` the lines, and `split` the numbers.

mod marks;
mod sentences;
mod split;

pub use marks::draw as draw_impact;
pub use sentences::{ball_heading, balls_heading, explain_impact, name_of_ball};
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
/// The largest number of bounces of a tick that are explained.
const MAX_EXPLAINED_BOUNCES: usize = 2;
/// The largest number of bounces of a tick that are drawn.
const MAX_DRAWN_BOUNCES: usize = 32;
/// The size of the cross at a lasting contact, meters.
const CROSS_SIZE: f32 = 0.05;

/// Shows the last bounces for ten seconds or until there are new ones, and the lasting contacts of the
/// tick.
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
        let text = phrase("impacts-lasting").with("count", points.len());
        legend.color(GRAY, text);
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
    legend.add(None, title, Weight::Answer);
    let points = bounces.iter().map(|(_, impact)| [impact.point]);
    report_hidden(legend, sight.hidden(points));
    for (number, impact) in bounces.iter().take(MAX_DRAWN_BOUNCES) {
        marks::draw(level, impact, debug);
        let center = impact.reflection.sides[0].center.as_vec3();
        let name = Phrase::plain(number.to_string());
        legend.label(center, name, marks::FRICTION_COLOR);
    }
    for (number, impact) in bounces.iter().take(MAX_EXPLAINED_BOUNCES) {
        for line in explain_impact(level, *number, impact) {
            if line.is_short {
                legend.add(line.swatch, line.text, line.weight);
            }
        }
    }
    let more = bounces.len().saturating_sub(MAX_EXPLAINED_BOUNCES);
    if more > 0 {
        legend.report(phrase("why-more-contacts").with("count", more));
    }
}
