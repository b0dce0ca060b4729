//! KHR_draco_mesh_compression: the vertices and indices of whole primitives in Draco's format.
//! Each primitive gets accessors of its own over uncompressed bytes.

use std::collections::BTreeMap;

use draco_core::{DecodeLimits, DecoderBuffer, Mesh, MeshDecoder, PointAttribute};
use gltf::json::{
    Accessor, Index,
    accessor::{ComponentType, GenericComponentType, Type},
    buffer::View,
    mesh::{Mode, Primitive, Semantic},
    validation::{Checked, USize64},
};
use serde::Deserialize;
use serde_json::Value;

use crate::{DataError, Decoder, has_bytes, malformed, too_much, view_bytes};

/// The extension's JSON.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DracoExtension {
    buffer_view: usize,
    /// Draco's id of each attribute, by the attribute's name.
    #[serde(default)]
    attributes: BTreeMap<String, u32>,
}

/// Replaces the accessors of every primitive whose vertices exist only in Draco's format.
pub(crate) fn decompress(state: &mut Decoder, max_vertices: usize) -> Result<(), DataError> {
    let mut last: Option<(usize, Mesh)> = None;
    for mesh in 0..state.root.meshes.len() {
        for primitive in 0..state.root.meshes[mesh].primitives.len() {
            let old = &state.root.meshes[mesh].primitives[primitive];
            let Some(extension) = extension_of(old).filter(|_| !has_fallback(state, old)) else {
                continue;
            };
            let name = state.root.meshes[mesh].name.as_deref().unwrap_or_default();
            let place = format!("mesh {mesh} \"{name}\", primitive {primitive}, Draco data");
            let extension = DracoExtension::deserialize(extension)
                .map_err(|error| malformed(&place, format!("cannot be decoded: {error}")))?;
            let view = extension.buffer_view;
            // Only the last data is kept. Primitives that share data are usually adjacent.
            let decoded = match last.take() {
                Some((known, decoded)) if known == view => decoded,
                _ => decode(state, view, max_vertices, &place)?,
            };
            let replaced = replace(state, old.clone(), &extension, &decoded, &place)?;
            state.root.meshes[mesh].primitives[primitive] = replaced;
            last = Some((view, decoded));
        }
    }
    Ok(())
}

fn extension_of(primitive: &Primitive) -> Option<&Value> {
    let others = &primitive.extensions.as_ref()?.others;
    others.get("KHR_draco_mesh_compression")
}

/// Returns whether all vertices and indices of a primitive exist uncompressed too.
fn has_fallback(state: &Decoder, primitive: &Primitive) -> bool {
    let accessors = primitive.attributes.values().chain(&primitive.indices);
    let has_view = |accessor: &Index<Accessor>| {
        let accessor = state.root.get(*accessor)?;
        let view = state.root.get(accessor.buffer_view?)?;
        Some(has_bytes(state.buffers, view))
    };
    accessors.map(has_view).all(|found| found == Some(true))
}

/// Decodes the Draco data in a view.
fn decode(state: &Decoder, view: usize, max_vertices: usize, at: &str) -> Result<Mesh, DataError> {
    let bytes = view_bytes(state.root, state.buffers, view, at)?;
    let max_points = max_vertices as u64;
    let limits = (DecodeLimits::default().with_max_points(max_points))
        .with_max_faces(max_points / 3)
        .with_max_decoded_bytes(state.quota);
    let mut mesh = Mesh::new();
    let mut buffer = DecoderBuffer::new(bytes).with_limits(limits);
    match MeshDecoder::new().decode(&mut buffer, &mut mesh) {
        Ok(()) => Ok(mesh),
        Err(error) if error.kind() == draco_core::ErrorKind::LimitExceeded => Err(too_much(at)),
        Err(error) => Err(malformed(at, format!("cannot be decoded: {error}"))),
    }
}

/// Adds accessors over the decoded data, and returns the primitive with them.
fn replace(
    state: &mut Decoder,
    mut primitive: Primitive,
    extension: &DracoExtension,
    decoded: &Mesh,
    place: &str,
) -> Result<Primitive, DataError> {
    let indices: Vec<u8> = (decoded.faces().iter().flatten())
        .flat_map(|index| index.0.to_le_bytes())
        .collect();
    let view = state.add_view(indices, place)?;
    let count = decoded.num_faces() * 3;
    primitive.indices = Some(add_accessor(state, index_accessor(view, count)));
    // Draco decodes to a triangle list, even from a strip.
    primitive.mode = Checked::Valid(Mode::Triangles);
    for (name, id) in &extension.attributes {
        let Some(semantic) = semantic(name) else {
            continue;
        };
        let accessor = primitive.attributes.get(&semantic).copied();
        let Some(accessor) = accessor.and_then(|index| state.root.get(index)).cloned() else {
            continue;
        };
        let attribute = decoded.attribute_by_unique_id(*id).ok_or_else(|| {
            malformed(place, format!("has no attribute {id}, which is its {name}"))
        })?;
        let bytes = attribute_bytes(attribute, &accessor, decoded.num_points(), place)?;
        let view = state.add_view(bytes, place)?;
        let accessor = Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64(decoded.num_points() as u64),
            ..accessor
        };
        let index = add_accessor(state, accessor);
        primitive.attributes.insert(semantic, index);
    }
    Ok(primitive)
}

fn semantic(name: &str) -> Option<Checked<Semantic>> {
    match serde_json::from_value::<Checked<Semantic>>(name.into()) {
        Ok(semantic @ Checked::Valid(_)) => Some(semantic),
        _ => None,
    }
}

/// Returns an accessor for the `count` indices in `view`.
fn index_accessor(view: Index<View>, count: usize) -> Accessor {
    Accessor {
        buffer_view: Some(view),
        byte_offset: None,
        count: USize64(count as u64),
        component_type: Checked::Valid(GenericComponentType(ComponentType::U32)),
        extensions: None,
        extras: Default::default(),
        type_: Checked::Valid(Type::Scalar),
        min: None,
        max: None,
        name: None,
        normalized: false,
        sparse: None,
    }
}

fn add_accessor(state: &mut Decoder, accessor: Accessor) -> Index<Accessor> {
    state.root.accessors.push(accessor);
    Index::new(state.root.accessors.len() as u32 - 1)
}

/// Encodes an attribute's values for all points, in the component type of the original accessor.
fn attribute_bytes(
    attribute: &PointAttribute,
    accessor: &Accessor,
    points: usize,
    place: &str,
) -> Result<Vec<u8>, DataError> {
    let (Checked::Valid(kind), Checked::Valid(shape)) = (accessor.component_type, accessor.type_)
    else {
        return Err(malformed(place, "has an accessor of an unknown type"));
    };
    let values = attribute.read_f32s(points, shape.multiplicity());
    let mut bytes = Vec::with_capacity(values.len() * kind.0.size());
    for value in values {
        match kind.0 {
            ComponentType::I8 => bytes.extend((value as i8).to_le_bytes()),
            ComponentType::U8 => bytes.push(value as u8),
            ComponentType::I16 => bytes.extend((value as i16).to_le_bytes()),
            ComponentType::U16 => bytes.extend((value as u16).to_le_bytes()),
            ComponentType::U32 => bytes.extend((value as u32).to_le_bytes()),
            ComponentType::F32 => bytes.extend(value.to_le_bytes()),
        }
    }
    Ok(bytes)
}
