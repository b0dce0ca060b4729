//! A body that is pressed into a groove at 300 m/s, and the way out along the groove.

use std::sync::Arc;

use glam::DVec3;
use hexbound_collide::{Body, clip_velocity};

use super::{Performance, SECOND, ShownBody, Slide, acted::Acted};
use crate::{
    body::{HALF_HEIGHT, RADIUS},
    clock::TICK,
    level::Level,
};

/// Straight down, meters a second.
const SPEED: f64 = 300.0;
/// Where the body begins, meters.
const START: DVec3 = DVec3::new(0.1, 4.5, -2.5);
/// The tick at which the push begins, and the ticks from one move to the next, so that one sees them.
const FROM: u64 = 60;
const EVERY: u64 = 10;
/// The most contacts of one move, by the method that gives up.
const MOST_CONTACTS: usize = 5;

struct Pressed {
    level: Arc<Level>,
    body: Body,
    slide: Slide,
    place: DVec3,
}

/// Begins the push. The figure: how far the body has come along the groove, meters.
pub(super) fn pressed(level: &Arc<Level>, slide: Slide) -> Box<dyn Performance> {
    let Ok(body) = Body::ellipsoid(RADIUS, HALF_HEIGHT) else {
        return super::nothing();
    };
    Acted {
        state: Pressed {
            level: Arc::clone(level),
            body,
            slide,
            place: START,
        },
        length: 4 * SECOND,
        step: |state, tick| {
            if tick >= FROM && tick.is_multiple_of(EVERY) {
                let motion = DVec3::NEG_Y * (SPEED * f64::from(TICK));
                state.place = (state.slide)(&state.level, &state.body, state.place, motion);
            }
        },
        bodies: |state| vec![ShownBody::person(state.place.as_vec3())],
        figure: |state| START.z - state.place.z,
    }
    .begin()
}

/// Slides with the library's sweep, but turns the motion by the plane that was met last alone, and
/// gives up after [`MOST_CONTACTS`]: in a groove each side turns the motion into the other.
pub(super) fn by_last_plane(level: &Level, body: &Body, from: DVec3, motion: DVec3) -> DVec3 {
    let (mut place, mut left) = (from, motion);
    for _ in 0..MOST_CONTACTS {
        let hit = level.collision.sweep(body, place, place + left);
        let Some(hit) = hit.ok().flatten() else {
            return place + left;
        };
        place += left * hit.fraction;
        left = clip_velocity(left * (1.0 - hit.fraction), &[hit.normal]);
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::museum::kernel::{slide_by_library, tests::alone};

    #[test]
    fn one_plane_alone_is_followed_by_both() {
        let level = alone("f4");
        let body = Body::ellipsoid(RADIUS, HALF_HEIGHT).unwrap();
        let from = DVec3::new(0.0, f64::from(HALF_HEIGHT) + 0.1, -5.0);
        let motion = DVec3::new(0.5, -0.5, 0.0);
        for slide in [slide_by_library, by_last_plane] {
            let end = slide(&level, &body, from, motion);
            assert!(
                (end - from - DVec3::new(0.5, -0.1, 0.0)).length() < 1e-6,
                "{end}"
            );
        }
    }
}
