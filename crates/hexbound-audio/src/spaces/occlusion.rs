//! The obstruction between the ear and a source: none, an edge that sound bends around, or walls.

use glam::Vec3;

/// The obstructed share of a sound: 0 for a clear path, 1 for walls all around.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct SoundOcclusion(pub f32);

/// The distance within which a source is never obstructed, meters: the player's own steps and hands.
const NEAR_DISTANCE: f32 = 2.0;
/// The distance within which a surface belongs to the source itself, meters.
const OWN_DISTANCE: f32 = 0.3;
/// The detours of sound around an edge: the offset of each, meters, and its obstruction.
const DETOUR_OFFSETS: [(f32, f32); 3] = [(0.5, 0.35), (1.2, 0.6), (2.5, 0.8)];
/// The positions of the detours' corners, as fractions of the direct path.
const DETOUR_PARTS: [f32; 3] = [0.5, 0.15, 0.85];
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

    /// The cutoff, hertz, of a sound whose own is `cutoff`.
    pub(crate) fn dulled(self, cutoff: f32) -> f32 {
        cutoff.min(CLEAR_CUTOFF * (MUFFLED_CUTOFF / CLEAR_CUTOFF).powf(self.0))
    }

    /// The fraction of the sound that still reaches the ear's room and its reverberation.
    pub(crate) fn sent(self) -> f32 {
        1.0 - 0.5 * self.0
    }

    /// Interpolates toward another obstruction by the fraction `part`.
    pub(crate) fn toward(self, other: Self, part: f32) -> Self {
        Self(self.0 + (other.0 - self.0) * part)
    }
}

/// A test for obstacles between the ear and one source. It may take several frames, because the rays of a
/// frame are limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// The index of the next path to test: 0 is the direct path, and detours follow.
    next: usize,
}

/// The number of paths of a sound: the direct one, and detours to both sides and over the top.
const PATH_COUNT: usize = 1 + DETOUR_OFFSETS.len() * DETOUR_PARTS.len() * 3;

impl Look {
    /// Tests the direct path from the ear to a source, local, meters. `is_clear` tests the line between two
    /// positions and returns `None` if this frame has no rays left. Returns `None` without rays or with an
    /// obstacle.
    pub(super) fn straight(
        &mut self,
        ear: Vec3,
        source: Vec3,
        is_clear: impl Fn(Vec3, Vec3) -> Option<bool>,
    ) -> Option<SoundOcclusion> {
        let distance = ear.distance(source);
        if distance < NEAR_DISTANCE || !distance.is_finite() || is_clear(ear, before(ear, source))?
        {
            return Some(SoundOcclusion(0.0));
        }
        self.next = 1;
        None
    }

    /// Returns whether the direct path is blocked and detours remain to be tested.
    pub(super) fn is_under_way(&self) -> bool {
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
            let clear = self.straight(ear, source, &is_clear);
            if clear.is_some() || self.next == 0 {
                return clear;
            }
        }
        let source = before(ear, source);
        while self.next < PATH_COUNT {
            let (by, lost) = detour(self.next - 1, ear, source);
            if is_clear(ear, by)? && is_clear(by, source)? {
                self.next = 0;
                return Some(SoundOcclusion(lost));
            }
            self.next += 1;
        }
        self.next = 0;
        Some(SoundOcclusion(1.0))
    }
}

/// The position on the path from the ear just before the source's own surface.
fn before(ear: Vec3, source: Vec3) -> Vec3 {
    source - (source - ear).normalize_or_zero() * OWN_DISTANCE
}

/// The corner of a detour, local, meters, and its obstruction; the smallest detours come first.
fn detour(number: usize, ear: Vec3, source: Vec3) -> (Vec3, f32) {
    let direction = (source - ear).normalize_or(Vec3::NEG_Z);
    let aside = direction.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
    let side = [aside, -aside, aside.cross(direction)][number % 3];
    let middle = ear.lerp(source, DETOUR_PARTS[number / 3 % DETOUR_PARTS.len()]);
    let (reach, lost) = DETOUR_OFFSETS[number / (3 * DETOUR_PARTS.len())];
    (middle + side * reach, lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall across x = 5 that ends at a z, and is 30 m high.
    fn wall_until(end: f32) -> impl Fn(Vec3, Vec3) -> bool {
        move |from: Vec3, to: Vec3| {
            let part = (5.0 - from.x) / (to.x - from.x);
            let z = from.z + (to.z - from.z) * part;
            !(0.0..=1.0).contains(&part) || z > end
        }
    }

    /// The whole look, with as many rays as it takes.
    fn occlusion(source: Vec3, is_clear: impl Fn(Vec3, Vec3) -> bool) -> SoundOcclusion {
        let known =
            Look::default().advance(Vec3::ZERO, source, |from, to| Some(is_clear(from, to)));
        known.expect("there were rays for all of it")
    }

    fn behind(end: f32) -> SoundOcclusion {
        occlusion(Vec3::X * 10.0, wall_until(end))
    }

    #[test]
    fn a_look_that_takes_many_frames_finds_the_same() {
        for tenth in 0..40 {
            let end = tenth as f32 * 0.1;
            for at_once in [2_usize, 3, 7, 50] {
                let (mut look, mut known, mut frames) = (Look::default(), None, 0);
                while known.is_none() {
                    let left = std::cell::Cell::new(at_once);
                    known = look.advance(Vec3::ZERO, Vec3::X * 10.0, |from, to| {
                        left.set(left.get().checked_sub(1)?);
                        Some(wall_until(end)(from, to))
                    });
                    frames += 1;
                    assert!(frames <= 2 * PATH_COUNT, "it ends");
                }
                assert_eq!(known, Some(behind(end)), "{end} m, {at_once} rays");
                assert_eq!(look, Look::default(), "the next look begins anew");
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
    fn what_is_occluded_is_quieter_and_duller() {
        let (open, half, shut) = (
            SoundOcclusion(0.0),
            SoundOcclusion(0.5),
            SoundOcclusion(1.0),
        );
        assert_eq!((open.gain(), open.dulled(9_000.0)), (1.0, 9_000.0));
        assert!(half.gain() < 1.0 && shut.gain() < half.gain());
        assert!(half.dulled(18_000.0) < 6_000.0);
        assert!((shut.dulled(18_000.0) - MUFFLED_CUTOFF).abs() < 1.0);
        assert_eq!(shut.dulled(200.0), 200.0, "never brighter");
    }

    #[test]
    fn what_is_near_or_nowhere_is_not_occluded() {
        let wall = |_: Vec3, _: Vec3| false;
        assert_eq!(occlusion(Vec3::NEG_Y * 1.6, wall), SoundOcclusion(0.0));
        assert_eq!(occlusion(Vec3::NAN, wall), SoundOcclusion(0.0));
        assert_eq!(occlusion(Vec3::X * 9.0, wall), SoundOcclusion(1.0));
        assert_eq!(occlusion(Vec3::Y * 9.0, wall), SoundOcclusion(1.0));
    }
}
