//! The vertices of an animated primitive before its deformation by skin and morph targets, with the data
//! to deform them during play.

use glam::{DAffine3, Vec3};
use gltf::json::mesh::{self, Semantic};

use super::{
    accessors::Buffers,
    document::attribute,
    pose::{Pose, Posed, each_influence},
    primitive::Primitive,
};
use crate::{
    animated::{AnimatedMesh, Influences, MAX_INFLUENCES, MorphOffsets, RestShape},
    error::Fault,
};

/// Reads the animated mesh of a primitive that was read in a pose. Its part and its place are filled in
/// at its placement.
pub(super) fn read_animated(
    source: Buffers,
    given: &mesh::Primitive,
    pose: &Pose,
    posed: &Posed,
    primitive: &Primitive,
    place: &str,
) -> Result<AnimatedMesh, Fault> {
    let origins = &primitive.origins;
    let read = |semantic: Semantic, what: &str| {
        by_origin(
            source,
            attribute(given, semantic),
            &format!("{place}, {what}"),
            origins,
        )
    };
    let positions = read(Semantic::Positions, "POSITION")?;
    let mut normals = read(Semantic::Normals, "NORMAL")?;
    for normal in &mut normals {
        *normal = normal.normalize_or(Vec3::Y);
    }
    let tangent = |(origin, [x, y, z, _]): (&u32, &[f32; 4])| {
        let before = posed.unposed(*origin as usize, Vec3::new(*x, *y, *z));
        before.normalize_or(Vec3::X)
    };
    let influences = match pose.joints {
        Some(joints) if pose.rigged.skin.is_some() => {
            influences(source, given, joints.matrices.len(), posed.vertices, place)?
        }
        // A mesh on a joint follows that joint alone.
        _ => Vec::new(),
    };
    let shape = RestShape {
        tangents: (origins.iter().zip(&primitive.tangents))
            .map(tangent)
            .collect(),
        influences: match influences.is_empty() {
            true => influences,
            false => origins
                .iter()
                .map(|origin| influences[*origin as usize])
                .collect(),
        },
        targets: targets(source, given, origins, place)?,
        positions,
        normals,
    };
    Ok(AnimatedMesh {
        part: 0,
        vertices: 0..0,
        skin: pose.rigged.skin,
        weights: pose.rigged.weights,
        rest_weights: pose.weights.to_vec(),
        transform: DAffine3::IDENTITY,
        shape,
    })
}

/// The values of an accessor at the vertices' origins in the file; none without an accessor.
fn by_origin(
    source: Buffers,
    accessor: Option<usize>,
    place: &str,
    origins: &[u32],
) -> Result<Vec<Vec3>, Fault> {
    let values = match accessor {
        Some(index) => source.floats::<3>(index, 0.0, place)?,
        None => return Ok(Vec::new()),
    };
    let value = |origin: &u32| values.get(*origin as usize).map(|value| Vec3::from(*value));
    Ok(origins.iter().filter_map(value).collect())
}

fn targets(
    source: Buffers,
    given: &mesh::Primitive,
    origins: &[u32],
    place: &str,
) -> Result<Vec<MorphOffsets>, Fault> {
    let all = given.targets.iter().flatten().enumerate();
    all.map(|(number, target)| {
        let what = |attribute| format!("{place}, morph target {number}, {attribute}");
        let [positions, normals] =
            [target.positions, target.normals].map(|it| it.map(|index| index.value()));
        let offsets = MorphOffsets {
            positions: by_origin(source, positions, &what("POSITION"), origins)?,
            normals: by_origin(source, normals, &what("NORMAL"), origins)?,
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

/// The strongest joints of each vertex of the file. A vertex without joints follows the first.
fn influences(
    source: Buffers,
    given: &mesh::Primitive,
    joints: usize,
    vertices: usize,
    place: &str,
) -> Result<Vec<Influences>, Fault> {
    let mut influences = vec![Influences::default(); vertices];
    each_influence(
        source,
        given,
        joints,
        vertices,
        place,
        |vertex, joint, weight| {
            let slots = &mut influences[vertex];
            let weakest = (0..MAX_INFLUENCES)
                .min_by(|a, b| slots.weights[*a].total_cmp(&slots.weights[*b]))
                .unwrap_or(0);
            if weight > slots.weights[weakest] {
                slots.joints[weakest] = joint as u16;
                slots.weights[weakest] = weight;
            }
        },
    )?;
    for slots in &mut influences {
        let sum: f32 = slots.weights.iter().sum();
        match sum > 0.0 {
            true => slots.weights.iter_mut().for_each(|weight| *weight /= sum),
            false => slots.weights[0] = 1.0,
        }
    }
    Ok(influences)
}
