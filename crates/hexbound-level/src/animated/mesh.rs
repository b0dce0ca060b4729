//! A mesh deformed by a skin or morph targets during play: its undeformed shape, and the positions of its
//! vertices in a pose. Only the drawn mesh is deformed; bodies collide with the mesh at rest.

use std::ops::Range;

use glam::{Affine3A, DAffine3, Mat3A, Vec3, Vec3A};
use hexbound_collide::geom::Aabb;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::rig::{Rig, RigPose, single};

/// The most joints per vertex. Of more joints, the strongest count.
pub const MAX_INFLUENCES: usize = 8;

/// The number of vertices that are posed in one batch: whole triangles of three vertices each.
const BATCH_VERTICES: usize = 3 * 512;

/// A mesh whose vertices follow a rig.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnimatedMesh {
    /// The part that draws the mesh or contains it: an index in `LevelMesh::parts`.
    pub part: usize,
    /// The mesh's vertices in `LevelMesh::vertices`, at rest.
    pub vertices: Range<u32>,
    /// The index in `Rig::skins`.
    pub skin: Option<usize>,
    /// The index in `Rig::weights`.
    pub weights: Option<usize>,
    /// The weights of the morph targets without animation.
    pub rest_weights: Vec<f32>,
    /// The transform from the mesh to the level; a skin's joints replace it.
    pub transform: DAffine3,
    pub shape: RestShape,
}

/// The undeformed mesh in its own coordinates, by vertex.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RestShape {
    pub positions: Vec<Vec3>,
    /// The unit normals; empty if every three vertices are a flat triangle.
    pub normals: Vec<Vec3>,
    /// The unit tangents.
    pub tangents: Vec<Vec3>,
    /// The joints of each vertex; empty without a skin, or if all vertices follow its one joint.
    pub influences: Vec<Influences>,
    pub targets: Vec<MorphOffsets>,
}

/// The offsets of a morph target, by vertex; an empty list means all zeros.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MorphOffsets {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
}

/// The joints of a vertex with their weights, whose sum is 1. Unused ones have weight 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Influences {
    pub joints: [u16; MAX_INFLUENCES],
    pub weights: [f32; MAX_INFLUENCES],
}

/// The position and the directions of a vertex in a pose, in the level's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PosedVertex {
    pub position: Vec3,
    /// The unit normal.
    pub normal: Vec3,
    /// The unit tangent.
    pub tangent: Vec3,
}

impl AnimatedMesh {
    /// Writes the mesh's vertices in a pose to `posed`, in their order, and resizes it to their number.
    pub fn pose(&self, pose: &RigPose, posed: &mut Vec<PosedVertex>) {
        posed.resize(self.shape.positions.len(), PosedVertex::default());
        let posed_mesh = PosedMesh {
            mesh: self,
            pose,
            joints: self.skin.map(|skin| &pose.joints[skin][..]),
            transform: single(&self.transform),
        };
        let batches = posed.par_chunks_mut(BATCH_VERTICES).enumerate();
        batches.for_each(|(batch, vertices)| posed_mesh.write(batch * BATCH_VERTICES, vertices));
    }

    /// Conservative bounds of the vertices in a pose, computed by posing `boxes`.
    pub(super) fn bounds_in(&self, pose: &RigPose, boxes: &RestBoxes) -> Aabb {
        let mut morph_range = [Vec3::ZERO; 2];
        for (index, target) in boxes.targets.iter().enumerate() {
            let ends = [target.min, target.max].map(|end| end * self.weight(pose, index));
            morph_range = [
                morph_range[0] + ends[0].min(ends[1]),
                morph_range[1] + ends[0].max(ends[1]),
            ];
        }
        let morphed = |it: &Aabb| Aabb::new(it.min + morph_range[0], it.max + morph_range[1]);
        let Some(skin) = self.skin else {
            return morphed(&boxes.all).transformed(&self.transform);
        };
        let joints = boxes.joints.iter().zip(&pose.joints[skin]);
        // A vertex lies between its positions under each of its joints.
        joints.fold(Aabb::EMPTY, |bounds, (rest, joint)| match rest.is_empty() {
            true => bounds,
            false => bounds.union(morphed(rest).transformed(&double(joint))),
        })
    }

