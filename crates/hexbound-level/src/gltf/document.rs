//! From JSON to the `gltf` crate's types, and to data that those types lack: attributes, textures and the
//! extensions they don't support. Nothing is checked beyond the types: an index may point nowhere and a
//! count may be wrong, so the code that follows one checks it.
//!
//! Only the crate's schema (`gltf::json`) and container are used. Its wrapper (`gltf::Document`, its
//! accessor readers and `import`) and `Validate` follow indices before they are known to exist and so
//! panic on hostile files.

use gltf::json::{
    Index, Root, Scene,
    extensions::texture::TextureTransform,
    material::{NormalTexture, OcclusionTexture},
    mesh::{Primitive, Semantic},
    texture,
    validation::Checked,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    json_fault,
    json_values::{index, list},
    unused,
};
use crate::{Finding, UvTransform, animated::Interpolation, error::Fault};

/// The document that a level is read from.
#[derive(Debug)]
pub(super) struct Document {
    pub root: Root,
    /// The transform of each of the root's nodes.
    pub transforms: Vec<Transform>,
    pub channels: Vec<Channel>,
    pub skins: Vec<Skin>,
    /// The findings about parts of the file that no scene reaches.
    pub unused: Option<Finding>,
}

/// The joints that bend a mesh.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Skin {
    /// The indices of the joint nodes.
    pub joints: Vec<usize>,
    /// The accessor of the inverse bind matrices.
    pub inverse_bind: Option<usize>,
}

/// A channel of an animation: one property of one node over time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Channel {
    /// The animation that the channel belongs to.
    pub animation: usize,
    pub node: usize,
    pub path: ChannelPath,
    /// The accessor of the times, seconds.
    pub times: usize,
    /// The accessor of the values.
    pub values: usize,
    pub interpolation: Interpolation,
}

/// The property of a node that a channel changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChannelPath {
    Translation,
    Rotation,
    Scale,
    /// The weights of the node's morph targets.
    Weights,
}

/// A node's transform in the file's precision. The crate rounds it to single precision, which is accurate
/// only to a millimeter ten kilometers from zero.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Transform {
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    /// The rotation, a quaternion: x, y, z, w.
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
}

/// Reads the document of a glTF whose version has been checked.
pub(super) fn read(mut json: Value) -> Result<Document, Fault> {
    normalize(&mut json, "");
    let unused = unused::find(&json);
    let channels = channels(&json);
    let skins = skins(&json);
    if let Value::Object(fields) = &mut json {
        prepare(fields);
    }
    let fault =
        |error: serde_json::Error| Fault::malformed("the JSON", json_fault::problem(&json, &error));
    let nodes = json.get("nodes");
    Ok(Document {
        root: Root::deserialize(&json).map_err(fault)?,
        transforms: nodes.map_or(Ok(Vec::new()), |nodes| {
            Vec::deserialize(nodes).map_err(fault)
        })?,
        channels,
        skins,
        unused,
    })
}

/// The accessor of a vertex attribute.
pub(super) fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<usize> {
    let accessor = primitive.attributes.get(&Checked::Valid(semantic));
    accessor.map(Index::value)
}

/// The scene that a file shows: its default one, or else its first.
pub(super) fn shown_scene(root: &Root) -> Option<&Scene> {
    match root.scene {
        Some(index) => root.get(index),
        None => root.scenes.first(),
    }
}

/// An extension of a node that the crate has no type for.
pub(super) fn node_extension<'a>(node: &'a gltf::json::Node, name: &str) -> Option<&'a Value> {
    node.extensions.as_ref()?.others.get(name)
}

/// A use of a texture by a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextureInfo {
    pub index: usize,
    /// The set of texture coordinates.
    pub set: u32,
    pub transform: Option<UvTransform>,
}

impl TextureInfo {
    /// A use without a transform.
    pub(super) fn plain(index: usize, set: u32) -> Self {
        Self::new(index, set, None)
    }

    fn new(index: usize, set: u32, transform: Option<&TextureTransform>) -> Self {
        Self {
            index,
            set: transform
                .and_then(|transform| transform.tex_coord)
                .unwrap_or(set),
            transform: transform.map(|transform| UvTransform {
                offset: transform.offset.0,
                rotation: transform.rotation.0,
                scale: transform.scale.0,
            }),
        }
    }
}

impl From<&texture::Info> for TextureInfo {
    fn from(info: &texture::Info) -> Self {
        let extensions = info.extensions.as_ref();
        let transform = extensions.and_then(|found| found.texture_transform.as_ref());
        Self::new(info.index.value(), info.tex_coord, transform)
    }
}

impl From<&NormalTexture> for TextureInfo {
    fn from(info: &NormalTexture) -> Self {
        let transform = texture_transform(info.extensions.as_ref().map(|found| &found.others));
        Self::new(info.index.value(), info.tex_coord, transform.as_ref())
    }
}

impl From<&OcclusionTexture> for TextureInfo {
    fn from(info: &OcclusionTexture) -> Self {
        let transform = texture_transform(info.extensions.as_ref().map(|found| &found.others));
        Self::new(info.index.value(), info.tex_coord, transform.as_ref())
    }
}

/// The transform of a normal or occlusion texture, which the crate handles as an unknown extension.
fn texture_transform(others: Option<&Map<String, Value>>) -> Option<TextureTransform> {
    TextureTransform::deserialize(others?.get("KHR_texture_transform")?).ok()
}

