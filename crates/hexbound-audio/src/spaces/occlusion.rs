//! The occlusion of a source from the ear: by nothing, by an edge that sound bends around, or by walls.

use glam::Vec3;

/// The occluded share of a sound: 0 for a clear path, 1 for walls all around.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct SoundOcclusion(pub f32);

/// The distance within which a source, such as the player's own steps, is never occluded, meters.
const NEAR_DISTANCE: f32 = 2.0;
/// The radius around a source within which surfaces belong to the source, meters.
const SOURCE_RADIUS: f32 = 0.3;
/// The detours of sound around an edge: the offset of each, meters, and its occlusion.
const DETOUR_OFFSETS: [(f32, f32); 3] = [(0.5, 0.35), (1.2, 0.6), (2.5, 0.8)];
/// The positions of the detours' corners, as fractions of the direct path.
const DETOUR_FRACTIONS: [f32; 3] = [0.5, 0.15, 0.85];
/// The gain through walls.
const THROUGH_GAIN: f32 = 0.3;
/// The cutoff through walls, hertz.
const MUFFLED_CUTOFF: f32 = 600.0;
/// The cutoff of a clear path, hertz.
const CLEAR_CUTOFF: f32 = 20_000.0;

impl SoundOcclusion {
    /// The gain factor.
    pub(crate) fn gain(self) -> f32 {
        1.0 - (1.0 - THROUGH_GAIN) * self.0
    }

    /// The low-pass cutoff of a sound, hertz; `clear` is its cutoff without occlusion.
    pub(crate) fn cutoff(self, clear: f32) -> f32 {
        clear.min(CLEAR_CUTOFF * (MUFFLED_CUTOFF / CLEAR_CUTOFF).powf(self.0))
    }

    /// The fraction of the sound that is sent to the reverberation of the ear's room.
    pub(crate) fn reverb_send(self) -> f32 {
        1.0 - 0.5 * self.0
    }

    /// Interpolates linearly toward another occlusion by `fraction`.
    pub(crate) fn lerp(self, other: Self, fraction: f32) -> Self {
        Self(self.0 + (other.0 - self.0) * fraction)
    }
}

/// A test of the paths between the ear and one source. The test may take several frames, because the rays
/// of a frame are limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PathTest {
    /// The index of the next path to test: 0 is the direct path, and detours follow.
    next: usize,
}

/// The number of paths of a sound: the direct one, and detours to both sides and over the top.
const PATH_COUNT: usize = 1 + DETOUR_OFFSETS.len() * DETOUR_FRACTIONS.len() * 3;

impl PathTest {
    /// Tests the direct path from the ear to a source, local, meters. `is_clear` tests the line between two
    /// positions and returns `None` if this frame has no rays left. Returns `None` without rays or with an
    /// obstacle.
    pub(super) fn test_direct(
        &mut self,
        ear: Vec3,
        source: Vec3,
        is_clear: impl Fn(Vec3, Vec3) -> Option<bool>,
    ) -> Option<SoundOcclusion> {
        let distance = ear.distance(source);
        if distance < NEAR_DISTANCE || !distance.is_finite() || is_clear(ear, front(ear, source))? {
            return Some(SoundOcclusion(0.0));
        }
        self.next = 1;
        None
    }

    /// Returns whether the direct path is blocked and detours remain to be tested.
    pub(super) fn has_detours_left(&self) -> bool {
        self.next > 0
    }

    /// Continues the test. If the direct path is blocked, the smallest clear detour counts. Returns `None`
    /// while the result is unknown; after a result the next test starts over.
    pub(super) fn advance(
        &mut self,
        ear: Vec3,
        source: Vec3,
        is_clear: impl Fn(Vec3, Vec3) -> Option<bool>,
    ) -> Option<SoundOcclusion> {
        if self.next == 0 {
            let clear = self.test_direct(ear, source, &is_clear);
            if clear.is_some() || self.next == 0 {
                return clear;
            }
        }
        let source = front(ear, source);
        while self.next < PATH_COUNT {
            let (corner, occlusion) = detour(self.next - 1, ear, source);
            if is_clear(ear, corner)? && is_clear(corner, source)? {
                self.next = 0;
                return Some(SoundOcclusion(occlusion));
            }
            self.next += 1;
        }
        self.next = 0;
        Some(SoundOcclusion(1.0))
    }
}

