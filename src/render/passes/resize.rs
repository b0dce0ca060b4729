//! The pass that brings the finished picture to its size, where the scene was drawn at another one,
//! and draws the crosshair over it.

use super::tone::encodes;
use crate::render::{
    Gpu, Quality,
    device::pipeline::{pipeline_layout, shader_module},
    frame::{
        figures::Recorder,
        globals::GlobalsBinding,
        targets::{Targets, texture},
    },
    shaders,
};

pub(crate) struct ResizePass {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
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
        (quality, format): (&Quality, wgpu::TextureFormat),
    ) -> Self {
        let layout = source_layout(gpu);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("resize"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let constants = [
            ("ENCODE", encodes(format)),
            ("GROWS", f64::from(u8::from(quality.render_scale < 1.0))),
        ];
        let source = source(gpu, targets);
        Self {
            pipeline: pipeline(gpu, [&globals.layout, &layout], (&constants, format)),
            group: bind(gpu, &layout, &sampler, &source),
            source,
            layout,
            sampler,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        self.source = source(gpu, targets);
        self.group = bind(gpu, &self.layout, &self.sampler, &self.source);
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
        let mut pass = recorder.begin(&wgpu::RenderPassDescriptor {
            label: Some("resize"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &globals.group, &[]);
        pass.set_bind_group(1, &self.group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn source(gpu: &Gpu, targets: &Targets) -> wgpu::TextureView {
    let usage = wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING;
    let format = ResizePass::SOURCE_FORMAT;
    texture(gpu, "unresized", targets.size, 1, format, usage)
}

fn source_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let texture = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable: true },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let filtering = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("resize"),
            entries: &[entry(0, texture), entry(1, filtering)],
        })
}

fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    source: &wgpu::TextureView,
) -> wgpu::BindGroup {
    let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("resize"),
        layout,
        entries: &[
            entry(0, wgpu::BindingResource::TextureView(source)),
            entry(1, wgpu::BindingResource::Sampler(sampler)),
        ],
    })
}

fn pipeline(
    gpu: &Gpu,
    groups: [&wgpu::BindGroupLayout; 2],
    (constants, format): (&[(&str, f64)], wgpu::TextureFormat),
) -> wgpu::RenderPipeline {
    let module = shader_module(gpu, &shaders::RESIZE);
    gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("resize"),
        layout: Some(&pipeline_layout(gpu, "resize", &groups.map(Some))),
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: Default::default(),
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("shade"),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants,
                ..Default::default()
            },
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
