//! The ground that bodies stand on, and the player's start on it.

use std::mem::take;

use glam::DVec3;
use hexbound_collide::{CollisionMesh, MeshError, geom::Aabb};
use serde::{Deserialize, Serialize};

use super::{Draft, content_hash, model_ground, proportions::Proportions, solid::Solid};
use crate::{Finding, Reporter, Spawn, StartChoice, Surfaces, spawn_search};
use hexbound_base::logs::span;
use hexbound_reach::Survey;

/// The share of the work that is done when the solid triangles have a tree.
const AFTER_COLLISION: f32 = 0.8;

/// The collision mesh that bodies stand on, and facts about it.
pub struct Ground {
    pub(super) collision: CollisionMesh,
    pub(super) facts: GroundFacts,
}

/// The facts about a ground beside its triangles.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct GroundFacts {
    /// The level's origin, in the file's coordinates.
    pub(super) origin: DVec3,
    pub(super) surfaces: Surfaces,
    /// The findings about the solid triangles and the start.
    pub(super) findings: Vec<Finding>,
    pub(super) proportions: Proportions,
    /// The hash of the collision triangles, the first part of the content hash.
    pub(super) hash: u64,
    /// The player's start, and how it was chosen.
    pub(super) spawn: Spawn,
    pub(super) start: StartChoice,
}

impl Ground {
    /// The collision mesh of all solids. A model without a walkable place gets ground under it.
    pub(super) fn of(
        draft: &Draft,
        mut solid: Solid,
        bounds: Aabb,
        origin: DVec3,
        report: Reporter,
    ) -> Result<Self, MeshError> {
        let _span = span("building the collision mesh");
        let collision = CollisionMesh::build(&solid.positions, &solid.triangles)?;
        report(AFTER_COLLISION);
        let requests = &draft.starts;
        let has_start = spawn_search::has_start(&collision, requests, origin);
        let survey = (!has_start).then(|| Survey::of(&collision));
        let is_model = draft.may_be_model
            && (survey.as_ref()).is_some_and(|survey| model_ground::is_model(&collision, survey));
        let mut findings = take(&mut solid.findings);
        let (collision, spawn, start) = if is_model {
            let spawn = model_ground::start_before(bounds);
            (solid.with_ground(bounds)?, spawn, StartChoice::LaidGround)
        } else {
            let found = survey.and_then(|it| it.best_start()).map(Spawn::from);
            let spawn = spawn_search::choose(&collision, requests, origin, found, &mut findings);
            (collision, spawn, spawn_search::start_choice(requests))
        };
        let facts = GroundFacts {
            origin,
            hash: content_hash::of_triangles(&collision).finish(),
            proportions: Proportions::of(draft, &solid, &collision, bounds),
            surfaces: solid.surfaces,
            findings,
            spawn,
            start,
        };
        Ok(Self { collision, facts })
    }
}
