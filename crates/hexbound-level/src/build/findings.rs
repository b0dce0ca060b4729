//! The last of a draft's findings, which need the finished level, and the positions of findings about a
//! node.

use glam::{DVec3, Vec3};
use hexbound_collide::geom::Aabb;

use super::{Draft, proportions::Proportions};
use crate::{Code, Finding, LevelMesh, Material, OnSurfaces, finding_list};
use hexbound_base::words::length;

/// Completes a draft's findings. All other arguments are local; `origin` converts to the file's
/// coordinates.
pub(super) fn finish(
    draft: &mut Draft,
    mesh: &LevelMesh,
    proportions: Proportions,
    bounds: Aabb,
    origin: DVec3,
    is_model: bool,
) {
    // A scene made in code is in meters and upright.
    if draft.path.is_some() {
        let other_unit = (proportions.other_unit).or_else(|| odd_size(draft, bounds));
        let findings = &mut draft.findings;
        if other_unit.is_some() {
            // The floor is only so far away because the whole level is too large.
            findings.retain(|finding| finding.code != Code::SpawnInAir);
        }
        findings.extend(other_unit);
        // A model to look at may have any orientation.
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
    finding_list::set_places(&mut draft.findings, place_of);
    draft.accepted.keep(&mut draft.findings);
    finding_list::shorten(&mut draft.findings);
    // Last, for the remaining findings alone, since each queries many triangles.
    place_on_surfaces(&mut draft.findings, &draft.materials, mesh);
}

/// Sets the position of each finding about a material or image to the largest face that shows it.
fn place_on_surfaces(findings: &mut [Finding], materials: &[Material], mesh: &LevelMesh) {
    for finding in findings {
        let (Some(meant), None) = (finding.on_surfaces, finding.place) else {
            continue;
        };
        finding.place = largest_face(mesh, |material| match meant {
            OnSurfaces::Material(index) => material == index,
            OnSurfaces::Image(image) => (materials.get(material))
                .is_some_and(|material| material.textures().any(|it| it.image == image)),
        });
    }
}

/// Returns the center of the largest triangle drawn with one of the wanted materials.
fn largest_face(mesh: &LevelMesh, is_wanted: impl Fn(usize) -> bool) -> Option<Vec3> {
    let parts = mesh.parts.iter();
    let faces = parts
        .filter(|part| part.visible && is_wanted(part.material))
        .flat_map(|part| mesh.faces(part))
        .map(|[a, b, c]| ((b - a).cross(c - a).length_squared(), (a + b + c) / 3.0));
    // Among equals, the first in the file.
    let largest = faces.reduce(|best, face| if face.0 > best.0 { face } else { best });
    largest.map(|(_, middle)| middle)
}

/// The finding about a level that is too small or too large to walk in, with the scale that would fit.
fn odd_size(draft: &Draft, bounds: Aabb) -> Option<Finding> {
    let fits = draft.reading.scale.that_fits(&bounds)?;
    let longest = bounds.size().max_element();
    let problem = format!(
        "the level is {} long, no size to walk in: if its unit is no meter, --scale {fits} would fit",
        length(longest)
    );
    Some(Finding::new(Code::WrongUnit, problem))
}
