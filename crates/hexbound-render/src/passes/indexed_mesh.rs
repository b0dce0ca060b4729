//! A mesh on the device that is drawn as instances.

use std::ops::Range;

use bytemuck::NoUninit;

use crate::{
    Gpu,
    device::{pipeline::InstanceBuffer, upload},
    frame::figures::CountedPass,
};

/// The vertices and triangles of a mesh.
pub(super) struct IndexedMesh {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    count: u32,
}

impl IndexedMesh {
    /// A mesh of vertices and triangles.
    pub(super) fn new<V: NoUninit>(
        gpu: &Gpu,
        label: &str,
        vertices: &[V],
        indices: &[u32],
    ) -> Self {
        let buffer = |contents, usage| upload::filled(gpu, label, contents, usage);
        Self {
            vertices: buffer(bytemuck::cast_slice(vertices), wgpu::BufferUsages::VERTEX),
            indices: buffer(bytemuck::cast_slice(indices), wgpu::BufferUsages::INDEX),
            count: indices.len() as u32,
        }
    }

    /// Draws the mesh for the instances in `range` with the current pipeline.
    pub(super) fn draw(
        &self,
        pass: &mut CountedPass<'_>,
        instances: &InstanceBuffer,
        range: Range<u32>,
    ) {
        if range.is_empty() {
            return;
        }
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_vertex_buffer(1, instances.slice());
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..self.count, 0, range);
    }
}
