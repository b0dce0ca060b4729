//! The pass that draws debug lines and faces, after everything else: first all faces, then all lines. The
//! hidden parts of each are drawn first, faintly.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline, per_instance, per_vertex},
    frame::figures::CountedPass,
    shaders,
};
use hexbound_base::debug_lines::{DebugFace, DebugLine, DebugLines};

/// The layout of a line.
pub(super) const LINE_LAYOUT: wgpu::VertexBufferLayout<'static> = per_instance::<DebugLine>(
    &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x4],
);
const FACE_LAYOUT: wgpu::VertexBufferLayout<'static> =
    per_vertex::<FaceVertex>(&wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x4]);

/// The share of its opacity that a hidden line or face keeps.
const HIDDEN_SHARE: f64 = 0.2;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct FaceVertex {
    position: Vec3,
    color: [f32; 4],
}

pub(crate) struct DebugPass {
    /// The pipelines of lines, for hidden and for visible parts.
    line_pipelines: [wgpu::RenderPipeline; 2],
    /// The pipelines of faces, for hidden and for visible parts.
    face_pipelines: [wgpu::RenderPipeline; 2],
    lines: InstanceBuffer,
    corners: InstanceBuffer,
}

impl DebugPass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let strip = wgpu::PrimitiveTopology::TriangleStrip;
        let list = wgpu::PrimitiveTopology::TriangleList;
        let hidden = (HIDDEN_SHARE, wgpu::CompareFunction::Less);
        let seen = (1.0, wgpu::CompareFunction::GreaterEqual);
        let pair = |vertex, buffers: &[_], topology| {
            [hidden, seen].map(|(opacity, depth_compare)| {
                ScenePipeline {
                    vertex,
                    constants: &[("OPACITY", opacity)],
                    topology,
                    depth_compare,
                    blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                    ..ScenePipeline::over(&shaders::DEBUG, buffers, &groups, samples)
                }
                .create(gpu)
            })
        };
        Self {
            line_pipelines: pair("place_line", &[LINE_LAYOUT], strip),
            face_pipelines: pair("place_face", &[FACE_LAYOUT], list),
            lines: InstanceBuffer::new::<DebugLine>(gpu, "debug lines", 64),
            corners: InstanceBuffer::new::<FaceVertex>(gpu, "debug faces", 64),
        }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, debug: &DebugLines) {
        self.lines.write(gpu, &debug.lines);
        let corners = |&DebugFace { corners, color }: &DebugFace| {
            corners.map(|position| FaceVertex { position, color })
        };
        let corners: Vec<FaceVertex> = debug.faces.iter().flat_map(corners).collect();
        self.corners.write(gpu, &corners);
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        if self.corners.count > 0 {
            pass.set_vertex_buffer(0, self.corners.slice());
            for pipeline in &self.face_pipelines {
                pass.set_pipeline(pipeline);
                pass.draw(0..self.corners.count, 0..1);
            }
        }
        for pipeline in &self.line_pipelines {
            self.lines.draw_strips(pass, pipeline, 0..self.lines.count);
        }
    }
}
