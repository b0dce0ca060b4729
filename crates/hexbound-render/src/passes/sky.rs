//! The pass that draws the sky behind everything.

use crate::{
    Gpu,
    device::pipeline::shader_module,
    frame::{
        figures::CountedPass,
        globals::GlobalsBinding,
        targets::{COLOR_FORMAT, DEPTH_FORMAT},
    },
    shaders,
};
pub(crate) struct SkyPass {
    pipeline: wgpu::RenderPipeline,
}

impl SkyPass {
    pub(crate) fn new(gpu: &Gpu, globals: &GlobalsBinding, samples: u32) -> Self {
        let module = shader_module(gpu, &shaders::SKY);
        let layout = gpu
            .device
            .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some("sky"),
                bind_group_layouts: &[Some(&globals.layout)],
                immediate_size: 0,
            });
        let pipeline = gpu.render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("sky"),
            layout: Some(&layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("corner"),
                compilation_options: Default::default(),
                buffers: &[],
            },
            primitive: Default::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(false),
                depth_compare: Some(wgpu::CompareFunction::GreaterEqual),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState {
                count: samples,
                ..Default::default()
            },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("shade"),
                compilation_options: Default::default(),
                targets: &[Some(COLOR_FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { pipeline }
    }

    /// Draws the sky where nothing is nearer; to be called after everything opaque.
    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..3, 0..1);
    }
}
