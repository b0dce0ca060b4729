//! The custom property of the scene, or of one material, that turns off the grain of surfaces without
//! textures.

use gltf::json::{self, Root};

use super::{
    document::shown_scene,
    extras::{Extras, properties},
};
use crate::{Finding, Material};

/// Removes the grain from all materials if the shown scene says so.
pub(super) fn of_scene(root: &Root, materials: &mut [Material], findings: &mut Vec<Finding>) {
    let wanted =
        shown_scene(root).is_none_or(|scene| is_wanted("the scene", "", &scene.extras, findings));
    if !wanted {
        materials.iter_mut().for_each(|it| it.grain = false);
    }
}

/// Returns whether an owner of a kind and name may have grain.
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
