//! The rays of all probes of a level.

use std::sync::atomic::{AtomicUsize, Ordering};

use glam::Vec3;
use rayon::prelude::*;

use super::{
    emissive::EmissiveSamples,
    nudge::nudge_probe,
    rays::{ProbeRays, Ray, cast, directions},
};
use crate::{BakeProgress, BakeScene, Grid, Sky};

/// The share of a bake's work that is spent on casting rays.
pub(super) const CASTING_SHARE: f32 = 0.5;

/// The rays of all probes, with their results.
pub(super) struct Casts {
    /// The directions of each probe's rays, unit vectors.
    pub(super) directions: Vec<Vec3>,
    /// The indices of the grid's points from which rays were cast.
    pub(super) indices: Vec<usize>,
    /// The results at each of these points; `None` inside walls and after a stop of the bake.
    pub(super) rays: Vec<Option<ProbeRays>>,
}

impl Casts {
    /// Casts `count` rays from each active point of the grid. Points after a stop of the bake have no rays.
    pub(super) fn of_probes(
        scene: &BakeScene,
        sky: &Sky,
        grid: &Grid,
        active: &[bool],
        count: usize,
        progress: &BakeProgress,
    ) -> Self {
        let directions = directions(count);
        let indices: Vec<usize> = (0..grid.len()).filter(|&index| active[index]).collect();
        let (total, done) = (indices.len() as f32, AtomicUsize::new(0));
        let emissive = EmissiveSamples::of(scene);
        let cast_from = |&index: &usize| {
            if progress.is_stopped() {
                return None;
            }
            progress.report(CASTING_SHARE * done.fetch_add(1, Ordering::Relaxed) as f32 / total);
            let point = grid.point(grid.coordinates(index));
            let position = nudge_probe(scene, point, grid.spacing);
            let mut probe = cast(scene, sky, position, &directions)?;
            if let Some(emissive) = &emissive {
                probe.glow = emissive.light_at(scene, position);
            }
            Some(probe)
        };
        Self {
            rays: indices.par_iter().map(cast_from).collect(),
            indices,
            directions,
        }
    }

    /// The position of the probe at each of the grid's `count` points; `None` without a probe.
    pub(super) fn positions(&self, count: usize) -> Vec<Option<Vec3>> {
        let mut positions = vec![None; count];
        for (&index, probe) in self.indices.iter().zip(&self.rays) {
            positions[index] = probe.as_ref().map(|probe| probe.position);
        }
        positions
    }

    /// The share of rays that `is_counted` accepts, for each of the grid's `count` points. The share is
    /// 0 for points without a probe, whose values come from their neighbors when light spreads.
    pub(super) fn ray_shares(&self, count: usize, is_counted: impl Fn(&Ray) -> bool) -> Vec<f32> {
        let mut shares = vec![0.0; count];
        for (&index, rays) in self.indices.iter().zip(&self.rays) {
            if let Some(ProbeRays { rays, .. }) = rays {
                let counted = rays.iter().filter(|ray| is_counted(ray)).count();
                shares[index] = counted as f32 / rays.len() as f32;
            }
        }
        shares
    }
}
