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
    sampler: wgpu::Sampler,
    group: wgpu::BindGroup,
}

/// The parts of the pass that a picture has, and its format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToneOptions {
    /// True if light spills about bright things.
    pub glow: bool,
    /// True if lone pixels are smoothed.
    pub smoothing: bool,
    /// True if the picture is finished by this pass, and gets its crosshair.
    pub is_last: bool,
    /// The format of what is drawn to.
    pub format: wgpu::TextureFormat,
}

impl TonePass {
    pub(crate) fn new(
        gpu: &Gpu,
        globals: &GlobalsBinding,
        (targets, bloom): (&Targets, Option<&BloomPass>),
        options: ToneOptions,
    ) -> Self {
        let layout = source_layout(gpu);
        let sampler = gpu.device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("tone"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        Self {
            group: bind(gpu, (&layout, &sampler), targets, bloom),
            pipeline: pipeline(gpu, globals, &layout, options),
            layout,
            sampler,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets, bloom: Option<&BloomPass>) {
        self.group = bind(gpu, (&self.layout, &self.sampler), targets, bloom);
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

/// The shaders' constant ENCODE for a target's format: 1 where the target stores what it is given.
pub(crate) fn encodes(format: wgpu::TextureFormat) -> f64 {
    f64::from(u8::from(!format.is_srgb()))
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
    (layout, sampler): (&wgpu::BindGroupLayout, &wgpu::Sampler),
    targets: &Targets,
    bloom: Option<&BloomPass>,
) -> wgpu::BindGroup {
    // Without glow nothing is looked up there.
    let spilled = bloom.map_or(&targets.resolved, BloomPass::view);
    let resources = [
        wgpu::BindingResource::TextureView(&targets.resolved),
        wgpu::BindingResource::TextureView(spilled),
        wgpu::BindingResource::Sampler(sampler),
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
    options: ToneOptions,
) -> wgpu::RenderPipeline {
    let module = shader_module(gpu, &shaders::TONE);
    let layout = gpu
        .device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("tone"),
            bind_group_layouts: &[Some(&globals.layout), Some(layout)],
            immediate_size: 0,
        });
    let flag = |set: bool| f64::from(u8::from(set));
    let constants = [
        ("ENCODE", encodes(options.format)),
        ("HAS_GLOW", flag(options.glow)),
        ("SMOOTHS", flag(options.smoothing)),
        ("IS_LAST", flag(options.is_last)),
    ];
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
                constants: &constants,
                ..Default::default()
            },
            targets: &[Some(options.format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}
