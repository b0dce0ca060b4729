//! A whole move: to the earliest contact, along what was met, until the motion is spent (the loop of
//! Christopoulos, "Collision Detection and Physically Based Modeling Tutorial"). The motion is clipped
//! in world meters by world normals, against every plane met in the move (as in `SV_FlyMove` of
//! Quake's source).

use glam::DVec3;

use super::{
    clip::{Limits, SlideRule, add_limits, clipped},
    noted_slide::NotedSlide,
    slide_end::SlideEnd,
};
use crate::{
    Hit, MoveError, Mover,
    sweep::check_move,
    work::{MOVE_WORK, Work},
};

/// Contacts a move may meet before its remainder is dropped. A corner takes three; what needs
/// more is a crumpled heap where standing still is the answer.
const MAX_CONTACTS: usize = 8;

impl Mover<'_> {
    /// Moves the body from `start` by `displacement`, meters, as far as the level allows, sliding along
    /// what blocks. It stops when the slide would lead back. A move that is not finite or too far away
    /// is an error.
    pub fn slide(
        &mut self,
        start: DVec3,
        displacement: DVec3,
        rule: SlideRule,
    ) -> Result<SlideEnd, MoveError> {
        self.work = Work::of(MOVE_WORK);
        self.slide_on(start, displacement, rule)
    }

    /// A slide as [`Mover::slide`] makes it, as part of a question.
    pub(super) fn slide_on(
        &mut self,
        start: DVec3,
        displacement: DVec3,
        rule: SlideRule,
    ) -> Result<SlideEnd, MoveError> {
        check_move(start, start + displacement)?;
        let mut end = SlideEnd::standing(start);
        let mut limits = Limits::new();
        let mut noted = NotedSlide::begin(self, start, displacement, rule);
        let mut motion = displacement;
        let mut left = 1.0;
        for _ in 0..MAX_CONTACTS {
            let met = self.sweep_checked(end.position, end.position + motion);
            let Some(fraction) = met.iter().map(|hit| hit.fraction).reduce(f64::min) else {
                end.go(motion, motion);
                note_leg(&mut noted, self, &end, (1.0, &[]), None);
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
            note_leg(
                &mut noted,
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
        if let Some(noted) = noted {
            self.note(|_| noted.finish());
        }
        Ok(end)
    }
}

/// Notes the leg that `end` has got last, where notes are taken. A leg is the free part of its
/// motion and what it met, then the motion that is left and what limits it.
#[inline]
fn note_leg(
    noted: &mut Option<NotedSlide>,
    mover: &Mover,
    end: &SlideEnd,
    met: (f64, &[Hit]),
    turned: Option<(DVec3, &Limits)>,
) {
    if let (Some(noted), Some(leg)) = (noted, end.legs.last()) {
        noted.leg(
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
        let mut slide = |from, way| mover.slide(from, way, SlideRule::Free).unwrap();
        let landed = slide(start, DVec3::NEG_Y * 3.0);
        let end = slide(landed.position, DVec3::NEG_Y);
        let slid = (end.position - landed.position).length();
        let off = slid - std::f64::consts::FRAC_1_SQRT_2;
        assert!(off.abs() < 1e-6, "slid {slid}");
    }
}
