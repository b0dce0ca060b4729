//! The common parts of passes over a whole picture: the pictures read, the triangle that covers the
//! drawn one, and the pipeline.

use crate::{
    Gpu,
    device::{
        bindings,
        pipeline::{PassPipeline, shader_module},
    },
    frame::figures::Recorder,
    shaders::Shader,
};

/// The layout of the pictures that a pass reads: textures at the first bindings, and a linear sampler
/// for them at the next.
pub(super) struct Sources {
    label: &'static str,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
}

impl Sources {
    /// The layout of one texture for each of `filtered`, which is true where it is read between its
    /// texels.
    pub(super) fn new(gpu: &Gpu, label: &'static str, filtered: &[bool]) -> Self {
        let textures = filtered.iter().map(|&filterable| {
            let sample_type = wgpu::TextureSampleType::Float { filterable };
            bindings::texture_binding(sample_type, wgpu::TextureViewDimension::D2)
        });
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

    pub(super) fn layout(&self) -> &wgpu::BindGroupLayout {
        &self.layout
    }

    /// Binds a texture to each of the layout's places.
    pub(super) fn bind(&self, gpu: &Gpu, textures: &[&wgpu::TextureView]) -> wgpu::BindGroup {
        let textures = textures
            .iter()
            .map(|texture| wgpu::BindingResource::TextureView(texture));
        let sampler = wgpu::BindingResource::Sampler(&self.sampler);
        let resources = (0..).zip(textures.chain([sampler]));
        bindings::group(gpu, self.label, &self.layout, resources)
    }
}

/// A pipeline that fills a picture; its shader's vertices are made by `corner`.
pub(super) struct FullScreenPipeline<'a> {
    pub label: &'static str,
    pub shader: &'a Shader,
    pub fragment: &'a str,
    pub groups: &'a [Option<&'a wgpu::BindGroupLayout>],
    pub constants: &'a [(&'a str, f64)],
    pub target: wgpu::ColorTargetState,
}

impl FullScreenPipeline<'_> {
    pub(super) fn create(self, gpu: &Gpu) -> wgpu::RenderPipeline {
        let module = shader_module(gpu, self.shader, self.constants);
        PassPipeline {
            vertex: "corner",
            fragment: Some(self.fragment),
            groups: self.groups,
            target: Some(self.target),
            ..PassPipeline::plain(self.label, &module)
        }
        .create(gpu)
    }
}

/// Fills `target` by one triangle that covers it. Where `keeps` is true it is drawn over what is
/// there, else over black.
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
