//! Props: bodies of the level that can be moved but do not turn. Making one of a mesh is `build`'s,
//! moving it the simulation's.

use glam::{Quat, Vec3};
use hexbound_collide::{Body, CollisionMesh, geom::ConvexHull, hash::Hasher};
use serde::{Deserialize, Serialize};
use strum::EnumString;

use super::{Surface, mesh_hash::hash_corners};

/// The shape that a node's mark asks for.
#[derive(Clone, Copy, Debug, Default, EnumString, PartialEq, Eq, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
pub enum PropKind {
    /// The smallest box along the node's axes that holds its mesh. A compound is made of the meshes
    /// below the node, each a box unless it says otherwise.
    #[default]
    #[strum(serialize = "box", serialize = "compound")]
    Box,
    /// The sphere about that box's middle that holds the mesh.
    Sphere,
    /// The convex hull of the mesh.
    Hull,
}

/// The shape of a part of a prop, about the part's center, along the world's axes; meters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PropShape {
    Sphere {
        radius: f32,
    },
    Box {
        /// Half the sides, along the part's own axes.
        half: Vec3,
        /// The same box as a convex hull.
        hull: ConvexHull,
    },
    Hull(ConvexHull),
}

/// One of the convex shapes that a prop is made of. They don't move against each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PropPart {
    /// The offset of the part's center from the prop's, along the world's axes, meters.
    pub center: Vec3,
    /// A unit quaternion from the part's own axes to the world's.
    pub rotation: Quat,
    pub shape: PropShape,
    /// The triangles of the shape's hull about the part's center, along the world's axes. A sphere
    /// has those of its mesh.
    pub solid: CollisionMesh,
    pub surface: Surface,
    /// The farthest distance of any of its points from the part's center, meters.
    pub reach: f32,
}

/// A movable body where the level puts it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prop {
    /// The node's name.
    pub name: String,
    /// The prop's center at the start, local, meters.
    pub position: Vec3,
    /// A unit quaternion from its own axes to the world's: it faces along its own −Z, right is +X
    /// and up is +Y.
    pub rotation: Quat,
    /// The shapes that it is made of, at least one, in the order of the level's nodes.
    pub parts: Vec<PropPart>,
    /// Its triangles as seen, about the center, along the world's axes: what rays hit.
    pub mesh: CollisionMesh,
    /// The triangles of all its parts, likewise: what players run into.
    pub solid: CollisionMesh,
    /// The farthest distance of any of its points from the center, meters.
    pub reach: f32,
    /// True if it falls.
    pub gravity: bool,
    /// The mass by which it is pushed, kilograms; without one only the keys move it.
    pub mass: Option<f32>,
}

impl Prop {
    /// Returns whether all numbers of the prop can be simulated.
    pub(crate) fn is_valid(&self) -> bool {
        is_place(self.position)
            && self.rotation.is_normalized()
            && is_reach(self.reach)
            && self.mass.is_none_or(|mass| mass > 0.0 && mass < 1e9)
            && !self.parts.is_empty()
            && self.parts.iter().all(PropPart::is_valid)
    }

    /// Its own forward, right and up as unit vectors of the world.
    pub fn axes(&self) -> [Vec3; 3] {
        [Vec3::NEG_Z, Vec3::X, Vec3::Y].map(|axis| self.rotation * axis)
    }

    /// The surface of its first part.
    pub fn surface(&self) -> Surface {
        (self.parts.first()).map_or(Surface::default(), |part| part.surface)
    }

    /// Returns whether it moves by itself: it falls, or what runs into it pushes it.
    pub fn is_dynamic(&self) -> bool {
        self.gravity || self.mass.is_some()
    }

    /// Takes everything that the simulation depends on into a content hash.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        for part in &self.parts {
            part.surface.hash(hasher);
        }
        hasher.vec3(self.position).f32(self.reach);
        for number in self.rotation.to_array() {
            hasher.f32(number);
        }
        hash_corners(&self.mesh, hasher);
        hash_corners(&self.solid, hasher);
        for part in &self.parts {
            hasher.vec3(part.center).f32(part.reach);
        }
        hasher
            .u32(self.placed().map_or(u32::MAX, |shape| shape as u32))
            .u32(u32::from(self.gravity))
            .f32(self.mass.unwrap_or(0.0));
    }
}

impl PropPart {
    fn is_valid(&self) -> bool {
        let is_shape = match &self.shape {
            PropShape::Sphere { radius } => Body::sphere(*radius).is_ok(),
            PropShape::Box { half, .. } => half.is_finite() && half.min_element() > 0.0,
            PropShape::Hull(_) => true,
        };
        is_shape && is_place(self.center) && self.rotation.is_normalized() && is_reach(self.reach)
    }
}

fn is_place(place: Vec3) -> bool {
    place.is_finite() && place.abs().max_element() <= CollisionMesh::FURTHEST
}

fn is_reach(reach: f32) -> bool {
    (0.0..CollisionMesh::FURTHEST).contains(&reach)
}
