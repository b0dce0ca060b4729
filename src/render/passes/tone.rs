//! The pass that turns light into a picture: exposure, glow, tone mapping, crosshair, sRGB and
//! dithering.

use super::bloom::BloomPass;
use crate::render::{
    Gpu,
    device::pipeline::shader_module,
    frame::{figures::Recorder, globals::GlobalsBinding, targets::Targets},
    shaders,
};

pub(crate) struct TonePass {
    pipeline: wgpu::RenderPipeline,
    layout: wgpu::BindGroupLayout,
    group: wgpu::BindGroup,
}

impl TonePass {
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        targets: &Targets,
        bloom: &BloomPass,
        format: wgpu::TextureFormat,
    ) -> Self {
        let layout = source_layout(gpu);
        let group = bind(gpu, &layout, targets, bloom);
        let pipeline = pipeline(gpu, globals, &layout, format);
        Self {
            pipeline,
            layout,
            group,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets, bloom: &BloomPass) {
        self.group = bind(gpu, &self.layout, targets, bloom);
    }

    pub(crate) fn draw(
        &self,
        recorder: &mut Recorder<'_>,
        globals: &GlobalsBinding,
        target: &wgpu::TextureView,
    ) {
        let mut pass = recorder.begin(&wgpu::RenderPassDescriptor {
            label: Some("tone"),
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

fn source_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let texture = |filterable| wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Float { filterable },
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    let filtering = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
    gpu.device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("tone"),
            entries: &[
                entry(0, texture(false)),
                entry(1, texture(true)),
                entry(2, filtering),
            ],
        })
}

fn bind(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    targets: &Targets,
    bloom: &BloomPass,
) -> wgpu::BindGroup {
    let resources = [
        wgpu::BindingResource::TextureView(&targets.resolved),
        wgpu::BindingResource::TextureView(bloom.view()),
        wgpu::BindingResource::Sampler(bloom.sampler()),
    ];
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("tone"),
        layout,
        entries: &entries,
    })
}

fn pipeline(
    gpu: &Gpu,
    globals: &GlobalsBinding,
    layout: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
) -> wgpu::RenderPipeline {
    let module = shader_module(gpu, &shaders::TONE);
    let layout = gpu
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("tone"),
            bind_group_layouts: &[Some(&globals.layout), Some(layout)],
            immediate_size: 0,
        });
    let encode = f64::from(u8::from(!format.is_srgb()));
    gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("tone"),
        layout: Some(&layout),
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
                constants: &[("ENCODE", encode)],
                ..Default::default()
            },
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