/// The image of a texture: the plain source if there is one, since it is meant for readers without the
/// extensions; else the source of an extension.
pub(super) fn image_of(texture: &gltf::json::Texture) -> Option<usize> {
    let plain = texture.source.value();
    // The crate's value for a texture without a source.
    if plain != u32::MAX as usize {
        return Some(plain);
    }
    let others = &texture.extensions.as_ref()?.others;
    let names = [
        "EXT_texture_webp",
        "KHR_texture_basisu",
        "MSFT_texture_dds",
        "EXT_texture_avif",
    ];
    let source = |name: &&str| index(others.get(*name)?.get("source"));
    names.iter().find_map(source)
}

/// Rewrites every number in the form that the crate expects. JSON may write whole numbers as 1.0 or 1e0,
/// which the crate refuses. The crate would silently drop the upper bits of an index beyond 32 bits, so
/// those become floats and are refused. Nulls, and names that are no text, are removed.
fn normalize(value: &mut Value, key: &str) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| normalize(value, key)),
        Value::Object(fields) => {
            let is_name = |key: &str, value: &Value| key != "name" || value.is_string();
            fields.retain(|key, value| !value.is_null() && is_name(key, value));
            for (key, value) in fields {
                normalize(value, key);
            }
        }
        Value::Number(number) => {
            let long = ["byteLength", "byteOffset", "byteStride", "count"].contains(&key);
            let most = if long { 9e15 } else { f64::from(u32::MAX) };
            let Some(float) = number.as_f64() else {
                return;
            };
            if float.fract() == 0.0 && (0.0..=most).contains(&float) {
                *value = Value::from(float as u64);
            } else if float > most && !long {
                *value = Value::from(float);
            }
        }
        _ => {}
    }
}

/// The channels of all animations, in the order of the file. A channel of a property unknown to glTF
/// itself is omitted.
fn channels(json: &Value) -> Vec<Channel> {
    let of_animation = |(index, animation)| {
        let samplers = list(animation, "samplers");
        let channels = list(animation, "channels").iter();
        channels.filter_map(move |channel| channel_of(channel, samplers, index))
    };
    let animations = list(json, "animations").iter().enumerate();
    animations.flat_map(of_animation).collect()
}

fn channel_of(channel: &Value, samplers: &[Value], animation: usize) -> Option<Channel> {
    let target = channel.get("target")?;
    let path = match target.get("path")?.as_str()? {
        "translation" => ChannelPath::Translation,
        "rotation" => ChannelPath::Rotation,
        "scale" => ChannelPath::Scale,
        "weights" => ChannelPath::Weights,
        _ => return None,
    };
    let sampler = samplers.get(index(channel.get("sampler"))?)?;
    Some(Channel {
        node: index(target.get("node"))?,
        animation,
        path,
        times: index(sampler.get("input"))?,
        values: index(sampler.get("output"))?,
        interpolation: match sampler.get("interpolation").and_then(Value::as_str) {
            Some("STEP") => Interpolation::Step,
            Some("CUBICSPLINE") => Interpolation::CubicSpline,
            _ => Interpolation::Linear,
        },
    })
}

/// Every skin in the order of the file. A joint that is no number becomes an index without a node.
fn skins(json: &Value) -> Vec<Skin> {
    let joint = |joint: &Value| index(Some(joint)).unwrap_or(usize::MAX);
    let skin = |skin: &Value| Skin {
        joints: list(skin, "joints").iter().map(joint).collect(),
        inverse_bind: index(skin.get("inverseBindMatrices")),
    };
    list(json, "skins").iter().map(skin).collect()
}

/// Removes parts that a level does not need, so that their faults don't matter, and adds optional lists
/// required by the crate.
fn prepare(fields: &mut Map<String, Value>) {
    // KHR_animation_pointer, for one, has animations that the crate refuses. The needed data of
    // animations and skins has been read.
    for unused in ["animations", "cameras", "skins"] {
        fields.remove(unused);
    }
    // The version has been checked, and may be a number.
    fields.insert(String::from("asset"), json!({"version": "2.0"}));
    fill_in(fields.get_mut("scenes"), "nodes", &json!([]));
    fill_in(fields.get_mut("meshes"), "primitives", &json!([]));
    let meshes = fields.get_mut("meshes").and_then(Value::as_array_mut);
    for mesh in meshes.into_iter().flatten() {
        fill_in(mesh.get_mut("primitives"), "attributes", &json!({}));
    }
}

/// Adds a field to every element of a list that lacks it.
fn fill_in(list: Option<&mut Value>, key: &str, default: &Value) {
    let elements = list.and_then(Value::as_array_mut).into_iter().flatten();
    for element in elements.filter_map(Value::as_object_mut) {
        element
            .entry(key.to_string())
            .or_insert_with(|| default.clone());
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A document that must be right.
    pub(crate) fn document(json: &str) -> Document {
        read(serde_json::from_str(json).unwrap()).unwrap()
    }

    fn refusal(json: &str) -> String {
        let fault = read(serde_json::from_str(json).unwrap()).unwrap_err();
        fault.cause.to_string()
    }

    #[test]
    fn no_index_loses_its_upper_bits() {
        let words = refusal(r#"{"meshes":[{}],"nodes":[{"mesh":4294967296}]}"#);
        assert!(words.contains("nodes[0]"), "{words}");
        let read = document(r#"{"nodes":[{"translation":[4294967296,0.1,-7]}]}"#);
        let translation = read.transforms[0].translation;
        assert_eq!(translation, Some([4_294_967_296.0, 0.1, -7.0]));
        let Document { root, .. } =
            document(r#"{"buffers":[{"byteLength":18446744073709551615}]}"#);
        assert_eq!(root.buffers[0].byte_length.0, u64::MAX);
    }
}
