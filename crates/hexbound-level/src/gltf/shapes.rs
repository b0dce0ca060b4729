//! The vertices of an animated primitive as they are before its skin and its morph targets bend them,
//! with what is needed to bend them while the game runs.

use glam::{DAffine3, Vec3};
use gltf::json::{
    Index, accessor,
    mesh::{self, Semantic},
};

use super::{
    accessors::Source,
    document::attribute,
    pose::{Pose, Posed, each_influence},
    primitive::Primitive,
};
use crate::{
    animated::{AnimatedMesh, Influences, MAX_INFLUENCES, MorphOffsets, Shape},
    error::Fault,
};

/// Reads the animated mesh of a primitive that was read in a pose; its part and its place are filled
/// in where it is placed.
pub(super) fn read_animated(
    source: Source,
    given: &mesh::Primitive,
    pose: &Pose,
    posed: &Posed,
    primitive: &Primitive,
    place: &str,
) -> Result<AnimatedMesh, Fault> {
    Ok(AnimatedMesh {
        part: 0,
        vertices: 0..0,
        skin: pose.rigged.skin,
        weights: pose.rigged.weights,
        rest_weights: pose.weights().to_vec(),
        transform: DAffine3::IDENTITY,
        shape: read_shape(source, given, pose, posed, primitive, place)?,
    })
}

/// Reads the shape of such a primitive, vertex by vertex.
fn read_shape(
    source: Source,
    given: &mesh::Primitive,
    pose: &Pose,
    posed: &Posed,
    primitive: &Primitive,
    place: &str,
) -> Result<Shape, Fault> {
    let read = |semantic: Semantic, what: &str| match attribute(given, semantic) {
        Some(index) => source.floats::<3>(index, 0.0, &format!("{place}, {what}")),
        None => Ok(Vec::new()),
    };
    let origins = &primitive.origins;
    let positions = by_origin(read(Semantic::Positions, "POSITION")?, origins);
    let mut normals = by_origin(read(Semantic::Normals, "NORMAL")?, origins);
    for normal in &mut normals {
        *normal = normal.normalize_or(Vec3::Y);
    }
    let tangent = |(origin, [x, y, z, _]): (&u32, &[f32; 4])| {
        let before = posed.unposed(*origin as usize, Vec3::new(*x, *y, *z));
        before.normalize_or(Vec3::X)
    };
    let held = match pose.rigged.skin {
        Some(_) if pose.is_skinned() => {
            influences(source, given, pose.joint_count(), posed.vertices(), place)?
        }
        // What hangs on a joint goes with that alone.
        _ => Vec::new(),
    };
    Ok(Shape {
        tangents: (origins.iter().zip(&primitive.tangents))
            .map(tangent)
            .collect(),
        influences: match held.is_empty() {
            true => held,
            false => origins
                .iter()
                .map(|origin| held[*origin as usize])
                .collect(),
        },
        targets: targets(source, given, origins, place)?,
        positions,
        normals,
    })
}

/// The values of a file's vertices for those that came of them.
fn by_origin(values: Vec<[f32; 3]>, origins: &[u32]) -> Vec<Vec3> {
    let value = |origin: &u32| values.get(*origin as usize).map(|value| Vec3::from(*value));
    origins.iter().filter_map(value).collect()
}

fn targets(
    source: Source,
    given: &mesh::Primitive,
    origins: &[u32],
    place: &str,
) -> Result<Vec<MorphOffsets>, Fault> {
    type Accessor = Option<Index<accessor::Accessor>>;
    let read = |accessor: Accessor, what: String| match accessor {
        Some(index) => source.floats::<3>(index.value(), 0.0, &what),
        None => Ok(Vec::new()),
    };
    let all = given.targets.iter().flatten().enumerate();
    all.map(|(number, target)| {
        let what = |attribute| format!("{place}, morph target {number}, {attribute}");
        let offsets = MorphOffsets {
            positions: by_origin(read(target.positions, what("POSITION"))?, origins),
            normals: by_origin(read(target.normals, what("NORMAL"))?, origins),
        };
        for list in [&offsets.positions, &offsets.normals] {
            if !(list.is_empty() || list.len() == origins.len()) {
                let problem = "has fewer offsets than there are vertices";
                return Err(Fault::malformed(what("its lists"), problem));
            }
            if !list.iter().all(|offset| offset.is_finite()) {
                return Err(Fault::malformed(what("an offset"), "is not finite"));
            }
        }
        Ok(offsets)
    })
    .collect()
}

/// The strongest joints of each vertex of the file. One without joints goes with the first.
fn influences(
    source: Source,
    given: &mesh::Primitive,
    joints: usize,
    vertices: usize,
    place: &str,
) -> Result<Vec<Influences>, Fault> {
    let mut held = vec![Influences::default(); vertices];
    each_influence(
        source,
        given,
        joints,
        vertices,
        place,
        |vertex, joint, weight| {
            let slots = &mut held[vertex];
            let weakest = (0..MAX_INFLUENCES)
                .min_by(|a, b| slots.weights[*a].total_cmp(&slots.weights[*b]))
                .unwrap_or(0);
            if weight > slots.weights[weakest] {
                slots.joints[weakest] = joint as u16;
                slots.weights[weakest] = weight;
            }
        },
    )?;
    for slots in &mut held {
        let sum: f32 = slots.weights.iter().sum();
        match sum > 0.0 {
            true => slots.weights.iter_mut().for_each(|weight| *weight /= sum),
            false => slots.weights[0] = 1.0,
        }
    }
    Ok(held)
}
