//! The pass that draws scorch marks: triangles that lie on the level's own, blended over them.

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};

use crate::{
    effects::Effects,
    render::{
        Gpu,
        device::pipeline::{InstanceBuffer, ScenePipeline, shader_module},
        frame::figures::CountedPass,
        shaders,
    },
};

const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Corner>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x2, 2 => Float32x3],
};

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Corner {
    position: Vec3,
    place: Vec2,
    /// Freshness, heat and seed, which is 1 higher for a crack.
    state: Vec3,
}

pub(crate) struct ScorchPass {
    pipeline: wgpu::RenderPipeline,
    corners: InstanceBuffer,
}

impl ScorchPass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let module = shader_module(gpu, &shaders::SCORCH);
        let buffers = [Some(VERTEX_LAYOUT)];
        let groups = groups.map(Some);
        let pipeline = ScenePipeline {
            topology: wgpu::PrimitiveTopology::TriangleList,
            ..ScenePipeline::over("scorch", &module, &buffers, &groups, samples)
        }
        .create(gpu);
        let bytes = 1024 * size_of::<Corner>();
        Self {
            pipeline,
            corners: InstanceBuffer::new(gpu, "scorches", bytes as u64),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, effects: Option<&Effects>) {
        let mut corners = Vec::new();
        for (scorch, fresh, heat) in effects.into_iter().flat_map(Effects::scorches) {
            // The seed of a crack is above 1.
            let kind = if scorch.is_crack { 1.0 } else { 0.0 };
            let state = Vec3::new(fresh, heat, scorch.seed * 0.999 + kind);
            corners.extend(scorch.corners.iter().map(|corner| Corner {
                position: corner.position,
                place: corner.place,
                state,
            }));
        }
        self.corners.write(gpu, &corners);
    }

    /// Draws the marks; to be called after what is solid and before what is see-through.
    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        if self.corners.count == 0 {
            return;
        }
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.corners.slice());
        pass.draw(0..self.corners.count, 0..1);
    }
}
