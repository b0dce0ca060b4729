//! Poses meshes that are deformed by the joints of a skin or by their morph targets' default weights.
//! They get their shape at rest before any further processing, so that they are drawn and solid in that
//! shape.

use glam::{DAffine3, DMat3, DMat4, Vec3};
use gltf::json::{
    Index, Root, accessor,
    mesh::{MorphTarget, Primitive, Semantic},
};

use super::{
    accessors::Buffers,
    document::attribute,
    rigs::{Rigged, Rigs},
    skins::{Joints, Skins},
};
use crate::{Code, Finding, error::Fault};

/// The most sets of four joints and weights that are read of a vertex.
const MAX_JOINT_SETS: u32 = 8;

/// The data that bring a placed mesh to its shape at rest.
#[derive(Debug)]
pub(super) struct Pose<'a> {
    /// The weights of the morph targets at rest, in their order.
    pub weights: &'a [f32],
    /// The joints of the skin that places the mesh, if one does.
    pub joints: Option<&'a Joints>,
    /// The parts of the rig that deform the mesh during play.
    pub rigged: Rigged,
}

impl<'a> Pose<'a> {
    /// The pose of a node; `None` if its mesh is used undeformed. The error states why the pose can't be
    /// used.
    pub(super) fn of_node(
        root: &'a Root,
        skins: &'a Skins,
        rigs: &Rigs,
        index: usize,
    ) -> Result<Option<Self>, String> {
        let Some((node, mesh)) = (root.nodes.get(index))
            .and_then(|node| Some((node, root.meshes.get(node.mesh?.value())?)))
        else {
            return Ok(None);
        };
        let joints = match node.skin.map(|skin| skin.value()) {
            Some(index) => match skins.get(index) {
                Some(Ok(joints)) => Some(joints),
                Some(Err(words)) => return Err(words.clone()),
                None => return Err(format!("it names skin {index} of {}", skins.len())),
            },
            None => None,
        };
        let weights = (node.weights.as_deref()).or(mesh.weights.as_deref());
        let weights = weights.unwrap_or_default();
        let morphs = weights.iter().any(|weight| *weight != 0.0);
        let rigged = rigs.of_node(index, node);
        let is_posed = morphs || joints.is_some() || rigged.is_any();
        Ok(is_posed.then_some(Self {
            weights,
            joints,
            rigged,
        }))
    }

    /// The transform of the posed mesh, which is the node's unless a skin replaces it.
    pub(super) fn transform(&self, node: &DAffine3) -> DAffine3 {
        match self.joints {
            Some(joints) => DAffine3::from_translation(joints.anchor),
            None => *node,
        }
    }
}

/// The finding about a node whose pose can't be used.
pub(super) fn unusable(node: &str, why: &str) -> Finding {
    let problem = format!(
        "its skin or morph targets cannot be used ({why}): its mesh stands as the node does"
    );
    Finding::about("node", node, Code::LeftOut, problem)
}

/// A pose applied to the vertices of one primitive.
pub(super) struct Posed<'a> {
    source: Buffers<'a>,
    weights: &'a [f32],
    targets: &'a [MorphTarget],
    /// The matrix of each vertex; empty without a skin.
    matrices: Vec<DAffine3>,
    /// The number of vertices in the file.
    pub vertices: usize,
    place: &'a str,
}

impl<'a> Posed<'a> {
    /// A pose for a primitive with `vertices` vertices. Wrong joints or weights are a fault.
    pub(super) fn new(
        source: Buffers<'a>,
        primitive: &'a Primitive,
        pose: &Pose<'a>,
        vertices: usize,
        place: &'a str,
    ) -> Result<Self, Fault> {
        let matrices = match pose.joints {
            Some(joints) => matrices(source, primitive, &joints.matrices, vertices, place)?,
            None => Vec::new(),
        };
        Ok(Self {
            source,
            weights: pose.weights,
            targets: primitive.targets.as_deref().unwrap_or_default(),
            matrices,
            vertices,
            place,
        })
    }

    /// Poses positions. A position out of the range of numbers is a fault.
    pub(super) fn positions(&self, positions: &mut [Vec3]) -> Result<(), Fault> {
        self.morph(positions, "POSITION", |target| target.positions)?;
        for (position, matrix) in positions.iter_mut().zip(&self.matrices) {
            *position = matrix.transform_point3(position.as_dvec3()).as_vec3();
        }
        match positions.iter().position(|position| !position.is_finite()) {
            Some(vertex) => {
                let problem = format!("moves vertex {vertex} out of the range of numbers");
                Err(Fault::malformed(self.place, problem))
            }
            None => Ok(()),
        }
    }

    /// Poses normals; the results have any length.
    pub(super) fn normals(&self, normals: &mut [Vec3]) -> Result<(), Fault> {
        self.morph(normals, "NORMAL", |target| target.normals)?;
        for (normal, matrix) in normals.iter_mut().zip(&self.matrices) {
            *normal = transformed(&cofactors(&matrix.matrix3), *normal);
        }
        Ok(())
    }

    /// Poses tangents; the results have any length.
    pub(super) fn tangents(&self, tangents: &mut [[f32; 4]]) -> Result<(), Fault> {
        let mut directions: Vec<Vec3> = (tangents.iter())
            .map(|[x, y, z, _]| Vec3::new(*x, *y, *z))
            .collect();
        self.morph(&mut directions, "TANGENT", |target| target.tangents)?;
        let mirrors = self.mirrors();
        for (index, tangent) in tangents.iter_mut().enumerate() {
            let turned = (self.matrices.get(index)).map_or(directions[index], |matrix| {
                transformed(&matrix.matrix3, directions[index])
            });
            let sign = if mirrors { -tangent[3] } else { tangent[3] };
            *tangent = turned.extend(sign).to_array();
        }
        Ok(())
    }

