//! The solid triangles of a draft that never move, by part, with dense detail replaced, and their
//! materials.

use std::borrow::Cow;

use glam::Vec3;

use super::{
    Draft, DraftPart,
    dense::{self, Dense, TriangleRun},
    model_ground,
};
use crate::{Code, Finding, Surfaces};
use hexbound_collide::{CollisionMesh, MeshError, geom::Aabb};

/// The most nodes that the warning about dense ones names.
const MAX_NAMED_NODES: usize = 3;

/// The static solid triangles.
pub(super) struct Solid<'a> {
    pub positions: Cow<'a, [Vec3]>,
    pub triangles: Vec<[u32; 3]>,
    pub surfaces: Surfaces,
    pub findings: Vec<Finding>,
}

impl<'a> Solid<'a> {
    /// Collects the solid triangles. `owners` names the prop of each part that belongs to one;
    /// `positions` are the draft's in local coordinates.
    pub(super) fn of(draft: &Draft, owners: &[Option<usize>], positions: &'a [Vec3]) -> Self {
        let parts: Vec<&DraftPart> = (draft.mesh.parts.iter().zip(owners))
            .filter(|(part, owner)| is_static(part, **owner))
            .map(|(part, _)| part)
            .collect();
        let mut runs: Vec<TriangleRun> = (parts.iter())
            .map(|part| triangles_of(draft, part).collect())
            .collect();
        let (positions, dense) = dense::replace(positions, &mut runs);
        Self {
            positions,
            surfaces: surfaces(draft, &parts, &runs),
            triangles: runs.concat(),
            findings: findings(&parts, &dense),
        }
    }

    /// Builds the collision mesh with the ground under a model as its last triangles.
    pub(super) fn with_ground(&self, model: Aabb) -> Result<CollisionMesh, MeshError> {
        let first = self.positions.len() as u32;
        let positions = [&self.positions, &model_ground::corners(model)[..]].concat();
        let mut triangles = self.triangles.clone();
        triangles.extend(
            model_ground::GROUND_TRIANGLES.map(|corners| corners.map(|corner| first + corner)),
        );
        CollisionMesh::build(&positions, &triangles)
    }
}

/// Returns whether a part is solid and static.
pub(super) fn is_static(part: &DraftPart, owner: Option<usize>) -> bool {
    part.solid && part.mover.is_none() && owner.is_none()
}

/// The triangles of a part, as indices of vertices.
pub(super) fn triangles_of(draft: &Draft, part: &DraftPart) -> impl Iterator<Item = [u32; 3]> {
    let indices = &draft.mesh.indices[part.indices.start as usize..part.indices.end as usize];
    indices.as_chunks().0.iter().copied()
}

/// The surfaces of the triangles of `parts`.
pub(super) fn surfaces(draft: &Draft, parts: &[&DraftPart], runs: &[TriangleRun]) -> Surfaces {
    let mut first = 0;
    let mut surfaces = Surfaces::default();
    for (part, run) in parts.iter().zip(runs) {
        surfaces.begin(first, draft.surface(part));
        first += run.len() as u32;
    }
    surfaces
}

/// The findings about nodes that are too dense.
fn findings(parts: &[&DraftPart], dense: &[Dense]) -> Vec<Finding> {
    let named = dense.iter().take(MAX_NAMED_NODES);
    let mut findings: Vec<Finding> = named
        .map(|dense| dense.finding(&parts[dense.run].name))
        .collect();
    if dense.len() > MAX_NAMED_NODES {
        let more = dense.len() - MAX_NAMED_NODES;
        let problem = format!("{more} more nodes are as dense");
        findings.push(Finding::new(Code::DenseMesh, problem));
    }
    findings
}
