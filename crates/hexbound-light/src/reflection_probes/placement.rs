//! The placement of reflection probes: in the open, at eye height, spread so that each spot of the level is
//! near a probe in its sight.

use glam::Vec3;
use rayon::prelude::*;

use crate::{BakeQuality, BakeScene, Grid};

/// The largest number of reflection probes. An index has five bits, and its last two values stand for no
/// probe and for the sky: see `probe_assignment`.
pub const MAX_REFLECTION_PROBES: usize = 30;
/// The height of a probe above the floor, meters.
const EYE_HEIGHT: f32 = 1.6;
/// The minimum distance from floor to ceiling, meters.
const MIN_CEILING_HEIGHT: f32 = 1.0;
/// The distance within which a floor is below a point, meters.
const FLOOR_DISTANCE: f32 = 4.0;
/// The distance within which a ceiling is above a floor, meters.
const CEILING_DISTANCE: f32 = 6.0;
/// The distance at which the worth of a probe falls to half, meters.
const HALF_WORTH_DISTANCE: f32 = 7.0;
/// The minimum worth of a further probe, as a share of the first one's.
const MIN_GAIN_SHARE: f32 = 0.04;
/// The largest number of candidates: a ray is cast between each pair.
const MAX_CANDIDATES: usize = 400;
/// The largest number of points of the grid of candidates.
const MAX_POINTS: usize = 30_000;
/// The distance between the points of the grid of candidates in small levels, meters.
const POINT_SPACING: f32 = 1.2;
/// The share of a level's area with a floor, below which the level counts as a model. A model gets probes
/// beside it, too.
const MIN_FLOOR_SHARE: f32 = 0.45;
/// The maximum distance of a probe beside a model from the model, meters.
const MAX_DISTANCE_BESIDE: f32 = 4.0;
/// The distance above and below a probe beside a model that must be empty, meters.
const VOID_REACH: f32 = 400.0;
/// The minimum distance from a probe to surfaces around it, meters.
const WALL_CLEARANCE: f32 = 0.35;

/// Chooses the probes' positions. There are none if no place is open enough.
pub(super) fn place_probes(
    scene: &BakeScene,
    max_texture_side: u32,
    quality: &BakeQuality,
) -> Vec<Vec3> {
    scene.prepare();
    let grid = Grid::cover(scene.bounds, POINT_SPACING, MAX_POINTS, max_texture_side);
    let each_point = |spot: fn(&BakeScene, Vec3) -> Option<Vec3>| {
        (0..grid.len())
            .into_par_iter()
            .map(|index| spot(scene, grid.point(grid.coordinates(index))))
            .collect::<Vec<_>>()
    };
    let mut found = each_point(spot_below);
    if share_of_columns(&grid, &found) < MIN_FLOOR_SHARE {
        found.extend(each_point(spot_beside));
    }
    let max_count = MAX_CANDIDATES.min(40 * quality.max_reflection_probes);
    let spots = thin(found.into_iter().flatten().collect(), max_count);
    choose_best(
        &spots,
        &worths(scene, &spots),
        quality.max_reflection_probes,
    )
}

/// The share of the grid's columns with a candidate.
fn share_of_columns(grid: &Grid, found: &[Option<Vec3>]) -> f32 {
    let area = (grid.size.x * grid.size.z) as usize;
    let mut has = vec![false; area];
    for (index, _) in found.iter().enumerate().filter(|found| found.1.is_some()) {
        let at = grid.coordinates(index);
        has[(at.x + at.z * grid.size.x) as usize] = true;
    }
    has.iter().filter(|has| **has).count() as f32 / area as f32
}

/// A candidate at eye height above the floor below `point`, or halfway between that floor and a low ceiling.
fn spot_below(scene: &BakeScene, point: Vec3) -> Option<Vec3> {
    let floor = scene.cast_ray(point, Vec3::NEG_Y, FLOOR_DISTANCE)?;
    if floor.from_behind || floor.normal.y < 0.7 {
        return None;
    }
    let feet = point - Vec3::Y * (floor.distance - 0.02);
    let ceiling = scene.cast_ray(feet, Vec3::Y, CEILING_DISTANCE);
    let height = ceiling
        .as_ref()
        .map_or(CEILING_DISTANCE, |hit| hit.distance);
    if height < MIN_CEILING_HEIGHT || ceiling.is_some_and(|hit| hit.from_behind) {
        return None;
    }
    let spot = feet + Vec3::Y * EYE_HEIGHT.min(0.5 * height);
    is_open(scene, spot).then_some(spot)
}

/// The point itself as a candidate, where a model without ground under it is near.
fn spot_beside(scene: &BakeScene, point: Vec3) -> Option<Vec3> {
    let meets = |direction: Vec3, reach: f32| scene.cast_ray(point, direction, reach).is_some();
    if meets(Vec3::NEG_Y, VOID_REACH) || meets(Vec3::Y, VOID_REACH) {
        return None;
    }
    let nearest = point.max(scene.bounds.min).min(scene.bounds.max);
    let is_near = point.distance(nearest) < MAX_DISTANCE_BESIDE;
    (is_near && is_open(scene, point)).then_some(point)
}

