//! From a level file's bytes to its JSON text and binary chunk, and from the JSON to a checked document:
//! the magic, the lengths, the version and the extensions. A binary chunk is read only as far as the
//! document declares.

use std::io::Read;

use gltf::json::Root;
use serde_json::Value;

use super::{
    document::{self, Document},
    json_fault,
};
use crate::{Code, Finding, error::Fault};

/// A file that has been read up to the end of its JSON.
#[derive(Debug)]
pub(super) struct Container<R> {
    pub json: Vec<u8>,
    /// The rest of the file, and its declared length in bytes.
    rest: Option<(R, u64)>,
}

const GLTF_MAGIC: &[u8; 4] = b"glTF";
/// The bytes of the file's header: magic, version and length.
const HEADER_BYTES: u64 = 12;
/// The bytes of a chunk's header: length and kind.
const CHUNK_HEADER: u64 = 8;
/// The most bytes of JSON that are read.
const MAX_JSON: u64 = 4 << 30;

/// Reads the JSON of a .glb, or the whole file as JSON, depending on its content. `have` is the size of
/// the source in bytes.
pub(super) fn open<R: Read>(mut source: R, have: u64) -> Result<Container<R>, Fault> {
    let start = read(&mut source, HEADER_BYTES)?;
    if start.is_empty() {
        return Err(Fault::malformed("the file", "is empty"));
    }
    if start.starts_with(GLTF_MAGIC) {
        return open_binary(source, &start, have);
    }
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace());
    // After a run of white space, JSON may still follow.
    if first.is_some_and(|first| *first != b'{') {
        return Err(not_gltf());
    }
    if have > MAX_JSON {
        return Err(Fault::malformed("the file", "is JSON of more than 4 GiB"));
    }
    let json = [start, &read(&mut source, MAX_JSON)?].concat();
    if json.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(not_gltf());
    }
    Ok(Container { json, rest: None })
}

/// The fault of a file that is not glTF.
fn not_gltf() -> Fault {
    let problem = "is neither glTF 2.0 (.glb, .gltf) nor a map of Quake's family (.map, .bsp)";
    Fault::malformed("the file", problem)
        .with_remedy("Open one of these; other formats have to be exported to glTF")
}

/// Reads the JSON of a .glb after its header.
fn open_binary<R: Read>(mut source: R, header: &[u8], have: u64) -> Result<Container<R>, Fault> {
    let version = word(header, 4).ok_or_else(|| cut(have, HEADER_BYTES))?;
    match version {
        2 => {}
        1 => return Err(version_fault("1")),
        // There is no such version: these bytes are no number.
        _ => {
            let problem =
                "is damaged: what follows the letters glTF at its beginning is no version";
            return Err(Fault::malformed("the file", problem));
        }
    }
    let length = u64::from(word(header, 8).ok_or_else(|| cut(have, HEADER_BYTES))?);
    if length > have {
        return Err(cut(have, length));
    }
    let no_json = || Fault::malformed("the file", "does not begin with a JSON chunk");
    let left = length.checked_sub(HEADER_BYTES).ok_or_else(no_json)?;
    let (kind, size) = chunk_header(&mut source, left)?.ok_or_else(no_json)?;
    if &kind != b"JSON" {
        return Err(no_json());
    }
    let after = HEADER_BYTES + CHUNK_HEADER + size;
    if after > length {
        return Err(cut(length, after));
    }
    let json = read(&mut source, size)?;
    if (json.len() as u64) < size {
        return Err(cut(HEADER_BYTES + CHUNK_HEADER + json.len() as u64, after));
    }
    Ok(Container {
        json,
        rest: Some((source, length - after)),
    })
}

impl<R: Read> Container<R> {
    /// Reads the first `limit` bytes of a .glb's second chunk, or all if it has fewer. A chunk of another
    /// kind, or padding, is ignored.
    pub(super) fn binary(self, limit: u64) -> Result<Option<Vec<u8>>, Fault> {
        let Some((mut source, left)) = self.rest else {
            return Ok(None);
        };
        let Some((kind, size)) = chunk_header(&mut source, left)? else {
            return Ok(None);
        };
        if &kind != b"BIN\0" {
            return Ok(None);
        }
        if CHUNK_HEADER + size > left {
            let before = HEADER_BYTES + CHUNK_HEADER + self.json.len() as u64;
            return Err(cut(before + left, before + CHUNK_HEADER + size));
        }
        read(&mut source, size.min(limit)).map(Some)
    }
}

