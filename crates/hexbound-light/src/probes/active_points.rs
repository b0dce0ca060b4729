//! The points of a grid that get a light probe: those near surfaces, where light is looked up.

use glam::{UVec3, Vec3};

use super::walls::normal_of;
use crate::{BakeQuality, BakeScene, Grid};
use hexbound_collide::geom::Aabb;

const MAX_POINTS: usize = 150_000;

/// The grid, and for each of its points whether it is near enough to a surface for a probe. The spacing grows
/// until the probes are few enough.
pub(super) fn active_points(
    scene: &BakeScene,
    max_texture_side: u32,
    quality: &BakeQuality,
) -> (Grid, Vec<bool>) {
    let mut spacing = quality.probe_spacing;
    loop {
        let grid = Grid::cover(scene.bounds, spacing, MAX_POINTS, max_texture_side);
        let active = near_surfaces(scene, &grid);
        let count = active.iter().filter(|&&active| active).count();
        if count <= quality.max_probes || grid.len() <= 8 {
            return (grid, active);
        }
        // The count of points near surfaces falls with the square of the spacing.
        let excess = count as f32 / quality.max_probes as f32;
        spacing = grid.spacing * (0.9 * excess.sqrt()).max(1.1);
    }
}

fn near_surfaces(scene: &BakeScene, grid: &Grid) -> Vec<bool> {
    let mut active = vec![false; grid.len()];
    for corners in scene.triangles() {
        let bounds = Aabb::from_points(corners);
        let normal = normal_of(&corners);
        // Half a cell for the offset along the normal, and one for interpolation.
        let margin = 1.5 * grid.spacing;
        let (low, high) = grid.within(bounds.grown(Vec3::splat(margin)));
        for z in low.z..=high.z {
            for y in low.y..=high.y {
                for x in low.x..=high.x {
                    let coordinates = UVec3::new(x, y, z);
                    let height = normal.dot(grid.point(coordinates) - corners[0]).abs();
                    if height <= margin {
                        active[grid.index(coordinates)] = true;
                    }
                }
            }
        }
    }
    active
}
