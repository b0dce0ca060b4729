//! The pass that draws the lines of selected props, one pixel wide: where they face, go and will
//! touch.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::{
    render::{
        Gpu,
        device::pipeline::{InstanceBuffer, ScenePipeline, shader_module},
        frame::figures::CountedPass,
        shaders,
    },
    sim::View,
};

const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<End>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3],
};

/// An end of a line.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct End {
    position: Vec3,
    color: [f32; 3],
}

pub(crate) struct PropLinePass {
    pipeline: wgpu::RenderPipeline,
    ends: InstanceBuffer,
}

impl PropLinePass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let module = shader_module(gpu, &shaders::LINE);
        let pipeline = ScenePipeline {
            label: "line",
            module: &module,
            vertex: "place",
            fragment: "shade",
            buffers: &[Some(VERTEX_LAYOUT)],
            groups: &groups.map(Some),
            constants: &[],
            topology: wgpu::PrimitiveTopology::LineList,
            cull: false,
            depth_write: true,
            blend: None,
            samples,
            coverage: false,
        }
        .create(gpu);
        Self {
            pipeline,
            ends: InstanceBuffer::new(gpu, "lines", 64 * size_of::<End>() as u64),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        let ends = view.prop_lines().flat_map(|line| {
            let [red, green, blue, _] = line.color;
            let color = [red, green, blue];
            line.ends.map(|position| End { position, color })
        });
        self.ends.write(gpu, &ends.collect::<Vec<End>>());
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        if self.ends.count == 0 {
            return;
        }
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, self.ends.slice());
        pass.draw_others(0..self.ends.count, 0..1, 0);
    }
}
