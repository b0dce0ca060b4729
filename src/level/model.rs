//! What a loaded level is, as plain data. Positions are meters relative to the level's
//! re-centerd origin: a point of the file is `local + origin`.

use std::{ops::Range, path::PathBuf, sync::Arc};

use bytemuck::{Pod, Zeroable};
use glam::{DVec3, Vec3};

use super::{
    Copies, LevelImage, Light, MovingPart, Prop, Scale, Surface, UvPair, UvTransform, found,
};
use hexbound_collide::{
    CollisionMesh,
    geom::{Aabb, Cylinder},
};

/// A checked level, ready to be walked in and drawn.
#[derive(Clone, Debug)]
pub struct Level {
    /// The file's stem, or a scene's name.
    pub name: String,
    /// Where it came from; `None` for generated scenes.
    pub path: Option<PathBuf>,
    /// By which the file's coordinates were brought to meters.
    pub scale: Scale,
    /// Added to a local position gives the file's own coordinates, in meters. Whole ones.
    pub origin: DVec3,
    /// Around everything solid or visible, local.
    pub bounds: Aabb,
    pub mesh: LevelMesh,
    /// Runs of `mesh` that are the same but for where they are, for who would keep them once.
    pub copies: Vec<Copies>,
    /// At least one; `Part::material` indexes it.
    pub materials: Vec<Material>,
    pub images: Vec<LevelImage>,
    /// The file's first directional light, if it has one.
    pub sun: Option<Sun>,
    /// The file's point and spot lights.
    pub lights: Vec<Light>,
    /// Shared with who asks it in the background.
    pub collision: Arc<CollisionMesh>,
    /// What the collision triangles are made of: from each of these numbers on (the mesh's
    /// `source`), ascending.
    pub surfaces: Vec<(u32, Surface)>,
    /// Cylinders that balls bounce off (nodes marked `bumper`), local.
    pub bumpers: Vec<Cylinder>,
    /// Parts that move by themselves (nodes marked `mover`); no part of `collision`.
    pub movers: Vec<MovingPart>,
    /// Bodies that can be moved (nodes marked `prop`); no part of `collision`.
    pub props: Vec<Prop>,
    pub spawn: Spawn,
    /// What is odd about the file but did not stop it from loading, one sentence each.
    pub warnings: Vec<String>,
    /// Over everything the simulation depends on: collision triangles, bumpers, movers, props
    /// and spawn.
    pub content_hash: u64,
}

impl Level {
    /// What to tell somebody who can hardly walk in a level of this size: which scale would fit.
    pub fn advice_on_scale(&self) -> Option<String> {
        let fits = self.scale.that_fits(&self.bounds)?;
        let longest = self.bounds.size().max_element();
        Some(format!(
            "the level is {longest:.2} m long, no size to walk in: if its unit is no meter, \
             --scale {fits} would fit"
        ))
    }

    /// A local position in the file's own coordinates.
    pub fn to_file(&self, local: Vec3) -> DVec3 {
        local.as_dvec3() + self.origin
    }

    /// What a triangle of `collision` is made of.
    pub fn surface(&self, triangle: u32) -> Surface {
        if triangle as usize >= self.collision.len() {
            return Surface::default();
        }
        let source = self.collision.source(triangle);
        let after = (self.surfaces).partition_point(|(first, _)| *first <= source);
        let run = after.checked_sub(1).and_then(|run| self.surfaces.get(run));
        run.map_or(Surface::default(), |(_, surface)| *surface)
    }

    /// A place to stand that is searched for, whatever the file says.
    pub fn find_place(&self) -> Option<Spawn> {
        found::find_place(&self.collision)
    }

    /// A position of the file, local.
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
}

/// What the vertex buffer holds, 72 bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    pub position: [f32; 3],
    /// Unit.
    pub normal: [f32; 3],
    /// Unit, with the bitangent's sign in w: bitangent = cross(normal, tangent) · w.
    pub tangent: [f32; 4],
    pub uv: [f32; 2],
    /// Linear, multiplied into the base color.
    pub color: [f32; 4],
    /// Of another set of the file's, for the textures that want it; zero when none does.
    pub second_uv: [f32; 2],
}

/// A run of triangles with one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The node's name, for messages.
    pub name: String,
    pub material: usize,
    /// Into `LevelMesh::indices`, a multiple of three long.
    pub indices: Range<u32>,
    pub visible: bool,
    pub solid: bool,
    /// Into `Level::movers`, when it moves with one; its vertices are where that rests.
    pub mover: Option<usize>,
    /// Into `Level::props`: drawn where that is, not where it began.
    pub prop: Option<usize>,
    /// Around its vertices.
    pub bounds: Aabb,
}

/// A glTF metallic-roughness material.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    pub name: String,
    pub base_color: [f32; 4],
    pub base_color_texture: Option<TextureRef>,
    pub normal_texture: Option<TextureRef>,
    pub normal_scale: f32,
    pub metallic: f32,
    pub roughness: f32,
    /// Roughness in green, metalness in blue.
    pub metallic_roughness_texture: Option<TextureRef>,
    /// Linear, emissive strength already multiplied in.
    pub emissive: [f32; 3],
    pub emissive_texture: Option<TextureRef>,
    pub occlusion_texture: Option<TextureRef>,
    pub occlusion_strength: f32,
    /// Baked light that takes the place of the light from around.
    pub lightmap: Option<TextureRef>,
    /// What `lightmap` is multiplied with.
    pub lightmap_intensity: f32,
    pub alpha: Alpha,
    pub double_sided: bool,
    pub unlit: bool,
    /// The vertices that have it bring colors of their own.
    pub vertex_colored: bool,
    /// What it sounds like.
    pub surface: Surface,
}

impl Default for Material {
    /// A pale plaster that reads well under any light: for files that bring no material.
    fn default() -> Self {
        Self {
            name: String::from("default"),
            base_color: [0.69, 0.62, 0.51, 1.0],
            base_color_texture: None,
            normal_texture: None,
            normal_scale: 1.0,
            metallic: 0.0,
            roughness: 0.85,
            metallic_roughness_texture: None,
            emissive: [0.0; 3],
            emissive_texture: None,
            occlusion_texture: None,
            occlusion_strength: 1.0,
            lightmap: None,
            lightmap_intensity: 1.0,
            alpha: Alpha::Opaque,
            double_sided: false,
            unlit: false,
            vertex_colored: false,
            surface: Surface::Stone,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alpha {
    Opaque,
    /// Drawn where the base color's alpha reaches `cutoff`.
    Mask {
        cutoff: f32,
    },
    Blend,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureRef {
    /// Into `Level::images`.
    pub image: usize,
    pub sampler: Sampler,
    pub uvs: UvPair,
    pub transform: Option<UvTransform>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampler {
    pub wrap_u: Wrap,
    pub wrap_v: Wrap,
    pub filter: Filter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    Repeat,
    Mirror,
    Clamp,
}

/// How a texture is magnified; minification always uses mipmaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Filter {
    Linear,
    Nearest,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Unit, the way the light travels.
    pub direction: Vec3,
    /// Linear, brightest channel 1.
    pub color: Vec3,
}

/// Where the player starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spawn {
    /// Of the body's center, local, standing free a skin's width above the ground.
    pub position: Vec3,
    /// Radians about +Y; 0 looks along −Z, positive turns left.
    pub yaw: f32,
    /// Radians above the horizon; 0 where a file says where to look.
    pub pitch: f32,
}
