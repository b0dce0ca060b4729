//! EXT_mesh_gpu_instancing: the places of a node's instances. Each becomes a mesh of its own, drawn and
//! solid like one under its own node. `instance_groups` decides which of them are drawn together.

use glam::{DAffine3, DQuat, DVec3};
use gltf::json::Root;
use serde_json::Value;

use super::{
    accessors::Buffers, document::node_extension, hierarchy::MeshPlacement, json_values::index,
    transforms::rotation_of,
};
use crate::{Code, Finding, error::Fault};
use hexbound_base::words::counted;

/// The most instances of a level; more are omitted.
pub(super) const MAX_INSTANCES: usize = 65_536;
/// The most triangles of all instances of a level: each is solid, and a small file can request any
/// number.
pub(super) const MAX_INSTANCE_TRIANGLES: usize = 2_000_000;

/// The transforms, from the mesh to the file, of all instances of a node: the node's own without
/// instancing. There are at least one and at most `max_count`.
pub(super) fn transforms(
    source: Buffers,
    placement: &MeshPlacement,
    max_count: usize,
    findings: &mut Vec<Finding>,
) -> Vec<DAffine3> {
    let own = vec![placement.transform];
    let Some(attributes) = attributes_of(source.document, placement.node) else {
        return own;
    };
    let name = &placement.name;
    let mut report =
        |code, problem: String| findings.push(Finding::about("node", name, code, problem));
    let mut warn = |problem: String| report(Code::LeftOut, problem);
    let places = match read(source, attributes, name, &mut warn) {
        Ok(places) => places,
        Err(fault) => {
            warn(format!(
                "its EXT_mesh_gpu_instancing cannot be read, one copy is shown ({})",
                fault.cause
            ));
            return own;
        }
    };
    if places.is_empty() {
        return own;
    }
    let wanted = places.len();
    let mut copies: Vec<DAffine3> = (places.into_iter())
        .map(|place| placement.transform * place)
        .filter(DAffine3::is_finite)
        .collect();
    if copies.is_empty() {
        warn(String::from(
            "its copies have no numbers that are finite, or accessors of the wrong type: one is shown \
             where the node is",
        ));
        return own;
    }
    if copies.len() < wanted {
        let lost = wanted - copies.len();
        warn(format!(
            "{lost} of its {wanted} copies left out: numbers that are not finite"
        ));
    }
    if copies.len() > max_count.max(1) {
        copies.truncate(max_count.max(1));
        let problem = format!(
            "only {} of its {wanted} copies are made: those of a level are {MAX_INSTANCES} at most, of \
             {MAX_INSTANCE_TRIANGLES} triangles together; use fewer or a simpler mesh",
            copies.len()
        );
        report(Code::OverLimit, problem);
    }
    copies
}

fn attributes_of(document: &Root, node: usize) -> Option<&Value> {
    let extension = node_extension(document.nodes.get(node)?, "EXT_mesh_gpu_instancing")?;
    extension.get("attributes")
}

/// The transforms of the instances within their node.
fn read(
    source: Buffers,
    attributes: &Value,
    name: &str,
    warn: &mut impl FnMut(String),
) -> Result<Vec<DAffine3>, Fault> {
    let translations = numbers::<3>(source, attributes, "TRANSLATION", name)?;
    let rotations = numbers::<4>(source, attributes, "ROTATION", name)?;
    let scales = numbers::<3>(source, attributes, "SCALE", name)?;
    let counts = [
        translations.as_ref().map(Vec::len),
        rotations.as_ref().map(Vec::len),
        scales.as_ref().map(Vec::len),
    ];
    let given = || counts.into_iter().flatten();
    let (Some(fewest), Some(largest)) = (given().min(), given().max()) else {
        return Ok(Vec::new());
    };
    if fewest < largest {
        warn(format!(
            "its EXT_mesh_gpu_instancing has lists of {fewest} and of {largest}: {} made",
            counted(fewest, "copy is", "copies are")
        ));
    }
    let at = |index: usize| {
        let vector = |list: &Option<Vec<[f32; 3]>>, missing: DVec3| {
            (list.as_ref()).map_or(missing, |list| list[index].map(f64::from).into())
        };
        let rotation = (rotations.as_ref()).map_or(DQuat::IDENTITY, |list| {
            rotation_of(list[index].map(f64::from))
        });
        let translation = vector(&translations, DVec3::ZERO);
        DAffine3::from_scale_rotation_translation(
            vector(&scales, DVec3::ONE),
            rotation,
            translation,
        )
    };
    Ok((0..fewest).map(at).collect())
}

/// The numbers of an attribute, if the node has it.
fn numbers<const N: usize>(
    source: Buffers,
    attributes: &Value,
    attribute: &str,
    name: &str,
) -> Result<Option<Vec<[f32; N]>>, Fault> {
    let Some(given) = attributes.get(attribute) else {
        return Ok(None);
    };
    let place = format!("node \"{name}\", copies' {attribute}");
    let number = index(Some(given))
        .ok_or_else(|| Fault::malformed(&place, format!("is {given}, which is no accessor")))?;
    // A rotation without its fourth number is later rejected as not finite.
    source.floats::<N>(number, f32::NAN, &place).map(Some)
}
