//! The positions of the props, for the passes that draw them: an instance each, in the level's order.

use glam::Vec3;

use super::{chunks::Chunk, vertex::MESH_LAYOUT};
use crate::{
    Gpu,
    device::pipeline::{InstanceBuffer, per_instance},
    frame::figures::CountedPass,
};
use hexbound_level::Level;
use hexbound_sim::View;

const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> =
    per_instance::<Vec3>(&wgpu::vertex_attr_array![5 => Float32x3]);
/// The layouts of the level's vertices and of an instance: the offset from the prop's original position,
/// meters.
pub(crate) const PROP_BUFFERS: [wgpu::VertexBufferLayout<'static>; 2] =
    [MESH_LAYOUT, INSTANCE_LAYOUT];

pub(crate) struct PropInstances {
    instances: InstanceBuffer,
    /// The props' original positions, meters.
    starts: Vec<Vec3>,
    /// The offsets of the props from their original positions, meters.
    offsets: Vec<Vec3>,
    selected: Vec<bool>,
}

impl PropInstances {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            instances: InstanceBuffer::new::<Vec3>(gpu, "props", 16),
            starts: Vec::new(),
            offsets: Vec::new(),
            selected: Vec::new(),
        }
    }

    pub(crate) fn set_level(&mut self, level: &Level) {
        self.starts = level.props.iter().map(|prop| prop.position).collect();
    }

    /// Writes the props' offsets. Props missing in the view are drawn at their original positions.
    pub(crate) fn write(&mut self, gpu: &Gpu, view: &View) {
        let seen = |index: usize| view.props.get(index);
        let offset = |(index, start): (usize, &Vec3)| {
            seen(index).map_or(Vec3::ZERO, |prop| prop.center - *start)
        };
        self.offsets = self.starts.iter().enumerate().map(offset).collect();
        self.instances.write(gpu, &self.offsets);
        self.selected = (0..self.starts.len())
            .map(|index| seen(index).is_some_and(|prop| prop.selected))
            .collect();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The offset of a prop from its original position, meters; `None` if there is no such prop.
    pub(crate) fn offset(&self, prop: usize) -> Option<Vec3> {
        self.offsets.get(prop).copied()
    }

    /// Returns whether a prop is selected; `None` if there is no such prop.
    pub(crate) fn is_selected(&self, prop: usize) -> Option<bool> {
        self.selected.get(prop).copied()
    }

    /// Binds the instances, after the level's own vertices.
    pub(crate) fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(1, self.instances.slice());
    }
}

/// Draws a chunk of a prop with the current pipeline.
pub(crate) fn draw(pass: &mut CountedPass<'_>, chunk: &Chunk, prop: usize) {
    let instance = prop as u32;
    pass.draw_indexed(chunk.indices(), 0, instance..instance + 1);
}
