//! A tick in one sentence for a player: the obstacle that stopped or turned them.

use glam::{DVec3, Vec3};
use hexbound_collide::{JournalContact, JournalEntry, MIN_WALKABLE_UP};

use super::{contacts_of, turn_of};
use hexbound_base::words::{Phrase, phrase, phrase_of};
use hexbound_level::Level;
use hexbound_sim::{Journal, Manner, Stage, tuning::STEP_HEIGHT};

/// The highest obstacle that is called a step instead of a wall, meters.
const MAX_STEP_HEIGHT: f64 = 1.2;
/// The distance behind a contact at which the top of a step is probed, meters.
const EDGE_PROBE_DISTANCE: f64 = 0.05;
/// The slope below which a face that is too steep to stand on is called a wall, as the y component of its
/// unit normal.
const MIN_SLOPE_Y: f64 = 0.2;
/// The y component of a unit normal below which a face is called a ceiling.
const MAX_CEILING_Y: f64 = -0.5;

/// Returns a sentence about what stopped or turned the player in a tick.
pub(super) fn summary(level: &Level, journal: &Journal) -> Phrase {
    if journal.crossed.is_some() {
        return phrase("why-you-crossed");
    }
    if journal.after(Stage::Respawn).is_some() {
        return phrase("why-you-respawned");
    }
    let contact = contacts_of(&journal.kernel).next();
    match contact {
        Some(contact) => describe_contact(level, journal, contact),
        None => describe_motion(journal),
    }
}

/// The sentence about a move whose first contact is `contact`.
fn describe_contact(level: &Level, journal: &Journal, contact: &JournalContact) -> Phrase {
    let walks = journal.manner == Manner::Walk;
    if let Some(height) = step_height(level, journal, contact).filter(|_| walks) {
        return phrase("why-you-step")
            .with("height", centimeters(height))
            .with("highest", centimeters(STEP_HEIGHT));
    }
    let what = match contact.hit.normal.y {
        y if y >= MIN_WALKABLE_UP => "ground",
        y if y > MIN_SLOPE_Y => "slope",
        y if y > MAX_CEILING_Y => "wall",
        _ => "ceiling",
    };
    let text = match outcome(journal) {
        MoveOutcome::Stopped if what == "wall" => phrase("why-you-stopped"),
        MoveOutcome::Cornered => phrase("why-you-cornered"),
        MoveOutcome::Stopped | MoveOutcome::Slid => phrase("why-you-slid"),
    };
    text.with("what", phrase_of("why-obstacle", what))
}

/// The outcome of a move with a contact.
enum MoveOutcome {
    Stopped,
    /// The player was stopped between several obstacles.
    Cornered,
    Slid,
}

fn outcome(journal: &Journal) -> MoveOutcome {
    let legs = journal.kernel.moves().flat_map(|slide| &slide.legs);
    let stops = legs
        .filter_map(turn_of)
        .filter(|(left, ..)| *left == DVec3::ZERO);
    match stops.last() {
        None => MoveOutcome::Slid,
        Some((_, [] | [_], _)) => MoveOutcome::Stopped,
        Some(_) => MoveOutcome::Cornered,
    }
}

/// The height of the step with a steep contact, meters above the player's feet; `None` if the player
/// climbs it, or it is no step.
fn step_height(level: &Level, journal: &Journal, contact: &JournalContact) -> Option<f64> {
    let normal = contact.hit.normal;
    if !(MAX_CEILING_Y..MIN_WALKABLE_UP).contains(&normal.y) {
        return None;
    }
    let feet = f64::from(journal.start().y) - f64::from(journal.body.half_extents().y);
    let ahead = (-normal).with_y(0.0).normalize_or_zero() * EDGE_PROBE_DISTANCE;
    let from = (contact.hit.point + ahead).with_y(feet + MAX_STEP_HEIGHT);
    let top = level
        .collision
        .ray_cast(from.as_vec3(), Vec3::NEG_Y, MAX_STEP_HEIGHT as f32)?;
    let height = MAX_STEP_HEIGHT - f64::from(top.distance);
    (f64::from(top.normal.y) >= MIN_WALKABLE_UP && height > STEP_HEIGHT).then_some(height)
}

/// The sentence about a tick whose sweeps met nothing.
fn describe_motion(journal: &Journal) -> Phrase {
    let releases = journal.kernel.entries.iter().find_map(|entry| match entry {
        JournalEntry::Release(release) if release.places.len() > 1 => Some(release.before),
        _ => None,
    });
    let pushed = journal.article.iter().flat_map(|article| &article.pushes);
    let longest = pushed.map(|push| push.push.length()).reduce(f32::max);
    match (releases, longest, &journal.box_decision) {
        (Some(depth), ..) => phrase("why-you-overlapped").with("depth", centimeters(depth)),
        (_, Some(length), _) => phrase("why-you-pushed").with("length", centimeters(length.into())),
        (.., Some(decision)) => phrase_of("why-you-box", decision.reason.into()),
        _ => phrase("why-you-free"),
    }
}

/// Formats a length in whole centimeters, or in millimeters below one centimeter.
fn centimeters(length: f64) -> String {
    match length * 100.0 {
        short if short < 0.95 => format!("{short:.1}"),
        long => format!("{long:.0}"),
    }
}
