//! The contacts of the tick's move in the present mode, the velocity after it, the rays that looked for
//! ground, and the impacts of balls. All is from the tick's own journal: the contacts of sweeps in mode
//! `swept`, and the pushing triangles in mode `article`. Mode `box` has only places.

use glam::Vec3;

use super::{
    Inspection, InspectionRequest, Legend, Weight, feature, impacts,
    legend::colors::{AMBER, BLUE, CORAL, GRAY, GREEN, PALE, VIOLET},
    outlines,
    rays::show_ground_rays,
    show_body,
    sight::{Sight, report_hidden},
    why::triple,
};
use hexbound_collide::{
    ArticleExplanation, CollisionMesh, Hit, Journal, JournalContact, JournalEntry, Purpose,
    StepOutcome, geom::Aabb,
};

use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{phrase, phrase_of},
};
use hexbound_level::Level;
use hexbound_sim as sim;
use hexbound_sim::{BoxDecision, Choice, CollisionMode, Player, World};

/// The length at which a contact's normal is drawn, meters.
const ARROW_LENGTH: f32 = 0.6;
/// The time whose displacement represents the velocity, seconds.
const VELOCITY_TIME: f32 = 0.5;
/// The speed below which no velocity is drawn, m/s.
const MIN_DRAWN_SPEED: f32 = 0.01;

pub(crate) fn inspect(level: &Level, world: &World, request: &InspectionRequest) -> Inspection {
    let player = &world.player;
    let sight = Sight::of(request);
    let mode = player.report.wished.methods.collision;
    let mut view = Inspection::titled(phrase_of("contacts", mode.name()));
    show_body(player, request.eye, &mut view.debug);
    let Some(journal) = world.journal() else {
        view.legend.report(phrase("told-from-the-next-tick"));
        return view;
    };
    match mode {
        CollisionMode::Swept => {
            let found = contacts(&journal.kernel);
            show_contacts(&found, &mut view);
            let points = found.iter().map(|hit| [hit.point.as_vec3()]);
            report_hidden(&mut view.legend, sight.hidden(points));
        }
        CollisionMode::Article => show_pushes(&level.collision, journal, &sight, &mut view),
        CollisionMode::Box => view.legend.report(phrase("box-has-no-contacts")),
    }
    show_velocity(player, &sight, &mut view);
    show_ground_rays(world, &sight, &mut view);
    if let Some(decision) = &player.report.box_decision {
        show_places(player, decision, &mut view);
    }
    impacts::show(level, world, journal, &sight, &mut view);
    view
}

/// The contacts of a tick in the order of its sweeps, only the first of each triangle. A rejected step
/// has no contacts.
fn contacts(kernel: &Journal) -> Vec<Hit> {
    let is_taken =
        |entry: &JournalEntry| matches!(entry, JournalEntry::Step(StepOutcome::Taken { .. }));
    let stepped = kernel.entries.iter().any(is_taken);
    let mut hits: Vec<Hit> = Vec::new();
    for (purpose, contact) in kernel.entries.iter().flat_map(contacts_of) {
        let is_known = |hit: &Hit| hit.triangle == contact.hit.triangle;
        if (stepped || !is_of_step(purpose)) && !hits.iter().any(is_known) {
            hits.push(contact.hit);
        }
    }
    hits
}

/// Returns whether a query is part of a step up.
fn is_of_step(purpose: Purpose) -> bool {
    matches!(
        purpose,
        Purpose::StepUp | Purpose::StepForward | Purpose::StepDown
    )
}

/// The contacts of a query, with its purpose.
fn contacts_of(entry: &JournalEntry) -> Vec<(Purpose, &JournalContact)> {
    match entry {
        JournalEntry::Sweep(sweep) => {
            let contacts = sweep.contacts.iter();
            contacts.map(|it| (sweep.purpose, it)).collect()
        }
        JournalEntry::Slide(slide) => {
            let contacts = slide.legs.iter().flat_map(|leg| &leg.contacts);
            contacts.map(|it| (slide.purpose, it)).collect()
        }
        JournalEntry::Release(_) | JournalEntry::Step(_) | JournalEntry::Ground(_) => Vec::new(),
    }
}

fn show_contacts(hits: &[Hit], Inspection { debug, legend }: &mut Inspection) {
    for hit in hits {
        let point = hit.point.as_vec3();
        debug.cross(point, 0.07, CORAL);
        debug.arrow(point, point + hit.normal.as_vec3() * ARROW_LENGTH, AMBER);
    }
    let points = phrase("contact-points").with("count", hits.len());
    legend.color(CORAL, points);
    legend.color(AMBER, phrase("contact-normals"));
    for hit in hits.iter().take(4) {
        let contact = phrase("contact-with").with("feature", feature(hit.feature));
        let contact = contact.with("triangle", hit.triangle);
        legend.report(contact.with("normal", triple(hit.normal, 2)));
    }
}

/// Shows the triangles that pushed the tested point in the article's test, and the displacement of each
/// push.
fn show_pushes(mesh: &CollisionMesh, journal: &sim::Journal, sight: &Sight, view: &mut Inspection) {
    let Inspection { debug, legend } = view;
    let Some(article) = &journal.article else {
        return;
    };
    let mut at = article.path[1];
    let mut shapes = Vec::new();
    for push in &article.pushes {
        debug.cross(at, 0.07, CORAL);
        debug.arrow(at, at + push.push.normalize_or_zero() * ARROW_LENGTH, AMBER);
        shapes.push(pushing_shape(mesh, push, at, debug));
        at += push.push;
    }
    let count = article.pushes.len();
    legend.color(CORAL, phrase("article-pushed").with("count", count));
    report_hidden(legend, sight.hidden(shapes.into_iter()));
    legend.color(AMBER, phrase("article-push-ways"));
    for push in article.pushes.iter().take(4) {
        report_push(push, legend);
    }
}

