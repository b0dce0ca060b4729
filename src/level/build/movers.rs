//! The movers of a draft that have something to collide with, brought to local coordinates.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{CollisionMesh, MeshError};

use super::{
    Draft,
    dense::{self, Dense, TriangleRun},
    solid::triangles_of,
};
use crate::level::{MovingPart, movers::Path};

/// Takes a draft's movers. The parts of movers without an animation or without anything solid stay
/// where they rest; the draft's warnings say of the latter why.
pub(crate) fn take(draft: &mut Draft, positions: &[Vec3], origin: DVec3) -> Vec<MovingPart> {
    let to_local = DAffine3::from_translation(-origin);
    let mut movers = Vec::new();
    // Where each of the draft's movers has gone.
    let mut places = Vec::new();
    for (index, mover) in std::mem::take(&mut draft.movers).into_iter().enumerate() {
        if mover.path.track.seconds() == 0.0 {
            places.push(None);
            continue;
        }
        match collision_of(draft, index, positions) {
            Ok((collision, dense)) => {
                (draft.warnings).extend(dense.iter().map(|dense| dense.warning(&mover.name)));
                places.push(Some(movers.len()));
                movers.push(MovingPart {
                    name: mover.name,
                    collision,
                    path: Path {
                        parent: to_local * mover.path.parent,
                        ..mover.path
                    },
                });
            }
            Err(error) => {
                places.push(None);
                let name = mover.name;
                (draft.warnings).push(format!("the mover \"{name}\" stays where it is: {error}"));
            }
        }
    }
    for part in &mut draft.parts {
        part.mover = part.mover.and_then(|mover| places.get(mover).copied()?);
    }
    movers
}

/// The collision mesh of a mover's solid parts, and what of it was replaced for being too dense.
fn collision_of(
    draft: &Draft,
    mover: usize,
    positions: &[Vec3],
) -> Result<(CollisionMesh, Vec<Dense>), MeshError> {
    let solid = (draft.parts.iter()).filter(|part| part.solid && part.mover == Some(mover));
    let corners: Vec<Vec3> = solid
        .flat_map(|part| triangles_of(draft, part))
        .flatten()
        .map(|corner| positions[corner as usize])
        .collect();
    let triangles = (0..corners.len() as u32 / 3)
        .map(|triangle| [0, 1, 2].map(|corner| 3 * triangle + corner))
        .collect();
    let mut runs = [TriangleRun { triangles }];
    let (corners, dense) = match dense::replace(&corners, &mut runs) {
        Some(replaced) => (replaced.positions, replaced.dense),
        None => (corners, Vec::new()),
    };
    Ok((CollisionMesh::build(&corners, &runs[0].triangles)?, dense))
}
