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

/// A checked level, ready for walking and drawing.
#[derive(Clone, Debug)]
pub struct Level {
    /// The file's stem, or a scene's name.
    pub name: String,
    /// The file that the level was read from; `None` for generated scenes.
    pub path: Option<PathBuf>,
    /// The options that the file was read with.
    pub reading: Reading,
    /// The offset of whole meters from local positions to the file's coordinates.
    pub origin: DVec3,
    /// The bounds of everything solid or visible, local.
    pub bounds: Aabb,
    pub mesh: LevelMesh,
    /// The materials, at least one, indexed by `Part::material`.
    pub materials: Vec<Material>,
    pub images: Vec<LevelImage>,
    pub lighting: LevelLighting,
    /// The ambient sounds.
    pub ambience: Vec<Ambience>,
    /// The collision mesh of all static solids, shared with background work.
    pub collision: Arc<CollisionMesh>,
    /// The surfaces of `collision`.
    pub surfaces: Surfaces,
    /// The nodes marked `bumper`.
    pub bumpers: Vec<Bumper>,
    /// The parts that move by themselves (nodes marked `mover`); no part of `collision`.
    pub movers: Vec<MovingPart>,
    /// The movable bodies (nodes marked `prop`); no part of `collision`.
    pub props: Vec<Prop>,
    pub spawn: Spawn,
    /// The balls, targets, triggers and walkers.
    pub play: Play,
    /// The loader's findings about errors and oddities that did not prevent loading.
    pub findings: Vec<Finding>,
    pub intent: Intent,
    /// A hash over everything the simulation depends on: collision triangles, bumpers, movers, props,
    /// spawn, and the content to play for.
    pub content_hash: u64,
}

impl Level {
    /// Returns the lines about the level's findings at its opening: the most severe ones, and a
    /// line that sums them up. `argument` names the level on the command line.
    pub fn announcement(&self, argument: &str) -> Vec<String> {
        finding_list::announcement(&self.findings, argument)
    }

    /// The level's file, or a scene's name: the label of cached files made for it.
    pub fn cache_label(&self) -> String {
        let file = self.path.as_ref().map(|path| path.display().to_string());
        file.unwrap_or_else(|| self.name.clone())
    }

    /// Converts a local position to the file's own coordinates.
    pub fn to_file(&self, local: Vec3) -> DVec3 {
        local.as_dvec3() + self.origin
    }

    /// The surface of a triangle of `collision`.
    pub fn surface(&self, triangle: u32) -> Surface {
        self.surfaces.of(&self.collision, triangle)
    }

    /// Searches for a place to start, ignoring the starts named by the file.
    pub fn find_start(&self) -> Option<Spawn> {
        Survey::of(&self.collision).best_start().map(Spawn::from)
    }

    /// Converts a position in the file's own coordinates to a local one.
    pub fn to_local(&self, file: DVec3) -> Vec3 {
        (file - self.origin).as_vec3()
    }
}

/// One vertex and one index buffer for the whole level, with node transforms applied.
#[derive(Clone, Debug, Default)]
pub struct LevelMesh {
    pub vertices: Vec<Vertex>,
    pub indices: Vec<u32>,
    pub parts: Vec<Part>,
    /// Meshes that occur in several places, which are candidates for instancing.
    pub instance_groups: Vec<InstanceGroup>,
    /// The meshes that skins and morph targets deform during play; bodies collide with them at rest.
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

/// A vertex from the loader, 72 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable, Serialize, Deserialize)]
pub struct Vertex {
    pub position: [f32; 3],
    /// The unit normal.
    pub normal: [f32; 3],
    /// The unit tangent, with the bitangent's sign in w: bitangent = cross(normal, tangent) · w.
    pub tangent: [f32; 4],
    pub uv: [f32; 2],
    /// The color, linear RGBA, multiplied into the base color.
    pub color: [f32; 4],
    /// The second set of texture coordinates, for the textures that use it; zero if none does.
    pub second_uv: [f32; 2],
}

/// A run of triangles with one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The node's name, for messages.
    pub name: String,
    pub material: usize,
    /// The range of `LevelMesh::indices`, a multiple of three long.
    pub indices: Range<u32>,
    pub visible: bool,
    pub solid: bool,
    /// The index in `Level::movers` for a part of a mover; its vertices are those of the mover at rest.
    pub mover: Option<usize>,
    /// The index in `Level::props` for a part of a prop, drawn at the prop's current position.
    pub prop: Option<usize>,
    /// The local bounds of the part's animation by skins and morph targets, if it has one. The vertices
    /// and the collision of the part are those at rest.
    pub animated: Option<Aabb>,
    /// The bounds of the part's vertices.
    pub bounds: Aabb,
}

/// A cylinder that balls bounce off at full speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bumper {
    /// The cylinder around the node's mesh, local.
    pub cylinder: Cylinder,
    /// The surface of the mesh.
    pub surface: Surface,
}

/// All light of a level, as its file describes it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LevelLighting {
    /// The file's first directional light, if it has one.
    pub sun: Option<Sun>,
    /// The light and haze of the sky.
    pub air: Air,
    /// The file's point and spot lights.
    pub lights: Vec<Light>,
}

/// The author's intentions for a level that affect findings.
#[derive(Clone, Debug)]
pub struct Intent {
    pub start_choice: StartChoice,
    /// The accepted findings, which the level's own findings exclude.
    pub accepted: Accepted,
}

/// The level's directional light.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sun {
    /// The unit vector along which the light travels.
    pub direction: Vec3,
    /// The color, linear, its brightest channel 1.
    pub color: Vec3,
}

/// A mesh that occurs in several places and is drawn by one call. Meshes of movers, of props and with
/// see-through materials have no group.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InstanceGroup<Place = PlacedInstance> {
    /// The index in `Level::materials`.
    pub material: usize,
    /// The vertices in the mesh's own coordinates.
    pub vertices: Vec<Vertex>,
    /// The indices into `vertices`, counterclockwise in their places.
    pub indices: Vec<u32>,
    pub places: Vec<Place>,
}

/// One of the places of a group's mesh.
#[derive(Clone, Debug)]
pub struct PlacedInstance {
    /// The transform from the mesh's own coordinates to the level's.
    pub transform: Affine3A,
    /// The same vertices in `LevelMesh::vertices`.
    pub vertices: Range<u32>,
    /// The same triangles in `LevelMesh::indices`.
    pub indices: Range<u32>,
    /// The bounds of the instance's vertices.
    pub bounds: Aabb,
}
