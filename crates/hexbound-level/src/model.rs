//! A loaded level as plain data. Positions are meters relative to the level's re-centered origin: a
//! point of the file is `local + origin`.

use std::{ops::Range, path::PathBuf, sync::Arc};

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, DVec3, Vec3};
use hexbound_collide::{
    CollisionMesh,
    geom::{Aabb, Cylinder},
};
use hexbound_reach::Survey;
use serde::{Deserialize, Serialize};

use super::{
    Accepted, Air, Ambience, Finding, LevelImage, Light, Material, MovingPart, Play, Prop, Reading,
    Spawn, StartChoice, Surface, Surfaces, animated::AnimatedMeshes, finding_list,
};

/// A checked level, ready to be walked in and drawn.
#[derive(Clone, Debug)]
pub struct Level {
    /// The file's stem, or a scene's name.
    pub name: String,
    /// The file that the level was read from; `None` for generated scenes.
    pub path: Option<PathBuf>,
    /// How its file was read.
    pub reading: Reading,
    /// Whole meters that, added to a local position, give the file's own coordinates.
    pub origin: DVec3,
    /// The box around everything solid or visible, local.
    pub bounds: Aabb,
    pub mesh: LevelMesh,
    /// At least one; `Part::material` indexes it.
    pub materials: Vec<Material>,
    pub images: Vec<LevelImage>,
    pub lighting: LevelLighting,
    /// The sounds of its places.
    pub ambience: Vec<Ambience>,
    /// The collision mesh of everything solid that stays, shared with background work.
    pub collision: Arc<CollisionMesh>,
    /// The surfaces of `collision`.
    pub surfaces: Surfaces,
    /// The nodes marked `bumper`.
    pub bumpers: Vec<Bumper>,
    /// Parts that move by themselves (nodes marked `mover`); no part of `collision`.
    pub movers: Vec<MovingPart>,
    /// Bodies that can be moved (nodes marked `prop`); no part of `collision`.
    pub props: Vec<Prop>,
    pub spawn: Spawn,
    /// The balls, targets, triggers and walkers.
    pub play: Play,
    /// Everything that the loader found wrong or odd about the file and that did not stop it from
    /// loading.
    pub findings: Vec<Finding>,
    pub intent: Intent,
    /// A hash over everything the simulation depends on: collision triangles, bumpers, movers,
    /// props, spawn, and what is played for.
    pub content_hash: u64,
}

impl Level {
    /// Returns the words about the level's findings when it is opened: the gravest, and a line that sums them
    /// up. `argument` is how the command line calls the level.
    pub fn announcement(&self, argument: &str) -> Vec<String> {
        finding_list::announcement(&self.findings, argument)
    }

    /// The level's file, or a scene's name: what cached files made for it are listed under.
    pub fn cache_label(&self) -> String {
        let file = self.path.as_ref().map(|path| path.display().to_string());
        file.unwrap_or_else(|| self.name.clone())
    }

    /// A local position in the file's own coordinates.
    pub fn to_file(&self, local: Vec3) -> DVec3 {
        local.as_dvec3() + self.origin
    }

    /// The surface of a triangle of `collision`.
    pub fn surface(&self, triangle: u32) -> Surface {
        self.surfaces.of(&self.collision, triangle)
    }

    /// Searches for a place to stand, whatever places the file names.
    pub fn find_place(&self) -> Option<Spawn> {
        Survey::of(&self.collision).place().map(Spawn::from)
    }

    /// A position in the file's own coordinates, made local.
    pub fn to_local(&self, file: DVec3) -> Vec3 {
        (file - self.origin).as_vec3()
    }
}

/// One vertex and one index buffer for the whole level, node transforms already applied.
#[derive(Clone, Debug, Default)]
pub struct LevelMesh {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u32>,
    pub parts: Vec<Part>,
    /// Runs of the mesh that differ only in where they stand: candidates for instancing.
    pub instance_groups: Vec<InstanceGroup>,
    /// The meshes that skins and morph targets bend while the game runs; they are only drawn so.
    pub animated: Arc<AnimatedMeshes>,
}

