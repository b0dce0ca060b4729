//! Walking in mode `swept` with the ground of the walking notes: four rays decide how high the
//! ground is and how it slopes, and so whether a step is taken. The kernel does the rest: the body
//! is swept up to that height, along, and down, and never ends in anything.

use glam::DVec3;

use super::ground_rays::{GroundSearch, RayGround, walk_span};
use hexbound_collide::{Ground, MoveError, Mover, Purpose, SKIN, SlideRule, WalkEnd};

use crate::{bodies::free_part, tuning::WALK_FOOTING};

/// The maximum distance of the ground that carries a body whose rays, at the corners of its box,
/// miss it: on a post, on a brink. Meters.
const TOUCH_DISTANCE: f64 = 0.01;

/// One move on the ground from `start` by `motion`; `height` is the ground's there, meters. What
/// the motion rises or falls does not matter, the rays see it.
pub(super) fn walk(
    mover: &mut Mover,
    search: &mut GroundSearch,
    start: DVec3,
    motion: DVec3,
    height: f64,
) -> Result<WalkEnd, MoveError> {
    let along = DVec3::new(motion.x, 0.0, motion.z);
    let ahead = under(mover, search, start + along, height);
    let wanted = ahead.map_or(start.y, |ground| standing_on(mover, &ground));
    mover.ask_for(Purpose::StepUp);
    let lifted = raised(mover, start, wanted - start.y);
    mover.ask_for(Purpose::Move);
    let mut end = mover.slide(lifted, along, SlideRule::Walking)?;
    mover.ask_for(Purpose::Ground);
    let ground = match under(mover, search, end.position, height) {
        Some(ground) => {
            let down = DVec3::new(end.position.x, standing_on(mover, &ground), end.position.z);
            end.position = swept(mover, end.position, down);
            Some(Ground {
                position: end.position,
                normal: ground.normal.as_dvec3(),
                height: f64::from(ground.height),
                face_up: f64::from(ground.normal.y),
            })
        }
        None => {
            end.position = swept(mover, end.position, end.position + start - lifted);
            mover.find_ground(end.position, TOUCH_DISTANCE, f64::INFINITY, &WALK_FOOTING)?
        }
    };
    Ok(WalkEnd { end, ground })
}

/// The ground at most a step above and a snap below `height`.
fn under(
    mover: &Mover,
    search: &mut GroundSearch,
    position: DVec3,
    height: f64,
) -> Option<RayGround> {
    let body = *mover.body();
    let half = body.grown(-SKIN).unwrap_or(body).half_extents();
    search.under(position.as_vec3(), half, walk_span(height))
}

/// The height of the center of the body that stands there, whose own size has the skin in it.
fn standing_on(mover: &Mover, ground: &RayGround) -> f64 {
    f64::from(ground.height + mover.body().half_extents().y)
}

fn raised(mover: &mut Mover, start: DVec3, rise: f64) -> DVec3 {
    swept(mover, start, start + DVec3::Y * rise.max(0.0))
}

/// The furthest point of a way that nothing blocks.
fn swept(mover: &mut Mover, from: DVec3, to: DVec3) -> DVec3 {
    from.lerp(to, free_part(mover, from, to))
}
