//! Measures how much floor can be reached from a place, by a flood fill over the cells of a fine
//! grid, from each to its neighbors wherever a body can go.

use std::collections::{BTreeSet, VecDeque};

use glam::Vec3;

use super::standing::stand_on;
use hexbound_collide::CollisionMesh;

use hexbound_base::body::HALF_HEIGHT;

/// The side of a cell, meters.
const CELL: f32 = 0.5;
/// The height of a story, meters: floors in one count as one.
const STORY: f32 = 1.0;
/// The height above the body's middle at which nothing may be in the way, meters.
const CHEST: f32 = 0.3;
/// The height above the highest step at which nothing may be in the way either, meters.
const OVER: f32 = 0.05;

/// The limits to a body's climbs and drops from one cell to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepLimits {
    /// The highest step upward, meters.
    pub up: f32,
    /// The deepest step downward, meters.
    pub down: f32,
}

impl StepLimits {
    /// The steps of a body that walks and comes back the way it went.
    pub(super) const WALKING: Self = Self { up: 0.5, down: 0.6 };
    /// The steps of a body that jumps and lets itself fall.
    pub(super) const JUMPING: Self = Self {
        up: 1.1,
        down: 30.0,
    };
}

/// The area of floor in m² that a body standing at `start` can reach. The search ends once it is
/// `enough`.
pub(super) fn reachable_floor(
    collision: &CollisionMesh,
    start: Vec3,
    limits: StepLimits,
    enough: f32,
) -> f32 {
    const SIDES: [[i32; 2]; 4] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
    let most = (enough / (CELL * CELL)).ceil().max(1.0) as usize;
    let story = |position: Vec3| (position.y / STORY).floor() as i32;
    let mut known = BTreeSet::from([([0, 0], story(start))]);
    let mut open = VecDeque::from([([0, 0], start)]);
    let mut cells = 0;
    while let Some((cell, at)) = open.pop_front() {
        cells += 1;
        if cells >= most {
            break;
        }
        for side in SIDES {
            let next = [cell[0] + side[0], cell[1] + side[1]];
            let beside = Vec3::new(
                start.x + next[0] as f32 * CELL,
                at.y,
                start.z + next[1] as f32 * CELL,
            );
            if let Some(there) = step(collision, at, beside, limits)
                && known.insert((next, story(there)))
            {
                open.push_back((next, there));
            }
        }
    }
    cells as f32 * CELL * CELL
}

/// Returns where a body comes to stand that goes from `at` to `beside`, a point of the same height;
/// `None` if it can't.
fn step(collision: &CollisionMesh, at: Vec3, beside: Vec3, limits: StepLimits) -> Option<Vec3> {
    let knee = limits.up + OVER - HALF_HEIGHT;
    for height in [knee, CHEST.max(knee)] {
        let (from, to) = (at + Vec3::Y * height, beside + Vec3::Y * height);
        let way = to - from;
        let length = way.length();
        if collision.ray_cast(from, way / length, length).is_some() {
            return None;
        }
    }
    let from = beside + Vec3::Y * knee;
    let floor = collision.ray_cast(from, Vec3::NEG_Y, limits.up + OVER + limits.down)?;
    stand_on(collision, floor.point, floor.normal, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_meshes::TestMesh;
    use hexbound_collide::SKIN;

    /// The floor that is reached from the middle, m².
    fn reached(mesh: &TestMesh, limits: StepLimits) -> f32 {
        let start = Vec3::new(0.1, HALF_HEIGHT + SKIN, 0.1);
        reachable_floor(&mesh.build(), start, limits, 1_000.0)
    }

    fn room(half: f32) -> TestMesh {
        let corner = Vec3::new(half, 0.0, half);
        TestMesh::default().room(-corner, corner + Vec3::Y * 4.0)
    }

    #[test]
    fn a_rooms_floor_is_reached_but_for_its_rim() {
        let area = reached(&room(5.0), StepLimits::WALKING);
        assert!((72.0..=100.0).contains(&area), "{area}");
    }

    #[test]
    fn low_steps_are_walked_up_high_ones_are_jumped_and_walls_stop_both() {
        let with_wall = |height: f32| {
            let (low, high) = (Vec3::new(2.0, 0.0, -5.0), Vec3::new(5.0, height, 5.0));
            room(5.0).cuboid(low, high)
        };
        for (height, limits, all) in [
            (0.3, StepLimits::WALKING, true),
            (0.8, StepLimits::WALKING, false),
            (0.8, StepLimits::JUMPING, true),
            (2.0, StepLimits::JUMPING, false),
        ] {
            let area = reached(&with_wall(height), limits);
            let right = if all { 72.0..100.0 } else { 50.0..68.0 };
            assert!(right.contains(&area), "{height} m, {limits:?}: {area} m²");
        }
    }

    #[test]
    fn no_more_is_looked_for_than_is_asked() {
        let hall = room(50.0).build();
        let start = Vec3::new(0.1, HALF_HEIGHT + SKIN, 0.1);
        let area = reachable_floor(&hall, start, StepLimits::WALKING, 12.0);
        assert!((12.0..13.0).contains(&area), "{area}");
    }
}
