//! Makes the props of a draft: fits the shape of each around its mesh and builds its collision mesh.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3};
use hexbound_collide::{Body, CollisionMesh, geom::ConvexHull};

use super::{
    Draft, DraftPart, DraftProp, DraftPropPart,
    dense::{self, Dense, triples},
    solid::triangles_of,
};
use crate::{BodyClasses, BodyKind, Code, Finding, Prop, PropKind, PropPart, PropShape, Surface};

/// The rotation within a node's matrix: its −Z keeps its direction and its +Y is as upright as that
/// allows. Mirroring is dropped, so that the result is always a rotation.
pub fn facing_of(matrix: &DMat3) -> DQuat {
    let Some(back) = unit(matrix.z_axis) else {
        return DQuat::IDENTITY;
    };
    let level = |axis: DVec3| unit(axis - back * back.dot(axis));
    let up = level(matrix.y_axis)
        .or_else(|| level(DVec3::Y))
        .unwrap_or_else(|| back.any_orthonormal_vector());
    DQuat::from_mat3(&DMat3::from_cols(up.cross(back), up, back)).normalize()
}

/// Extracts a draft's props, and returns the prop of each of its parts. A node that can't be a prop stays
/// static, with a finding.
pub(super) fn take(draft: &mut Draft, positions: &[Vec3]) -> (Vec<Prop>, Vec<Option<usize>>) {
    let mut owners = vec![None; draft.mesh.parts.len()];
    let mut props = Vec::new();
    for request in std::mem::take(&mut draft.mesh.props) {
        let mut findings = Vec::new();
        match make_prop(draft, &request, positions, &mut findings) {
            Ok(prop) => {
                set_class(draft, &request, props.len() as u32);
                for part in &request.parts {
                    owners[part.parts.clone()].fill(Some(props.len()));
                }
                props.push(prop);
                draft.findings.append(&mut findings);
            }
            Err(problem) => {
                let finding = Finding::about("node", &request.name, Code::UnfitMarker, problem);
                draft.findings.push(finding);
            }
        }
    }
    (props, owners)
}

/// Sets the class requested for the prop at `index`.
fn set_class(draft: &mut Draft, request: &DraftProp, index: u32) {
    let Some(name) = &request.class else {
        return;
    };
    match draft.play.classes.intern(name) {
        Some(class) => draft.play.classes.set(BodyKind::Prop, index, class),
        None => {
            let finding = Finding::about("node", &request.name, Code::OverLimit, BodyClasses::FULL);
            draft.findings.push(finding);
        }
    }
}

/// The problem of a node without an extent.
const FLAT_REFUSAL: &str = "a prop needs a mesh with width, height and depth";

/// Makes the prop that a draft requests. The error states in words why there is none.
fn make_prop(
    draft: &Draft,
    request: &DraftProp,
    positions: &[Vec3],
    findings: &mut Vec<Finding>,
) -> Result<Prop, &'static str> {
    if let Some(refusal) = refusal(draft, request) {
        return Err(refusal);
    }
    let seen: Vec<Vec3> = (request.parts.iter())
        .filter(|part| any_part(draft, part, |it| it.visible))
        .flat_map(|part| corners(draft, part.parts.clone(), positions))
        .collect();
    let rotation = request.rotation.as_quat().normalize();
    let (middle, _) = box_around(&seen, rotation).ok_or(FLAT_REFUSAL)?;
    let parts = solid_parts(draft, request, positions, middle, findings);
    let around_middle: Vec<Vec3> = seen.iter().map(|corner| *corner - middle).collect();
    let (Some(mesh), Some(solid)) = (mesh_of(&around_middle), solid_of_all(&parts)) else {
        return Err(FLAT_REFUSAL);
    };
    let reach_of = |part: &PropPart| part.center.length() + part.reach;
    Ok(Prop {
        name: request.name.clone(),
        position: middle,
        rotation,
        reach: parts.iter().map(reach_of).fold(0.0, f32::max),
        parts,
        mesh,
        solid,
        gravity: request.gravity,
        mass: request.mass,
    })
}

/// Returns why a node can't be a prop, if so.
fn refusal(draft: &Draft, request: &DraftProp) -> Option<&'static str> {
    let has = |is: fn(&DraftPart) -> bool| request.parts.iter().any(|it| any_part(draft, it, is));
    if has(|part| part.mover.is_some()) {
        return Some("it is moved by a mover, so it can't be a prop");
    }
    if request.parts.is_empty() {
        return Some(FLAT_REFUSAL);
    }
    if !has(|part| part.visible) {
        return Some("it is not visible, so it can't be a prop");
    }
    (!has(|part| part.solid)).then_some("it is not solid, so it can't be a prop")
}

