//! The ground that bodies stand on, and the player's start on it.

use glam::DVec3;
use hexbound_collide::{CollisionMesh, MeshError, geom::Aabb};
use serde::{Deserialize, Serialize};

use super::{Draft, content_hash, model_ground, proportions::Proportions, solid::Solid};
use crate::{
    Finding, Report, Spawn, StartChoice, Surfaces,
    spawn_search::{self, SpawnWish},
};
use hexbound_base::logs::span;
use hexbound_reach::Survey;

/// The share of the work that is done once the solid triangles have a tree.
const AFTER_COLLISION: f32 = 0.8;

/// The collision mesh that bodies stand on, and what is known of it.
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
    /// The findings about the solid triangles.
    pub(super) findings: Vec<Finding>,
    pub(super) proportions: Proportions,
    /// The content hash so far: the collision triangles.
    pub(super) hash: u64,
    pub(super) start: PlayerStart,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum PlayerStart {
    /// The spawn is on the ground that was put under a model, looking at it.
    BeforeModel,
    /// The spawn is at the best of the places asked for, else at this one.
    Searched(Option<Spawn>),
}

impl PlayerStart {
    /// Returns whether it is a place at all.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            PlayerStart::BeforeModel | PlayerStart::Searched(None) => true,
            PlayerStart::Searched(Some(spawn)) => {
                spawn.position.is_finite() && spawn.yaw.is_finite() && spawn.pitch.is_finite()
            }
        }
    }

    /// Who chose the place. A camera that serves as a start was not meant as one.
    pub(super) fn choice(&self, wishes: &[SpawnWish]) -> StartChoice {
        let is_start = |wish: &SpawnWish| !matches!(wish, SpawnWish::Near { camera: true, .. });
        match self {
            PlayerStart::BeforeModel => StartChoice::LaidGround,
            PlayerStart::Searched(_) if wishes.iter().any(is_start) => StartChoice::Named,
            PlayerStart::Searched(_) => StartChoice::Searched,
        }
    }

    /// The place where the player starts, and a warning for each place asked for that will not do.
    pub(super) fn spawn(
        self,
        collision: &CollisionMesh,
        bounds: Aabb,
        wishes: &[SpawnWish],
        origin: DVec3,
        findings: &mut Vec<Finding>,
    ) -> Spawn {
        match self {
            PlayerStart::BeforeModel => model_ground::before(bounds),
            PlayerStart::Searched(found) => {
                spawn_search::choose(collision, wishes, origin, found, findings)
            }
        }
    }
}

impl Ground {
    /// The collision mesh of what is solid. A model without a place to walk gets ground under it.
    pub(super) fn of(
        draft: &Draft,
        solid: Solid,
        bounds: Aabb,
        origin: DVec3,
        report: Report,
    ) -> Result<Self, MeshError> {
        let _span = span("building the collision mesh");
        let collision = CollisionMesh::build(&solid.positions, &solid.triangles)?;
        report(AFTER_COLLISION);
        let is_named = spawn_search::is_named(&collision, &draft.start.wishes, origin);
        let survey = (!is_named).then(|| Survey::of(&collision));
        let is_model = draft.start.may_be_model
            && (survey.as_ref()).is_some_and(|survey| model_ground::is_model(&collision, survey));
        let (collision, start) = if is_model {
            (solid.with_ground(bounds)?, PlayerStart::BeforeModel)
        } else {
            let found = survey.and_then(|survey| survey.place());
            (collision, PlayerStart::Searched(found.map(Spawn::from)))
        };
        let facts = GroundFacts {
            origin,
            hash: content_hash::of_triangles(&collision).finish(),
            proportions: Proportions::of(draft, &solid, &collision, bounds),
            surfaces: solid.surfaces,
            findings: solid.findings,
            start,
        };
        Ok(Self { collision, facts })
    }
}
