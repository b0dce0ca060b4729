//! The pass that draws debug lines and faces, after everything else: all faces at once, then all
//! lines. Of each, what is hidden is drawn first, faintly.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline},
    frame::figures::CountedPass,
    shaders,
};
use hexbound_base::debug_lines::{DebugFace, DebugLine, DebugLines};

const LINE_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Line>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x4],
};
const FACE_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<FaceCorner>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x4],
};

/// Share of its opacity that a hidden line or face keeps.
const HIDDEN_SHARE: f64 = 0.2;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Line {
    ends: [Vec3; 2],
    color: [f32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct FaceCorner {
    position: Vec3,
    color: [f32; 4],
}

/// Pipelines for what is seen and for what is hidden.
struct PipelinePair {
    seen: wgpu::RenderPipeline,
    hidden: wgpu::RenderPipeline,
}

pub(crate) struct DebugPass {
    line_pipelines: PipelinePair,
    face_pipelines: PipelinePair,
    lines: InstanceBuffer,
    corners: InstanceBuffer,
}

impl DebugPass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let groups = groups.map(Some);
        let strip = wgpu::PrimitiveTopology::TriangleStrip;
        let list = wgpu::PrimitiveTopology::TriangleList;
        let pair = |vertex, buffers: &[_], topology| {
            let pipeline = |opacity| ScenePipeline {
                vertex,
                constants: opacity,
                topology,
                blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                ..ScenePipeline::over("debug", &shaders::DEBUG, buffers, &groups, samples)
            };
            PipelinePair {
                seen: pipeline(&[("OPACITY", 1.0)]).create(gpu),
                hidden: pipeline(&[("OPACITY", HIDDEN_SHARE)])
                    .create_comparing(gpu, wgpu::CompareFunction::Less),
            }
        };
        Self {
            line_pipelines: pair("place_line", &[Some(LINE_LAYOUT)], strip),
            face_pipelines: pair("place_face", &[Some(FACE_LAYOUT)], list),
            lines: InstanceBuffer::new(gpu, "debug lines", 64 * size_of::<Line>() as u64),
            corners: InstanceBuffer::new(gpu, "debug faces", 64 * size_of::<FaceCorner>() as u64),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, debug: &DebugLines) {
        let lines = debug
            .lines
            .iter()
            .map(|&DebugLine { ends, color }| Line { ends, color });
        self.lines.write(gpu, &lines.collect::<Vec<Line>>());
        let corners = debug
            .faces
            .iter()
            .flat_map(|&DebugFace { corners, color }| {
                corners.map(|position| FaceCorner { position, color })
            });
        self.corners
            .write(gpu, &corners.collect::<Vec<FaceCorner>>());
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        if self.corners.count > 0 {
            pass.set_vertex_buffer(0, self.corners.slice());
            for pipeline in [&self.face_pipelines.hidden, &self.face_pipelines.seen] {
                pass.set_pipeline(pipeline);
                pass.draw(0..self.corners.count, 0..1);
            }
        }
        if self.lines.count > 0 {
            pass.set_vertex_buffer(0, self.lines.slice());
            for pipeline in [&self.line_pipelines.hidden, &self.line_pipelines.seen] {
                pass.set_pipeline(pipeline);
                let count = self.lines.count;
                pass.draw_others(0..4, 0..count, 2 * u64::from(count));
            }
        }
    }
}