/// Returns whether a predicate holds for any of the draft's parts within a part of a prop.
fn any_part(draft: &Draft, part: &DraftPropPart, is: fn(&DraftPart) -> bool) -> bool {
    draft.mesh.parts[part.parts.clone()].iter().any(is)
}

/// The solid parts of a prop around its center.
fn solid_parts(
    draft: &Draft,
    request: &DraftProp,
    positions: &[Vec3],
    middle: Vec3,
    findings: &mut Vec<Finding>,
) -> Vec<PropPart> {
    let mut parts = Vec::new();
    for part in &request.parts {
        if !any_part(draft, part, |it| it.solid) {
            continue;
        }
        let name = name_of(draft, part, request);
        let corners = corners(draft, part.parts.clone(), positions);
        let Some(made) = make_part(part, &corners, middle) else {
            let problem =
                "it has no width, height or depth, so nothing touches this part of a prop";
            findings.push(Finding::about("node", name, Code::UnfitMarker, problem));
            continue;
        };
        let first = draft.mesh.parts.get(part.parts.start);
        let surface = first.map_or(made.part.surface, |first| draft.surface(first));
        parts.push(PropPart {
            surface,
            ..made.part
        });
        findings.extend(made.dense.map(|dense| dense.finding(name)));
        if !made.is_as_requested {
            let problem = "its hull has too many corners, it is a box";
            findings.push(Finding::about("node", name, Code::UnfitMarker, problem));
        }
    }
    parts
}

/// The corners of the triangles in a range of a draft's parts, three for each.
fn corners(draft: &Draft, parts: Range<usize>, positions: &[Vec3]) -> Vec<Vec3> {
    let triangles = (draft.mesh.parts[parts].iter()).flat_map(|part| triangles_of(draft, part));
    triangles
        .flatten()
        .map(|index| positions[index as usize])
        .collect()
}

fn name_of<'a>(draft: &'a Draft, part: &DraftPropPart, request: &'a DraftProp) -> &'a str {
    let first = draft.mesh.parts.get(part.parts.start);
    first.map_or(&request.name, |part| &part.name)
}

/// A part of a prop with its fitted shape.
struct MadePart {
    part: PropPart,
    /// True if the part has the requested shape.
    is_as_requested: bool,
    /// The triangles that are too dense for bodies.
    dense: Option<Dense>,
}

/// A part of a prop around `corners`, whose center is relative to the prop's at `middle`; `None` without
/// a volume.
fn make_part(request: &DraftPropPart, corners: &[Vec3], middle: Vec3) -> Option<MadePart> {
    let rotation = request.rotation.as_quat().normalize();
    let (own_middle, half) = box_around(corners, rotation)?;
    let corners: Vec<Vec3> = corners.iter().map(|corner| *corner - own_middle).collect();
    let (shape, is_as_requested) = fit(request.kind, &corners, half, rotation)?;
    let (solid, reach, dense) = match &shape {
        PropShape::Sphere { radius } => {
            let (solid, dense) = bounded_mesh_of(&corners)?;
            (solid, *radius, dense)
        }
        PropShape::Box { hull, .. } | PropShape::Hull(hull) => {
            let (solid, reach) = solid_of(hull)?;
            (solid, reach, None)
        }
    };
    // A shell reaches a little further than the triangles it replaces.
    let reach = match &dense {
        Some(_) => reach.max(farthest(solid.vertices())),
        None => reach,
    };
    let part = PropPart {
        center: own_middle - middle,
        rotation,
        shape,
        solid,
        surface: Surface::default(),
        reach,
    };
    Some(MadePart {
        part,
        is_as_requested,
        dense,
    })
}

/// The shape around corners, given relative to the center of their box, and whether it is of the
/// requested kind: a hull of too many corners becomes a box.
fn fit(kind: PropKind, corners: &[Vec3], half: Vec3, rotation: Quat) -> Option<(PropShape, bool)> {
    let boxed = || {
        let hull = ConvexHull::from_points(&box_corners(half, rotation))?;
        Some(PropShape::Box { half, hull })
    };
    match kind {
        PropKind::Box => Some((boxed()?, true)),
        PropKind::Sphere => {
            let radius = farthest(corners);
            // A radius that is invalid for a body makes no prop.
            Body::sphere(radius).ok()?;
            Some((PropShape::Sphere { radius }, true))
        }
        PropKind::Hull => match ConvexHull::from_points(corners) {
            Some(hull) => Some((PropShape::Hull(hull), true)),
            None => Some((boxed()?, false)),
        },
    }
}

