//! The findings about passages through a level: holes, gaps too narrow to leave, obstacles that nearly
//! let the player pass, closed rooms, and movers that crush or lead nowhere. The functions are pure;
//! every answer is based on the player's own body and moves.

mod closed_off;
mod holes;
mod legs;
mod movers;
mod obstacles;
mod reach;
mod sticking;
mod trial;

use glam::{Quat, Vec3};

use hexbound_base::{
    body::{EYE_HEIGHT, HALF_HEIGHT},
    progress::Progress,
};
use hexbound_level::{Finding, Level, StartChoice};
use legs::{BodySize, Legs, Stride};
use reach::{CELL_SIDE, Limits, Reach};

/// The largest number of viewpoints of the player.
const MAX_EYES: usize = 16;

/// The findings about passages.
pub(crate) struct Passages {
    pub findings: Vec<Finding>,
    /// All places that the player reaches, local, meters.
    pub places: Vec<Vec3>,
    /// Viewpoints of the player distributed over the reached places, local, meters; the first is at the
    /// spawn.
    pub eyes: Vec<Vec3>,
}

/// Walks everywhere from the spawn and finds faults there; each part is reported to `progress`. A model
/// is only circled, since the ground there is not its author's.
pub(crate) fn walked(level: &Level, progress: &Progress) -> Passages {
    let mesh = &*level.collision;
    let spawn = level.spawn.position;
    let eye = Vec3::Y * (EYE_HEIGHT - HALF_HEIGHT);
    let unwalked = |eyes: Vec<Vec3>| Passages {
        findings: Vec::new(),
        places: Vec::new(),
        eyes,
    };
    if level.intent.start_choice == StartChoice::LaidGround {
        return unwalked(around(level.bounds.center(), spawn + eye));
    }
    let center = spawn.as_dvec3();
    let start = Legs::new(mesh, BodySize::STANDING, center).fall(center);
    let Stride::Fell(spot) = start else {
        return unwalked(vec![spawn + eye]);
    };
    // The estimated number of places is that of one floor with the level's extent.
    let extent = (level.bounds.max - level.bounds.min).as_dvec3();
    let floor = (extent.x * extent.z / (CELL_SIDE * CELL_SIDE)).max(1.0);
    let share = |places: usize| (places as f64 / floor).min(1.0) as f32;
    let walking = |places: usize| {
        let label = format!("walking everywhere: {places} places");
        progress(&label, Some(0.2 * share(places)));
    };
    let limits = Limits {
        progress: &walking,
        ..Limits::default()
    };
    let mut reach = Reach::on_foot(mesh, spot, &limits);
    let trying = |share: f32| {
        progress("trying steps and low passages", Some(0.2 + 0.1 * share));
    };
    let mut findings = obstacles::findings(level, &reach, &trying);
    let on_foot = reach.on_foot;
    let jumping = |places: usize| {
        let label = format!("jumping and crouching: {places} places");
        progress(&label, Some(0.3 + 0.2 * share(places - on_foot)));
    };
    reach.extend(
        mesh,
        &Limits {
            progress: &jumping,
            ..limits
        },
    );
    progress("looking for gaps", Some(0.5));
    findings.extend(holes::findings(level, &reach));
    findings.extend(sticking::findings(level, &reach));
    progress("looking for closed rooms", Some(0.7));
    findings.extend(closed_off::findings(level, &reach));
    findings.extend(movers::findings(level, &reach));
    let places: Vec<Vec3> = (reach.places().iter())
        .map(|it| it.spot.center.as_vec3())
        .collect();
    let stride = reach.on_foot.div_ceil(MAX_EYES).max(1);
    let eyes = places[..reach.on_foot].iter().step_by(stride);
    Passages {
        findings,
        eyes: eyes.map(|it| *it + eye).collect(),
        places,
    }
}

/// Viewpoints around a model; the first is that of the eye.
fn around(middle: Vec3, eye: Vec3) -> Vec<Vec3> {
    let away = eye - middle;
    let turned = |at: usize| {
        let turn = at as f32 * std::f32::consts::TAU / MAX_EYES as f32;
        middle + Quat::from_rotation_y(turn) * away
    };
    (0..MAX_EYES).map(turned).collect()
}
