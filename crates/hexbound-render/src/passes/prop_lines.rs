//! The pass that draws the lines of selected props: where they face, go and will touch. They begin
//! inside the prop and may all lie on each other, so none is hidden by what is solid, and each is
//! narrower than the one below it.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline},
    frame::figures::CountedPass,
    shaders,
};
use hexbound_sim::{PropLine, View};

const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Line>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x4],
};

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Line {
    ends: [Vec3; 2],
    color: [f32; 4],
}

/// The lines of one meaning.
struct Kind {
    meaning: PropLine,
    pipeline: wgpu::RenderPipeline,
    lines: InstanceBuffer,
}

pub(crate) struct PropLinePass {
    /// The lines, in the order in which they are drawn.
    kinds: [Kind; 3],
}

impl PropLinePass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let (buffers, groups) = ([Some(VERTEX_LAYOUT)], groups.map(Some));
        let kinds = PropLine::ALL.map(|meaning| Kind {
            meaning,
            pipeline: ScenePipeline {
                vertex: "place_line",
                constants: &[("WIDTH", width(meaning))],
                blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                ..ScenePipeline::over("prop lines", &shaders::DEBUG, &buffers, &groups, samples)
            }
            .create_comparing(gpu, wgpu::CompareFunction::Always),
            lines: InstanceBuffer::new(gpu, "prop lines", 16 * size_of::<Line>() as u64),
        });
        Self { kinds }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        for kind in &mut self.kinds {
            let lines = view.prop_lines(kind.meaning).map(|line| Line {
                ends: line.ends,
                color: line.color,
            });
            kind.lines.write(gpu, &lines.collect::<Vec<Line>>());
        }
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        for kind in self.kinds.iter().filter(|kind| kind.lines.count > 0) {
            let count = kind.lines.count;
            pass.set_pipeline(&kind.pipeline);
            pass.set_vertex_buffer(0, kind.lines.slice());
            pass.draw_others(0..4, 0..count, 2 * u64::from(count));
        }
    }
}

/// The width of a line in a picture 720 pixels high, pixels.
fn width(meaning: PropLine) -> f64 {
    match meaning {
        PropLine::Facing => 7.0,
        PropLine::Velocity => 4.4,
        PropLine::Ahead => 2.2,
    }
}