    /// The weight of a morph target in a pose.
    fn weight(&self, pose: &RigPose, target: usize) -> f32 {
        match self.weights {
            Some(curve) => pose.weights[curve].get(target).map_or(0.0, |it| *it as f32),
            None => self.rest_weights.get(target).copied().unwrap_or(0.0),
        }
    }

    /// Returns whether the mesh is complete and fits a rig and a level with `parts` parts and `vertices`
    /// vertices.
    pub fn fits(&self, rig: &Rig, parts: usize, vertices: usize) -> bool {
        let shape = &self.shape;
        let count = shape.positions.len();
        let is_full = |length: usize| length == count;
        let is_full_or_empty = |length: usize| length == 0 || length == count;
        let joints = match self.skin {
            Some(skin) => rig.skins.get(skin).map_or(0, |skin| skin.joints.len()),
            None => 0,
        };
        let is_valid = |it: &Influences| it.joints.iter().all(|joint| usize::from(*joint) < joints);
        self.part < parts
            && self.vertices.start <= self.vertices.end
            && self.vertices.len() == count
            && self.vertices.end as usize <= vertices
            && self.weights.is_none_or(|curve| curve < rig.weights.len())
            && is_full(shape.tangents.len())
            && (is_full(shape.normals.len()) || shape.normals.is_empty() && count.is_multiple_of(3))
            && match self.skin {
                Some(_) if shape.influences.is_empty() => joints == 1,
                Some(_) => is_full(shape.influences.len()) && shape.influences.iter().all(is_valid),
                None => shape.influences.is_empty(),
            }
            && shape.targets.iter().all(|target| {
                is_full_or_empty(target.positions.len()) && is_full_or_empty(target.normals.len())
            })
    }
}

/// The boxes around a mesh at rest from which the bounds of any pose are computed.
pub(super) struct RestBoxes {
    /// The box around all vertices.
    all: Aabb,
    /// The box around the vertices of each joint.
    joints: Vec<Aabb>,
    /// The box around the offsets of each morph target and zero.
    targets: Vec<Aabb>,
}

impl RestBoxes {
    pub(super) fn of(mesh: &AnimatedMesh, rig: &Rig) -> Self {
        let shape = &mesh.shape;
        let count = mesh.skin.map_or(0, |skin| rig.skins[skin].joints.len());
        let mut joints = vec![Aabb::EMPTY; count];
        for (position, influences) in shape.positions.iter().zip(&shape.influences) {
            for (joint, weight) in influences.joints.iter().zip(influences.weights) {
                if weight > 0.0 {
                    let bounds = &mut joints[usize::from(*joint)];
                    *bounds = bounds.union(Aabb::new(*position, *position));
                }
            }
        }
        let offsets = |target: &MorphOffsets| {
            let offsets = target.positions.iter().copied();
            Aabb::from_points(offsets.chain([Vec3::ZERO]))
        };
        let all = Aabb::from_points(shape.positions.iter().copied());
        if shape.influences.is_empty() {
            joints.iter_mut().for_each(|joint| *joint = all);
        }
        Self {
            all,
            joints,
            targets: shape.targets.iter().map(offsets).collect(),
        }
    }
}

/// A mesh in one pose.
struct PosedMesh<'a> {
    mesh: &'a AnimatedMesh,
    pose: &'a RigPose,
    joints: Option<&'a [Affine3A]>,
    transform: Affine3A,
}

