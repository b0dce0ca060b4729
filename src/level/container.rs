//! From a level file's bytes to its JSON text and binary chunk, and from the JSON to a checked
//! document: the magic, the lengths, the version and the extensions.

use serde::Deserialize;
use serde_json::Value;

use super::{document::Document, error::Fault};

/// A file taken apart. `binary` is a .glb's second chunk.
#[derive(Debug)]
pub struct Container<'a> {
    pub json: &'a [u8],
    pub binary: Option<&'a [u8]>,
}

const MAGIC: &[u8; 4] = b"glTF";
const CHUNK_JSON: u32 = u32::from_le_bytes(*b"JSON");
const CHUNK_BINARY: u32 = u32::from_le_bytes(*b"BIN\0");

/// Splits a .glb, or takes the whole as JSON. Told apart by the content, not by the name.
pub fn split(bytes: &[u8]) -> Result<Container<'_>, Fault> {
    if bytes.is_empty() {
        return Err(Fault::malformed("the file", "is empty"));
    }
    if bytes.starts_with(MAGIC) {
        return split_binary(bytes);
    }
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = json.iter().find(|byte| !byte.is_ascii_whitespace());
    if first != Some(&b'{') {
        return Err(Fault::Malformed {
            place: String::from("the file"),
            problem: String::from("is neither binary glTF (.glb) nor glTF JSON (.gltf)"),
            remedy: String::from("Open a glTF 2.0 file; other formats have to be exported to it"),
        });
    }
    Ok(Container { json, binary: None })
}

fn split_binary(bytes: &[u8]) -> Result<Container<'_>, Fault> {
    let cut = |need: usize| {
        let have = bytes.len();
        Fault::Malformed {
            place: String::from("the file"),
            problem: format!("is cut short: it has {have} bytes of {need}"),
            remedy: String::from("Copy or export it again"),
        }
    };
    let word = |at: usize| {
        let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
        word.map(u32::from_le_bytes).ok_or_else(|| cut(at + 4))
    };
    let version = word(4)?;
    if version != 2 {
        return Err(version_fault(&version.to_string()));
    }
    let length = word(8)? as usize;
    if length > bytes.len() {
        return Err(cut(length));
    }
    let mut container = None;
    let mut at = 12;
    while at + 8 <= length {
        let (size, kind) = (word(at)? as usize, word(at + 4)?);
        let start = at + 8;
        let end = start.saturating_add(size);
        let chunk = bytes.get(start..end).ok_or_else(|| cut(end))?;
        match (&mut container, kind) {
            (None, CHUNK_JSON) => {
                container = Some(Container {
                    json: chunk,
                    binary: None,
                });
            }
            (None, _) => break,
            (Some(container), CHUNK_BINARY) if container.binary.is_none() => {
                container.binary = Some(chunk);
            }
            // Chunks of other kinds are to be ignored.
            (Some(_), _) => {}
        }
        at = end.next_multiple_of(4);
    }
    container.ok_or_else(|| Fault::malformed("the file", "does not begin with a JSON chunk"))
}

/// Reads the document and makes sure that nothing it requires is missing here.
pub fn parse(json: &[u8], warnings: &mut Vec<String>) -> Result<Document, Fault> {
    /// Read first, so that an old file is named as such and not as a wrong type somewhere.
    #[derive(Deserialize)]
    struct Head {
        asset: Option<Asset>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Asset {
        version: Option<Value>,
        min_version: Option<Value>,
    }
    let head: Head = serde_json::from_slice(json).map_err(json_fault)?;
    let asset = head
        .asset
        .ok_or_else(|| Fault::malformed("the JSON", "has no asset, which every glTF has"))?;
    let version = (asset.version.as_ref()).map_or_else(String::new, in_words);
    if !version.starts_with("2.") {
        return Err(version_fault(&version));
    }
    let minimum = asset.min_version.as_ref().map(in_words);
    if let Some(minimum) = minimum.filter(|minimum| minimum != "2.0") {
        return Err(version_fault(&minimum));
    }
    let document = read_document(json)?;
    check_extensions(&document, warnings)?;
    Ok(document)
}

/// JSON may write whole numbers as 1.0 or 1e0; that is rare, so it is looked for only when the
/// direct way fails.
fn read_document(json: &[u8]) -> Result<Document, Fault> {
    serde_json::from_slice(json).or_else(|error| {
        let mut value: Value = serde_json::from_slice(json).map_err(json_fault)?;
        make_whole(&mut value);
        serde_json::from_value(value).map_err(|_| json_fault(error))
    })
}

fn make_whole(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        Value::Number(number) => {
            let whole = (number.as_f64())
                .filter(|float| float.fract() == 0.0 && (0.0..9e15).contains(float));
            if let Some(whole) = whole {
                *value = Value::from(whole as u64);
            }
        }
        _ => {}
    }
}

/// A version as it should be, a string, or as some old files have it, a number.
fn in_words(value: &Value) -> String {
    (value.as_str()).map_or_else(|| value.to_string(), str::to_string)
}

fn json_fault(error: serde_json::Error) -> Fault {
    Fault::malformed("the JSON", format!("is wrong: {error}"))
}

