//! KHR_materials_variants: the named looks of a file, one of which may be selected. The selection
//! replaces the primitives' materials before anything reads them.

use gltf::json::{Index, Root};
use serde_json::Value;

use super::json_values::{index, list};
use crate::error::Fault;

const EXTENSION_NAME: &str = "KHR_materials_variants";

/// Selects the primitives' materials in the variant `wanted`, case-insensitively. An unknown name is a
/// fault that lists the known ones.
pub(super) fn choose(document: &mut Root, wanted: &str) -> Result<(), Fault> {
    let names = names(document);
    let same = |name: &String| name.to_lowercase() == wanted.to_lowercase();
    let chosen = (names.iter().position(|name| name == wanted))
        .or_else(|| names.iter().position(same))
        .ok_or_else(|| unknown(wanted, &names))?;
    let materials = document.materials.len();
    let primitives = document.meshes.iter_mut();
    for primitive in primitives.flat_map(|mesh| &mut mesh.primitives) {
        let extensions = primitive.extensions.as_ref();
        let given = extensions.and_then(|found| found.others.get(EXTENSION_NAME));
        let material = given.and_then(|given| material_in(given, chosen));
        if let Some(material) = material.filter(|material| *material < materials) {
            primitive.material = Some(Index::new(material as u32));
        }
    }
    Ok(())
}

/// The variants' names, in the order of the file.
fn names(document: &Root) -> Vec<String> {
    let extensions = document.extensions.as_ref();
    let given = extensions.and_then(|found| found.others.get(EXTENSION_NAME));
    let name = |variant: &Value| String::from(variant["name"].as_str().unwrap_or_default());
    let all = given.map_or(&[][..], |given| list(given, "variants"));
    all.iter().map(name).collect()
}

/// The material of a primitive in the variant at an index, if it has a different one there.
fn material_in(given: &Value, variant: usize) -> Option<usize> {
    let holds = |mapping: &&Value| {
        let mut variants = list(mapping, "variants").iter();
        variants.any(|it| index(Some(it)) == Some(variant))
    };
    let mapping = list(given, "mappings").iter().find(holds)?;
    index(mapping.get("material"))
}

fn unknown(wanted: &str, names: &[String]) -> Fault {
    let remedy = match names {
        [] => String::from("It has no variants: leave --variant out"),
        names => format!("It has {}", names.join(", ")),
    };
    Fault::malformed("the file", format!("has no variant \"{wanted}\"")).with_remedy(remedy)
}
