//! Makes the props of a draft: fits each one's shape around its mesh and builds what it collides
//! with.

use glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3};
use hexbound_collide::{Body, CollisionMesh, geom::ConvexHull};

use super::{Draft, DraftProp};
use crate::level::{Prop, PropKind, PropShape, Surface};

/// The rotation that a node's matrix contains: its −Z keeps its direction and its +Y is as nearly
/// up as that allows. Mirroring is left out, so that the result is always a rotation.
pub(crate) fn facing_of(matrix: &DMat3) -> DQuat {
    let Some(back) = unit(matrix.z_axis) else {
        return DQuat::IDENTITY;
    };
    let level = |axis: DVec3| unit(axis - back * back.dot(axis));
    let up = level(matrix.y_axis)
        .or_else(|| level(DVec3::Y))
        .unwrap_or_else(|| back.any_orthonormal_vector());
    DQuat::from_mat3(&DMat3::from_cols(up.cross(back), up, back)).normalize()
}

/// Takes a draft's props, and tells for each of its parts which prop it belongs to. A node that
/// can't be a prop stays where it is, and the draft's warnings say so.
pub(crate) fn take(draft: &mut Draft, positions: &[Vec3]) -> (Vec<Prop>, Vec<Option<usize>>) {
    let mut owners = vec![None; draft.parts.len()];
    let mut props = Vec::new();
    for wish in std::mem::take(&mut draft.props) {
        match make(draft, &wish, positions) {
            Some((prop, warning)) => {
                owners[wish.parts].fill(Some(props.len()));
                props.push(prop);
                draft.warnings.extend(warning);
            }
            None => draft.warnings.push(format!(
                "node \"{}\": a prop needs a mesh with width, height and depth",
                wish.name
            )),
        }
    }
    (props, owners)
}

/// The prop that a draft asks for, and a warning where it is not quite as asked; `None` where its
/// mesh has no volume.
fn make(draft: &Draft, wish: &DraftProp, positions: &[Vec3]) -> Option<(Prop, Option<String>)> {
    let corners: Vec<Vec3> = (draft.parts[wish.parts.clone()].iter())
        .flat_map(|part| &draft.indices[part.indices.start as usize..part.indices.end as usize])
        .map(|index| positions[*index as usize])
        .collect();
    let rotation = wish.rotation.as_quat().normalize();
    let (middle, half) = box_around(&corners, rotation)?;
    let corners: Vec<Vec3> = corners.iter().map(|corner| *corner - middle).collect();
    let (shape, warning) = fit(wish, &corners, half, rotation)?;
    let triangles: Vec<[u32; 3]> = (0..corners.len() as u32 / 3)
        .map(|triangle| [0, 1, 2].map(|corner| triangle * 3 + corner))
        .collect();
    let mesh = CollisionMesh::build(&corners, &triangles).ok()?;
    let (solid, reach) = match &shape {
        PropShape::Sphere { radius } => (mesh.clone(), *radius),
        PropShape::Box { hull, .. } | PropShape::Hull(hull) => solid_of(hull)?,
    };
    let part = draft.parts.get(wish.parts.start);
    let surface = part.map_or(Surface::default(), |part| draft.surface(part));
    let name = wish.name.clone();
    let prop = Prop {
        name,
        position: middle,
        rotation,
        shape,
        mesh,
        solid,
        surface,
        reach,
    };
    Some((prop, warning))
}

/// The shape around these corners, given about the middle of their box; as `make`.
fn fit(
    wish: &DraftProp,
    corners: &[Vec3],
    half: Vec3,
    rotation: Quat,
) -> Option<(PropShape, Option<String>)> {
    let boxed = || {
        let hull = ConvexHull::from_points(&box_corners(half, rotation))?;
        Some(PropShape::Box { half, hull })
    };
    match wish.kind {
        PropKind::Box => Some((boxed()?, None)),
        PropKind::Sphere => {
            let radius = corners
                .iter()
                .fold(0.0, |most: f32, c| most.max(c.length()));
            // A radius that no body may have makes no prop.
            Body::sphere(radius).ok()?;
            Some((PropShape::Sphere { radius }, None))
        }
        PropKind::Hull => match ConvexHull::from_points(corners) {
            Some(hull) => Some((PropShape::Hull(hull), None)),
            None => {
                let name = &wish.name;
                let warning =
                    format!("node \"{name}\": its hull has too many corners, it is a box");
                Some((boxed()?, Some(warning)))
            }
        },
    }
}

/// A hull's collision mesh, and the farthest distance of its corners from the center, meters.
fn solid_of(hull: &ConvexHull) -> Option<(CollisionMesh, f32)> {
    let corners: Vec<Vec3> = hull.corners.iter().map(|corner| corner.as_vec3()).collect();
    let reach = corners
        .iter()
        .fold(0.0, |most: f32, c| most.max(c.length()));
    Some((CollisionMesh::build(&corners, &hull.triangles).ok()?, reach))
}

/// The middle and the half sides of the smallest box along the rotation's axes that holds the points;
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
