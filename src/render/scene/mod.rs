//! The level's geometry and materials on the device, for the mesh and shadow passes.

pub(crate) mod chunks;
mod detail_noise;
pub(crate) mod instances;
pub(crate) mod marked_bodies;
pub(crate) mod materials;
mod moving;
pub(crate) mod props;
mod retained_ranges;
pub(crate) mod target_glow;
mod textures;
pub(crate) mod vertex;

use hexbound_collide::geom::Aabb;

use self::{
    chunks::Chunk,
    instances::InstancedSurfaces,
    materials::{Coverage, GpuMaterial},
    moving::MovingVertices,
    retained_ranges::RetainedRanges,
    target_glow::TargetColors,
    vertex::DeviceVertex,
};
use crate::{
    level::{Level, Vertex},
    render::{Gpu, RenderError, device::upload::buffer},
    sim::View,
};

pub(crate) struct Scene {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub materials: Vec<GpuMaterial>,
    /// Opaque chunks.
    pub opaque: Vec<Chunk>,
    /// Chunks that are cut out by alpha.
    pub masked: Vec<Chunk>,
    /// Chunks that are blended by alpha.
    pub blended: Vec<Chunk>,
    /// Chunks of all props, whatever their coverage.
    pub props: Vec<Chunk>,
    /// Opaque and cut-out surfaces that stand in several places.
    pub copies: InstancedSurfaces,
    pub bounds: Aabb,
    moving: MovingVertices,
}

/// A level's vertices and indices on their way to the device.
pub(crate) struct Geometry<'a> {
    /// Runs of vertices, one after the other.
    pub vertices: Vec<&'a [Vertex]>,
    /// Indices of all chunks and instanced surfaces.
    pub indices: Vec<u32>,
}

impl Scene {
    /// A scene with nothing to draw.
    pub(crate) fn empty(gpu: &Gpu) -> Self {
        Self {
            vertices: vertex_buffer(gpu, &[]),
            indices: index_buffer(gpu, &[]),
            materials: Vec::new(),
            opaque: Vec::new(),
            masked: Vec::new(),
            blended: Vec::new(),
            props: Vec::new(),
            copies: InstancedSurfaces::empty(gpu),
            bounds: Aabb::EMPTY,
            moving: MovingVertices::default(),
        }
    }

    pub(crate) fn upload(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        level: &Level,
    ) -> Result<Self, RenderError> {
        let materials = materials::upload(gpu, layout, level);
        let retained = RetainedRanges::of(level);
        let (indices, chunks) = chunks::cut(level, &retained);
        let mut geometry = Geometry {
            vertices: retained.vertices(&level.mesh.vertices),
            indices,
        };
        let copies = InstancedSurfaces::upload(gpu, level, &retained, &materials, &mut geometry);
        let Geometry { vertices, indices } = geometry;
        let count: usize = vertices.iter().map(|run| run.len()).sum();
        check_size(gpu, "vertices", count * size_of::<DeviceVertex>())?;
        check_size(gpu, "indices", size_of_val(&indices[..]))?;
        let [opaque, masked, blended] = [Coverage::Opaque, Coverage::Mask, Coverage::Blend]
            .map(|coverage| chunks_with(&chunks, &materials, coverage));
        let props = (chunks.iter().filter(|chunk| chunk.prop.is_some()))
            .cloned()
            .collect();
        Ok(Self {
            vertices: vertex_buffer(gpu, &vertices),
            indices: index_buffer(gpu, &indices),
            moving: MovingVertices::of(level, &retained),
            bounds: chunks
                .iter()
                .fold(copies.bounds(), |bounds, chunk| bounds.union(chunk.bounds)),
            materials,
            opaque,
            masked,
            blended,
            props,
            copies,
        })
    }

    /// Opaque chunks, then cut-out ones: what hides what is behind it.
    pub(crate) fn solid(&self) -> impl Iterator<Item = &Chunk> + Clone {
        self.opaque.iter().chain(&self.masked)
    }

    /// Returns whether any part moves by itself.
    pub(crate) fn moves(&self) -> bool {
        !self.moving.is_empty()
    }

    /// Writes the vertices of moving parts as they are in the view.
    pub(crate) fn place_moving(&mut self, gpu: &Gpu, view: &View) {
        self.moving.place(gpu, &self.vertices, view);
    }

    /// Writes how brightly targets glow in the view.
    pub(crate) fn light_targets(&mut self, gpu: &Gpu, view: &View, colors: TargetColors) {
        let glows = self.materials.iter_mut();
        for glow in glows.filter_map(|material| material.glow.as_mut()) {
            glow.write(gpu, view, colors);
        }
    }

    /// Binds the buffers that every chunk indexes.
    pub(crate) fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }
}

fn vertex_buffer(gpu: &Gpu, runs: &[&[Vertex]]) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::VERTEX;
    buffer(gpu, "vertices", runs, usage, |vertex| {
        DeviceVertex::from(vertex)
    })
}

fn index_buffer(gpu: &Gpu, indices: &[u32]) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::INDEX;
    buffer(gpu, "indices", &[indices], usage, |&index| index)
}

/// The chunks of this coverage that belong to no prop.
fn chunks_with(chunks: &[Chunk], materials: &[GpuMaterial], coverage: Coverage) -> Vec<Chunk> {
    let has = |chunk: &&Chunk| {
        chunk.prop.is_none() && materials[chunk.material].variant.coverage == coverage
    };
    chunks.iter().filter(has).cloned().collect()
}

fn check_size(gpu: &Gpu, what: &'static str, bytes: usize) -> Result<(), RenderError> {
    let limit = gpu.device.limits().max_buffer_size;
    if bytes as u64 > limit {
        return Err(RenderError::LevelTooLarge {
            what,
            bytes: bytes as u64,
            limit,
            adapter: gpu.name(),
        });
    }
    Ok(())
}