impl PosedMesh<'_> {
    /// Writes the vertices from `first` on.
    fn write(&self, first: usize, vertices: &mut [PosedVertex]) {
        for (offset, vertex) in vertices.iter_mut().enumerate() {
            *vertex = self.vertex(first + offset);
        }
        if self.mesh.shape.normals.is_empty() {
            // The loader has reversed the triangles of a mirrored skin.
            let mirrored = self.mesh.shape.influences.is_empty()
                && self.matrix(first).matrix3.determinant() < 0.0;
            vertices
                .chunks_exact_mut(3)
                .for_each(|it| set_flat_normal(it, mirrored));
        }
        for vertex in vertices {
            let in_plane = vertex.tangent - vertex.normal * vertex.normal.dot(vertex.tangent);
            vertex.tangent = (in_plane.try_normalize())
                .unwrap_or_else(|| vertex.normal.any_orthonormal_vector());
        }
    }

    /// Computes a vertex. The tangent may not be perpendicular to the normal, which is up in a mesh without
    /// normals.
    fn vertex(&self, index: usize) -> PosedVertex {
        let shape = &self.mesh.shape;
        let mut position = Vec3A::from(shape.positions[index]);
        let mut normal = (shape.normals.get(index)).map_or(Vec3A::Y, |it| Vec3A::from(*it));
        for (slot, target) in shape.targets.iter().enumerate() {
            let weight = self.mesh.weight(self.pose, slot);
            if weight != 0.0 {
                let offset = |list: &[Vec3]| list.get(index).map_or(Vec3A::ZERO, |it| (*it).into());
                position += weight * offset(&target.positions);
                normal += weight * offset(&target.normals);
            }
        }
        let (matrix, tangent) = (self.matrix(index), shape.tangents[index].into());
        PosedVertex {
            position: matrix.transform_point3a(position).into(),
            normal: transformed(&cofactors(&matrix.matrix3), normal).unwrap_or(Vec3::Y),
            tangent: transformed(&matrix.matrix3, tangent).unwrap_or(Vec3::ZERO),
        }
    }

    /// The transform of a vertex from the mesh to the level.
    fn matrix(&self, index: usize) -> Affine3A {
        let Some(joints) = self.joints else {
            return self.transform;
        };
        let Some(influences) = self.mesh.shape.influences.get(index) else {
            return joints[0];
        };
        let mut sum = Affine3A::ZERO;
        for (joint, weight) in influences.joints.iter().zip(influences.weights) {
            if weight > 0.0 {
                let joint = &joints[usize::from(*joint)];
                sum.matrix3 += joint.matrix3 * weight;
                sum.translation += joint.translation * weight;
            }
        }
        sum
    }
}

/// Sets the normals of a triangle's three vertices to that of the triangle.
fn set_flat_normal(corners: &mut [PosedVertex], mirrored: bool) {
    let [a, b, c] = [0, 1, 2].map(|corner| corners[corner].position);
    let cross = (b - a).cross(c - a) * if mirrored { -1.0 } else { 1.0 };
    let normal = cross.try_normalize().unwrap_or(Vec3::Y);
    corners.iter_mut().for_each(|corner| corner.normal = normal);
}

/// The cofactor matrix, which transforms normals even on a stretched or flattened surface.
fn cofactors(matrix: &Mat3A) -> Mat3A {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let columns = [y.cross(z), z.cross(x), x.cross(y)];
    let sign = if x.dot(columns[0]) < 0.0 { -1.0 } else { 1.0 };
    Mat3A::from_cols(columns[0] * sign, columns[1] * sign, columns[2] * sign)
}

/// A direction transformed by a matrix, at unit length; `None` if it vanishes.
fn transformed(matrix: &Mat3A, direction: Vec3A) -> Option<Vec3> {
    let vector = *matrix * direction;
    // Scaled first: squares of a tiny or huge transform would vanish or overflow.
    let largest = vector.abs().max_element();
    (vector / largest).try_normalize().map(Vec3::from)
}