impl LevelMesh {
    /// The triangles of a part, as indices into `vertices`.
    pub fn triangles(&self, part: &Part) -> impl ExactSizeIterator<Item = [u32; 3]> {
        let indices = &self.indices[part.indices.start as usize..part.indices.end as usize];
        indices.as_chunks().0.iter().copied()
    }

    /// The corners of a part's triangles, local, meters.
    pub fn faces(&self, part: &Part) -> impl ExactSizeIterator<Item = [Vec3; 3]> {
        let place = |index: u32| Vec3::from(self.vertices[index as usize].position);
        self.triangles(part).map(move |corners| corners.map(place))
    }
}

/// A vertex as the loader hands it over, 72 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct Vertex {
    pub position: [f32; 3],
    /// A unit vector.
    pub normal: [f32; 3],
    /// A unit vector with the bitangent's sign in w: bitangent = cross(normal, tangent) · w.
    pub tangent: [f32; 4],
    pub uv: [f32; 2],
    /// Linear RGBA, multiplied into the base color.
    pub color: [f32; 4],
    /// Another of the file's sets of texture coordinates, for the textures that use it; zero when
    /// none does.
    pub second_uv: [f32; 2],
}

/// A run of triangles with one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The node's name, for messages.
    pub name: String,
    pub material: usize,
    /// A range of `LevelMesh::indices`, a multiple of three long.
    pub indices: Range<u32>,
    pub visible: bool,
    pub solid: bool,
    /// An index into `Level::movers` for a part of a mover; its vertices are those of the mover at
    /// rest.
    pub mover: Option<usize>,
    /// An index into `Level::props` for a part of a prop, drawn at the prop's present place.
    pub prop: Option<usize>,
    /// The local box around everywhere that skins and morph targets take it, if they do; its vertices
    /// are as they are at rest, where it is solid.
    pub animated: Option<Aabb>,
    /// The box around its vertices.
    pub bounds: Aabb,
}

/// A cylinder that balls bounce off at their whole speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bumper {
    /// The cylinder around the node's mesh, local.
    pub cylinder: Cylinder,
    /// The surface of the mesh.
    pub surface: Surface,
}

/// Everything that shines on a level, as its file gives it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LevelLighting {
    /// The file's first directional light, if it has one.
    pub sun: Option<Sun>,
    /// The light and haze of its sky.
    pub air: Air,
    /// The file's point and spot lights.
    pub lights: Vec<Light>,
}

/// What the author of a level wants, as far as it decides what is worth a finding.
#[derive(Clone, Debug)]
pub struct Intent {
    pub start_choice: StartChoice,
    /// What the author accepts; the level's findings lack it.
    pub accepted: Accepted,
}

/// The level's directional light.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sun {
    /// The unit vector along which the light travels.
    pub direction: Vec3,
    /// Linear, its brightest channel 1.
    pub color: Vec3,
}

/// A surface that stands in several places, so that it can be drawn in one go. Never one of movers,
/// props or see-through materials.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InstanceGroup<Place = PlacedInstance> {
    /// An index into `Level::materials`.
    pub material: usize,
    /// The vertices in the surface's own coordinates.
    pub vertices: Vec<Vertex>,
    /// Indices into `vertices`, counter-clockwise once they are in place.
    pub indices: Vec<u32>,
    pub places: Vec<Place>,
}

/// One of the places where a group's surface stands.
#[derive(Clone, Debug)]
pub struct PlacedInstance {
    /// From the surface's own coordinates to the level's.
    pub transform: Affine3A,
    /// The same vertices in `LevelMesh::vertices`.
    pub vertices: Range<u32>,
    /// The same triangles in `LevelMesh::indices`.
    pub indices: Range<u32>,
    /// The box around its vertices.
    pub bounds: Aabb,
}
