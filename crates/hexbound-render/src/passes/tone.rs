//! The pass that turns light into a picture: exposure, glow, tone mapping, crosshair, sRGB and
//! dithering.

use super::{
    bloom::BloomPass,
    full_screen::{FullScreenPipeline, Sources, fill},
};
use crate::{
    Gpu,
    features::flag,
    frame::{figures::Recorder, globals::GlobalsBinding, targets::Targets},
    shaders,
};

pub(crate) struct TonePass {
    pipeline: wgpu::RenderPipeline,
    sources: Sources,
    group: wgpu::BindGroup,
}

/// The parts of the pass that a picture has, and its format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToneOptions {
    /// True if light spills about bright things.
    pub glow: bool,
    /// True if lone pixels are smoothed.
    pub smoothing: bool,
    /// True if edges are smoothed, too.
    pub edges: bool,
    /// True if the picture is finished by this pass, and gets its crosshair.
    pub is_last: bool,
    /// The format of what is drawn to.
    pub format: wgpu::TextureFormat,
}

impl TonePass {
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        targets: &Targets,
        bloom: Option<&BloomPass>,
        options: ToneOptions,
    ) -> Self {
        let sources = Sources::new(gpu, "tone", &[false, true]);
        Self {
            group: bind(gpu, &sources, targets, bloom),
            pipeline: pipeline(gpu, globals, &sources, options),
            sources,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets, bloom: Option<&BloomPass>) {
        self.group = bind(gpu, &self.sources, targets, bloom);
    }

    pub(crate) fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        globals: &GlobalsBinding,
        target: &wgpu::TextureView,
    ) {
        let groups = [&globals.group, &self.group];
        fill(recorder, "tone", &self.pipeline, &groups, target, false);
    }
}

/// The shaders' constant ENCODE for a target's format: 1 where the target stores what it is given.
pub(crate) fn encodes(format: wgpu::TextureFormat) -> f64 {
    flag(!format.is_srgb())
}

fn bind(
    gpu: &Gpu,
    sources: &Sources,
    targets: &Targets,
    bloom: Option<&BloomPass>,
) -> wgpu::BindGroup {
    // Without glow nothing is looked up there.
    let spilled = bloom.map_or(&targets.resolved, BloomPass::view);
    sources.bind(gpu, &[&targets.resolved, spilled])
}

fn pipeline(
    gpu: &Gpu,
    globals: &GlobalsBinding,
    sources: &Sources,
    options: ToneOptions,
) -> wgpu::RenderPipeline {
    FullScreenPipeline {
        label: "tone",
        shader: &shaders::TONE,
        fragment: "shade",
        groups: &[Some(&globals.layout), Some(sources.layout())],
        constants: &[
            ("ENCODE", encodes(options.format)),
            ("HAS_GLOW", flag(options.glow)),
            ("SMOOTHS", flag(options.smoothing)),
            ("SMOOTHS_EDGES", flag(options.edges)),
            ("IS_LAST", flag(options.is_last)),
        ],
        target: options.format.into(),
    }
    .create(gpu)
}
