//! The lines that show a tick. Its ways are a few centimeters long, so all are drawn longer than they
//! are by the same whole factor, from where the tick began.

use glam::{DVec3, Vec3};
use hexbound_collide::JournalContact;

use super::contacts_of;
use crate::{
    debug_lines::DebugLines,
    inspect::{
        Legend,
        legend::colors::{AMBER, BLUE, CORAL, GREEN, PALE, VIOLET, faint},
        outlines,
    },
    sim::{Journal, Stage},
    words::{Phrase, phrase},
};

/// The length at which ways are drawn, roughly, meters, and the factors to choose from.
const LENGTH: f32 = 0.9;
const FACTORS: [f32; 7] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
/// The length of a contact's normal, meters.
const NORMAL: f32 = 0.5;
/// The distance from the body beyond which a picture of a tick need not show what is drawn, meters.
const NEARBY: f32 = 3.0;

/// The factor by which the ways of a tick are drawn longer than they are.
fn magnification(journal: &Journal) -> f32 {
    let [from, to] = journal.wished;
    let length = from
        .distance(to)
        .max(journal.start().distance(journal.end()));
    let mut fitting = FACTORS.into_iter().rev();
    fitting
        .find(|factor| length * factor <= LENGTH)
        .unwrap_or(1.0)
}

/// The place that a picture of a tick looks at, local, meters: between the first contact and the body.
pub(crate) fn middle(journal: &Journal) -> Vec3 {
    let body = journal.start();
    let touched = contacts_of(&journal.kernel).next();
    touched.map_or(body, |contact| body.lerp(contact.hit.point.as_vec3(), 0.5))
}

/// The points that a picture of a tick has to show, local, meters: the body's outline, the ends of the ways
/// and the contacts with their normals. Whole triangles may be far too large for it.
pub(crate) fn to_be_seen(journal: &Journal) -> Vec<Vec3> {
    let mut debug = DebugLines::default();
    draw(journal, &mut debug, &mut Legend::default());
    let marks = debug.lines.iter().filter(|line| line.color != VIOLET);
    let start = journal.start();
    marks
        .flat_map(|line| line.ends)
        .filter(|at| at.distance(start) <= NEARBY)
        .collect()
}

/// Draws a tick, and names in the legend what is drawn.
pub(super) fn draw(journal: &Journal, debug: &mut DebugLines, legend: &mut Legend) {
    let factor = magnification(journal);
    let start = journal.after(Stage::Release).unwrap_or(journal.start());
    let long = |place: Vec3| start + (place - start) * factor;
    draw_body(journal, start, debug);
    let [from, to] = journal.wished;
    debug.arrow(long(from), long(to), GREEN);
    for contact in contacts_of(&journal.kernel) {
        draw_contact(contact, debug);
    }
    let mut number = 0;
    for slide in journal.kernel.moves() {
        for leg in slide.legs.iter().filter(|leg| leg.wish != DVec3::ZERO) {
            number += 1;
            let [from, to] = [leg.from, leg.to].map(|at: DVec3| long(at.as_vec3()));
            debug.arrow(from, to, AMBER);
            debug.cross(to, 0.03, AMBER);
            legend.label(to, Phrase::plain(number.to_string()), AMBER);
            if let Some((left, _, _)) = super::turn_of(leg) {
                debug.arrow(to, to + left.as_vec3() * factor, BLUE);
            }
        }
    }
    if let Some(article) = &journal.article {
        let above = journal.wished[0] - article.way[0];
        debug.arrow(
            long(article.way[1] + above),
            long(article.end + above),
            CORAL,
        );
    }
    debug.arrow(long(journal.start()), long(journal.end()), PALE);
    if factor > 1.0 {
        legend.tell(phrase("why-drawn-longer").with("factor", factor as u32));
    }
}

/// Draws the triangle that the body's center went through.
pub(super) fn draw_crossed(corners: [Vec3; 3], debug: &mut DebugLines) {
    debug.fill(&corners, faint(CORAL, 0.2));
    debug.outline(&corners, CORAL);
}

/// Draws the body's outline where the move began, for an eye outside of it.
fn draw_body(journal: &Journal, center: Vec3, debug: &mut DebugLines) {
    outlines::body(&journal.body, center, PALE, debug);
}

fn draw_contact(contact: &JournalContact, debug: &mut DebugLines) {
    let lift = contact.hit.normal * 0.002;
    let corners = contact.corners.map(|corner| (corner + lift).as_vec3());
    debug.fill(&corners, faint(VIOLET, 0.12));
    debug.outline(&corners, VIOLET);
    let point = contact.hit.point.as_vec3();
    debug.cross(point, 0.05, CORAL);
    debug.arrow(point, point + contact.hit.normal.as_vec3() * NORMAL, CORAL);
}