/// The collision mesh of triangles given by their corners, three for each.
fn mesh_of(corners: &[Vec3]) -> Option<CollisionMesh> {
    CollisionMesh::build(corners, &triples(0, corners.len())).ok()
}

/// The mesh of triangles as [`mesh_of`] makes it, with a shell in place of those that are too dense for
/// bodies.
fn bounded_mesh_of(corners: &[Vec3]) -> Option<(CollisionMesh, Option<Dense>)> {
    let mut runs = [triples(0, corners.len())];
    let (positions, dense) = dense::replace(corners, &mut runs);
    let mesh = CollisionMesh::build(&positions, &runs[0]).ok()?;
    Some((mesh, dense.into_iter().next()))
}

/// The collision mesh of all parts together, around the prop's center.
fn solid_of_all(parts: &[PropPart]) -> Option<CollisionMesh> {
    if let [part] = parts
        && part.center == Vec3::ZERO
    {
        return Some(part.solid.clone());
    }
    let corners = parts.iter().flat_map(|part| {
        let triangles = 0..part.solid.len() as u32;
        triangles.flat_map(|triangle| {
            let corners = part.solid.corners(triangle);
            corners.map(|corner| corner + part.center)
        })
    });
    mesh_of(&corners.collect::<Vec<_>>())
}

/// A hull's collision mesh, and the greatest distance of its corners from the center, meters.
fn solid_of(hull: &ConvexHull) -> Option<(CollisionMesh, f32)> {
    let corners: Vec<Vec3> = hull.corners.iter().map(|corner| corner.as_vec3()).collect();
    let solid = CollisionMesh::build(&corners, &hull.triangles).ok()?;
    Some((solid, farthest(&corners)))
}

/// The greatest distance of the points from the center, meters.
fn farthest(points: &[Vec3]) -> f32 {
    let distances = points.iter().map(|point| point.length());
    distances.fold(0.0, f32::max)
}

/// The center and the half sides of the smallest box along the rotation's axes that holds the points;
/// `None` if it has no volume.
fn box_around(points: &[Vec3], rotation: Quat) -> Option<(Vec3, Vec3)> {
    let axes = Mat3::from_quat(rotation);
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for point in points {
        let own = axes.transpose() * *point;
        (low, high) = (low.min(own), high.max(own));
    }
    let half = (high - low) * 0.5;
    let solid = half.is_finite() && half.min_element() > half.max_element() * 1e-4;
    solid.then(|| (axes * ((low + high) * 0.5), half))
}

fn box_corners(half: Vec3, rotation: Quat) -> [Vec3; 8] {
    std::array::from_fn(|index| {
        let side = |bit: usize| if index >> bit & 1 == 1 { 1.0 } else { -1.0 };
        rotation * (Vec3::new(side(0), side(1), side(2)) * half)
    })
}

fn unit(axis: DVec3) -> Option<DVec3> {
    (axis / axis.abs().max_element()).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facing_survives_scale_and_mirrors() {
        let turned = DQuat::from_rotation_y(0.7) * DQuat::from_rotation_x(0.3);
        let matrix = DMat3::from_quat(turned);
        for scale in [DVec3::ONE, DVec3::new(-1.0, 2.0, 3.0), DVec3::splat(1e-9)] {
            let scaled = matrix * DMat3::from_diagonal(scale);
            let facing = facing_of(&scaled) * DVec3::NEG_Z;
            assert!((facing - turned * DVec3::NEG_Z).length() < 1e-9, "{scale}");
        }
        assert_eq!(facing_of(&DMat3::ZERO), DQuat::IDENTITY);
    }

    #[test]
    fn the_box_lies_along_the_axes_asked_for() {
        let rotation = Quat::from_rotation_y(0.5);
        let half = Vec3::new(1.0, 2.0, 3.0);
        let corners = box_corners(half, rotation).map(|corner| corner + Vec3::X * 7.0);
        let (middle, found) = box_around(&corners, rotation).unwrap();
        assert!((middle - Vec3::X * 7.0).length() < 1e-5 && (found - half).length() < 1e-5);
        assert_eq!(box_around(&corners[..1], rotation), None);
    }
}