fn double(joint: &Affine3A) -> DAffine3 {
    DAffine3 {
        matrix3: joint.matrix3.as_dmat3(),
        translation: joint.translation.as_dvec3(),
    }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::{
        Placed,
        animated::{AnimatedMeshes, NodeMotion, RigNode, RigSkin, curve::tests::two_keys},
    };

    /// A joint that stands and one that turns a quarter about y within a second; beside them the
    /// weights of one target.
    fn rig() -> Rig {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let standing = |motion| RigNode {
            parent: None,
            rest: DAffine3::IDENTITY,
            motion,
        };
        let turn = two_keys([0.0, 0.0, 0.0, 1.0], [0.0, half, 0.0, half], 2.0);
        let turning = NodeMotion {
            rest: Placed::IDENTITY,
            translation: None,
            rotation: Some(turn),
            scale: None,
        };
        let bound = DAffine3::IDENTITY;
        Rig {
            nodes: vec![standing(None), standing(Some(Box::new(turning)))],
            skins: vec![RigSkin {
                joints: vec![(0, bound), (1, bound)],
            }],
            weights: vec![two_keys([0.0], [1.0], 2.0)],
            ..Rig::default()
        }
    }

    /// One triangle whose first corner stands, whose second turns and whose third does half of both.
    fn triangle(skin: Option<usize>, weights: Option<usize>) -> AnimatedMesh {
        let shared = |standing: f32| {
            let mut both = Influences::default();
            (both.joints[1], both.weights[0], both.weights[1]) = (1, standing, 1.0 - standing);
            both
        };
        let positions = vec![Vec3::X, Vec3::X * 2.0, Vec3::new(3.0, 1.0, 0.0)];
        AnimatedMesh {
            part: 0,
            vertices: 0..3,
            skin,
            weights,
            rest_weights: vec![0.0],
            transform: DAffine3::from_translation(DVec3::Y),
            shape: RestShape {
                tangents: vec![Vec3::X; 3],
                normals: vec![Vec3::Z; 3],
                influences: match skin {
                    Some(_) => [1.0, 0.0, 0.5].map(shared).to_vec(),
                    None => Vec::new(),
                },
                targets: vec![MorphOffsets {
                    positions: vec![Vec3::Y * 4.0; 3],
                    normals: Vec::new(),
                }],
                positions,
            },
        }
    }

    fn posed(mesh: &AnimatedMesh, seconds: f64) -> Vec<PosedVertex> {
        let (mut pose, mut posed) = (RigPose::default(), Vec::new());
        rig().pose(seconds, &mut pose);
        mesh.pose(&pose, &mut posed);
        posed
    }

    fn assert_near(vertex: &PosedVertex, expected: [Vec3; 3]) {
        let found = [vertex.position, vertex.normal, vertex.tangent];
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.distance(expected) < 1e-5, "{found} is no {expected}");
        }
    }

    #[test]
    fn vertices_go_with_their_joints_and_between_them() {
        let [standing, turning, between] = posed(&triangle(Some(0), None), 1.0)[..] else {
            panic!("three vertices");
        };
        assert_near(&standing, [Vec3::X, Vec3::Z, Vec3::X]);
        // A quarter to the left about y takes x to −z, and z to x.
        assert_near(&turning, [Vec3::NEG_Z * 2.0, Vec3::X, Vec3::NEG_Z]);
        let diagonal = |x: f32, z: f32| Vec3::new(x, 0.0, z).normalize();
        let middle = Vec3::new(1.5, 1.0, -1.5);
        assert_near(&between, [middle, diagonal(1.0, 1.0), diagonal(1.0, -1.0)]);
    }

    #[test]
    fn morph_targets_are_added_by_their_weights_before_the_node_places_them() {
        for (seconds, height) in [(0.0, 1.0), (0.25, 2.0), (1.0, 5.0), (1.5, 5.0), (2.25, 2.0)] {
            let [first, ..] = posed(&triangle(None, Some(0)), seconds)[..] else {
                panic!("three vertices");
            };
            assert_near(&first, [Vec3::new(1.0, height, 0.0), Vec3::Z, Vec3::X]);
        }
    }

    #[test]
    fn flat_triangles_get_the_normals_of_their_pose() {
        let mut mesh = triangle(Some(0), None);
        mesh.shape.normals.clear();
        let corners = posed(&mesh, 1.0);
        let [a, b, c] = [0, 1, 2].map(|corner| corners[corner].position);
        let normal = (b - a).cross(c - a).normalize();
        assert!(corners.iter().all(|it| it.normal.distance(normal) < 1e-5));
        let upright = corners.iter().all(|it| it.tangent.dot(normal).abs() < 1e-5);
        assert!(upright, "{corners:?}");
        // A mirrored mesh has its corners in the other order on the device.
        let mut mirrored = triangle(None, None);
        mirrored.shape.normals.clear();
        let plain = posed(&mirrored, 0.0)[0].normal;
        mirrored.transform = DAffine3::from_scale(DVec3::new(1.0, 1.0, -1.0));
        assert_eq!(posed(&mirrored, 0.0)[0].normal, -plain);
    }

    #[test]
    fn bounds_hold_every_pose() {
        for (skin, weights) in [(Some(0), None), (None, Some(0)), (Some(0), Some(0))] {
            let meshes = AnimatedMeshes {
                rig: rig(),
                meshes: vec![triangle(skin, weights)],
            };
            let bounds = meshes.bounds()[0];
            for step in 0..200 {
                for vertex in posed(&meshes.meshes[0], f64::from(step) * 0.037) {
                    let place = vertex.position;
                    assert!(bounds.contains(place), "{place} is not in {bounds:?}");
                }
            }
            assert!(bounds.size().max_element() < 8.0, "{bounds:?}");
        }
    }

    #[test]
    fn a_mesh_without_influences_goes_with_its_one_joint() {
        let mut rig = rig();
        rig.skins[0].joints.remove(0);
        let mut mesh = triangle(Some(0), None);
        mesh.shape.influences.clear();
        assert!(mesh.fits(&rig, 1, 3));
        let meshes = AnimatedMeshes {
            rig,
            meshes: vec![mesh],
        };
        let (mut pose, mut posed) = (RigPose::default(), Vec::new());
        meshes.rig.pose(1.0, &mut pose);
        meshes.meshes[0].pose(&pose, &mut posed);
        assert_near(&posed[1], [Vec3::NEG_Z * 2.0, Vec3::X, Vec3::NEG_Z]);
        let bounds = meshes.bounds()[0];
        assert!(posed.iter().all(|it| bounds.contains(it.position)));
    }

    #[test]
    fn misfits_are_refused() {
        let rig = rig();
        let fits = |change: fn(&mut AnimatedMesh)| {
            let mut mesh = triangle(Some(0), Some(0));
            change(&mut mesh);
            mesh.fits(&rig, 1, 3)
        };
        assert!(fits(|_| {}));
        let rotation = |mesh: &mut AnimatedMesh| {
            mesh.transform = DAffine3::from_quat(DQuat::from_rotation_x(1.0));
        };
        assert!(fits(rotation));
        assert!(!fits(|mesh| mesh.part = 1));
        assert!(!fits(|mesh| mesh.vertices = 1..4));
        assert!(!fits(|mesh| mesh.skin = Some(1)));
        assert!(!fits(|mesh| mesh.weights = Some(1)));
        assert!(!fits(|mesh| mesh.shape.influences[2].joints[7] = 2));
        assert!(!fits(|mesh| mesh.shape.influences.clear()));
        assert!(!fits(|mesh| mesh.skin = None));
        assert!(!fits(|mesh| mesh.shape.tangents.truncate(2)));
        assert!(!fits(|mesh| mesh.shape.targets[0].normals.push(Vec3::X)));
    }
}
