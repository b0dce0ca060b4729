//! The lines that show a tick. Its displacements are a few centimeters long, so all are enlarged by one
//! factor about the start of the move.

use glam::{DVec3, Vec3};
use hexbound_collide::{JournalContact, geom::Aabb};

use super::contacts_of;
use crate::{
    Inspection, Legend, Weight,
    contacts::{box_places, pushing_shape},
    legend::colors::{AMBER, BLUE, CORAL, GRAY, GREEN, PALE, VIOLET},
    outlines,
};
use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{Phrase, phrase},
};
use hexbound_level::Level;
use hexbound_sim::{ArticleJournal, BoxDecision, Journal, Stage};

/// The largest drawn length of a displacement, meters.
const MAX_DRAWN_LENGTH: f32 = 0.9;
/// The possible magnifications.
const MAGNIFICATION_STEPS: [f32; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
/// The length of a contact's normal, meters.
const NORMAL_LENGTH: f32 = 0.5;
/// The distance from the body beyond which drawn elements need not be visible in a picture of a tick,
/// meters.
const MAX_SEEN_DISTANCE: f32 = 3.0;

/// Returns the factor by which the displacements of a tick are enlarged.
fn magnification(journal: &Journal) -> f32 {
    let [from, to] = journal.wished;
    let length = from
        .distance(to)
        .max(journal.start().distance(journal.end()));
    let mut fitting = MAGNIFICATION_STEPS.into_iter().rev();
    fitting
        .find(|factor| length * factor <= MAX_DRAWN_LENGTH)
        .unwrap_or(1.0)
}

/// Returns the center of a picture of a tick, local, meters: between the first contact and the body.
pub fn picture_center(journal: &Journal) -> Vec3 {
    let body = journal.start();
    let touched = contacts_of(&journal.kernel).next();
    touched.map_or(body, |contact| body.lerp(contact.hit.point.as_vec3(), 0.5))
}

/// Returns the points that a picture of a tick must contain, local, meters: the body's outline, the ends
/// of displacements, and the contacts with their normals. Whole triangles may be far too large.
pub fn picture_points(level: &Level, journal: &Journal) -> Vec<Vec3> {
    let mut outline = DebugLines::default();
    outlines::body(&journal.body, move_start(journal), PALE, &mut outline);
    let outline = outline.lines.iter().map(|line| line.ends);
    let half = journal.body.half_extents();
    let places = journal.box_decision.iter().flat_map(box_places);
    let boxes = places.map(|(_, place, _)| [place - half, place + half]);
    let segments = draw(level, journal, &mut Inspection::default());
    let start = journal.start();
    (segments.into_iter().chain(outline).chain(boxes).flatten())
        .filter(|at| at.distance(start) <= MAX_SEEN_DISTANCE)
        .collect()
}

/// Draws a tick, and names the drawn elements in the legend. Returns the ends of its displacements and
/// normals.
pub(super) fn draw(level: &Level, journal: &Journal, view: &mut Inspection) -> Vec<[Vec3; 2]> {
    let Inspection { debug, legend } = view;
    let mut shown = Vec::new();
    let mut arrow = |debug: &mut DebugLines, [from, to]: [Vec3; 2], color: DebugColor| {
        debug.arrow(from, to, color);
        shown.push([from, to]);
    };
    let factor = magnification(journal);
    let start = move_start(journal);
    let scale = |place: Vec3| start + (place - start) * factor;
    outlines::body(&journal.body, start, PALE, debug);
    let [from, to] = journal.wished;
    arrow(debug, [scale(from), scale(to)], GREEN);
    for contact in contacts_of(&journal.kernel) {
        draw_contact(contact, debug);
        let (point, normal) = (contact.hit.point.as_vec3(), contact.hit.normal.as_vec3());
        arrow(debug, [point, point + normal * NORMAL_LENGTH], CORAL);
    }
    let mut number = 0;
    for slide in journal.kernel.moves() {
        for leg in slide.legs.iter().filter(|leg| leg.wish != DVec3::ZERO) {
            number += 1;
            let [from, to] = [leg.from, leg.to].map(|at: DVec3| scale(at.as_vec3()));
            arrow(debug, [from, to], AMBER);
            debug.cross(to, 0.03, AMBER);
            legend.label(to, Phrase::plain(number.to_string()), AMBER);
            if let Some((left, _, _)) = super::turn_of(leg) {
                arrow(debug, [to, to + left.as_vec3() * factor], BLUE);
            }
        }
    }
    if let Some(article) = &journal.article {
        let offset = journal.wished[0] - article.path[0];
        let pushed = [article.path[1], article.end].map(|at| scale(at + offset));
        arrow(debug, pushed, CORAL);
        draw_pushes(level, article, debug);
    }
    if let Some(decision) = &journal.box_decision {
        draw_places(decision, journal.body.half_extents(), debug, legend);
    }
    arrow(debug, [scale(journal.start()), scale(journal.end())], PALE);
    name_colors(journal, legend);
    if factor > 1.0 {
        legend.report(phrase("why-drawn-longer").with("factor", factor as u32));
    }
    shown
}

/// Returns the place where the body's own move began, local, meters.
fn move_start(journal: &Journal) -> Vec3 {
    journal.after(Stage::Release).unwrap_or(journal.start())
}

/// Names the colors of the drawn elements that the account does not name.
fn name_colors(journal: &Journal, legend: &mut Legend) {
    if contacts_of(&journal.kernel).next().is_some() {
        legend.add(Some(VIOLET), phrase("why-touched"), Weight::Detail);
    }
    legend.add(Some(PALE), phrase("why-outline"), Weight::Detail);
}

/// Draws the triangles that pushed the article's point back.
fn draw_pushes(level: &Level, article: &ArticleJournal, debug: &mut DebugLines) {
    let mut at = article.path[1];
    for push in &article.pushes {
        pushing_shape(&level.collision, push, at, debug);
        at += push.push;
    }
}

/// Draws the candidate places of mode `box`, each with its name. The chosen one has the color of its
/// line.
fn draw_places(decision: &BoxDecision, half: Vec3, debug: &mut DebugLines, legend: &mut Legend) {
    let taken = <&str>::from(decision.taken);
    for (name, place, _) in box_places(decision) {
        let color = if name == taken { CORAL } else { GRAY };
        debug.cuboid(Aabb::new(place - half, place + half), color);
        legend.label(place + Vec3::Y * half.y, Phrase::plain(name), color);
    }
}

/// Draws the touched triangle and the contact point.
fn draw_contact(contact: &JournalContact, debug: &mut DebugLines) {
    let lift = contact.hit.normal * 0.002;
    let corners = contact.corners.map(|corner| (corner + lift).as_vec3());
    outlines::face(&corners, VIOLET, 0.12, debug);
    debug.cross(contact.hit.point.as_vec3(), 0.05, CORAL);
}
