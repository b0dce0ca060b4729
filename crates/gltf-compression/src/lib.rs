//! Decompression of glTF data. Draco and meshopt data becomes uncompressed buffers, views and accessors, and
//! Basis Universal images become texels.

#![warn(unreachable_pub)]

pub mod basis_image;
mod draco;
mod meshopt;
mod meshopt_filters;
mod meshopt_indices;
mod meshopt_vertices;

use gltf::json::{Index, Root, buffer::View, validation::USize64};
use thiserror::Error;

/// The maximum number of bytes of a document's decompressed data. A small file can claim any number.
const MAX_DECODED_BYTES: u64 = 1 << 30;

/// The reason why data of a document is unavailable.
#[derive(Debug, Error)]
pub enum DataError {
    /// The data violates its format.
    #[error("{place} {problem}")]
    Malformed { place: String, problem: String },
    /// The decompressed data would exceed 1 GiB.
    #[error("compressed data of more than 1 GiB once it is plain, as that of {place},")]
    TooMuch { place: String },
}

/// A document that is being decompressed: its JSON, its buffers, and the remaining byte budget.
struct Decoder<'a> {
    root: &'a mut Root,
    buffers: &'a mut Vec<Vec<u8>>,
    /// The number of decompressed bytes that the document may still get.
    quota: u64,
}

/// Decompresses all data that has no uncompressed fallback. A mesh of more than `max_vertices` is refused.
pub fn decompress(
    root: &mut Root,
    buffers: &mut Vec<Vec<u8>>,
    max_vertices: usize,
) -> Result<(), DataError> {
    let mut state = Decoder {
        root,
        buffers,
        quota: MAX_DECODED_BYTES,
    };
    meshopt::decompress(&mut state)?;
    draco::decompress(&mut state, max_vertices)
}

/// Returns the bytes of a buffer view, all inside its buffer. `place` names their use in errors.
pub fn view_bytes<'a>(
    root: &Root,
    buffers: &'a [Vec<u8>],
    index: usize,
    place: &str,
) -> Result<&'a [u8], DataError> {
    let views = &root.buffer_views;
    let view = views.get(index).ok_or_else(|| {
        malformed(
            place,
            format!("names bufferView {index} of {}", views.len()),
        )
    })?;
    let place = format!("{place}, bufferView {index}");
    let buffer = buffers.get(view.buffer.value()).ok_or_else(|| {
        let (buffer, count) = (view.buffer, buffers.len());
        malformed(&place, format!("names buffer {buffer} of {count}"))
    })?;
    let offset = view.byte_offset.unwrap_or_default().0;
    let end = offset.checked_add(view.byte_length.0);
    let range = end.filter(|end| *end <= buffer.len() as u64);
    match range {
        Some(end) => Ok(&buffer[offset as usize..end as usize]),
        None => Err(malformed(&place, outside(view, buffer.len()))),
    }
}

impl Decoder<'_> {
    /// Appends the bytes as a new buffer and returns its index. `place` names their use in errors.
    fn add_buffer(&mut self, bytes: Vec<u8>, place: &str) -> Result<usize, DataError> {
        self.quota = (self.quota.checked_sub(bytes.len() as u64)).ok_or_else(|| too_much(place))?;
        self.buffers.push(bytes);
        Ok(self.buffers.len() - 1)
    }

    /// Appends the bytes as a new buffer with a new view and returns the index of the view.
    fn add_view(&mut self, bytes: Vec<u8>, place: &str) -> Result<Index<View>, DataError> {
        let length = bytes.len() as u64;
        let buffer = self.add_buffer(bytes, place)?;
        self.root.buffer_views.push(View {
            buffer: Index::new(buffer as u32),
            byte_length: USize64(length),
            byte_offset: None,
            byte_stride: None,
            name: None,
            target: None,
            extensions: None,
            extras: Default::default(),
        });
        Ok(Index::new(self.root.buffer_views.len() as u32 - 1))
    }
}

/// Returns whether a view's buffer has data.
fn has_bytes(buffers: &[Vec<u8>], view: &View) -> bool {
    (buffers.get(view.buffer.value())).is_some_and(|buffer| !buffer.is_empty())
}