/// Describes a push: its triangle and its length.
pub(crate) fn report_push(push: &ArticleExplanation, legend: &mut Legend) {
    let millimeters = format!("{:.2}", push.push.length() * 1e3);
    let text = phrase("article-push").with("triangle", push.triangle);
    legend.report(text.with("millimeters", millimeters));
}

/// Draws the triangle that pushed the tested point, and returns its corners. For a moving part, which has
/// moved on since, only the point is drawn.
pub(crate) fn pushing_shape(
    mesh: &CollisionMesh,
    push: &ArticleExplanation,
    at: Vec3,
    debug: &mut DebugLines,
) -> Vec<Vec3> {
    if push.triangle as usize >= mesh.len() {
        return vec![at];
    }
    let corners = mesh.corners(push.triangle);
    outlines::face(&corners, CORAL, 0.15, debug);
    corners.to_vec()
}

fn show_velocity(player: &Player, sight: &Sight, Inspection { debug, legend }: &mut Inspection) {
    let speed = player.velocity.length();
    let velocity = phrase("velocity").with("speed", format!("{speed:.2}"));
    legend.color(GREEN, velocity);
    if speed > MIN_DRAWN_SPEED {
        let from = player.position;
        let to = from + player.velocity * VELOCITY_TIME;
        debug.arrow(from, to, GREEN);
        if !sight.shows_any_of(&[from, to]) {
            legend.add(None, phrase("velocity-out-of-view"), Weight::Detail);
        }
    }
}

/// The candidate places of mode `box`, with their names and colors.
pub(crate) fn box_places(decision: &BoxDecision) -> Vec<(&'static str, Vec3, DebugColor)> {
    let BoxDecision { p0, p1, p2, .. } = *decision;
    let mut places = vec![("p0", p0, GRAY), ("p1", p1, PALE), ("p2", p2, BLUE)];
    if let Some((p3, p4)) = decision.slide {
        places.extend([("p3", p3, VIOLET), ("p4", p4, GREEN)]);
    }
    places
}

/// Names the candidate places of mode `box`, the chosen one, and the reason.
pub(crate) fn report_places(decision: &BoxDecision, legend: &mut Legend) {
    let taken = <&str>::from(decision.taken);
    for (name, _, color) in box_places(decision) {
        let words = phrase_of("box-place", name);
        let words = match name == taken {
            true => phrase("taken-place").with("place", words),
            false => words,
        };
        legend.color(color, words);
    }
    let reason = phrase_of("box-reason", decision.reason.into());
    legend.report(phrase("because").with("reason", reason));
}

/// Draws the box at each of the candidate places of mode `box`.
fn show_places(player: &Player, decision: &BoxDecision, view: &mut Inspection) {
    let half = player.body().half_extents();
    for (_, place, color) in box_places(decision) {
        (view.debug).cuboid(Aabb::new(place - half, place + half), color);
    }
    report_places(decision, &mut view.legend);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_walks::{ahead, begun, block, play};
    use hexbound_sim::{Buttons, CollisionMode, Command, Methods, ReportedContacts};

    /// A body that runs against an edge touches the triangles on both sides of it; by the method of one
    /// contact no query returns more than one.
    #[test]
    fn contacts_are_those_that_the_methods_questions_were_answered_with() {
        for reported in [ReportedContacts::All, ReportedContacts::First] {
            let level = block(0.6, 0.0);
            let mut world = begun(&level);
            let command = Command::holding(Buttons::FORWARD).by(Methods {
                contacts: reported,
                ..Methods::default()
            });
            let mut most = 0;
            for _ in 0..120 {
                play(&mut world, &level, command, 1);
                let kernel = &world.journal().unwrap().kernel;
                let shown = contacts(kernel);
                for leg in kernel.moves().flat_map(|slide| &slide.legs) {
                    let is_shown = |it: &JournalContact| {
                        shown.iter().any(|hit| hit.triangle == it.hit.triangle)
                    };
                    assert!(leg.contacts.iter().all(is_shown), "{shown:?}");
                    most = most.max(leg.contacts.len());
                }
            }
            assert_eq!(most > 1, reported == ReportedContacts::All, "{most}");
        }
    }

    #[test]
    fn a_step_that_was_not_taken_has_no_contacts() {
        let level = block(0.3, 0.0);
        let mut world = begun(&level);
        let is_taken =
            |entry: &JournalEntry| matches!(entry, JournalEntry::Step(StepOutcome::Taken { .. }));
        let kernel = (0..120).find_map(|_| {
            play(&mut world, &level, ahead(CollisionMode::Swept), 1);
            let kernel = &world.journal().unwrap().kernel;
            kernel.entries.iter().any(is_taken).then(|| kernel.clone())
        });
        let mut kernel = kernel.expect("the step is taken");
        // Only the queries of the step remain.
        kernel.entries.retain(|entry| match entry {
            JournalEntry::Sweep(sweep) => is_of_step(sweep.purpose),
            JournalEntry::Slide(slide) => is_of_step(slide.purpose),
            _ => true,
        });
        assert!(!contacts(&kernel).is_empty());
        kernel.entries.retain(|entry| !is_taken(entry));
        assert!(contacts(&kernel).is_empty());
    }
}
