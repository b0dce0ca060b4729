//! The judge of moves, in double precision and independent of the library: a body's center may
//! pass through no triangle, and the body may never be deeper in one than the skin.

use glam::DVec3;
use hexbound_collide::SKIN;

use crate::{
    judge::{Shape, is_between},
    scenes::Judged,
};

/// Checks that the center passes through nothing, and that the body is never deeper than the skin.
pub fn judge_leg(judged: &Judged, shape: &Shape, from: DVec3, to: DVec3) -> Result<(), String> {
    let delta = to - from;
    let (low, high) = (from.min(to), from.max(to));
    let near = |corners: &&[DVec3; 3]| is_between(**corners, low, high);
    if let Some(corners) = judged.iter().filter(near).find(|c| crosses(from, to, **c)) {
        return Err(format!(
            "the center passes through {corners:?} on its way from {from} to {to}"
        ));
    }
    // Samples along the leg, half a body apart, and its end.
    let samples = ((delta.length() / shape.axes.min_element() * 2.0) as usize).clamp(1, 24);
    for sample in 1..=samples {
        let at = from + delta * (sample as f64 / samples as f64);
        if shape.touches(judged, at, -f64::from(SKIN)) {
            let leg = format!("on the way from {from} to {to}");
            return Err(format!("deeper than the skin at {at} {leg}"));
        }
    }
    Ok(())
}

pub fn crosses(from: DVec3, to: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let (before, after) = (normal.dot(from - a), normal.dot(to - a));
    if before * after >= 0.0 {
        return false;
    }
    let at = from + (to - from) * (before / (before - after));
    let is_inside = |(p, q): (DVec3, DVec3)| normal.dot((q - p).cross(at - p)) > 0.0;
    [(a, b), (b, c), (c, a)].into_iter().all(is_inside)
}
