//! Walking in mode `swept` with the ground of the walking notes: four rays find the height and the slope
//! of the ground, and so whether a step is taken. The kernel does the rest: the body is swept up to that
//! height, along, and down, and never ends inside a solid.

use glam::DVec3;

use super::ground_rays::{GroundSearch, RayGround, walk_span};
use hexbound_collide::{Ground, MoveError, Mover, Purpose, SKIN, SlideRule, WalkEnd};

use crate::{bodies::free_fraction, tuning::WALK_FOOTING};

/// The greatest distance to ground that carries a body although its rays miss the ground, meters. The
/// rays at the corners of its box do so on a post or on a brink.
const TOUCH_DISTANCE: f64 = 0.01;

/// Makes one move on the ground from `start` by `motion`; `height` is that of the ground at the start,
/// meters. The vertical component of the motion is ignored, since the rays find the height.
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
    mover.set_purpose(Purpose::StepUp);
    let lifted = raised(mover, start, wanted - start.y);
    mover.set_purpose(Purpose::Move);
    let mut end = mover.slide(lifted, along, SlideRule::Walking)?;
    mover.set_purpose(Purpose::Ground);
    let ground = match under(mover, search, end.position, height) {
        Some(ground) => {
            let down = DVec3::new(end.position.x, standing_on(mover, &ground), end.position.z);
            end.position = furthest_free(mover, end.position, down);
            Some(Ground {
                position: end.position,
                normal: ground.normal.as_dvec3(),
                height: f64::from(ground.height),
                face_up: f64::from(ground.normal.y),
            })
        }
        None => {
            end.position = furthest_free(mover, end.position, end.position + start - lifted);
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

/// The height of the center of a body that stands on `ground`, whose own size includes the skin.
fn standing_on(mover: &Mover, ground: &RayGround) -> f64 {
    f64::from(ground.height + mover.body().half_extents().y)
}

fn raised(mover: &mut Mover, start: DVec3, rise: f64) -> DVec3 {
    furthest_free(mover, start, start + DVec3::Y * rise.max(0.0))
}

/// The furthest free point of a path.
fn furthest_free(mover: &mut Mover, from: DVec3, to: DVec3) -> DVec3 {
    from.lerp(to, free_fraction(mover, from, to))
}
