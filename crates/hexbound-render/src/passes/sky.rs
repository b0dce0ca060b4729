//! The pass that draws the sky behind everything else.

use crate::{Gpu, device::pipeline::ScenePipeline, frame::figures::CountedPass, shaders};

pub(crate) struct SkyPass {
    pipeline: wgpu::RenderPipeline,
}

impl SkyPass {
    pub(crate) fn new(gpu: &Gpu, globals: &wgpu::BindGroupLayout, samples: u32) -> Self {
        let pipeline = ScenePipeline {
            vertex: "corner",
            topology: wgpu::PrimitiveTopology::TriangleList,
            blend: None,
            ..ScenePipeline::over(&shaders::SKY, &[], &[globals], samples)
        }
        .create(gpu);
        Self { pipeline }
    }

    /// Draws the sky where nothing is nearer; must be called after everything opaque.
    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.draw(0..3, 0..1);
    }
}
