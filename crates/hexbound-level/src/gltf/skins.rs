//! The skins of a file in their shapes at rest.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DMat4, DVec3};
use gltf::json::{Index, Node};

use super::{
    accessors::Buffers,
    document::{Document, Skin},
    transforms::local_transform,
};
use crate::{Scale, error::Fault};

/// The skins of a file at rest, in its order. An error states in words why one can't be used.
pub(super) type Skins = Vec<Result<Joints, String>>;

/// The joints of a skin at rest.
#[derive(Debug)]
pub(super) struct Joints {
    /// The position of the first joint, meters. Everything else is relative to it, so that single
    /// precision suffices far from zero as well.
    pub(super) anchor: DVec3,
    /// The transforms from the mesh to meters around `anchor`: a joint's transform at rest times its
    /// inverse bind matrix.
    pub(super) matrices: Vec<DAffine3>,
}

/// Computes the rest shape of every skin of a document.
pub(super) fn read_skins(source: Buffers, document: &Document, scale: Scale) -> Skins {
    if document.skins.is_empty() {
        return Skins::new();
    }
    let transforms = global_transforms(document, scale);
    (document.skins.iter().enumerate())
        .map(|(index, skin)| {
            read_skin(source, skin, index, &transforms).map_err(|fault| fault.cause.to_string())
        })
        .collect()
}

/// Computes the rest shape of a skin. A joint without an inverse bind matrix has the identity.
fn read_skin(
    source: Buffers,
    skin: &Skin,
    index: usize,
    transforms: &BTreeMap<usize, DAffine3>,
) -> Result<Joints, Fault> {
    let place = format!("skin {index}");
    let binds = read_binds(source, skin, index)?;
    let to_file = |(joint, node): (usize, &usize)| {
        let at_rest = transforms.get(node).ok_or_else(|| {
            let problem = format!("has joint {joint}, node {node}, which is in no tree of nodes");
            Fault::malformed(&place, problem)
        })?;
        let to_file = *at_rest * binds[joint];
        match to_file.is_finite() {
            true => Ok(to_file),
            false => Err(Fault::malformed(
                &place,
                format!("moves its joint {joint} out of the range of numbers"),
            )),
        }
    };
    let joints = skin.joints.iter().enumerate().map(to_file);
    let joints: Vec<DAffine3> = joints.collect::<Result<_, Fault>>()?;
    let first = joints
        .first()
        .ok_or_else(|| Fault::malformed(&place, "has no joints"))?;
    let anchor = first.translation;
    let to_anchor = DAffine3::from_translation(-anchor);
    Ok(Joints {
        anchor,
        matrices: joints.iter().map(|joint| to_anchor * *joint).collect(),
    })
}

/// Reads the inverse bind matrix of each joint of a skin: the identity for a joint without one.
pub(super) fn read_binds(
    source: Buffers,
    skin: &Skin,
    index: usize,
) -> Result<Vec<DAffine3>, Fault> {
    let place = format!("skin {index}, inverseBindMatrices");
    let given = match skin.inverse_bind {
        Some(accessor) => source.floats::<16>(accessor, 0.0, &place)?,
        None => Vec::new(),
    };
    let bind = |joint: usize| match given.get(joint) {
        Some(matrix) => DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from))),
        None => DAffine3::IDENTITY,
    };
    Ok((0..skin.joints.len()).map(bind).collect())
}

/// The transform from each node to the file, in meters, except for nodes that form a cycle.
fn global_transforms(document: &Document, scale: Scale) -> BTreeMap<usize, DAffine3> {
    let meters = DAffine3::from_scale(DVec3::splat(scale.factor()));
    let mut transforms: BTreeMap<usize, DAffine3> = BTreeMap::new();
    for (index, parent) in parents_first(document) {
        let above = parent.and_then(|parent| transforms.get(&parent)).copied();
        let transform = above.unwrap_or(meters) * local_transform(&document.transforms[index]);
        transforms.insert(index, transform);
    }
    transforms
}

/// Returns every node after its parent, with that parent. Nodes that form a cycle are omitted. Of two
/// parents, the first one visited counts.
pub(super) fn parents_first(document: &Document) -> Vec<(usize, Option<usize>)> {
    let nodes = &document.root.nodes;
    let roots = without_parents(nodes).into_iter();
    let mut open: Vec<(usize, Option<usize>)> = roots.map(|node| (node, None)).collect();
    let mut is_visited = vec![false; nodes.len()];
    let mut all = Vec::with_capacity(nodes.len());
    while let Some((index, parent)) = open.pop() {
        let is_new = (is_visited.get_mut(index)).is_some_and(|it| !std::mem::replace(it, true));
        if !is_new || index >= document.transforms.len() {
            continue;
        }
        all.push((index, parent));
        let children = nodes[index].children.iter().flatten();
        open.extend(children.map(|child| (child.value(), Some(index))));
    }
    all
}

/// The nodes that are no other's child, by index.
pub(super) fn without_parents(nodes: &[Node]) -> Vec<usize> {
    let children = nodes.iter().flat_map(|node| &node.children).flatten();
    let children: BTreeSet<usize> = children.map(Index::value).collect();
    (0..nodes.len())
        .filter(|node| !children.contains(node))
        .collect()
}
