//! A whole move: to the earliest contact, along the contacts so far, until the motion is spent (the loop
//! of Christopoulos, "Collision Detection and Physically Based Modeling Tutorial"). The motion is
//! clipped in world meters by world normals, against every plane met in the move (as in `SV_FlyMove` of
//! Quake's source).

use glam::DVec3;

use super::{
    clip::{Limits, SlideRule, add_limits, clipped},
    slide_end::SlideEnd,
    slide_recorder::SlideRecorder,
};
use crate::{
    Hit, MoveError, Mover,
    sweep::check_move,
    work::{MAX_MOVE_WORK, Work},
};

/// The most contacts of a move before its remainder is dropped. A corner has three; a move with more is
/// in a crumpled heap, where the body stops.
const MAX_CONTACTS: usize = 8;

impl Mover<'_> {
    /// Moves the body from `start` by `displacement`, meters, as far as the level allows, sliding along
    /// contacts. The slide stops when it would lead back. A move that is not finite or too far away is
    /// an error.
    pub fn slide(
        &mut self,
        start: DVec3,
        displacement: DVec3,
        rule: SlideRule,
    ) -> Result<SlideEnd, MoveError> {
        self.work = Work::new(MAX_MOVE_WORK);
        self.slide_on(start, displacement, rule)
    }

    /// A slide as in [`Mover::slide`], with the remaining work of a larger query.
    pub(super) fn slide_on(
        &mut self,
        start: DVec3,
        displacement: DVec3,
        rule: SlideRule,
    ) -> Result<SlideEnd, MoveError> {
        check_move(start, start + displacement)?;
        let mut end = SlideEnd::stationary(start);
        let mut limits = Limits::new();
        let mut recorder = SlideRecorder::begin(self, start, displacement, rule);
        let mut motion = displacement;
        let mut left = 1.0;
        for _ in 0..MAX_CONTACTS {
            let met = self.sweep_checked(end.position, end.position + motion);
            let Some(fraction) = met.iter().map(|hit| hit.fraction).reduce(f64::min) else {
                end.go(motion, motion);
                record_leg(&mut recorder, self, &end, (1.0, &[]), None);
                break;
            };
            if end.hits.is_empty() {
                end.first_fraction = fraction;
            }
            end.go(motion * fraction, motion);
            left *= 1.0 - fraction;
            met.iter()
                .for_each(|hit| add_limits(&mut limits, hit, rule));
            motion = clipped(displacement * left, &limits);
            record_leg(
                &mut recorder,
                self,
                &end,
                (fraction, &met),
                Some((motion, &limits)),
            );
            end.hits.extend(met);
            if motion.dot(displacement) < 0.0 && limits.iter().all(|limit| limit.push == 0.0) {
                break;
            }
        }
        end.planes.extend(limits.iter().map(|limit| limit.normal));
        if let Some(recorder) = recorder {
            self.record(|_| recorder.finish());
        }
        Ok(end)
    }
}

/// Records the last leg of `end` if there is a recorder: the free share of its motion and its contacts,
/// then the remaining motion and its limits.
#[inline]
fn record_leg(
    recorder: &mut Option<SlideRecorder>,
    mover: &Mover,
    end: &SlideEnd,
    met: (f64, &[Hit]),
    turned: Option<(DVec3, &Limits)>,
) {
    if let (Some(recorder), Some(leg)) = (recorder, end.legs.last()) {
        recorder.leg(
            mover,
            leg,
            met,
            turned.map(|(left, limits)| (left, &limits[..])),
        );
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::test_meshes::{mover, quads, square, upright};

    /// A tall body slides along a 45° roof by the world's normal, not by the ellipsoid space's
    /// (0.71 m of a meter, not 1.18).
    #[test]
    fn the_slide_is_in_world_meters() {
        let roof = quads(&square(20.0).map(|(x, z)| Vec3::new(x, x, z)));
        let start = DVec3::Y * 1.2;
        let mut mover = mover(&roof, upright(0), start);
        let mut slide = |from, wish| mover.slide(from, wish, SlideRule::Free).unwrap();
        let landed = slide(start, DVec3::NEG_Y * 3.0);
        let end = slide(landed.position, DVec3::NEG_Y);
        let slid = (end.position - landed.position).length();
        let off = slid - std::f64::consts::FRAC_1_SQRT_2;
        assert!(off.abs() < 1e-6, "slid {slid}");
    }
}