/// Reads the kind and size of the next chunk; `None` if fewer bytes are `left` than a chunk's header.
fn chunk_header(source: &mut impl Read, left: u64) -> Result<Option<([u8; 4], u64)>, Fault> {
    if left < CHUNK_HEADER {
        return Ok(None);
    }
    let header = read(source, CHUNK_HEADER)?;
    let kind = header.get(4..8).and_then(|kind| kind.try_into().ok());
    Ok(word(&header, 0)
        .zip(kind)
        .map(|(size, kind)| (kind, u64::from(size))))
}

/// The little-endian number at an offset in the bytes.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at + 4)?.try_into().ok()?;
    Some(u32::from_le_bytes(word))
}

/// Reads `limit` bytes, or fewer if the source ends.
fn read(source: &mut impl Read, limit: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read = source.take(limit).read_to_end(&mut bytes);
    read.map_err(Fault::unreadable)?;
    Ok(bytes)
}

/// The fault of a truncated file.
fn cut(have: u64, need: u64) -> Fault {
    let problem = format!("is cut short: it has {have} bytes of {need}");
    Fault::malformed("the file", problem).with_remedy("Copy or export it again")
}

/// Reads the document and checks that every extension it requires is supported.
pub(super) fn parse(json: &[u8], findings: &mut Vec<Finding>) -> Result<Document, Fault> {
    // Names and copyrights occur in other encodings, too; they must not make the level unreadable.
    let json = String::from_utf8_lossy(json);
    let json: Value = serde_json::from_str(&json).map_err(|error| {
        let what = json_fault::in_words(&error.to_string());
        Fault::malformed("the JSON", format!("is wrong: {what}"))
    })?;
    check_version(&json)?;
    let document = document::read(json)?;
    check_extensions(&document.root, findings)?;
    Ok(document)
}

/// Checks the version before anything else, so that an old file is refused as such and not for a wrong
/// type somewhere.
fn check_version(json: &Value) -> Result<(), Fault> {
    let asset = (json.get("asset").filter(|asset| !asset.is_null()))
        .ok_or_else(|| Fault::malformed("the JSON", "has no asset, which every glTF has"))?;
    let version = asset.get("version").map_or_else(String::new, in_words);
    if !version.starts_with("2.") {
        return Err(version_fault(&version));
    }
    let minimum = (asset.get("minVersion").filter(|minimum| !minimum.is_null())).map(in_words);
    match minimum.filter(|minimum| minimum != "2.0") {
        Some(minimum) => Err(version_fault(&minimum)),
        None => Ok(()),
    }
}

/// Formats a version: a string, as it should be, or a number, as in some old files.
fn in_words(value: &Value) -> String {
    (value.as_str()).map_or_else(|| value.to_string(), str::to_string)
}

/// The fault of another version of glTF.
fn version_fault(version: &str) -> Fault {
    let what = match version {
        "" => String::from("a glTF without a version"),
        _ => format!("glTF version {version}"),
    };
    Fault::unsupported(what, "Export the level as glTF 2.0")
}

/// The extensions that are read.
const UNDERSTOOD_EXTENSIONS: [&str; 12] = [
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_draco_mesh_compression",
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
    "MOZ_lightmap",
];

/// The prefixes of extensions that only affect look or motion.
const DISPENSABLE_PREFIXES: [&str; 12] = [
    "ADOBE_materials_",
    "EXT_lights_",
    "EXT_texture_avif",
    "KHR_animation_pointer",
    "KHR_audio",
    "KHR_environment_map",
    "KHR_interactivity",
    "KHR_physics_rigid_bodies",
    "MSFT_lod",
    "MSFT_texture_dds",
    "OMI_",
    "VRM",
];

