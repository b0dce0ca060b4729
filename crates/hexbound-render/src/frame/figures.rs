//! The counts and times of a frame: draw calls, triangles, pipelines, and the time of the game's own work.
//! The device's time is measured in `timing`.

use std::{
    ops::{Deref, DerefMut, Range},
    time::Duration,
};

/// The draw calls and triangles submitted to the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawCounts {
    /// The number of draw calls.
    pub draws: u32,
    /// The number of triangles of all instances, before clipping. Triangles that the device's occlusion test
    /// admits are counted in the frame that reads its result.
    pub triangles: u64,
}

impl DrawCounts {
    /// Counts one draw of a range of vertices and instances.
    pub fn add(&mut self, vertices: &Range<u32>, instances: &Range<u32>) {
        self.draws += 1;
        self.triangles += vertices.len() as u64 / 3 * instances.len() as u64;
    }
}

impl std::ops::Add for DrawCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            draws: self.draws + other.draws,
            triangles: self.triangles + other.triangles,
        }
    }
}

/// The counts and times of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameFigures {
    /// The draw counts of the scene.
    pub scene: DrawCounts,
    /// The draw counts of the shadow maps.
    pub shadow: DrawCounts,
    /// The number of pipelines created since the device was opened, excluding the interface's.
    pub pipelines: u32,
    /// True while later frames need pipelines that this one did not need.
    pub lacks_pipelines: bool,
    /// The time for culling, writing buffers and recording commands, up to the submission.
    pub own_work: Duration,
    /// The time for submitting the commands to the driver.
    pub submit: Duration,
}

impl FrameFigures {
    /// The sum of all draw counts.
    pub fn all(&self) -> DrawCounts {
        self.scene + self.shadow
    }
}

/// The command encoder of the passes, with the counts of their draws.
pub(crate) struct Recorder<'a> {
    pub encoder: &'a mut wgpu::CommandEncoder,
    pub counts: &'a mut DrawCounts,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(encoder: &'a mut wgpu::CommandEncoder, counts: &'a mut DrawCounts) -> Self {
        Self { encoder, counts }
    }

    /// Begins a counted pass with one color target and no depth.
    pub(crate) fn begin_color(
        &mut self,
        label: &str,
        target: &wgpu::TextureView,
        load: wgpu::LoadOp<wgpu::Color>,
    ) -> CountedPass<'_> {
        CountedPass {
            pass: color_pass(self.encoder, label, target, load),
            counts: self.counts,
        }
    }

    /// Begins a pass whose draws are counted.
    pub(crate) fn begin(&mut self, descriptor: &wgpu::RenderPassDescriptor<'_>) -> CountedPass<'_> {
        CountedPass {
            pass: self.encoder.begin_render_pass(descriptor),
            counts: self.counts,
        }
    }
}

/// Begins a pass with one color target and no depth.
pub(crate) fn color_pass<'a>(
    encoder: &'a mut wgpu::CommandEncoder,
    label: &str,
    target: &wgpu::TextureView,
    load: wgpu::LoadOp<wgpu::Color>,
) -> wgpu::RenderPass<'a> {
    encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some(label),
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: target,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations {
                load,
                store: wgpu::StoreOp::Store,
            },
        })],
        ..Default::default()
    })
}

/// A render pass that counts its draws.
pub(crate) struct CountedPass<'a> {
    pass: wgpu::RenderPass<'a>,
    counts: &'a mut DrawCounts,
}

impl CountedPass<'_> {
    pub(crate) fn draw(&mut self, vertices: Range<u32>, instances: Range<u32>) {
        self.counts.add(&vertices, &instances);
        self.pass.draw(vertices, instances);
    }

    pub(crate) fn draw_indexed(
        &mut self,
        indices: Range<u32>,
        base_vertex: i32,
        instances: Range<u32>,
    ) {
        self.counts.add(&indices, &instances);
        self.pass.draw_indexed(indices, base_vertex, instances);
    }

    /// Draws with the arguments at `offset` bytes in `arguments`, which the device has written: everything or
    /// nothing.
    pub(crate) fn draw_indexed_indirect(&mut self, arguments: &wgpu::Buffer, offset: u64) {
        self.counts.draws += 1;
        self.pass.draw_indexed_indirect(arguments, offset);
    }

    /// Draws a strip of two triangles for each instance.
    pub(crate) fn draw_strips(&mut self, instances: Range<u32>) {
        self.counts.draws += 1;
        self.counts.triangles += 2 * instances.len() as u64;
        self.pass.draw(0..4, instances);
    }
}

impl<'a> Deref for CountedPass<'a> {
    type Target = wgpu::RenderPass<'a>;

    fn deref(&self) -> &Self::Target {
        &self.pass
    }
}

impl DerefMut for CountedPass<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_multiply_triangles_and_not_draws() {
        let mut counts = DrawCounts::default();
        counts.add(&(0..9), &(0..4));
        counts.add(&(30..36), &(0..1));
        assert_eq!((counts.draws, counts.triangles), (2, 14));
        assert_eq!((counts + counts).triangles, 28);
    }
}
