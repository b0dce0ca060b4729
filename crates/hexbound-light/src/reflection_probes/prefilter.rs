//! Maps of all directions, blurred for glossy surfaces of several roughnesses: squares of the
//! octahedron, halved from level to level. Each level is convolved with the GGX lobe of its roughness
//! (Karis, "Real Shading in Unreal Engine 4").

use glam::{Vec3, Vec4};

use crate::octahedron::{direction_at, position_on_edges};

/// The number of levels of a map. Each level has half the side of the one before.
pub const MAP_LEVELS: usize = 4;
/// The step of roughness from one level to the next. The first level has roughness 0.
pub const ROUGHNESS_STEP: f32 = 0.2;
/// The share of a lobe's peak below which a texel is omitted from the lobe.
const MIN_PEAK_SHARE: f32 = 2e-3;

/// The lobes of all levels but the first, for maps with one side length.
pub(super) struct GgxPrefilter {
    /// The source texels of each texel of each level, with weights that sum to one.
    kernels: Vec<Vec<(u32, f32)>>,
}

/// The number of texels along the side of a level.
pub fn level_side(side: usize, level: usize) -> usize {
    side >> level
}

/// The number of texels of all levels together.
pub fn texels_of(side: usize) -> usize {
    let area = |level| level_side(side, level).pow(2);
    (0..MAP_LEVELS).map(area).sum()
}

impl GgxPrefilter {
    pub(super) fn new(side: usize) -> Self {
        let sources: Vec<(Vec3, f32)> = (0..side * side)
            .map(|index| (direction(side, index), solid_angle(side, index)))
            .collect();
        let mut kernels = Vec::new();
        for level in 1..MAP_LEVELS {
            let alpha = (level as f32 * ROUGHNESS_STEP).powi(2);
            let side = level_side(side, level);
            for index in 0..side * side {
                kernels.push(lobe(&sources, direction(side, index), alpha * alpha));
            }
        }
        Self { kernels }
    }

    /// Returns the map followed by its blurred levels.
    pub(super) fn filter(&self, map: Vec<Vec4>) -> Vec<Vec4> {
        let mixed = |shares: &Vec<(u32, f32)>| {
            let terms = shares.iter().map(|&(at, share)| map[at as usize] * share);
            terms.sum::<Vec4>()
        };
        let blurred: Vec<Vec4> = self.kernels.iter().map(mixed).collect();
        [map, blurred].concat()
    }
}

/// The GGX lobe of a surface that faces `direction` and is seen head-on: texels with their weights.
fn lobe(sources: &[(Vec3, f32)], direction: Vec3, alpha2: f32) -> Vec<(u32, f32)> {
    let peak = 1.0 / (alpha2 * alpha2);
    let mut shares = Vec::new();
    for (index, (source, angle)) in sources.iter().enumerate() {
        let facing = direction.dot(*source);
        // The squared cosine of half the angle.
        let half2 = 0.5 + 0.5 * facing;
        let spread = half2 * (alpha2 - 1.0) + 1.0;
        let density = 1.0 / (spread * spread);
        if facing > 0.0 && density > MIN_PEAK_SHARE * peak {
            shares.push((index as u32, density * facing * angle));
        }
    }
    let sum: f32 = shares.iter().map(|share| share.1).sum();
    for share in &mut shares {
        share.1 /= sum;
    }
    shares
}

fn direction(side: usize, index: usize) -> Vec3 {
    direction_at(position_on_edges(
        side,
        (index % side) as f32,
        (index / side) as f32,
    ))
}

/// A texel's solid angle up to a common factor: small far out on the octahedron, and shared by texels of the
/// same direction on its edges.
fn solid_angle(side: usize, index: usize) -> f32 {
    let (x, y) = (index % side, index / side);
    let nearness = direction(side, index).abs().element_sum();
    let share = |along: usize| {
        let is_edge = along == 0 || along == side - 1;
        if is_edge { 0.5 } else { 1.0 }
    };
    nearness.powi(3) * share(x) * share(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 32;

    fn filtered(light: impl Fn(Vec3) -> f32) -> Vec<Vec4> {
        let texels = (0..SIDE * SIDE).map(|index| Vec4::splat(light(direction(SIDE, index))));
        GgxPrefilter::new(SIDE).filter(texels.collect())
    }

    #[test]
    fn even_light_stays_even() {
        let map = filtered(|_| 2.0);
        assert_eq!(map.len(), texels_of(SIDE));
        assert!(map.iter().all(|texel| (texel.x - 2.0).abs() < 1e-4));
    }

    #[test]
    fn half_a_sky_is_blurred_more_from_level_to_level() {
        let map = filtered(|ray| f32::from(ray.x > 0.0));
        let mut first = 0;
        let mut soft_before = 0.0;
        for level in 0..MAP_LEVELS {
            let side = level_side(SIDE, level);
            let texels = &map[first..first + side * side];
            first += side * side;
            let soft = |texel: &&Vec4| texel.x > 0.03 && texel.x < 0.97;
            let soft = texels.iter().filter(soft).count() as f32 / texels.len() as f32;
            assert!(soft >= soft_before, "level {level}: {soft}");
            soft_before = soft;
        }
        assert!(soft_before > 0.3, "{soft_before}");
    }

    #[test]
    fn solid_angles_are_those_of_the_sphere() {
        let all: f32 = (0..SIDE * SIDE).map(|index| solid_angle(SIDE, index)).sum();
        let is_upper = |index: &usize| direction(SIDE, *index).y > std::f32::consts::FRAC_1_SQRT_2;
        let upper = (0..SIDE * SIDE).filter(is_upper);
        let upper: f32 = upper.map(|index| solid_angle(SIDE, index)).sum();
        // A cap of 45° is 14.6 % of the sphere.
        assert!((upper / all - 0.1464).abs() < 0.01, "{}", upper / all);
    }
}