/// Refuses a document that requires an unsupported extension; warns of one that only affects the look.
fn check_extensions(document: &Root, findings: &mut Vec<Finding>) -> Result<(), Fault> {
    // Undrawn features of materials are reported with the materials that use them.
    let is_read =
        |name: &str| name.starts_with("KHR_materials_") || UNDERSTOOD_EXTENSIONS.contains(&name);
    for name in &document.extensions_required {
        let mut dispensable = DISPENSABLE_PREFIXES.iter();
        if is_read(name) {
            continue;
        }
        if !dispensable.any(|start| name.starts_with(start)) {
            let what = format!("the extension {name}, which the file requires,");
            return Err(Fault::unsupported(what, "Re-export without it"));
        }
        let problem =
            format!("the file requires {name}, which is not supported: it will look different");
        findings.push(Finding::new(Code::NotDrawn, problem));
    }
    for name in &document.extensions_used {
        if !is_read(name) && !document.extensions_required.contains(name) {
            let problem = format!("the file uses {name}, which is not drawn");
            findings.push(Finding::new(Code::NotDrawn, problem));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(json: &str, binary: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut chunk = |kind: &[u8; 4], data: &[u8]| {
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(data);
        };
        chunk(b"JSON", json.as_bytes());
        chunk(b"BIN\0", binary);
        let mut file = GLTF_MAGIC.to_vec();
        file.extend(2_u32.to_le_bytes());
        file.extend((bytes.len() as u32 + 12).to_le_bytes());
        file.extend(bytes);
        file
    }

    /// JSON and the first `limit` bytes of the binary chunk.
    fn split(bytes: &[u8], limit: u64) -> Result<(Vec<u8>, Option<Vec<u8>>), Fault> {
        let container = open(bytes, bytes.len() as u64)?;
        let json = container.json.clone();
        Ok((json, container.binary(limit)?))
    }

    fn words(fault: Fault) -> String {
        fault.in_file("level.glb".as_ref()).to_string()
    }

    #[test]
    fn a_binary_file_is_split() {
        let file = glb("{}  ", &[1, 2, 3, 4]);
        let json = b"{}  ".to_vec();
        for (limit, binary) in [(9, vec![1, 2, 3, 4]), (3, vec![1, 2, 3])] {
            assert_eq!(split(&file, limit).unwrap(), (json.clone(), Some(binary)));
        }
    }

    #[test]
    fn every_cut_of_a_binary_file_is_refused() {
        let file = glb("{}  ", &[1, 2, 3, 4]);
        for length in 0..file.len() {
            assert!(split(&file[..length], 4).is_err(), "{length}");
        }
        assert!(words(split(&file[..30], 4).unwrap_err()).contains("cut short"));
    }

    #[test]
    fn a_lying_header_is_refused() {
        let mut file = glb("{}  ", &[1, 2, 3, 4]);
        for (at, value) in [(8, u32::MAX), (12, u32::MAX), (8, 0), (8, 11)] {
            let mut changed = file.clone();
            changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
            assert!(split(&changed, 4).is_err(), "{at} {value}");
        }
        file[4] = 1;
        assert!(words(split(&file, 4).unwrap_err()).contains("glTF version 1 is not supported"));
        // Letters in the place of the version.
        let message = words(split(b"glTFgarbage all the way to the end", 4).unwrap_err());
        assert!(message.contains("the file is damaged"), "{message}");
    }

    #[test]
    fn other_chunks_and_padding_are_ignored() {
        let file = glb("{}  ", &[1, 2, 3, 4]);
        let json_end = (HEADER_BYTES + CHUNK_HEADER) as usize + 4;
        let mut foreign = file.clone();
        foreign[json_end + 4..json_end + 8].copy_from_slice(b"ACME");
        let mut padded = file[..json_end + 3].to_vec();
        padded[8..12].copy_from_slice(&(json_end as u32 + 3).to_le_bytes());
        for file in [foreign, padded] {
            assert_eq!(split(&file, 4).unwrap(), (b"{}  ".to_vec(), None));
        }
        let mut file = file;
        file[16..20].copy_from_slice(b"ACME");
        assert!(words(split(&file, 4).unwrap_err()).contains("begin with a JSON chunk"));
    }

    #[test]
    fn another_encoding_in_a_name_is_borne() {
        let json = b"{\"asset\":{\"version\":\"2.0\",\"copyright\":\"\xa9\"}}";
        assert!(parse(json, &mut Vec::new()).is_ok());
    }
}
