//! What is worked out once per level, on the processor: how much light reaches where. The same
//! level gives the same result; time is bounded by coarsening with the level's size.

mod background;
mod field;
mod glows;
mod grid;
mod lamps;
mod light;
mod lobes;
mod mirrors;
mod places;
mod points;
mod probes;
mod rays;
mod rooms;
mod scene;
mod settle;
mod store;
mod territories;
mod visibility;
mod walls;

pub(super) use background::{Baking, Report};
pub(super) use field::{FIELD_BEHIND, FIELD_REACH, Field};
pub(super) use grid::Grid;
pub(super) use lamps::{Lamps, side_of as lamp_map_side, way_of};
pub(super) use light::ProbeLight;
pub(super) use lobes::{LEVELS as MIRROR_LEVELS, level_side, texels_of};
pub(super) use mirrors::Mirrors;
pub(super) use places::MOST_PLACES;
pub(super) use probes::Probes;
pub(super) use scene::{BakeScene, SurfaceColor};
pub(super) use store::find;
pub(super) use visibility::Visibility;

use std::sync::Arc;

use super::sky::Sky;
use hexbound_collide::hash::Hasher;

/// All that is baked for a level.
pub(super) struct Baked {
    pub probes: Probes,
    pub field: Field,
    pub lamps: Arc<Lamps>,
    pub mirrors: Mirrors,
}

/// How much work is put in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Meters between probes, where the level is small enough.
    pub probe_spacing: f32,
    /// Probes that rays are cast from.
    pub most_probes: usize,
    /// Points along a cell's side from which is looked which of its probes are in sight.
    pub cuts: u32,
    /// From each.
    pub rays: usize,
    /// After the first: light that has bounced once more each time.
    pub bounces: usize,
    /// Meters between points of the distance field, where the level is small enough.
    pub field_spacing: f32,
    /// Point–triangle pairs looked at for that, about: bounds the time.
    pub most_pairs: f64,
    /// Places that reflections are seen from.
    pub most_mirrors: usize,
    /// Of their maps, texels.
    pub mirror_side: usize,
    /// Rays through a texel, along its side.
    pub mirror_rays: usize,
    /// Meters between the points that know which of the places serves them.
    pub mirror_spacing: f32,
}

impl Effort {
    /// To have something to see by at once.
    pub const QUICK: Effort = Effort {
        probe_spacing: 1.6,
        most_probes: 700,
        cuts: 1,
        rays: 24,
        bounces: 2,
        field_spacing: 0.44,
        most_pairs: 2.0e6,
        most_mirrors: 8,
        mirror_side: 32,
        mirror_rays: 1,
        mirror_spacing: 1.8,
    };
    pub const FULL: Effort = Effort {
        probe_spacing: 0.9,
        most_probes: 12_000,
        cuts: 2,
        rays: 96,
        bounces: 3,
        field_spacing: 0.22,
        most_pairs: 80.0e6,
        most_mirrors: MOST_PLACES,
        mirror_side: 64,
        mirror_rays: 2,
        mirror_spacing: 0.9,
    };
}

impl Baked {
    /// `None` when the report says to stop. Textures may be `longest` points long.
    pub fn bake(
        scene: &BakeScene,
        sky: &Sky,
        longest: u32,
        effort: &Effort,
        report: &Report,
    ) -> Option<Self> {
        let probes = Probes::bake(scene, sky, longest, effort, report)?;
        let field = Field::bake(scene, &probes, longest, effort, report)?;
        let mirrors = Mirrors::bake(scene, (sky, &probes), longest, effort, report)?;
        Some(Self {
            probes,
            field,
            mirrors,
            lamps: Arc::clone(scene.lamps()),
        })
    }

    /// Where there is no level yet.
    pub fn nothing(sky: &Sky) -> Self {
        let (scene, report) = (BakeScene::nothing(), Report::default());
        let probes = Probes::bake(&scene, sky, 1, &Effort::QUICK, &report);
        let probes = probes.expect("nobody stops it");
        let field = Field::bake(&scene, &probes, 1, &Effort::QUICK, &report);
        let mirrors = Mirrors::bake(&scene, (sky, &probes), 1, &Effort::QUICK, &report);
        Self {
            mirrors: mirrors.expect("nobody stops it"),
            field: field.expect("nobody stops it"),
            probes,
            lamps: Arc::default(),
        }
    }
}

/// Names what a full bake of this gives: the same key, the same light.
pub(super) fn key_of(scene: &BakeScene, sky: &Sky, longest: u32) -> u64 {
    let mut hasher = Hasher::default();
    let effort = format!("{} {:?}", store::VERSION, Effort::FULL);
    hasher
        .bytes(env!("CARGO_PKG_VERSION").as_bytes())
        .bytes(effort.as_bytes())
        .bytes(format!("{sky:?}").as_bytes())
        .u32(longest);
    scene.hash(&mut hasher);
    hasher.finish()
}

/// Runs `work` for every index below `count`, on all processors, and keeps the order.
pub(super) fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = count.div_ceil(threads).max(1);
    let work = &work;
    std::thread::scope(|scope| {
        let shares: Vec<_> = (0..count)
            .step_by(share)
            .map(|first| {
                let range = first..(first + share).min(count);
                scope.spawn(move || range.map(work).collect::<Vec<T>>())
            })
            .collect();
        shares
            .into_iter()
            .flat_map(|share| match share.join() {
                Ok(results) => results,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_results_keep_their_order() {
        assert_eq!(in_parallel(0, |index| index), Vec::<usize>::new());
        let expected: Vec<usize> = (0..1001).map(|index| index * 3).collect();
        assert_eq!(in_parallel(1001, |index| index * 3), expected);
    }
}
