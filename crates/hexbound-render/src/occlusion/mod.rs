//! The chunks that are hidden behind others. Those that showed lately are drawn first. The device
//! then tests every chunk's box against their depth, and draws those of the others that may show.
//! So nothing is ever missing, however old the knowledge of what showed. This module decides which
//! chunks are drawn when; the device's part is in `tester`.
//!
//! Two passes: Haar and Aaltonen, "GPU-Driven Rendering Pipelines", SIGGRAPH 2015. Depth in levels:
//! Greene, Kass and Miller, "Hierarchical Z-Buffer Visibility", SIGGRAPH 1993.

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

/// Triangles in view from which on a test is worth its cost: fewer are drawn in less time than it
/// takes.
const WORTH_A_TEST: u64 = 10_000;
/// One in so many triangles has to be hidden for the tests to go on.
const WORTH_GOING_ON: u64 = 4;
/// The share of a new level's triangles in view, one in so many, that is drawn before the first
/// test, the nearest first. A software driver keeps hundreds of bytes for each until the pass is
/// done.
const FIRST_OF_ALL: u64 = 8;
/// Frames without a test after one that did not pay.
const PAUSE_FRAMES: u32 = 60;

/// The choice to leave out chunks that other chunks hide.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Culling {
    /// They are left out where that costs less than drawing them.
    #[default]
    #[strum(serialize = "auto")]
    WhenItPays,
    /// Everything within the view is drawn.
    Never,
    /// Hidden chunks are always left out.
    Always,
}

/// The hidden chunks that are left out. At first they are if that pays.
#[derive(Default)]
pub(crate) struct Occlusion {
    /// The choice for the levels that are set from now on.
    pub culling: Culling,
    tester: Option<OcclusionTester>,
    /// For each solid chunk, whether it showed when that was last tested.
    shown: Option<Vec<bool>>,
    was_tested: bool,
    /// Frames until the next test.
    pause: u32,
    /// Triangles that an earlier frame drew after its test, found since the last `plan`.
    pub late: u64,
}

/// The plan by which one frame is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// Everything in view at once.
    Once,
    /// The chunks that showed lately, a test, and then the others that may show.
    Twice,
}

impl Occlusion {
    /// Takes over a new level, and forgets the one before.
    pub(crate) fn set_level(&mut self, gpu: &Gpu, scene: &Scene, targets: &Targets) {
        self.shown = None;
        self.was_tested = false;
        self.pause = 0;
        let wanted = match self.culling {
            Culling::Never => false,
            Culling::Always => scene.solid().next().is_some(),
            Culling::WhenItPays => triangles(scene.solid()) >= WORTH_A_TEST,
        };
        self.tester = (wanted && gpu.tests_hidden())
            .then(|| OcclusionTester::new(gpu, scene.solid(), targets));
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        if let Some(tester) = &mut self.tester {
            tester.resize(gpu, targets);
        }
    }

    /// Takes over what an earlier frame's test has found, if the device is done with it, and
    /// returns how the next frame is to be drawn.
    pub(crate) fn plan(&mut self, gpu: &Gpu, scene: &Scene, viewpoint: &Viewpoint) -> Plan {
        self.late = 0;
        let Some(tester) = &self.tester else {
            return Plan::Once;
        };
        let in_view = |chunk: &Chunk| viewpoint.frustum.may_touch_box(&chunk.bounds);
        let all = triangles(scene.solid().filter(|chunk| in_view(chunk)));
        if let Some(shown) = tester.answer.take(gpu) {
            let hidden = (scene.solid().zip(&shown))
                .filter(|(chunk, shown)| !**shown && in_view(chunk))
                .map(|(chunk, _)| chunk);
            if triangles(hidden) * WORTH_GOING_ON < all {
                self.pause = PAUSE_FRAMES;
            }
            let late = (scene.solid().zip(&shown).enumerate()).filter(|(number, (_, shown))| {
                **shown && self.shown.as_ref().is_some_and(|before| !before[*number])
            });
            self.late = triangles(
                late.map(|(_, (chunk, _))| chunk)
                    .filter(|chunk| in_view(chunk)),
            );
            self.shown = Some(shown);
        }
        self.pause = self.pause.saturating_sub(1);
        let pays = self.pause == 0 && all >= WORTH_A_TEST;
        if pays || self.culling == Culling::Always {
            if !std::mem::replace(&mut self.was_tested, true) {
                self.shown = Some(nearest(scene, viewpoint, all / FIRST_OF_ALL));
            }
            return Plan::Twice;
        }
        self.shown = None;
        Plan::Once
    }

    /// Returns whether a chunk, by its number among the solid ones, is drawn before the test.
    pub(crate) fn is_first(&self, number: usize) -> bool {
        let shown = self.shown.as_ref().and_then(|shown| shown.get(number));
        shown.copied().unwrap_or(true)
    }

    /// Tests all chunks against the depth that is drawn by now.
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

    /// The arguments of the draws of all chunks, [`Self::ARGUMENT_BYTES`] each, as the test has
    /// written them.
    pub(crate) fn draws(&self) -> Option<&wgpu::Buffer> {
        self.tester.as_ref().map(|tester| &tester.draws)
    }

    /// Bytes of a draw's arguments.
    pub(crate) const ARGUMENT_BYTES: u64 = size_of::<DrawArguments>() as u64;

    /// Asks for what the test has found, after the frame was submitted.
    pub(crate) fn ask(&self) {
        if let Some(tester) = &self.tester {
            tester.answer.ask();
        }
    }
}

/// The nearest chunks in view that have about `enough` triangles together.
fn nearest(scene: &Scene, viewpoint: &Viewpoint, enough: u64) -> Vec<bool> {
    let mut in_view: Vec<(f32, usize, &Chunk)> = (scene.solid().enumerate())
        .filter(|(_, chunk)| viewpoint.frustum.may_touch_box(&chunk.bounds))
        .map(|(number, chunk)| (chunk.distance_squared(viewpoint.eye), number, chunk))
        .collect();
    in_view.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut first = vec![false; scene.solid().count()];
    let mut sum = 0;
    for (_, number, chunk) in in_view {
        if sum > enough {
            break;
        }
        sum += u64::from(chunk.count) / 3;
        first[number] = true;
    }
    first
}

fn triangles<'a>(chunks: impl Iterator<Item = &'a Chunk>) -> u64 {
    chunks.map(|chunk| u64::from(chunk.count) / 3).sum()
}
