//! Culling of chunks hidden behind others. Recently visible chunks are drawn first. The device then tests
//! every chunk's box against their depth, and draws those of the others that may be visible. No visible
//! chunk is therefore ever missing, however old the visibility data. This module decides the order of
//! chunks; the device's part is in `tester`.
//!
//! Two passes: Haar and Aaltonen, "GPU-Driven Rendering Pipelines", SIGGRAPH 2015. Depth in levels: Greene,
//! Kass and Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH 1993.

pub(crate) mod groups;
pub(crate) mod tester;

use glam::Mat4;
use strum::{Display, EnumString};

use self::tester::{DrawArguments, OcclusionTester};
use crate::{
    Gpu,
    frame::{Viewpoint, targets::Targets},
    scene::{Scene, chunks::Chunk},
};

/// The minimum number of triangles in view for which a test is faster than drawing all of them.
const MIN_TESTED_TRIANGLES: u64 = 10_000;
/// The inverse of the share of triangles in view that must be hidden for the tests to continue.
const HIDDEN_DIVISOR: u64 = 4;
/// The inverse of the share of a new level's triangles that is drawn before the first test, the nearest
/// first. A software driver keeps hundreds of bytes per triangle until the end of the pass.
const FIRST_DRAW_DIVISOR: u64 = 8;
/// The number of frames without a test after a test that hid too few triangles.
const PAUSE_FRAMES: u32 = 60;

/// The choice of culling for hidden chunks.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Culling {
    /// Hidden chunks are left out if that is faster than drawing them.
    #[default]
    #[strum(serialize = "auto")]
    WhenItPays,
    /// All chunks in view are drawn.
    Never,
    /// Hidden chunks are always left out.
    Always,
}

/// The state of occlusion culling, by default only if it pays.
#[derive(Default)]
pub(crate) struct Occlusion {
    /// The choice for the levels set from now on.
    pub culling: Culling,
    tester: Option<OcclusionTester>,
    /// The visibility of each solid chunk at its last test.
    shown: Option<Vec<bool>>,
    was_tested: bool,
    /// The number of frames until the next test.
    pause: u32,
    /// The number of triangles that an earlier frame drew after its test, if the last `plan` read its result.
    pub late_triangles: u64,
}

/// The drawing plan of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// All chunks in view at once.
    Once,
    /// The recently visible chunks, a test, and then the others that may be visible.
    Twice,
}

impl Occlusion {
    /// Replaces the level.
    pub(crate) fn set_level(&mut self, gpu: &Gpu, scene: &Scene, targets: &Targets) {
        self.shown = None;
        self.was_tested = false;
        self.pause = 0;
        let wanted = match self.culling {
            Culling::Never => false,
            Culling::Always => scene.solid().next().is_some(),
            Culling::WhenItPays => triangles(scene.solid()) >= MIN_TESTED_TRIANGLES,
        };
        self.tester = (wanted && gpu.supports_occlusion_tests())
            .then(|| OcclusionTester::new(gpu, scene.solid(), targets));
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        if let Some(tester) = &mut self.tester {
            tester.resize(gpu, targets);
        }
    }

    /// Reads the result of an earlier frame's test, if the device is done with it, and returns the plan of
    /// the next frame.
    pub(crate) fn plan(&mut self, gpu: &Gpu, scene: &Scene, viewpoint: &Viewpoint) -> Plan {
        self.late_triangles = 0;
        let Some(tester) = &self.tester else {
            return Plan::Once;
        };
        let in_view = |chunk: &Chunk| viewpoint.frustum.may_touch_box(&chunk.bounds);
        let all = triangles(scene.solid().filter(|chunk| in_view(chunk)));
        if let Some(shown) = tester.readback.take(gpu) {
            let hidden = (scene.solid().zip(&shown))
                .filter(|(chunk, shown)| !**shown && in_view(chunk))
                .map(|(chunk, _)| chunk);
            if triangles(hidden) * HIDDEN_DIVISOR < all {
                self.pause = PAUSE_FRAMES;
            }
            let late = (scene.solid().zip(&shown).enumerate()).filter(|(index, (_, shown))| {
                **shown && self.shown.as_ref().is_some_and(|before| !before[*index])
            });
            self.late_triangles = triangles(
                late.map(|(_, (chunk, _))| chunk)
                    .filter(|chunk| in_view(chunk)),
            );
            self.shown = Some(shown);
        }
        self.pause = self.pause.saturating_sub(1);
        let pays = self.pause == 0 && all >= MIN_TESTED_TRIANGLES;
        if pays || self.culling == Culling::Always {
            if !std::mem::replace(&mut self.was_tested, true) {
                self.shown = Some(nearest(scene, viewpoint, all / FIRST_DRAW_DIVISOR));
            }
            return Plan::Twice;
        }
        self.shown = None;
        Plan::Once
    }

    /// Returns whether a chunk is drawn before the test; `index` is its index among the solid chunks.
    pub(crate) fn is_first(&self, index: usize) -> bool {
        let shown = self.shown.as_ref().and_then(|shown| shown.get(index));
        shown.copied().unwrap_or(true)
    }

    /// Tests all chunks against the current depth.
    pub(crate) fn test(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        view_projection: &Mat4,
    ) {
        if let Some(tester) = &self.tester {
            tester.test(gpu, encoder, view_projection);
        }
    }

    /// The draw arguments of all chunks, [`Self::ARGUMENT_BYTES`] each, as written by the test.
    pub(crate) fn draws(&self) -> Option<&wgpu::Buffer> {
        self.tester.as_ref().map(|tester| &tester.draws)
    }

    /// The size of one draw's arguments, bytes.
    pub(crate) const ARGUMENT_BYTES: u64 = size_of::<DrawArguments>() as u64;

    /// Requests the result of the test, after the frame was submitted.
    pub(crate) fn request_readback(&self) {
        if let Some(tester) = &self.tester {
            tester.readback.request();
        }
    }
}

/// The nearest chunks in view that have about `enough` triangles together.
fn nearest(scene: &Scene, viewpoint: &Viewpoint, enough: u64) -> Vec<bool> {
    let mut in_view: Vec<(f32, usize, &Chunk)> = (scene.solid().enumerate())
        .filter(|(_, chunk)| viewpoint.frustum.may_touch_box(&chunk.bounds))
        .map(|(index, chunk)| (chunk.distance_squared(viewpoint.eye), index, chunk))
        .collect();
    in_view.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut first = vec![false; scene.solid().count()];
    let mut sum = 0;
    for (_, index, chunk) in in_view {
        if sum > enough {
            break;
        }
        sum += u64::from(chunk.count) / 3;
        first[index] = true;
    }
    first
}

fn triangles<'a>(chunks: impl Iterator<Item = &'a Chunk>) -> u64 {
    chunks.map(|chunk| u64::from(chunk.count) / 3).sum()
}
