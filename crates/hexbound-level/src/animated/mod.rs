//! The meshes of a level that animations deform beside its movers, by skins and morph targets. They are
//! drawn deformed, and solid at rest; the simulation ignores their deformation. `gltf` reads them from a
//! file, `render` draws them.

mod curve;
mod mesh;
mod rig;

use hexbound_collide::geom::Aabb;
use serde::{Deserialize, Serialize};

use self::mesh::RestBoxes;
pub(crate) use self::rig::single;
pub use self::{
    curve::{Curve, Interpolation},
    mesh::{AnimatedMesh, Influences, MAX_INFLUENCES, MorphOffsets, PosedVertex, RestShape},
    rig::{NodeMotion, Rig, RigNode, RigPose, RigSkin},
};

/// The number of evenly spaced sample times of bounds in a round, in addition to the times of keys.
const ROUND_SAMPLES: u32 = 64;

/// The most rounds of the longest animation that are sampled if there are other animations.
const MAX_SAMPLED_ROUNDS: u32 = 4;

/// The most transforms that are computed for bounds.
const MAX_TRANSFORMS: usize = 4_000_000;

/// The animated meshes of a level, and their rig.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct AnimatedMeshes {
    /// The rig, which is read from the level's file at every load.
    #[serde(skip)]
    pub rig: Rig,
    pub meshes: Vec<AnimatedMesh>,
}

impl AnimatedMeshes {
    /// The local bounds of each mesh over all its animations.
    pub fn bounds(&self) -> Vec<Aabb> {
        let boxes: Vec<RestBoxes> = (self.meshes.iter())
            .map(|mesh| RestBoxes::of(mesh, &self.rig))
            .collect();
        let mut bounds = vec![Aabb::EMPTY; self.meshes.len()];
        let mut pose = RigPose::default();
        for seconds in self.sample_times() {
            self.rig.pose(seconds, &mut pose);
            for ((bounds, mesh), boxes) in bounds.iter_mut().zip(&self.meshes).zip(&boxes) {
                *bounds = bounds.union(mesh.bounds_in(&pose, boxes));
            }
        }
        // Between two samples the mesh moves at most a little further than at both.
        let grown = |bounds: Aabb| bounds.grown(bounds.size() * (2.0 / ROUND_SAMPLES as f32));
        bounds.into_iter().map(grown).collect()
    }

    /// The sample times of bounds, seconds: evenly spaced ones and those of keys, thinned out beyond a
    /// limit.
    fn sample_times(&self) -> Vec<f64> {
        let rounds = self.rig.rounds();
        let longest = rounds.last().copied().unwrap_or(0.0);
        let count = (rounds.len() as u32).clamp(1, MAX_SAMPLED_ROUNDS) * ROUND_SAMPLES;
        let even = (0..=count).map(|it| longest * f64::from(it) / f64::from(ROUND_SAMPLES));
        let mut times: Vec<f64> = even.chain(self.rig.key_times()).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let joints = self.rig.skins.iter().map(|skin| skin.joints.len());
        let work = self.rig.nodes.len() + joints.sum::<usize>() + self.meshes.len();
        let most = (MAX_TRANSFORMS / work.max(1)).max(ROUND_SAMPLES as usize);
        let step = times.len().div_ceil(most);
        times.into_iter().step_by(step.max(1)).collect()
    }
}
