//! KHR_materials_variants: the looks that a file offers by name, of which one may be chosen. It
//! replaces the primitives' materials before anything reads them.

use gltf::json::{Index, Root};
use serde_json::Value;

use crate::error::Fault;

const EXTENSION_NAME: &str = "KHR_materials_variants";

/// Gives the primitives their materials in the variant of that name, in any case. An unknown name
/// is a fault that lists those that there are.
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
    let given = extensions.and_then(|found| {
        found
            .others
            .get(EXTENSION_NAME)?
            .get("variants")?
            .as_array()
    });
    let name = |variant: &Value| {
        variant
            .get("name")
            .and_then(Value::as_str)
            .map(String::from)
    };
    let all = given.into_iter().flatten();
    all.map(|variant| name(variant).unwrap_or_default())
        .collect()
}

/// The material of a primitive in the variant of that number, if it has another then.
fn material_in(given: &Value, variant: usize) -> Option<usize> {
    let mappings = given.get("mappings")?.as_array()?;
    let holds = |mapping: &&Value| {
        let variants = mapping.get("variants").and_then(Value::as_array);
        let mut variants = variants.into_iter().flatten();
        variants.any(|it| it.as_u64() == Some(variant as u64))
    };
    let material = mappings.iter().find(holds)?.get("material")?.as_u64()?;
    usize::try_from(material).ok()
}

fn unknown(wanted: &str, names: &[String]) -> Fault {
    Fault::Malformed {
        place: String::from("the file"),
        problem: format!("has no variant \"{wanted}\""),
        remedy: match names {
            [] => String::from("It has no variants: leave --variant out"),
            names => format!("It has {}", names.join(", ")),
        },
    }
}
