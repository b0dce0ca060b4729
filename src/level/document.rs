//! The glTF 2.0 JSON, as far as a level needs it. Types only: an index may point nowhere and a
//! count may be a lie; whoever follows one checks it. What is not needed (animations, skins'
//! joints, unknown extensions) is not read, so a fault there does not matter.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Document {
    pub extensions_used: Vec<String>,
    pub extensions_required: Vec<String>,
    pub extensions: RootExtensions,
    pub accessors: Vec<Accessor>,
    pub buffers: Vec<Buffer>,
    pub buffer_views: Vec<BufferView>,
    pub images: Vec<Image>,
    pub materials: Vec<Material>,
    pub meshes: Vec<Mesh>,
    pub nodes: Vec<Node>,
    pub samplers: Vec<Sampler>,
    pub scene: Option<usize>,
    pub scenes: Vec<Scene>,
    pub textures: Vec<Texture>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct RootExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    pub lights: Option<Lights>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Lights {
    pub lights: Vec<Light>,
}

#[derive(Debug, Deserialize)]
pub struct Light {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default = "white")]
    pub color: [f32; 3],
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: u64,
    #[serde(rename = "type")]
    pub shape: String,
    pub sparse: Option<Sparse>,
}

#[derive(Debug, Deserialize)]
pub struct Sparse {
    pub count: u64,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseIndices {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub component_type: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SparseValues {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buffer {
    pub uri: Option<String>,
    #[serde(default)]
    pub byte_length: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: u64,
    pub byte_length: u64,
    pub byte_stride: Option<u64>,
    #[serde(default)]
    pub extensions: ViewExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression", alias = "KHR_meshopt_compression")]
    pub meshopt: Option<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Image {
    pub name: Option<String>,
    pub uri: Option<String>,
    pub buffer_view: Option<usize>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Sampler {
    pub mag_filter: Option<u32>,
    pub wrap_s: Option<u32>,
    pub wrap_t: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Texture {
    pub sampler: Option<usize>,
    pub source: Option<usize>,
    pub extensions: TextureExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TextureExtensions {
    #[serde(rename = "EXT_texture_webp")]
    pub webp: Option<OtherSource>,
    #[serde(rename = "KHR_texture_basisu")]
    pub basisu: Option<OtherSource>,
    #[serde(rename = "MSFT_texture_dds")]
    pub dds: Option<OtherSource>,
    #[serde(rename = "EXT_texture_avif")]
    pub avif: Option<OtherSource>,
}

#[derive(Debug, Deserialize)]
pub struct OtherSource {
    pub source: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextureInfo {
    pub index: usize,
    #[serde(default)]
    pub tex_coord: u32,
    /// Of a normal texture.
    #[serde(default = "one")]
    pub scale: f32,
    /// Of an occlusion texture.
    #[serde(default = "one")]
    pub strength: f32,
    #[serde(default)]
    pub extensions: TextureInfoExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform")]
    pub transform: Option<TextureTransform>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct TextureTransform {
    #[serde(default)]
    pub offset: [f32; 2],
    #[serde(default)]
    pub rotation: f32,
    #[serde(default = "ones")]
    pub scale: [f32; 2],
    pub tex_coord: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Material {
    pub name: Option<String>,
    pub pbr_metallic_roughness: MetallicRoughness,
    pub normal_texture: Option<TextureInfo>,
    pub occlusion_texture: Option<TextureInfo>,
    pub emissive_texture: Option<TextureInfo>,
    pub emissive_factor: [f32; 3],
    pub alpha_mode: Option<String>,
    pub alpha_cutoff: Option<f32>,
    pub double_sided: bool,
    pub extensions: MaterialExtensions,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MetallicRoughness {
    pub base_color_factor: [f32; 4],
    pub base_color_texture: Option<TextureInfo>,
    pub metallic_factor: f32,
    pub roughness_factor: f32,
    pub metallic_roughness_texture: Option<TextureInfo>,
}

impl Default for MetallicRoughness {
    fn default() -> Self {
        Self {
            base_color_factor: [1.0; 4],
            base_color_texture: None,
            metallic_factor: 1.0,
            roughness_factor: 1.0,
            metallic_roughness_texture: None,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct MaterialExtensions {
    #[serde(rename = "KHR_materials_unlit")]
    pub unlit: Option<Value>,
    #[serde(rename = "KHR_materials_emissive_strength")]
    pub emissive_strength: Option<EmissiveStrength>,
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
    pub specular_glossiness: Option<SpecularGlossiness>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmissiveStrength {
    #[serde(default = "one")]
    pub emissive_strength: f32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SpecularGlossiness {
    #[serde(default = "opaque_white")]
    pub diffuse_factor: [f32; 4],
    pub diffuse_texture: Option<TextureInfo>,
    #[serde(default = "one")]
    pub glossiness_factor: f32,
}

#[derive(Debug, Deserialize)]
pub struct Mesh {
    pub name: Option<String>,
    #[serde(default)]
    pub primitives: Vec<Primitive>,
}

#[derive(Debug, Deserialize)]
pub struct Primitive {
    #[serde(default)]
    pub attributes: Attributes,
    pub indices: Option<usize>,
    pub material: Option<usize>,
    pub mode: Option<u32>,
    #[serde(default)]
    pub targets: Vec<Value>,
    #[serde(default)]
    pub extensions: PrimitiveExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE", default)]
pub struct Attributes {
    pub position: Option<usize>,
    pub normal: Option<usize>,
    pub tangent: Option<usize>,
    #[serde(rename = "TEXCOORD_0")]
    pub texcoord_0: Option<usize>,
    #[serde(rename = "TEXCOORD_1")]
    pub texcoord_1: Option<usize>,
    #[serde(rename = "TEXCOORD_2")]
    pub texcoord_2: Option<usize>,
    #[serde(rename = "TEXCOORD_3")]
    pub texcoord_3: Option<usize>,
    #[serde(rename = "COLOR_0")]
    pub color_0: Option<usize>,
}

impl Attributes {
    /// The accessor of a set of texture coordinates.
    pub fn texcoord(&self, set: u32) -> Option<usize> {
        match set {
            0 => self.texcoord_0,
            1 => self.texcoord_1,
            2 => self.texcoord_2,
            3 => self.texcoord_3,
            _ => None,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Node {
    pub name: Option<String>,
    pub children: Vec<usize>,
    pub mesh: Option<usize>,
    pub camera: Option<usize>,
    pub skin: Option<usize>,
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    /// x, y, z, w.
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    pub extras: Option<Value>,
    pub extensions: NodeExtensions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    pub light: Option<NodeLight>,
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub instancing: Option<Value>,
    #[serde(rename = "KHR_node_visibility")]
    pub visibility: Option<NodeVisibility>,
}

#[derive(Debug, Deserialize)]
pub struct NodeLight {
    pub light: usize,
}

#[derive(Debug, Deserialize)]
pub struct NodeVisibility {
    #[serde(default = "yes")]
    pub visible: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Scene {
    pub nodes: Vec<usize>,
}

fn one() -> f32 {
    1.0
}

fn ones() -> [f32; 2] {
    [1.0; 2]
}

fn white() -> [f32; 3] {
    [1.0; 3]
}

fn opaque_white() -> [f32; 4] {
    [1.0; 4]
}

fn yes() -> bool {
    true
}
