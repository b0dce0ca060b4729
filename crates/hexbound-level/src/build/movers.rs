//! The movers of a draft that have solid parts, in local coordinates.

use glam::{DAffine3, DVec3, Vec3};
use hexbound_collide::{CollisionMesh, MeshError};

use super::{
    Draft, DraftPart,
    dense::{self, Dense, TriangleRun, triples},
    solid::{surfaces, triangles_of},
};
use crate::{Code, Finding, MovingPart, Surfaces, movers::Path};

/// Extracts a draft's movers. The parts of movers without an animation or without solids stay at rest;
/// the draft's findings explain the latter.
pub(super) fn take(draft: &mut Draft, positions: &[Vec3], origin: DVec3) -> Vec<MovingPart> {
    let to_local = DAffine3::from_translation(-origin);
    let mut movers = Vec::new();
    // The new index of each of the draft's movers.
    let mut indices = Vec::new();
    for (index, mover) in std::mem::take(&mut draft.movers).into_iter().enumerate() {
        if mover.path.track.seconds() == 0.0 {
            indices.push(None);
            continue;
        }
        match collision_of(draft, index, positions) {
            Ok(solid) => {
                let findings = solid.dense.iter().map(|dense| dense.finding(&mover.name));
                draft.findings.extend(findings);
                indices.push(Some(movers.len()));
                movers.push(MovingPart {
                    name: mover.name,
                    collision: solid.mesh,
                    surfaces: solid.surfaces,
                    start: mover.start,
                    path: Path {
                        parent: to_local * mover.path.parent,
                        ..mover.path
                    },
                });
            }
            Err(error) => {
                indices.push(None);
                let name = mover.name;
                let problem = format!("the mover \"{name}\" stays where it is: {error}");
                let finding = Finding::new(Code::StillMover, problem);
                draft.findings.push(finding.of_node(name));
            }
        }
    }
    for trigger in &mut draft.play.triggers {
        let play = std::mem::take(&mut trigger.actions.play).into_iter();
        let moves = |mover: u32| indices.get(mover as usize).copied()?;
        trigger.actions.play = play
            .filter_map(|mover| Some(moves(mover)? as u32))
            .collect();
    }
    for part in &mut draft.mesh.parts {
        part.mover = part.mover.and_then(|it| indices.get(it).copied()?);
    }
    movers
}

/// The triangles that a mover collides with.
struct MoverSolid {
    mesh: CollisionMesh,
    surfaces: Surfaces,
    /// The detail that was replaced for being too dense.
    dense: Vec<Dense>,
}

/// The collision mesh of a mover's solid parts.
fn collision_of(draft: &Draft, mover: usize, positions: &[Vec3]) -> Result<MoverSolid, MeshError> {
    let parts: Vec<&DraftPart> = (draft.mesh.parts.iter())
        .filter(|part| part.solid && part.mover == Some(mover))
        .collect();
    let mut corners: Vec<Vec3> = Vec::new();
    let mut run_of = |part: &&DraftPart| {
        let first = corners.len();
        let indices = triangles_of(draft, part).flatten();
        corners.extend(indices.map(|corner| positions[corner as usize]));
        triples(first, corners.len())
    };
    let mut runs: Vec<TriangleRun> = parts.iter().map(&mut run_of).collect();
    let (corners, dense) = dense::replace(&corners, &mut runs);
    Ok(MoverSolid {
        mesh: CollisionMesh::build(&corners, &runs.concat())?,
        surfaces: surfaces(draft, &parts, &runs),
        dense,
    })
}
