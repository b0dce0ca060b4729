//! A motion clipped by planes that it may not enter.

use glam::{DMat3, DVec3};
use smallvec::SmallVec;

use crate::{Hit, MIN_WALKABLE_UP};

/// The most push by one contact out of an overlap, meters.
const MAX_CONTACT_PUSH: f64 = 5e-4;

/// The most limits among which every crease and corner is tried. More limits are added one by one.
const MAX_TRIED_LIMITS: usize = 16;

/// The most limits that are added one by one; a motion with more is dropped.
const MAX_ROUNDS: usize = 64;

/// The most limits that are kept while others are added: a corner has three.
const MAX_KEPT_LIMITS: usize = 8;

/// The rule by which contacts deflect a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SlideRule {
    /// Every contact deflects by its own normal.
    Free,
    /// A contact that is too steep to stand on stops the body like an upright wall and does not lift it.
    Walking,
}

/// A plane that the motion may not enter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub normal: DVec3,
    /// The motion must go at least this far along the normal, meters.
    pub push: f64,
}

pub(super) type Limits = SmallVec<[Limit; 4]>;

/// The vector closest to `velocity` that enters none of the planes with the unit normals `planes`;
/// zero if none is found.
pub fn clip_velocity(velocity: DVec3, planes: &[DVec3]) -> DVec3 {
    let limits: Limits = planes
        .iter()
        .map(|&normal| Limit { normal, push: 0.0 })
        .collect();
    clipped(velocity, &limits)
}

/// The shortest push that goes at least the given depth along each normal, of the deepest twelve at
/// most; zero if none can.
pub(crate) fn clip_push(pushes: &[(DVec3, f64)]) -> DVec3 {
    // Corners are searched among all triples, so only the deepest limits of a crowd are kept.
    let mut limits: Limits = pushes
        .iter()
        .map(|&(normal, push)| Limit { normal, push })
        .collect();
    limits.sort_by(|a, b| b.push.total_cmp(&a.push));
    limits.truncate(12);
    clipped(DVec3::ZERO, &limits)
}

/// Adds the limits that `hit` sets to the motion by `rule`.
pub(super) fn add_limits(limits: &mut Limits, hit: &Hit, rule: SlideRule) {
    let push = hit.depth.min(MAX_CONTACT_PUSH);
    let mut add = |normal: DVec3, push: f64| match limits
        .iter_mut()
        .find(|limit| limit.normal.dot(normal) > 1.0 - 1e-12)
    {
        Some(known) => known.push = known.push.max(push),
        None => limits.push(Limit { normal, push }),
    };
    add(hit.normal, push);
    let upright = DVec3::new(hit.normal.x, 0.0, hit.normal.z);
    if rule == SlideRule::Walking && hit.normal.y < MIN_WALKABLE_UP && upright.length() > 1e-3 {
        add(upright.normalize(), 0.0);
    }
}

impl Limit {
    /// The distance by which a motion falls short of the limit, meters; 0 or less if the motion keeps
    /// the limit.
    fn shortfall(&self, motion: DVec3) -> f64 {
        self.push - 1e-12 - 1e-10 * motion.length() - self.normal.dot(motion)
    }
}

/// The vector closest to `wish` that keeps every limit; no motion if none does.
pub(super) fn clipped(wish: DVec3, limits: &[Limit]) -> DVec3 {
    match limits.len() <= MAX_TRIED_LIMITS {
        true => clipped_by_few(wish, limits),
        false => clipped_by_many(wish, limits),
    }
}

/// The vector closest to `wish` that keeps many limits. Each round adds the limit with the largest
/// shortfall and drops limits that the motion no longer touches. At most three limits determine the
/// closest vector, and each round moves it further from the wish, so that no set of limits recurs.
fn clipped_by_many(wish: DVec3, limits: &[Limit]) -> DVec3 {
    let mut kept = Limits::new();
    let mut motion = wish;
    for _ in 0..MAX_ROUNDS {
        let shortest =
            |a: &&Limit, b: &&Limit| (a.shortfall(motion)).total_cmp(&b.shortfall(motion));
        let worst = limits.iter().max_by(shortest);
        let Some(worst) = worst.filter(|limit| limit.shortfall(motion) > 0.0) else {
            return motion;
        };
        let touched = |limit: &mut Limit| {
            limit.normal.dot(motion) - limit.push <= 1e-9 * (1.0 + motion.length())
        };
        kept.retain(touched);
        if kept.len() == MAX_KEPT_LIMITS {
            kept.remove(0);
        }
        kept.push(*worst);
        motion = clipped_by_few(wish, &kept);
        if kept.iter().any(|limit| limit.shortfall(motion) > 0.0) {
            break;
        }
    }
    DVec3::ZERO
}

