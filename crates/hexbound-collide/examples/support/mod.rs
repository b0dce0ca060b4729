//! A builder for small levels, and one such level, shared by the examples. Your own game loads its
//! triangles from a file instead.

#![allow(dead_code, reason = "each example uses a part of this")]

use glam::Vec3;
use hexbound_collide::CollisionMesh;

/// Positions and triangles, as any loader would hand them over.
#[derive(Default)]
pub struct MeshBuilder {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl MeshBuilder {
    /// A flat four-cornered face. Its front is where the corners go counterclockwise.
    pub fn quad(&mut self, corners: [Vec3; 4]) {
        let first = self.positions.len() as u32;
        self.positions.extend(corners);
        let triangles = [[0, 1, 2], [0, 2, 3]];
        self.triangles
            .extend(triangles.map(|corners| corners.map(|corner| first + corner)));
    }

    /// A box between two corners.
    pub fn block(&mut self, low: Vec3, high: Vec3) {
        let corner = |x: usize, y: usize, z: usize| {
            Vec3::new([low.x, high.x][x], [low.y, high.y][y], [low.z, high.z][z])
        };
        let faces = [
            [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]],
            [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]],
            [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]],
            [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
            [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]],
            [[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]],
        ];
        for face in faces {
            self.quad(face.map(|[x, y, z]| corner(x, y, z)));
        }
    }

    /// A slope as wide as a box, from the floor at its low x to the top at its high x.
    pub fn ramp(&mut self, low: Vec3, high: Vec3) {
        self.quad([
            Vec3::new(low.x, low.y, low.z),
            Vec3::new(low.x, low.y, high.z),
            Vec3::new(high.x, high.y, high.z),
            Vec3::new(high.x, high.y, low.z),
        ]);
    }

    pub fn build(self) -> CollisionMesh {
        CollisionMesh::build(&self.positions, &self.triangles).expect("triangles")
    }
}

/// A floor with three stairs up to a platform, a gentle ramp down from it, a ramp too steep to walk
/// at the end, and a wall beside the path.
pub fn level() -> CollisionMesh {
    let mut level = MeshBuilder::default();
    level.block(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(25.0, 0.0, 5.0));
    for step in 0_u8..3 {
        let (from, height) = (2.0 + 0.5 * f32::from(step), 0.3 * f32::from(step + 1));
        level.block(
            Vec3::new(from, 0.0, -2.0),
            Vec3::new(from + 0.5, height, 2.0),
        );
    }
    level.block(Vec3::new(3.5, 0.0, -2.0), Vec3::new(6.0, 0.9, 2.0));
    level.ramp(Vec3::new(9.0, 0.0, -2.0), Vec3::new(6.0, 0.9, 2.0));
    level.ramp(Vec3::new(15.0, 0.0, -5.0), Vec3::new(17.0, 4.0, 5.0));
    level.block(Vec3::new(-5.0, 0.0, 3.0), Vec3::new(15.0, 3.0, 3.2));
    level.build()
}
