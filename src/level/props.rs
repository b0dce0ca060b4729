//! Props: bodies of the level that can be moved but do not turn. What they are and how a mesh
//! becomes one; how they move is the simulation's.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3};

use super::{Surface, assemble::Draft};
use hexbound_collide::{Body, CollisionMesh, geom::ConvexHull, hash::Hasher};

/// What a node's mark asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PropKind {
    /// The box along the node's axes around its mesh.
    #[default]
    Box,
    /// The sphere about that box's middle that holds the mesh.
    Sphere,
    /// The convex hull of the mesh.
    Hull,
}

/// What collides for a prop, about its center, along the world's axes; meters.
#[derive(Clone, Debug)]
pub enum PropShape {
    Sphere {
        radius: f32,
    },
    Box {
        /// Half the sides, along the prop's own axes.
        half: Vec3,
        hull: ConvexHull,
    },
    Hull(ConvexHull),
}

/// A movable body as the level has it.
#[derive(Clone, Debug)]
pub struct Prop {
    /// The node's.
    pub name: String,
    /// Where its center begins, local, meters.
    pub position: Vec3,
    /// It faces along its own −Z, right is +X and up is +Y; unit.
    pub rotation: Quat,
    pub shape: PropShape,
    /// Its triangles as seen, about the center, along the world's axes: what rays hit.
    pub mesh: CollisionMesh,
    /// The triangles of the shape's hull, likewise: what players and balls run into. A sphere's are
    /// the mesh's.
    pub solid: CollisionMesh,
    /// What it is made of.
    pub surface: Surface,
    /// No point of it is further from the center, meters.
    pub reach: f32,
}

impl Prop {
    /// Its own forward, right and up as unit vectors of the world.
    pub fn axes(&self) -> [Vec3; 3] {
        [Vec3::NEG_Z, Vec3::X, Vec3::Y].map(|axis| self.rotation * axis)
    }

    pub(super) fn hash(&self, hasher: &mut Hasher) {
        hasher.vec3(self.position).f32(self.reach);
        for number in self.rotation.to_array() {
            hasher.f32(number);
        }
        for mesh in [&self.mesh, &self.solid] {
            for triangle in 0..mesh.len() as u32 {
                for corner in mesh.corners(triangle) {
                    hasher.vec3(corner);
                }
            }
        }
    }
}

/// A prop before its parts' positions are known.
#[derive(Clone, Debug)]
pub struct DraftProp {
    pub name: String,
    pub kind: PropKind,
    /// Unit.
    pub rotation: DQuat,
    /// Into the draft's parts.
    pub parts: Range<usize>,
}

/// The rotation that a node's matrix contains: where its −Z faces, with +Y as nearly up as that
/// allows. A mirrored node's right is on the right all the same.
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

/// The draft's props, and for each of its parts the prop that it belongs to. What can't be one is
/// said in the draft's warnings and stays where it is.
pub fn take(draft: &mut Draft, positions: &[Vec3]) -> (Vec<Prop>, Vec<Option<usize>>) {
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

/// The prop, and what is odd about it.
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
    let material = draft.parts.get(wish.parts.start).map(|part| part.material);
    let surface = (material.and_then(|material| draft.materials.get(material)))
        .map_or(Surface::default(), |material| material.surface);
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
            // One too small or too large to be a ball is no prop.
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

fn solid_of(hull: &ConvexHull) -> Option<(CollisionMesh, f32)> {
    let corners: Vec<Vec3> = hull.corners.iter().map(|corner| corner.as_vec3()).collect();
    let reach = corners
        .iter()
        .fold(0.0, |most: f32, c| most.max(c.length()));
    Some((CollisionMesh::build(&corners, &hull.triangles).ok()?, reach))
}

/// Middle and half sides of the box along the rotation's axes around the points; `None` if it has
/// no volume.
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
