//! The level's geometry and materials on the device, drawn by the mesh and shadow passes.

use wgpu::util::DeviceExt;

use super::{
    Gpu, RenderError,
    chunks::{self, Chunk},
    materials::{self, Coverage, GpuMaterial},
};
use crate::{geom::Aabb, level::Level};

pub(super) struct Scene {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub materials: Vec<GpuMaterial>,
    /// Opaque, cut out, and see-through.
    pub opaque: Vec<Chunk>,
    pub masked: Vec<Chunk>,
    pub blended: Vec<Chunk>,
    /// All of the props, whatever their coverage.
    pub props: Vec<Chunk>,
    pub bounds: Aabb,
}

impl Scene {
    /// Nothing to draw.
    pub fn empty(gpu: &Gpu) -> Self {
        Self {
            vertices: buffer(gpu, "vertices", &[], wgpu::BufferUsages::VERTEX),
            indices: buffer(gpu, "indices", &[], wgpu::BufferUsages::INDEX),
            materials: Vec::new(),
            opaque: Vec::new(),
            masked: Vec::new(),
            blended: Vec::new(),
            props: Vec::new(),
            bounds: Aabb::EMPTY,
        }
    }

    pub fn upload(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        level: &Level,
    ) -> Result<Self, RenderError> {
        let (indices, chunks) = chunks::cut(level);
        let vertex_bytes: &[u8] = bytemuck::cast_slice(&level.mesh.vertices);
        let index_bytes: &[u8] = bytemuck::cast_slice(&indices);
        check_size(gpu, "vertices", vertex_bytes)?;
        check_size(gpu, "indices", index_bytes)?;
        let materials = materials::upload(gpu, layout, level);
        let [opaque, masked, blended] = [Coverage::Opaque, Coverage::Mask, Coverage::Blend]
            .map(|coverage| chunks_with(&chunks, &materials, coverage));
        let props = (chunks.iter().filter(|chunk| chunk.prop.is_some()))
            .cloned()
            .collect();
        Ok(Self {
            vertices: buffer(gpu, "vertices", vertex_bytes, wgpu::BufferUsages::VERTEX),
            indices: buffer(gpu, "indices", index_bytes, wgpu::BufferUsages::INDEX),
            bounds: chunks
                .iter()
                .fold(Aabb::EMPTY, |bounds, chunk| bounds.union(chunk.bounds)),
            materials,
            opaque,
            masked,
            blended,
            props,
        })
    }

    /// Binds the buffers that every chunk indexes.
    pub fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }
}

/// Of what stays where it is.
fn chunks_with(chunks: &[Chunk], materials: &[GpuMaterial], coverage: Coverage) -> Vec<Chunk> {
    let has = |chunk: &&Chunk| {
        chunk.prop.is_none() && materials[chunk.material].variant.coverage == coverage
    };
    chunks.iter().filter(has).cloned().collect()
}

fn check_size(gpu: &Gpu, what: &'static str, bytes: &[u8]) -> Result<(), RenderError> {
    let limit = gpu.device.limits().max_buffer_size;
    if bytes.len() as u64 > limit {
        return Err(RenderError::LevelTooLarge {
            what,
            bytes: bytes.len() as u64,
            limit,
            adapter: gpu.name(),
        });
    }
    Ok(())
}

fn buffer(gpu: &Gpu, label: &str, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    // A binding of no bytes is an error; one word is not.
    let contents = if contents.is_empty() {
        &[0; 4]
    } else {
        contents
    };
    gpu.device
        .create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some(label),
            contents,
            usage,
        })
}
