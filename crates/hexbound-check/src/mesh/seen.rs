//! The drawn part of the level that each triangle of the collision mesh belongs to.

use hexbound_collide::CollisionMesh;

use super::faces::is_static_part;
use hexbound_level::Level;

/// The visible parts among the solid ones, by the indices that the collision mesh's triangles had when it
/// was built.
pub(crate) struct DrawnTriangles {
    /// The first index of each solid part, ascending, with the part and whether it is visible.
    runs: Vec<(u32, u32, bool)>,
    /// The index after the last.
    end: u32,
}

impl DrawnTriangles {
    /// The parts of a level's collision mesh. `None` if the mesh has other triangles than those of the
    /// parts, since dense detail was replaced.
    pub(crate) fn of(level: &Level) -> Option<Self> {
        let mut runs = Vec::new();
        let mut end = 0;
        for (part, index) in level.mesh.parts.iter().zip(0..) {
            if part.solid && is_static_part(part) {
                runs.push((end, index, part.visible));
                end += part.indices.len() as u32 / 3;
            }
        }
        /// The number of triangles of the ground under a model.
        const GROUND_TRIANGLES: u32 = 2;
        let all = (level.collision.len() + level.collision.left_out()) as u32;
        (all == end || all == end + GROUND_TRIANGLES).then_some(Self { runs, end })
    }

    /// The visible part of a triangle of the mesh; `None` if it is invisible.
    pub(super) fn part(&self, mesh: &CollisionMesh, triangle: u32) -> Option<u32> {
        let (part, is_drawn) = self.owner(mesh, triangle)?;
        is_drawn.then_some(part)
    }

    /// The part of a triangle of the mesh, and whether it is visible; `None` for the ground under a
    /// model.
    pub(crate) fn owner(&self, mesh: &CollisionMesh, triangle: u32) -> Option<(u32, bool)> {
        let source = mesh.source(triangle);
        if source >= self.end {
            return None;
        }
        let after = self.runs.partition_point(|(first, ..)| *first <= source);
        let (_, part, is_drawn) = self.runs[after.checked_sub(1)?];
        Some((part, is_drawn))
    }
}
