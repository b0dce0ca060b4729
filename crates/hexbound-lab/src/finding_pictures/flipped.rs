//! The painted faces in a picture of flipped ones, which the renderer leaves out.

use glam::Vec3;

use crate::pages::Projection;
use hexbound_level::{Finding, Level, Part};

/// The largest number of painted faces.
const MAX_FLIPPED_FACES: usize = 2000;

/// The faces of a finding's node that show their backs to the eye, and whose centers are not occluded.
pub(super) fn flipped(finding: &Finding, projection: &Projection, level: &Level) -> Vec<[Vec3; 3]> {
    let is_meant = |part: &&Part| {
        let material = level.materials.get(part.material);
        Some(&part.name) == finding.node.as_ref()
            && part.visible
            && !material.is_some_and(|material| material.double_sided)
    };
    let parts = level.mesh.parts.iter().filter(is_meant);
    let faces = parts.flat_map(|part| level.mesh.faces(part));
    let shows_back = |[a, b, c]: &[Vec3; 3]| {
        let normal = (*b - *a).cross(*c - *a);
        normal.dot(projection.eye - *a) < 0.0 && !projection.is_hidden((*a + *b + *c) / 3.0, level)
    };
    faces.filter(shows_back).take(MAX_FLIPPED_FACES).collect()
}
