//! Places from which the player falls out of the level: holes, and the edge of the ground.

use glam::{DVec3, Vec3};
use hexbound_collide::CollisionMesh;

use super::{
    super::report::{Weighed, groups, largest_first},
    reach::{CELL_SIDE, Fall, Reach},
    trial,
};
use hexbound_level::{Code, Finding, Level};

/// The distance below which two falls are one, meters.
const MERGE_DISTANCE: f32 = 2.0;
/// The largest number of places for which a fall is proven.
const MAX_PLACES: usize = 24;
/// The number of tries at each place.
const MAX_PROOF_TRIES: usize = 4;
/// The distances ahead at which ground is searched beyond a brink, meters.
const AHEAD_DISTANCES: [f32; 6] = [1.0, 2.0, 3.5, 5.0, 7.0, 10.0];
/// The height above the brink up to which ground counts, meters.
const GROUND_RISE: f32 = 1.5;
/// The depth below the brink down to which ground counts, meters.
const GROUND_DROP: f32 = 4.0;
/// The largest number of points on a finding's path from the spawn.
const MAX_POINTS: usize = 64;

/// Finds the falls out of the level. The real player proves each fall.
pub(super) fn findings(level: &Level, reach: &Reach) -> Vec<Finding> {
    let brinks: Vec<Vec3> = reach
        .falls
        .iter()
        .map(|fall| fall.brink.as_vec3())
        .collect();
    let mut places = groups(&brinks, MERGE_DISTANCE);
    places.sort_by_key(|place| std::cmp::Reverse(place.len()));
    let (mut holes, mut rims) = (Vec::new(), Vec::new());
    for place in places.iter().take(MAX_PLACES) {
        let falls = || place.iter().map(|index| &reach.falls[*index]);
        let tried = falls().step_by(place.len().div_ceil(MAX_PROOF_TRIES));
        let proven = tried.filter_map(|fall| Some((fall, proof(level, reach, fall)?)));
        let Some((fall, path)) = proven.into_iter().next() else {
            continue;
        };
        let ends = falls()
            .filter(|fall| ground_ends(&level.collision, fall))
            .count();
        let is_rim = ends * 2 > place.len();
        let length = (place.len() as f64 * CELL_SIDE * 0.5).max(CELL_SIDE);
        let weighed = Weighed {
            finding: finding(is_rim, length, fall, path),
            weight: length as f32,
        };
        match is_rim {
            true => rims.push(weighed),
            false => holes.push(weighed),
        }
    }
    let mut found = largest_first(Code::Hole, holes);
    found.extend(largest_first(Code::OpenRim, rims));
    found
}

fn finding(is_rim: bool, length: f64, fall: &Fall, path: Vec<Vec3>) -> Finding {
    let (code, problem) = match is_rim {
        true => (
            Code::OpenRim,
            format!(
                "the ground ends, and one falls out of the level over some {length:.0} m of its rim"
            ),
        ),
        false => (
            Code::Hole,
            String::from("one falls out of the level through a hole"),
        ),
    };
    Finding::new(code, problem)
        .at(fall.brink.as_vec3())
        .along(path)
}

/// The path from the spawn to a fall and down, if the player falls there.
fn proof(level: &Level, reach: &Reach, fall: &Fall) -> Option<Vec<Vec3>> {
    let start = reach.spot(fall.place).center.as_vec3();
    let down = trial::fall_path(level, start, fall.delta)?;
    let points = reach.path_to(fall.place);
    let stride = points.len().div_ceil(MAX_POINTS).max(1);
    let mut path: Vec<Vec3> = points.iter().copied().step_by(stride).collect();
    path.extend(down);
    Some(path)
}

/// Returns whether there is no ground beyond a brink, at about its height, and no wall.
fn ground_ends(mesh: &CollisionMesh, fall: &Fall) -> bool {
    let direction = fall.delta.normalize_or(DVec3::X).as_vec3();
    let brink = fall.brink.as_vec3();
    let goes_on = AHEAD_DISTANCES.iter().any(|ahead| {
        let from = brink + direction * *ahead + Vec3::Y * GROUND_RISE;
        (mesh.ray_cast(from, Vec3::NEG_Y, GROUND_RISE + GROUND_DROP)).is_some()
    });
    let farthest = AHEAD_DISTANCES[AHEAD_DISTANCES.len() - 1];
    !goes_on && mesh.ray_cast(brink, direction, farthest).is_none()
}
