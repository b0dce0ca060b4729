//! Where the fine structure of surfaces without textures is not wanted: by a custom property of the
//! scene, for all of them, or of one material.

use gltf::json::{self, Root};

use super::{
    document::shown_scene,
    extras::{Extras, properties},
};
use crate::{Finding, Material};

/// Takes the structure off all materials if the scene that is shown says so.
pub(super) fn of_scene(root: &Root, materials: &mut [Material], findings: &mut Vec<Finding>) {
    let wanted =
        shown_scene(root).is_none_or(|scene| is_wanted("the scene", "", &scene.extras, findings));
    if !wanted {
        materials.iter_mut().for_each(|it| it.grain = false);
    }
}

/// Returns whether a thing of that kind and name may have the structure.
pub(super) fn is_wanted(
    kind: &'static str,
    name: &str,
    extras: &json::Extras,
    findings: &mut Vec<Finding>,
) -> bool {
    let extras = properties(extras);
    let mut extras = Extras::new(kind, name, extras.as_ref(), findings);
    extras.flag("grain").unwrap_or(true)
}
