//! The last of a draft's findings: what only shows once everything is in its place, and where those
//! are that name a node.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::Aabb;

use super::{Draft, proportions::Proportions};
use crate::level::{Code, Finding, LevelMesh, finding_list};

/// Completes a draft's findings. Everything else is local, and `origin` leads back to the file.
pub(super) fn finish(
    draft: &mut Draft,
    (mesh, proportions): (&LevelMesh, Proportions),
    (bounds, origin): (Aabb, DVec3),
    is_model: bool,
) {
    // What is made in code is in meters and stands upright.
    if draft.path.is_some() {
        let other_unit = (proportions.other_unit).or_else(|| odd_size(draft, bounds));
        let findings = &mut draft.findings;
        if other_unit.is_some() {
            // The floor is only so far away since all is.
            findings.retain(|finding| finding.code != Code::SpawnInAir);
        }
        findings.extend(other_unit);
        // A thing to look at stands as it likes.
        if !is_model {
            findings.extend(proportions.on_its_side);
        }
    }
    let place_of = |name: &str| -> Option<Vec3> {
        // A mesh may lie far from its node, whose transform was applied.
        let part = mesh.parts.iter().find(|part| part.name == name);
        part.map(|part| part.bounds.center()).or_else(|| {
            let place = draft.node_places.get(name)?;
            Some((*place - origin).as_vec3())
        })
    };
    finding_list::place(&mut draft.findings, place_of);
    draft.accepted.leave_out(&mut draft.findings);
    finding_list::cut(&mut draft.findings);
}

/// The finding about a level that is too small or too large to walk in, with the scale that would
/// fit.
fn odd_size(draft: &Draft, bounds: Aabb) -> Option<Finding> {
    let fits = draft.scale.that_fits(&bounds)?;
    let longest = bounds.size().max_element();
    let problem = format!(
        "the level is {longest:.2} m long, no size to walk in: if its unit is no meter, --scale \
         {fits} would fit"
    );
    Some(Finding::new(Code::WrongUnit, problem))
}
