//! Props: bodies of the level that can be moved but do not turn. Making one of a mesh is `build`'s,
//! moving it the simulation's.

use glam::{Quat, Vec3};
use hexbound_collide::{CollisionMesh, geom::ConvexHull, hash::Hasher};

use super::Surface;

/// The shape that a node's mark asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PropKind {
    /// The smallest box along the node's axes that holds its mesh.
    #[default]
    Box,
    /// The sphere about that box's middle that holds the mesh.
    Sphere,
    /// The convex hull of the mesh.
    Hull,
}

/// The shape of a prop, about its center, along the world's axes; meters.
#[derive(Clone, Debug)]
pub enum PropShape {
    Sphere {
        radius: f32,
    },
    Box {
        /// Half the sides, along the prop's own axes.
        half: Vec3,
        /// The same box as a convex hull.
        hull: ConvexHull,
    },
    Hull(ConvexHull),
}

/// A movable body where the level puts it.
#[derive(Clone, Debug)]
pub struct Prop {
    /// The node's name.
    pub name: String,
    /// The prop's center at the start, local, meters.
    pub position: Vec3,
    /// A unit quaternion from its own axes to the world's: it faces along its own −Z, right is +X
    /// and up is +Y.
    pub rotation: Quat,
    pub shape: PropShape,
    /// Its triangles as seen, about the center, along the world's axes: what rays hit.
    pub mesh: CollisionMesh,
    /// The triangles of its shape's hull, likewise: what players and balls run into. A sphere has
    /// those of its mesh.
    pub solid: CollisionMesh,
    /// Its surface.
    pub surface: Surface,
    /// The farthest distance of any of its points from the center, meters.
    pub reach: f32,
}

impl Prop {
    /// Its own forward, right and up as unit vectors of the world.
    pub fn axes(&self) -> [Vec3; 3] {
        [Vec3::NEG_Z, Vec3::X, Vec3::Y].map(|axis| self.rotation * axis)
    }

    /// Takes everything that the simulation depends on into a content hash.
    pub(super) fn hash(&self, hasher: &mut Hasher) {
        hasher.vec3(self.position).f32(self.reach);
        for number in self.rotation.to_array() {
            hasher.f32(number);
        }
        for mesh in [&self.mesh, &self.solid] {
            for triangle in 0..mesh.len() as u32 {
                for corner in mesh.corners(triangle) {
                    hasher.vec3(corner);
                }
            }
        }
    }
}
