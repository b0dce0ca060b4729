//! Collision meshes for unit tests: boxes, seen from outside or from inside.

use glam::Vec3;
use hexbound_collide::{CollisionMesh, geom::ConvexHull};

/// Triangles that are put together into one mesh.
#[derive(Default)]
pub struct TestMesh {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl TestMesh {
    /// Adds the convex hull of these points, its faces outward.
    pub fn hull(mut self, points: &[Vec3]) -> Self {
        let hull = ConvexHull::from_points(points).expect("points with a volume");
        let first = self.positions.len() as u32;
        let corners = hull.corners.iter().map(|corner| corner.as_vec3());
        self.positions.extend(corners);
        let triangles = hull.triangles.iter();
        (self.triangles).extend(triangles.map(|corners| corners.map(|corner| first + corner)));
        self
    }

    /// Adds a solid box, its faces outward.
    pub fn cuboid(self, min: Vec3, max: Vec3) -> Self {
        let corner = |bits: u32| {
            let side = |bit: u32| (bits >> bit & 1) as f32;
            min + (max - min) * Vec3::new(side(0), side(1), side(2))
        };
        self.hull(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner))
    }

    /// Adds a hollow box, its faces inward.
    pub fn room(mut self, min: Vec3, max: Vec3) -> Self {
        let first = self.triangles.len();
        self = self.cuboid(min, max);
        let inward = self.triangles[first..].iter_mut();
        inward.for_each(|corners| corners.swap(1, 2));
        self
    }

    pub fn build(&self) -> CollisionMesh {
        CollisionMesh::build(&self.positions, &self.triangles).expect("a valid mesh")
    }
}