    /// The direction of a vertex before the pose, at any length.
    pub(super) fn unposed(&self, vertex: usize, direction: Vec3) -> Vec3 {
        let Some(matrix) = self.matrices.get(vertex) else {
            return direction;
        };
        let before = matrix.matrix3.inverse() * direction.as_dvec3();
        let before = (before / before.abs().max_element()).as_vec3();
        if before.is_finite() {
            before
        } else {
            direction
        }
    }

    /// Returns whether the pose reverses the order of triangles' corners.
    pub(super) fn mirrors(&self) -> bool {
        let determinants = self.matrices.iter().map(|it| it.matrix3.determinant());
        let mirrored = determinants.filter(|it| *it < 0.0).count();
        2 * mirrored > self.matrices.len()
    }

    /// Adds the morph targets' offsets by their weights.
    fn morph(
        &self,
        values: &mut [Vec3],
        attribute: &str,
        accessor: impl Fn(&MorphTarget) -> Option<Index<accessor::Accessor>>,
    ) -> Result<(), Fault> {
        for (number, (target, weight)) in self.targets.iter().zip(self.weights).enumerate() {
            let (Some(index), true) = (accessor(target), *weight != 0.0) else {
                continue;
            };
            let place = format!("{}, morph target {number}, {attribute}", self.place);
            let offsets = self.source.floats::<3>(index.value(), 0.0, &place)?;
            let (have, need) = (offsets.len(), values.len());
            if have != need {
                let problem = format!("has {have} offsets for {need} vertices");
                return Err(Fault::malformed(place, problem));
            }
            for (value, offset) in values.iter_mut().zip(offsets) {
                *value += *weight * Vec3::from(offset);
            }
        }
        Ok(())
    }
}

/// The matrix of each vertex: its joints' matrices blended by their weights, normalized to a sum of one.
/// A vertex without joints follows the first joint.
fn matrices(
    source: Buffers,
    primitive: &Primitive,
    joints: &[DAffine3],
    vertices: usize,
    place: &str,
) -> Result<Vec<DAffine3>, Fault> {
    let mut sums = vec![(DMat4::ZERO, 0.0_f64); vertices];
    let add = |vertex: usize, joint: usize, weight| {
        let weight = f64::from(weight);
        sums[vertex].0 += DMat4::from(joints[joint]) * weight;
        sums[vertex].1 += weight;
    };
    each_influence(source, primitive, joints.len(), vertices, place, add)?;
    let first = joints.first().copied().unwrap_or_default();
    let blended = |(sum, weight): (DMat4, f64)| match weight > 0.0 {
        true => DAffine3::from_mat4(sum * weight.recip()),
        false => first,
    };
    Ok(sums.into_iter().map(blended).collect())
}

/// Calls `visit` with a vertex, a joint and a weight above zero for each influence. The primitive has
/// `vertices` vertices, and the skin `joints` joints.
pub(super) fn each_influence(
    source: Buffers,
    primitive: &Primitive,
    joints: usize,
    vertices: usize,
    place: &str,
    mut visit: impl FnMut(usize, usize, f32),
) -> Result<(), Fault> {
    if attribute(primitive, Semantic::Joints(0)).is_none() {
        return Err(Fault::malformed(place, "has no JOINTS_0"));
    }
    for set in 0..MAX_JOINT_SETS {
        let (Some(which), Some(weights)) = (
            attribute(primitive, Semantic::Joints(set)),
            attribute(primitive, Semantic::Weights(set)),
        ) else {
            break;
        };
        let which = source.floats::<4>(which, 0.0, &format!("{place}, JOINTS_{set}"))?;
        let weights = source.floats::<4>(weights, 0.0, &format!("{place}, WEIGHTS_{set}"))?;
        if which.len() != vertices || weights.len() != vertices {
            let (a, b) = (which.len(), weights.len());
            let problem = format!("has {a} JOINTS and {b} WEIGHTS for {vertices} vertices");
            return Err(Fault::malformed(place, problem));
        }
        for (vertex, (which, weights)) in which.iter().zip(&weights).enumerate() {
            for (joint, weight) in which.iter().zip(weights) {
                if !(weight.is_finite() && *weight > 0.0) {
                    continue;
                }
                if *joint as usize >= joints {
                    let problem = format!("names joint {joint} of {joints} at vertex {vertex}");
                    return Err(Fault::malformed(place, problem));
                }
                visit(vertex, *joint as usize, *weight);
            }
        }
    }
    Ok(())
}

/// The matrix that transforms normals, also on a stretched or flattened surface.
pub(super) fn cofactors(matrix: &DMat3) -> DMat3 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let sign = if matrix.determinant() < 0.0 {
        -1.0
    } else {
        1.0
    };
    DMat3::from_cols(y.cross(z) * sign, z.cross(x) * sign, x.cross(y) * sign)
}

/// A direction transformed by a matrix, scaled so that its largest component is 1.
pub(super) fn transformed(matrix: &DMat3, direction: Vec3) -> Vec3 {
    let vector = *matrix * direction.as_dvec3();
    // Scaled first: squares of a tiny or huge transform would vanish or overflow.
    (vector / vector.abs().max_element()).as_vec3()
}
