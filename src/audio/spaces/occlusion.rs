//! The obstruction between the ear and a source: nothing, an edge around which sound bends, or
//! walls.

use glam::Vec3;

/// The share of a sound that is obstructed: 0 for nothing in the way, 1 for walls all around.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub(crate) struct Occlusion(pub f32);

/// Sources nearer than this are never behind anything, meters: one's own steps and hands.
const NEAR: f32 = 2.0;
/// A surface this near to a source is the source's own, meters.
const OWN: f32 = 0.3;
/// The detours that sound takes around an edge, meters aside, and how much is lost on the way.
const DETOURS: [(f32, f32); 3] = [(0.5, 0.35), (1.2, 0.6), (2.5, 0.8)];
/// Where along the straight way the detours leave it farthest.
const ALONG: [f32; 3] = [0.5, 0.15, 0.85];
/// The gain through walls.
const THROUGH: f32 = 0.3;
/// The cutoff through walls, hertz.
const MUFFLED: f32 = 600.0;
/// The cutoff where nothing is in the way, hertz.
const CLEAR: f32 = 20_000.0;

impl Occlusion {
    /// The factor of the gain.
    pub(crate) fn gain(self) -> f32 {
        1.0 - (1.0 - THROUGH) * self.0
    }

    /// The cutoff of a sound that would have another, hertz.
    pub(crate) fn dulled(self, cutoff: f32) -> f32 {
        cutoff.min(CLEAR * (MUFFLED / CLEAR).powf(self.0))
    }

    /// The part of the sound that still reaches the room of the ear and lets it ring.
    pub(crate) fn sent(self) -> f32 {
        1.0 - 0.5 * self.0
    }

    /// Part of the way from this to another.
    pub(crate) fn toward(self, other: Self, part: f32) -> Self {
        Self(self.0 + (other.0 - self.0) * part)
    }
}

/// How much is between the ear and a source, local, meters. `is_clear` tells of two places whether
/// nothing is between them. Where the straight way is blocked, the smallest clear detour aside or over
/// the top counts.
pub(crate) fn occlusion(
    ear: Vec3,
    source: Vec3,
    is_clear: impl Fn(Vec3, Vec3) -> bool,
) -> Occlusion {
    let way = source - ear;
    let distance = way.length();
    if distance < NEAR || !distance.is_finite() {
        return Occlusion(0.0);
    }
    let direction = way / distance;
    let source = source - direction * OWN;
    if is_clear(ear, source) {
        return Occlusion(0.0);
    }
    let aside = direction.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
    let over = aside.cross(direction);
    for (reach, lost) in DETOURS {
        for along in ALONG {
            let middle = ear.lerp(source, along);
            let ways = [aside, -aside, over].map(|side| middle + side * reach);
            if (ways.iter()).any(|way| is_clear(ear, *way) && is_clear(*way, source)) {
                return Occlusion(lost);
            }
        }
    }
    Occlusion(1.0)
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

    fn behind(end: f32) -> Occlusion {
        occlusion(Vec3::ZERO, Vec3::X * 10.0, wall_until(end))
    }

    #[test]
    fn the_farther_around_the_more_is_lost() {
        assert_eq!(behind(-1.0), Occlusion(0.0), "beside the wall");
        let steps: Vec<f32> = (0..40).map(|end| behind(end as f32 * 0.1).0).collect();
        assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]), "{steps:?}");
        assert!(steps[1] < 0.5 && steps[39] == 1.0, "{steps:?}");
        let different: std::collections::BTreeSet<u32> =
            steps.iter().map(|it| it.to_bits()).collect();
        assert!(different.len() >= 3, "by degrees: {steps:?}");
    }

    #[test]
    fn what_is_occluded_is_quieter_and_duller() {
        let (open, half, shut) = (Occlusion(0.0), Occlusion(0.5), Occlusion(1.0));
        assert_eq!((open.gain(), open.dulled(9_000.0)), (1.0, 9_000.0));
        assert!(half.gain() < 1.0 && shut.gain() < half.gain());
        assert!(half.dulled(18_000.0) < 6_000.0);
        assert!((shut.dulled(18_000.0) - MUFFLED).abs() < 1.0);
        assert_eq!(shut.dulled(200.0), 200.0, "never brighter");
    }

    #[test]
    fn what_is_near_or_nowhere_is_not_occluded() {
        let wall = |_: Vec3, _: Vec3| false;
        assert_eq!(
            occlusion(Vec3::ZERO, Vec3::NEG_Y * 1.6, wall),
            Occlusion(0.0)
        );
        assert_eq!(occlusion(Vec3::ZERO, Vec3::NAN, wall), Occlusion(0.0));
        assert_eq!(occlusion(Vec3::ZERO, Vec3::X * 9.0, wall), Occlusion(1.0));
        assert_eq!(occlusion(Vec3::ZERO, Vec3::Y * 9.0, wall), Occlusion(1.0));
    }
}