/// The closest vector along one plane, along the crease of two, or in the corner of three, among those
/// that keep all limits.
fn clipped_by_few(wish: DVec3, limits: &[Limit]) -> DVec3 {
    let allowed = |v: DVec3| {
        limits
            .iter()
            .all(|limit| limit.normal.dot(v) >= limit.push - 1e-12 - 1e-10 * v.length())
    };
    if allowed(wish) {
        return wish;
    }
    // An allowed vector that its planes push (with no negative weight) is the closest one. Most motions
    // end here, in a crease at the latest.
    let mut best: Option<DVec3> = None;
    let mut offer = |v: DVec3, is_pushed: bool| {
        if !v.is_finite() || !allowed(v) {
            return None;
        }
        if best.is_none_or(|b| v.distance_squared(wish) < b.distance_squared(wish)) {
            best = Some(v);
        }
        is_pushed.then_some(v)
    };
    for a in limits {
        let weight = a.push - a.normal.dot(wish);
        if let Some(closest) = offer(wish + a.normal * weight, weight >= 0.0) {
            return closest;
        }
    }
    for (i, a) in limits.iter().enumerate() {
        for b in &limits[i + 1..] {
            if let Some((v, is_pushed)) = on_crease(wish, a, b)
                && let Some(closest) = offer(v, is_pushed)
            {
                return closest;
            }
        }
    }
    for (i, a) in limits.iter().enumerate() {
        for (j, b) in limits.iter().enumerate().skip(i + 1) {
            for c in &limits[j + 1..] {
                in_corner(a, b, c).map(|v| offer(v, false));
            }
        }
    }
    best.unwrap_or(DVec3::ZERO)
}

/// The closest vector on both planes, and whether both push toward it.
fn on_crease(wish: DVec3, a: &Limit, b: &Limit) -> Option<(DVec3, bool)> {
    let cosine = a.normal.dot(b.normal);
    let determinant = 1.0 - cosine * cosine;
    if determinant < 1e-12 {
        return None;
    }
    let (along_a, along_b) = (a.push - a.normal.dot(wish), b.push - b.normal.dot(wish));
    let (weight_a, weight_b) = (along_a - cosine * along_b, along_b - cosine * along_a);
    let crease = a.normal * (weight_a / determinant) + b.normal * (weight_b / determinant);
    Some((wish + crease, weight_a >= 0.0 && weight_b >= 0.0))
}

fn in_corner(a: &Limit, b: &Limit, c: &Limit) -> Option<DVec3> {
    let rows = DMat3::from_cols(a.normal, b.normal, c.normal).transpose();
    if rows.determinant().abs() < 1e-9 {
        return None;
    }
    Some(rows.inverse() * DVec3::new(a.push, b.push, c.push))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::unit;

    #[test]
    fn one_plane_along_it_two_along_their_crease_and_three_stop() {
        let crease = [(-1.0, 0.0, 0.5), (-1.0, 0.0, -0.5), (0.0, -1.0, 0.0)];
        let crease = crease.map(|normal| DVec3::from(normal).normalize());
        let (down, up) = (DVec3::new(1.0, -1.0, 0.0), DVec3::new(1.0, 0.3, 0.0));
        for (wish, normals, expected) in [
            (down, &[DVec3::Y][..], DVec3::X),
            (up, &crease[..2], DVec3::Y * 0.3),
            (up, &crease[..], DVec3::ZERO),
        ] {
            let motion = clip_velocity(wish, normals);
            assert!((motion - expected).length() < 1e-12, "{normals:?} {motion}");
        }
    }

    /// Tests every plane, whatever the number.
    fn brute(wish: DVec3, normals: &[DVec3]) -> DVec3 {
        let limits = normals.iter().map(|&normal| Limit { normal, push: 0.0 });
        clipped_by_few(wish, &limits.collect::<Limits>())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// The clipped motion enters no plane and is never longer than the wish.
        #[test]
        fn clipping_is_safe(wish in unit(), normals in prop::collection::vec(unit(), 1..6)) {
            let motion = clip_velocity(wish, &normals);
            for normal in &normals {
                prop_assert!(normal.dot(motion) >= -1e-9);
            }
            prop_assert!(motion.length() <= 1.0 + 1e-9);
            prop_assert!(motion.dot(wish) >= -1e-9);
        }

        /// Taking limits in one by one changes nothing but last bits: among planes in a half space,
        /// as about a vertex, and among planes that hardly differ, as a crumpled sheet's.
        #[test]
        fn many_limits_are_as_if_all_were_tried(
            wish in unit(), normals in prop::collection::vec(unit(), 17..50), flat in 0.0_f64..1.0,
        ) {
            let up = |n: &DVec3| n.with_y(n.y.abs() + 0.01) * DVec3::new(flat, 1.0, flat);
            let normals: Vec<DVec3> = normals.iter().map(|n| up(n).normalize()).collect();
            let (one_by_one, brute) = (clip_velocity(wish, &normals), brute(wish, &normals));
            prop_assert!((one_by_one - brute).length() < 1e-7, "{one_by_one} {brute}");
        }
    }
}