/// The position on the path from the ear just in front of the surfaces of the source.
fn front(ear: Vec3, source: Vec3) -> Vec3 {
    source - (source - ear).normalize_or_zero() * SOURCE_RADIUS
}

/// The corner of a detour, local, meters, and its occlusion; the smallest detours come first.
fn detour(index: usize, ear: Vec3, source: Vec3) -> (Vec3, f32) {
    let direction = (source - ear).normalize_or(Vec3::NEG_Z);
    let aside = direction.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
    let side = [aside, -aside, aside.cross(direction)][index % 3];
    let middle = ear.lerp(source, DETOUR_FRACTIONS[index / 3 % DETOUR_FRACTIONS.len()]);
    let (offset, occlusion) = DETOUR_OFFSETS[index / (3 * DETOUR_FRACTIONS.len())];
    (middle + side * offset, occlusion)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall of unlimited height at x = 5, from negative z up to `end`, meters.
    fn wall_until(end: f32) -> impl Fn(Vec3, Vec3) -> bool {
        move |from: Vec3, to: Vec3| {
            let fraction = (5.0 - from.x) / (to.x - from.x);
            let z = from.z + (to.z - from.z) * fraction;
            !(0.0..=1.0).contains(&fraction) || z > end
        }
    }

    /// The result of a test with unlimited rays.
    fn occlusion(source: Vec3, is_clear: impl Fn(Vec3, Vec3) -> bool) -> SoundOcclusion {
        let known =
            PathTest::default().advance(Vec3::ZERO, source, |from, to| Some(is_clear(from, to)));
        known.expect("there were rays for all of it")
    }

    fn behind(end: f32) -> SoundOcclusion {
        occlusion(Vec3::X * 10.0, wall_until(end))
    }

    #[test]
    fn a_test_over_many_frames_finds_the_same() {
        for tenth in 0..40 {
            let end = tenth as f32 * 0.1;
            for at_once in [2_usize, 3, 7, 50] {
                let (mut test, mut known, mut frames) = (PathTest::default(), None, 0);
                while known.is_none() {
                    let left = std::cell::Cell::new(at_once);
                    known = test.advance(Vec3::ZERO, Vec3::X * 10.0, |from, to| {
                        left.set(left.get().checked_sub(1)?);
                        Some(wall_until(end)(from, to))
                    });
                    frames += 1;
                    assert!(frames <= 2 * PATH_COUNT, "it ends");
                }
                assert_eq!(known, Some(behind(end)), "{end} m, {at_once} rays");
                assert_eq!(test, PathTest::default(), "the next test begins anew");
            }
        }
    }

    #[test]
    fn the_farther_around_the_more_is_lost() {
        assert_eq!(behind(-1.0), SoundOcclusion(0.0), "beside the wall");
        let steps: Vec<f32> = (0..40).map(|end| behind(end as f32 * 0.1).0).collect();
        assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]), "{steps:?}");
        assert!(steps[1] < 0.5 && steps[39] == 1.0, "{steps:?}");
        let rises = steps.windows(2).filter(|pair| pair[0] < pair[1]);
        assert!(rises.count() >= 2, "by degrees: {steps:?}");
    }

    #[test]
    fn occluded_sounds_are_quieter_and_duller() {
        let (open, half, shut) = (
            SoundOcclusion(0.0),
            SoundOcclusion(0.5),
            SoundOcclusion(1.0),
        );
        assert_eq!((open.gain(), open.cutoff(9_000.0)), (1.0, 9_000.0));
        assert!(half.gain() < 1.0 && shut.gain() < half.gain());
        assert!(half.cutoff(18_000.0) < 6_000.0);
        assert!((shut.cutoff(18_000.0) - MUFFLED_CUTOFF).abs() < 1.0);
        assert_eq!(shut.cutoff(200.0), 200.0, "never brighter");
    }

    #[test]
    fn near_and_invalid_sources_are_not_occluded() {
        let wall = |_: Vec3, _: Vec3| false;
        assert_eq!(occlusion(Vec3::NEG_Y * 1.6, wall), SoundOcclusion(0.0));
        assert_eq!(occlusion(Vec3::NAN, wall), SoundOcclusion(0.0));
        assert_eq!(occlusion(Vec3::X * 9.0, wall), SoundOcclusion(1.0));
        assert_eq!(occlusion(Vec3::Y * 9.0, wall), SoundOcclusion(1.0));
    }
}
