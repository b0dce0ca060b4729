//! The pass that draws the lines of selected props: their orientation, their motion and their next contact.
//! The lines start inside the prop and may overlap, so solid objects hide none of them, and each is narrower
//! than the one below.

use super::debug_lines::LINE_LAYOUT;
use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, ScenePipeline},
    frame::figures::CountedPass,
    shaders,
};
use hexbound_base::debug_lines::DebugLine;
use hexbound_sim::{PropLine, View};

/// The lines of one meaning.
struct LineKind {
    meaning: PropLine,
    pipeline: wgpu::RenderPipeline,
    lines: InstanceBuffer,
}

pub(crate) struct PropLinePass {
    /// The lines in drawing order.
    kinds: [LineKind; 3],
}

impl PropLinePass {
    pub(crate) fn new(gpu: &Gpu, groups: [&wgpu::BindGroupLayout; 2], samples: u32) -> Self {
        let kinds = PropLine::ALL.map(|meaning| LineKind {
            meaning,
            pipeline: ScenePipeline {
                vertex: "place_line",
                constants: &[("WIDTH", width(meaning))],
                blend: Some(wgpu::BlendState::ALPHA_BLENDING),
                depth_compare: wgpu::CompareFunction::Always,
                ..ScenePipeline::over(&shaders::DEBUG, &[LINE_LAYOUT], &groups, samples)
            }
            .create(gpu),
            lines: InstanceBuffer::new::<DebugLine>(gpu, "prop lines", 16),
        });
        Self { kinds }
    }

    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        for kind in &mut self.kinds {
            let lines: Vec<DebugLine> = view.prop_lines(kind.meaning).collect();
            kind.lines.write(gpu, &lines);
        }
    }

    pub(crate) fn draw(&self, pass: &mut CountedPass<'_>) {
        for kind in &self.kinds {
            (kind.lines).draw_strips(pass, &kind.pipeline, 0..kind.lines.count);
        }
    }
}

/// The width of a line, pixels in a frame 720 pixels high.
fn width(meaning: PropLine) -> f64 {
    match meaning {
        PropLine::Facing => 7.0,
        PropLine::Velocity => 4.4,
        PropLine::Ahead => 2.2,
    }
}
