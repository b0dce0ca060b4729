//! Props: movable bodies of the level that do not turn. `build` makes one of a mesh; the simulation moves
//! it.

use glam::{Quat, Vec3};
use hexbound_collide::{Body, CollisionMesh, geom::ConvexHull, hash::Hasher};
use serde::{Deserialize, Serialize};
use strum::EnumString;

use super::{Surface, mesh_hash::hash_corners};

/// The shape requested by a node's mark.
#[derive(Clone, Copy, Debug, Default, EnumString, PartialEq, Eq, Serialize, Deserialize)]
#[strum(serialize_all = "lowercase")]
pub enum PropKind {
    /// The smallest box along the node's axes that holds its mesh. A compound consists of the meshes
    /// below the node, each a box unless marked otherwise.
    #[default]
    #[strum(serialize = "box", serialize = "compound")]
    Box,
    /// The sphere around that box's center that holds the mesh.
    Sphere,
    /// The convex hull of the mesh.
    Hull,
}

/// The shape of a part of a prop, around the part's center, along the world's axes; meters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PropShape {
    Sphere {
        radius: f32,
    },
    Box {
        /// Half the sides, along the part's own axes.
        half: Vec3,
        /// The box as a convex hull.
        hull: ConvexHull,
    },
    Hull(ConvexHull),
}

/// One of the convex shapes of a prop. They don't move against each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PropPart {
    /// The offset of the part's center from the prop's, along the world's axes, meters.
    pub center: Vec3,
    /// The unit quaternion from the part's own axes to the world's.
    pub rotation: Quat,
    pub shape: PropShape,
    /// The triangles of the shape's hull around the part's center, along the world's axes. A sphere has
    /// those of its mesh.
    pub solid: CollisionMesh,
    pub surface: Surface,
    /// The greatest distance of any point of the part from its center, meters.
    pub reach: f32,
}

/// A movable body at its start in the level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prop {
    /// The node's name.
    pub name: String,
    /// The prop's center at the start, local, meters.
    pub position: Vec3,
    /// The unit quaternion from the prop's own axes to the world's. A prop faces along its own −Z; right
    /// is +X and up is +Y.
    pub rotation: Quat,
    /// The shapes of the prop, at least one, in the order of the level's nodes.
    pub parts: Vec<PropPart>,
    /// The visible triangles around the center, along the world's axes, for rays.
    pub mesh: CollisionMesh,
    /// The triangles of all parts around the center, along the world's axes, for collision with players.
    pub solid: CollisionMesh,
    /// The greatest distance of any point of the prop from its center, meters.
    pub reach: f32,
    /// True if the prop falls.
    pub gravity: bool,
    /// The mass for pushing, kilograms; without one only the keys move the prop.
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

    /// The prop's own forward, right and up as unit vectors of the world.
    pub fn axes(&self) -> [Vec3; 3] {
        [Vec3::NEG_Z, Vec3::X, Vec3::Y].map(|axis| self.rotation * axis)
    }

    /// The surface of the prop's first part.
    pub fn surface(&self) -> Surface {
        (self.parts.first()).map_or(Surface::default(), |part| part.surface)
    }

    /// Returns whether the prop moves by itself: it falls, or bodies push it.
    pub fn is_dynamic(&self) -> bool {
        self.gravity || self.mass.is_some()
    }

    /// Feeds everything that the simulation depends on to a content hash.
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
    place.is_finite() && place.abs().max_element() <= CollisionMesh::MAX_COORDINATE
}

fn is_reach(reach: f32) -> bool {
    (0.0..CollisionMesh::MAX_COORDINATE).contains(&reach)
}
