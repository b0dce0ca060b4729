//! The floor that can be reached from a place, measured by a flood over the cells of a fine grid. The
//! flood goes from each cell to its neighbors wherever rays find room for a body.

use glam::{IVec2, Vec3};
use hexbound_collide::CollisionMesh;

use crate::{Flooded, Place, Search, flood, stand_on};
use hexbound_base::body::{HALF_HEIGHT, JUMP_HEIGHT, MIN_DROP_DEPTH};

/// The side of a cell, meters.
const CELL_SIDE: f32 = 0.5;
/// The height of a story, meters: floors of a column in the same story count as one.
const STORY_HEIGHT: f32 = 1.0;
/// The height of the upper ray above the body's middle, meters.
const CHEST_HEIGHT: f32 = 0.3;
/// The height of the lower ray above the highest step, meters.
const KNEE_MARGIN: f32 = 0.05;

/// The limits to a body's climbs and drops from one cell to the next.
#[derive(Clone, Copy, Debug)]
pub struct StepLimits {
    /// The highest step upward, meters.
    up: f32,
    /// The deepest step downward, meters.
    down: f32,
}

impl StepLimits {
    /// The limits of a body that walks. A drop of at most the least depth of a fall counts as a step down. The
    /// steepest walkable slope rises by the side of a cell from one cell to the next, which is more than a step.
    pub const WALKING: Self = Self {
        up: CELL_SIDE,
        down: MIN_DROP_DEPTH as f32,
    };
    /// The limits of a body that jumps and falls.
    pub const JUMPING: Self = Self {
        up: JUMP_HEIGHT,
        down: 30.0,
    };
}

/// The area of floor that a body standing at `start` can reach, m². The search ends once the area is
/// `max_area`, m².
pub fn reachable_floor(
    collision: &CollisionMesh,
    start: Vec3,
    limits: StepLimits,
    max_area: f32,
) -> f32 {
    let max_cells = (max_area / (CELL_SIDE * CELL_SIDE)).ceil().max(1.0) as usize;
    let mut search = RaySearch {
        collision,
        start,
        limits,
        max_cells,
        reached: Flooded::default(),
    };
    let column = IVec2::ZERO;
    search.reached.add(Standing { column, at: start }, None);
    flood(&mut search, 0);
    search.reached.places().len().min(max_cells) as f32 * CELL_SIDE * CELL_SIDE
}

/// A place to stand, in a column of cells counted from the start along x and z.
struct Standing {
    column: IVec2,
    at: Vec3,
}

impl Place for Standing {
    type Cell = (IVec2, i32);

    fn cell(&self) -> Self::Cell {
        (self.column, (self.at.y / STORY_HEIGHT).floor() as i32)
    }
}

/// A search by a few rays for each stride.
struct RaySearch<'a> {
    collision: &'a CollisionMesh,
    start: Vec3,
    limits: StepLimits,
    /// The number of cells at which the search ends.
    max_cells: usize,
    reached: Flooded<Standing>,
}

impl Search for RaySearch<'_> {
    type Place = Standing;
    type Strides = [Option<Standing>; 4];

    fn strides(&self, from: &Standing) -> Self::Strides {
        [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|side| {
            let column = from.column + side;
            let beside = Vec3::new(
                self.start.x + column.x as f32 * CELL_SIDE,
                from.at.y,
                self.start.z + column.y as f32 * CELL_SIDE,
            );
            let at = step(self.collision, from.at, beside, self.limits)?;
            Some(Standing { column, at })
        })
    }

    fn reached(&self) -> &Flooded<Standing> {
        &self.reached
    }

    fn record(&mut self, from: u32, strides: Self::Strides) {
        for standing in strides.into_iter().flatten() {
            self.reached.add(standing, Some(from));
        }
    }

    fn should_continue(&mut self, _: usize) -> bool {
        self.reached.places().len() < self.max_cells
    }
}

/// The position of a body after a step from `at` to the column of `beside`, a point of the same height.
/// `None` if the step is not possible.
fn step(collision: &CollisionMesh, at: Vec3, beside: Vec3, limits: StepLimits) -> Option<Vec3> {
    let knee = limits.up + KNEE_MARGIN - HALF_HEIGHT;
    for height in [knee, CHEST_HEIGHT.max(knee)] {
        let (from, to) = (at + Vec3::Y * height, beside + Vec3::Y * height);
        let delta = to - from;
        let length = delta.length();
        if collision.ray_cast(from, delta / length, length).is_some() {
            return None;
        }
    }
    let from = beside + Vec3::Y * knee;
    let floor = collision.ray_cast(from, Vec3::NEG_Y, limits.up + KNEE_MARGIN + limits.down)?;
    stand_on(collision, floor.point, floor.normal, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_collide::SKIN;
    use test_support::TestMesh;

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
            let expected = if all { 72.0..100.0 } else { 50.0..68.0 };
            assert!(
                expected.contains(&area),
                "{height} m, {limits:?}: {area} m²"
            );
        }
    }

    #[test]
    fn the_search_ends_at_enough_floor() {
        let hall = room(50.0).build();
        let start = Vec3::new(0.1, HALF_HEIGHT + SKIN, 0.1);
        let area = reachable_floor(&hall, start, StepLimits::WALKING, 12.0);
        assert!((12.0..13.0).contains(&area), "{area}");
    }
}