fn version_fault(version: &str) -> Fault {
    Fault::Unsupported {
        what: match version {
            "" => String::from("a glTF without a version"),
            _ => format!("glTF version {version}"),
        },
        remedy: String::from("Export the level as glTF 2.0"),
    }
}

/// Extensions that change what is read and are understood.
const UNDERSTOOD: [&str; 8] = [
    "KHR_lights_punctual",
    "KHR_materials_unlit",
    "KHR_materials_emissive_strength",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_texture_transform",
    "KHR_xmp_json_ld",
];

/// Extensions without which the level only looks or moves differently, by how they begin.
const DISPENSABLE: [&str; 15] = [
    "ADOBE_materials_",
    "EXT_lights_",
    "EXT_texture_avif",
    "EXT_texture_webp",
    "KHR_animation_pointer",
    "KHR_audio",
    "KHR_environment_map",
    "KHR_interactivity",
    "KHR_materials_",
    "KHR_physics_rigid_bodies",
    "KHR_texture_basisu",
    "MSFT_lod",
    "MSFT_texture_dds",
    "OMI_",
    "VRMC_",
];

fn check_extensions(document: &Document, warnings: &mut Vec<String>) -> Result<(), Fault> {
    for name in &document.extensions_required {
        if UNDERSTOOD.contains(&name.as_str()) {
            continue;
        }
        if !DISPENSABLE.iter().any(|start| name.starts_with(start)) {
            return Err(Fault::Unsupported {
                what: format!("the extension {name}, which the file requires,"),
                remedy: extension_remedy(name),
            });
        }
        warnings.push(format!(
            "the file requires {name}, which is not supported: it will look different"
        ));
    }
    Ok(())
}

/// What to do in the program that exports the file.
pub fn extension_remedy(name: &str) -> String {
    let advice = match name {
        "KHR_draco_mesh_compression" => {
            "Re-export uncompressed: without Draco (in Blender, untick Data > Compression; or run \
             gltf-transform copy in.glb out.glb)"
        }
        "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            "Re-export uncompressed: without meshopt (or run gltf-transform copy in.glb out.glb)"
        }
        "EXT_mesh_gpu_instancing" => "Re-export without instancing: one node for each copy",
        _ => "Re-export without it",
    };
    advice.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(json: &str, binary: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut chunk = |kind: u32, data: &[u8]| {
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend(kind.to_le_bytes());
            bytes.extend(data);
        };
        chunk(CHUNK_JSON, json.as_bytes());
        chunk(CHUNK_BINARY, binary);
        let mut file = MAGIC.to_vec();
        file.extend(2_u32.to_le_bytes());
        file.extend((bytes.len() as u32 + 12).to_le_bytes());
        file.extend(bytes);
        file
    }

    fn words(fault: Fault) -> String {
        fault.in_file("level.glb".as_ref()).to_string()
    }

    #[test]
    fn a_binary_file_is_split() {
        let file = glb("{}  ", &[1, 2, 3, 4]);
        let container = split(&file).unwrap();
        assert_eq!(container.json, b"{}  ");
        assert_eq!(container.binary, Some(&[1, 2, 3, 4][..]));
    }

    #[test]
    fn every_cut_of_a_binary_file_is_refused() {
        let file = glb("{}  ", &[1, 2, 3, 4]);
        for length in 0..file.len() {
            assert!(split(&file[..length]).is_err(), "{length}");
        }
        assert!(words(split(&file[..30]).unwrap_err()).contains("cut short"));
    }

    #[test]
    fn a_lying_header_is_refused() {
        let mut file = glb("{}  ", &[1, 2, 3, 4]);
        for (at, value) in [(8, u32::MAX), (12, u32::MAX), (8, 0), (8, 11)] {
            let mut changed = file.clone();
            changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
            assert!(split(&changed).is_err(), "{at} {value}");
        }
        file[4] = 1;
        assert!(words(split(&file).unwrap_err()).contains("glTF version 1 is not supported"));
    }

    #[test]
    fn a_required_extension_is_named_with_its_remedy() {
        let json = br#"{"asset":{"version":"2.0"},
            "extensionsRequired":["KHR_texture_transform","KHR_draco_mesh_compression"]}"#;
        let message = words(parse(json, &mut Vec::new()).unwrap_err());
        assert!(message.contains("KHR_draco_mesh_compression"), "{message}");
        assert!(message.contains("Re-export uncompressed"), "{message}");
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        let json = br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":1.0,"children":[1e0]}]}"#;
        let document = parse(json, &mut Vec::new()).unwrap();
        assert_eq!(document.nodes[0].mesh, Some(1));
        let json = br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":1.5}]}"#;
        let message = words(parse(json, &mut Vec::new()).unwrap_err());
        assert!(message.contains("line 1"), "{message}");
    }

    #[test]
    fn an_extension_of_looks_only_warns() {
        let json = br#"{"asset":{"version":"2.0"},"extensionsRequired":["EXT_texture_webp"]}"#;
        let mut warnings = Vec::new();
        parse(json, &mut warnings).unwrap();
        assert!(warnings[0].contains("EXT_texture_webp"), "{warnings:?}");
    }
}
