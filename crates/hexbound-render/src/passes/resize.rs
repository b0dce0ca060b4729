//! The pass that brings the finished picture to its size, where the scene was drawn at another one,
//! and draws the crosshair over it.

use super::{
    full_screen::{FullScreenPipeline, Sources, fill},
    tone::encodes,
};
use crate::{
    Gpu, Quality,
    features::flag,
    frame::{
        figures::Recorder,
        globals::GlobalsBinding,
        targets::{Targets, texture},
    },
    shaders,
};

pub(crate) struct ResizePass {
    pipeline: wgpu::RenderPipeline,
    sources: Sources,
    /// The picture at the scene's size.
    source: wgpu::TextureView,
    group: wgpu::BindGroup,
}

impl ResizePass {
    /// The format of the picture at the scene's size: coded for display.
    pub(crate) const SOURCE_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        targets: &Targets,
        quality: &Quality,
        format: wgpu::TextureFormat,
    ) -> Self {
        let sources = Sources::new(gpu, "resize", &[true]);
        let constants = [
            ("ENCODE", encodes(format)),
            ("GROWS", flag(quality.render_scale < 1.0)),
        ];
        let source = source(gpu, targets);
        Self {
            pipeline: FullScreenPipeline {
                label: "resize",
                shader: &shaders::RESIZE,
                fragment: "shade",
                groups: &[Some(&globals.layout), Some(sources.layout())],
                constants: &constants,
                target: format.into(),
            }
            .create(gpu),
            group: sources.bind(gpu, &[&source]),
            source,
            sources,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        self.source = source(gpu, targets);
        self.group = self.sources.bind(gpu, &[&self.source]);
    }

    /// The picture at the scene's size, to be drawn to before this pass.
    pub(crate) fn source(&self) -> &wgpu::TextureView {
        &self.source
    }

    pub(crate) fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        globals: &GlobalsBinding,
        target: &wgpu::TextureView,
    ) {
        let groups = [&globals.group, &self.group];
        fill(recorder, "resize", &self.pipeline, &groups, target, false);
    }
}

fn source(gpu: &Gpu, targets: &Targets) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    let format = ResizePass::SOURCE_FORMAT;
    texture(gpu, "unresized", targets.size, 1, format, usage)
}
