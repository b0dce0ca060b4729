//! EXT_meshopt_compression and KHR_meshopt_compression: buffer views in meshoptimizer's formats.
//! Each view gets an uncompressed buffer. The `meshopt_…` modules decode the formats, following the
//! extensions' specifications and meshoptimizer by Arseny Kapoulkine.

use gltf::json::{Index, validation::USize64};
use serde::Deserialize;

use crate::{
    DataError, Decoder, has_bytes, malformed,
    meshopt_filters::{self, Filter},
    meshopt_indices, meshopt_vertices, too_much,
};

/// The names of the extension; a view has at most one.
const EXT_NAMES: [&str; 2] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];

/// The extension's JSON.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct MeshoptExtension {
    buffer: usize,
    #[serde(default)]
    byte_offset: u64,
    byte_length: u64,
    byte_stride: u64,
    count: u64,
    mode: Mode,
    #[serde(default)]
    filter: Filter,
}

/// The kind of data in a view.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
enum Mode {
    /// Elements of any kind, each a multiple of four bytes in size.
    Attributes,
    /// Indices of a list of triangles.
    Triangles,
    /// Indices of any topology.
    Indices,
}

/// Replaces the buffer of every view whose bytes exist only in meshopt's formats.
pub(crate) fn decompress(state: &mut Decoder) -> Result<(), DataError> {
    for index in 0..state.root.buffer_views.len() {
        let view = &state.root.buffer_views[index];
        let others = view.extensions.as_ref().map(|found| &found.others);
        let given = others.and_then(|others| EXT_NAMES.iter().find_map(|name| others.get(*name)));
        let Some(given) = given.filter(|_| !has_bytes(state.buffers, view)) else {
            continue;
        };
        let place = format!("bufferView {index}, meshopt data");
        let extension = MeshoptExtension::deserialize(given)
            .map_err(|error| malformed(&place, format!("cannot be decoded: {error}")))?;
        let bytes = decode(state, &extension, &place)?;
        let length = bytes.len() as u64;
        let buffer = state.add_buffer(bytes, &place)?;
        let view = &mut state.root.buffer_views[index];
        view.buffer = Index::new(buffer as u32);
        view.byte_offset = None;
        view.byte_length = USize64(length);
    }
    Ok(())
}

/// Decompresses the bytes of a view.
fn decode(state: &Decoder, extension: &MeshoptExtension, at: &str) -> Result<Vec<u8>, DataError> {
    let error = |problem: &str| malformed(at, format!("cannot be decoded: {problem}"));
    let size = extension.count.checked_mul(extension.byte_stride);
    if size.is_none_or(|size| size > state.quota) {
        return Err(too_much(at));
    }
    let (count, stride) = (extension.count as usize, extension.byte_stride as usize);
    let data = slice(state, extension).ok_or_else(|| error("it lies outside of its buffer"))?;
    match extension.mode {
        Mode::Attributes => {
            if !(stride.is_multiple_of(4) && (4..=256).contains(&stride)) {
                return Err(error("its byteStride is no multiple of 4 from 4 to 256"));
            }
            let mut bytes = meshopt_vertices::decode(data, count, stride).map_err(error)?;
            meshopt_filters::apply(extension.filter, &mut bytes, stride).map_err(error)?;
            Ok(bytes)
        }
        Mode::Triangles | Mode::Indices => {
            if !matches!(stride, 2 | 4) {
                return Err(error("its byteStride is neither 2 nor 4"));
            }
            let indices = match extension.mode {
                Mode::Triangles => meshopt_indices::decode_triangles(data, count),
                _ => meshopt_indices::decode_sequence(data, count),
            };
            let bytes = |index: u32| index.to_le_bytes().into_iter().take(stride);
            let indices = indices.map_err(error)?.into_iter();
            Ok(indices.flat_map(bytes).collect())
        }
    }
}

/// Returns the compressed bytes of a view; `None` if they lie outside their buffer.
fn slice<'a>(state: &'a Decoder, extension: &MeshoptExtension) -> Option<&'a [u8]> {
    let end = extension.byte_offset.checked_add(extension.byte_length)?;
    let (start, end) = (
        usize::try_from(extension.byte_offset).ok()?,
        usize::try_from(end).ok()?,
    );
    state.buffers.get(extension.buffer)?.get(start..end)
}