/// Returns the error text for a view that exceeds its buffer of `have` bytes.
fn outside(view: &View, have: usize) -> String {
    let (length, buffer) = (view.byte_length.0, view.buffer);
    let offset = view.byte_offset.unwrap_or_default().0;
    match have {
        0 => format!("needs buffer {buffer}, which has no data"),
        _ => format!("wants {length} bytes at {offset} of buffer {buffer}, which has {have}"),
    }
}

fn malformed(place: &str, problem: impl Into<String>) -> DataError {
    DataError::Malformed {
        place: place.to_owned(),
        problem: problem.into(),
    }
}

/// Returns the error for more decompressed data than [`MAX_DECODED_BYTES`].
fn too_much(place: &str) -> DataError {
    DataError::TooMuch {
        place: place.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use base64::{Engine, prelude::BASE64_STANDARD};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// Returns data in each of meshopt's formats with its decoded bytes, by meshopt's own programs.
    fn samples() -> Vec<Value> {
        let text = include_str!("meshopt_samples.json");
        serde_json::from_str(text).unwrap()
    }

    fn bytes_of(sample: &Value, key: &str) -> Vec<u8> {
        let text = sample[key].as_str().unwrap();
        BASE64_STANDARD.decode(text).unwrap()
    }

    /// Decompresses a sample as the only view of a document.
    fn plain(sample: &Value, data: Vec<u8>, extension: &str) -> Result<Vec<u8>, String> {
        let whole = bytes_of(sample, "plain").len();
        let given = json!({"buffer": 0, "byteLength": data.len(), "count": sample["count"],
            "byteStride": sample["stride"], "mode": sample["mode"], "filter": sample["filter"]});
        let view = json!({"buffer": 1, "byteOffset": 8, "byteLength": whole,
            "extensions": {extension: given}});
        let document = json!({"asset": {"version": "2.0"}, "bufferViews": [view]});
        let mut root: Root = serde_json::from_value(document).unwrap();
        let mut buffers = vec![data, Vec::new()];
        decompress(&mut root, &mut buffers, 1_000).map_err(|error| error.to_string())?;
        Ok(view_bytes(&root, &buffers, 0, "a test").unwrap().to_vec())
    }

    #[test]
    fn every_format_of_meshopt_becomes_what_its_own_decoder_gives() {
        let samples = samples();
        assert!(samples.len() >= 14);
        for sample in &samples {
            for extension in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
                let found = plain(sample, bytes_of(sample, "data"), extension).unwrap();
                assert_eq!(found, bytes_of(sample, "plain"), "{}", sample["name"]);
            }
        }
    }

    #[test]
    fn every_cut_is_refused_in_words() {
        for sample in &samples() {
            let data = bytes_of(sample, "data");
            for length in (0..data.len()).step_by(7) {
                let cut = data[..length].to_vec();
                let words = plain(sample, cut, "EXT_meshopt_compression").unwrap_err();
                assert!(words.contains("bufferView 0, meshopt data"), "{words}");
            }
        }
    }

    #[test]
    fn an_absurd_count_allocates_nothing() {
        for (mode, stride) in [("ATTRIBUTES", 256), ("TRIANGLES", 4), ("INDICES", 2)] {
            for count in [3_u64 << 20, 3 << 30, 3 << 60] {
                let mut sample = samples()[0].clone();
                sample["mode"] = json!(mode);
                sample["stride"] = json!(stride);
                sample["count"] = json!(count);
                let words = plain(&sample, vec![0xa0; 400], "EXT_meshopt_compression").unwrap_err();
                assert!(words.contains("bufferView 0"), "{words}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn changed_bytes_are_decoded_or_refused(
            which in 0_usize..14,
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        ) {
            let sample = &samples()[which];
            let mut data = bytes_of(sample, "data");
            for (at, byte) in changes {
                let at = at.index(data.len());
                data[at] = byte;
            }
            let found = plain(sample, data, "EXT_meshopt_compression");
            if let Ok(bytes) = found {
                prop_assert_eq!(bytes.len(), bytes_of(sample, "plain").len());
            }
        }
    }
}
