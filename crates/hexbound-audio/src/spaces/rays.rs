//! The limited rays of one frame that find obstacles of sounds, and the result for each sound so far.

use std::cell::Cell;

use glam::Vec3;

use super::occlusion::{PathTest, SoundOcclusion};
use crate::Moment;
use hexbound_sim::MovedLevel;

/// The largest number of rays in a frame, however many sounds are behind walls.
const MAX_RAYS: usize = 128;
/// The time constant of a change of occlusion, seconds.
const EASE_SECONDS: f32 = 0.12;
/// The occlusion of a new sound whose direct path is blocked, until its detours are known.
const ASSUMED_OCCLUSION: SoundOcclusion = SoundOcclusion(0.7);

/// The remaining rays of a frame, among the level and its movers.
pub(crate) struct OcclusionRays<'a> {
    ear: Vec3,
    /// The level and its movers at their positions; `None` has no obstacles.
    moved: Option<MovedLevel<'a>>,
    left: Cell<usize>,
}

impl<'a> OcclusionRays<'a> {
    /// The rays of a moment.
    pub(crate) fn of(moment: &Moment<'a>) -> Self {
        let moved =
            (moment.around).map(|(level, world)| MovedLevel::at(level, world.tick, &world.play));
        Self {
            ear: moment.listener.position,
            moved,
            left: Cell::new(MAX_RAYS),
        }
    }

    /// Returns whether nothing is between two positions, local, meters; `None` if no rays are left.
    fn is_clear(&self, from: Vec3, to: Vec3) -> Option<bool> {
        let Some(moved) = &self.moved else {
            return Some(true);
        };
        self.left.set(self.left.get().checked_sub(1)?);
        Some(moved.is_clear(from, to))
    }
}

/// The occlusion of a sound, which is tested repeatedly and changes gradually.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EasedOcclusion {
    now: SoundOcclusion,
    target: SoundOcclusion,
    test: PathTest,
}

impl EasedOcclusion {
    /// The occlusion of a new sound, by its direct path alone.
    pub(crate) fn begin(rays: &OcclusionRays, source: Vec3) -> Self {
        let mut test = PathTest::default();
        let direct = test.test_direct(rays.ear, source, |from, to| rays.is_clear(from, to));
        let occlusion = direct.unwrap_or(ASSUMED_OCCLUSION);
        Self {
            now: occlusion,
            target: occlusion,
            test,
        }
    }

    /// Tests the detours of a new sound whose direct path is blocked. The result applies at once.
    pub(crate) fn settle(&mut self, rays: &OcclusionRays, source: Vec3) {
        if self.test.has_detours_left() {
            self.test_again(rays, source);
            self.now = self.target;
        }
    }

    /// Tests the source again, as far as the rays last. The result applies gradually.
    pub(crate) fn test_again(&mut self, rays: &OcclusionRays, source: Vec3) {
        let found = (self.test).advance(rays.ear, source, |from, to| rays.is_clear(from, to));
        self.target = found.unwrap_or(self.target);
    }

    /// The current occlusion.
    pub(crate) fn now(&self) -> SoundOcclusion {
        self.now
    }

    /// Advances the change by `seconds`.
    pub(crate) fn advance(&mut self, seconds: f32) {
        let fraction = 1.0 - (-seconds.max(0.0) / EASE_SECONDS).exp();
        self.now = self.now.lerp(self.target, fraction);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Listener;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Rules, World};

    /// Calls `look` with the rays of an ear in a closed room.
    fn in_a_room(look: impl Fn(&OcclusionRays, Vec3)) {
        let level = catalog::open("test:box-room").unwrap();
        let world = World::new(&level, Rules::default());
        let listener = Listener {
            position: world.player.eye_position(),
            yaw: 0.0,
        };
        let moment = Moment {
            around: Some((&level, &world)),
            ..Moment::of(&[], listener)
        };
        look(&OcclusionRays::of(&moment), listener.position);
    }

    #[test]
    fn a_frame_casts_so_many_rays_and_no_more() {
        in_a_room(|rays, ear| {
            let behind = (0..64).map(|at| ear + Vec3::new(at as f32 - 32.0, 0.0, 40.0));
            let behind: Vec<Vec3> = behind.collect();
            let begun = behind
                .iter()
                .map(|source| EasedOcclusion::begin(rays, *source));
            let mut all: Vec<EasedOcclusion> = begun.collect();
            assert_eq!(rays.left.get(), MAX_RAYS - 64, "one for each");
            for (occlusion, source) in all.iter_mut().zip(&behind) {
                occlusion.settle(rays, *source);
            }
            assert_eq!(rays.left.get(), 0);
            assert_eq!(all[0].now(), SoundOcclusion(1.0), "the first are known");
            assert_eq!(all[63].now(), ASSUMED_OCCLUSION, "and the last are not yet");
        });
    }

    #[test]
    fn what_is_seen_is_known_without_detours() {
        in_a_room(|rays, ear| {
            let occlusion = EasedOcclusion::begin(rays, ear + Vec3::NEG_Z * 3.0);
            assert_eq!(occlusion.now(), SoundOcclusion(0.0));
            assert_eq!(rays.left.get(), MAX_RAYS - 1);
        });
    }

    #[test]
    fn what_comes_in_the_way_is_heard_step_by_step() {
        let mut eased = EasedOcclusion {
            target: SoundOcclusion(1.0),
            ..EasedOcclusion::default()
        };
        let mut before = 0.0;
        for _ in 0..60 {
            eased.advance(1.0 / 60.0);
            let now = eased.now().0;
            assert!(now > before && now - before < 0.15, "{before} {now}");
            before = now;
        }
        assert!(before > 0.99);
    }
}
