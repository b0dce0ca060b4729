//! The common parts of full-screen passes: the source textures, the triangle that covers the target, and the
//! pass from textures to a target.

use crate::{
    Gpu,
    device::{
        bindings,
        pipeline::{PassPipeline, shader_module},
    },
    features::flag,
    frame::{figures::Recorder, globals::GlobalsBinding},
    shaders::Shader,
};

/// The layout of a pass's source textures: textures at the first bindings, followed by a linear sampler.
pub(super) struct Sources {
    label: &'static str,
    pub layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

impl Sources {
    /// The layout of `count` textures.
    pub(super) fn new(gpu: &Gpu, label: &'static str, count: usize) -> Self {
        let texture =
            bindings::texture_binding(bindings::FILTERED_FLOAT, wgpu::TextureViewDimension::D2);
        let textures = std::iter::repeat_n(texture, count);
        let entries = (0..).zip(textures.chain([bindings::FILTERING_SAMPLER]));
        Self {
            label,
            layout: bindings::layout(gpu, label, wgpu::ShaderStages::FRAGMENT, entries),
            sampler: gpu.device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some(label),
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
        }
    }

    /// Binds a texture to each binding of the layout.
    pub(super) fn bind(&self, gpu: &Gpu, textures: &[&wgpu::TextureView]) -> wgpu::BindGroup {
        let textures = textures
            .iter()
            .map(|texture| wgpu::BindingResource::TextureView(texture));
        let sampler = wgpu::BindingResource::Sampler(&self.sampler);
        let resources = (0..).zip(textures.chain([sampler]));
        bindings::group(gpu, self.label, &self.layout, resources)
    }
}

/// A pass from textures to a full-screen target.
pub(crate) struct ScreenPass {
    label: &'static str,
    pipeline: wgpu::RenderPipeline,
    sources: Sources,
    group: wgpu::BindGroup,
}

impl ScreenPass {
    /// A pass from textures to targets of a format, with the shader's functions `corner` and `shade`.
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        shader: &Shader,
        constants: &[(&str, f64)],
        textures: &[&wgpu::TextureView],
        format: wgpu::TextureFormat,
    ) -> Self {
        let label = shader.name;
        let sources = Sources::new(gpu, label, textures.len());
        let module = shader_module(gpu, shader, constants);
        let pipeline = PassPipeline {
            vertex: "corner",
            fragment: Some("shade"),
            groups: &[&globals.layout, &sources.layout],
            target: Some(format.into()),
            ..PassPipeline::plain(label, &module)
        };
        Self {
            label,
            pipeline: pipeline.create(gpu),
            group: sources.bind(gpu, textures),
            sources,
        }
    }

    /// Replaces the textures by the same number of others.
    pub(crate) fn set_textures(&mut self, gpu: &Gpu, textures: &[&wgpu::TextureView]) {
        self.group = self.sources.bind(gpu, textures);
    }

    pub(crate) fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        globals: &GlobalsBinding,
        target: &wgpu::TextureView,
    ) {
        let groups = [&globals.group, &self.group];
        fill(recorder, self.label, &self.pipeline, &groups, target, false);
    }
}

/// The shader constant ENCODE of a target's format: 1 if the target stores values without encoding them.
pub(crate) fn encodes(format: wgpu::TextureFormat) -> f64 {
    flag(!format.is_srgb())
}

/// Fills `target` with one triangle. If `keeps` is true the triangle is drawn over the content, otherwise
/// over black.
pub(super) fn fill(
    recorder: &mut Recorder<'_>,
    label: &'static str,
    pipeline: &wgpu::RenderPipeline,
    groups: &[&wgpu::BindGroup],
    target: &wgpu::TextureView,
    keeps: bool,
) {
    let load = if keeps {
        wgpu::LoadOp::Load
    } else {
        wgpu::LoadOp::Clear(wgpu::Color::BLACK)
    };
    let mut pass = recorder.begin_color(label, target, load);
    pass.set_pipeline(pipeline);
    for (index, group) in (0..).zip(groups) {
        pass.set_bind_group(index, *group, &[]);
    }
    pass.draw(0..3, 0..1);
}