/// Returns whether no surface around a spot is close to it or shows its back to it.
fn is_open(scene: &BakeScene, spot: Vec3) -> bool {
    let slanted = [-1.0, 1.0].into_iter().flat_map(|x| {
        let directions = [-1.0, 1.0].map(|z| Vec3::new(x, 0.3, z));
        directions.map(Vec3::normalize)
    });
    let straight = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z];
    straight.into_iter().chain(slanted).all(|direction| {
        let hit = scene.cast_ray(spot, direction, 40.0);
        hit.is_none_or(|hit| hit.distance > WALL_CLEARANCE && !hit.from_behind)
    })
}

/// Thins the spots to at most `max_count`: each is the one farthest from those chosen before.
fn thin(spots: Vec<Vec3>, max_count: usize) -> Vec<Vec3> {
    if spots.len() <= max_count {
        return spots;
    }
    let mut nearest = vec![f32::INFINITY; spots.len()];
    let mut chosen = Vec::new();
    let mut next = 0;
    while chosen.len() < max_count {
        chosen.push(spots[next]);
        let mut farthest = 0;
        for (index, spot) in spots.iter().enumerate() {
            nearest[index] = nearest[index].min(spot.distance_squared(spots[next]));
            if nearest[index] > nearest[farthest] {
                farthest = index;
            }
        }
        next = farthest;
    }
    chosen
}

/// The worth of each spot as a probe for each other spot, 0 to 1; 0 behind a wall.
fn worths(scene: &BakeScene, spots: &[Vec3]) -> Vec<Vec<f32>> {
    (0..spots.len())
        .into_par_iter()
        .map(|index| {
            let from = spots[index];
            let worth = |to: &Vec3| {
                let far = from.distance(*to);
                let direction = (*to - from) / far.max(1e-6);
                if far > 1e-3 && scene.cast_ray(from, direction, far).is_some() {
                    return 0.0;
                }
                1.0 / (1.0 + (far / HALF_WORTH_DISTANCE).powi(4))
            };
            spots.iter().map(worth).collect()
        })
        .collect::<Vec<_>>()
}

/// Chooses spots one after the other, each time the one that adds the most worth to those before.
fn choose_best(spots: &[Vec3], worths: &[Vec<f32>], max_count: usize) -> Vec<Vec3> {
    let mut served = vec![0.0f32; spots.len()];
    let mut least = 0.0;
    let mut places = Vec::new();
    while places.len() < max_count.min(spots.len()) {
        let gain = |worths: &Vec<f32>| -> f32 {
            let gains = worths.iter().zip(&served);
            gains.map(|(worth, served)| (worth - served).max(0.0)).sum()
        };
        let gains: Vec<f32> = worths.iter().map(gain).collect();
        let mut first = 0;
        for (index, gain) in gains.iter().enumerate() {
            if *gain > gains[first] {
                first = index;
            }
        }
        if gains[first] < least {
            break;
        }
        least = f32::max(least, MIN_GAIN_SHARE * gains[first]);
        places.push(spots[first]);
        for (served, worth) in served.iter_mut().zip(&worths[first]) {
            *served = served.max(*worth);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tests::gray_scene;
    use hexbound_scenes::SceneBuilder;

    fn places(builder: SceneBuilder) -> Vec<Vec3> {
        let level = builder.build("test").expect("a valid scene");
        let scene = gray_scene(&level);
        place_probes(&scene, 256, &BakeQuality::FULL)
    }

    #[test]
    fn every_room_has_a_place_and_no_wall_has() {
        let mut scene = SceneBuilder::new();
        for room in 0..4 {
            let x = 10.0 * room as f32;
            scene = scene.room(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 8.0, 3.0, 8.0));
        }
        let places = places(scene);
        for room in 0..4 {
            let x = 10.0 * room as f32;
            let is_inside = places.iter().any(|it| it.x > x && it.x < x + 8.0);
            assert!(is_inside, "{room}: {places:?}");
        }
        let in_room = |place: &Vec3| place.x % 10.0 < 8.0 && place.y > 0.0;
        assert!(places.iter().all(in_room), "{places:?}");
    }

    #[test]
    fn large_levels_have_more_and_never_too_many() {
        let few = places(SceneBuilder::new().floor(-4.0, -4.0, 4.0, 4.0, 0.0)).len();
        let many = places(SceneBuilder::new().floor(-90.0, -90.0, 90.0, 90.0, 0.0)).len();
        assert!(few < many && many <= MAX_REFLECTION_PROBES, "{few} {many}");
    }

    #[test]
    fn nothing_gives_no_place() {
        assert!(place_probes(&BakeScene::nothing(), 64, &BakeQuality::QUICK).is_empty());
    }

    #[test]
    fn a_model_on_nothing_has_places_about_it_and_none_inside() {
        let middle = Vec3::new(0.0, 9.0, 0.0);
        let places = places(SceneBuilder::new().sphere(middle, 1.5));
        assert!(!places.is_empty());
        let outside = places.iter().all(|place| place.distance(middle) > 1.6);
        assert!(outside, "{places:?}");
    }
}
