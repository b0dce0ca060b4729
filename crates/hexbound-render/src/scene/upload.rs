//! A level's geometry on its way to the device: planned without one, then written in portions, so that
//! pictures can be drawn between them.

use hexbound_collide::geom::Aabb;

use super::{
    Scene,
    chunks::{self, Chunk},
    instances::InstancedSurfaces,
    materials::{Coverage, GpuMaterial},
    moving::MovingVertices,
    retained_ranges::RetainedRanges,
    vertex::DeviceVertex,
};
use crate::{Gpu, RenderError, device::upload::Filling};
use hexbound_base::logs::span;
use hexbound_level::{Level, Vertex};

/// The order in which a level's geometry goes to the device. It takes a moment to work out for a large
/// level, but needs no device.
pub struct GeometryPlan {
    retained: RetainedRanges,
    /// The indices of all chunks, one after the other.
    indices: Vec<u32>,
    chunks: Vec<Chunk>,
}

/// A scene whose vertices and indices are not all written.
pub(crate) struct SceneUpload {
    scene: Scene,
    retained: RetainedRanges,
    indices: Vec<u32>,
    filling_vertices: Filling,
    filling_indices: Filling,
}

impl GeometryPlan {
    pub fn of(level: &Level) -> Self {
        let _span = span("planning the geometry");
        let retained = RetainedRanges::of(level);
        let (indices, chunks) = chunks::cut(level, &retained);
        Self {
            retained,
            indices,
            chunks,
        }
    }
}

impl SceneUpload {
    /// Begins to hand the geometry of a level to the device. It is an error if the device can't hold
    /// it.
    pub(crate) fn begin(
        gpu: &Gpu,
        level: &Level,
        plan: GeometryPlan,
        materials: Vec<GpuMaterial>,
    ) -> Result<Self, RenderError> {
        let (retained, chunks, mut indices) = (plan.retained, plan.chunks, plan.indices);
        let kept = retained.vertices(&level.mesh.vertices);
        let mut count = kept.iter().map(|run| run.len()).sum();
        let copies =
            InstancedSurfaces::upload(gpu, level, &retained, &materials, &mut count, &mut indices);
        check_size(gpu, "vertices", count * size_of::<DeviceVertex>())?;
        check_size(gpu, "indices", size_of_val(&indices[..]))?;
        let (vertex, index) = (wgpu::BufferUsages::VERTEX, wgpu::BufferUsages::INDEX);
        let filling_vertices = Filling::new::<DeviceVertex>(gpu, "vertices", count, vertex);
        let filling_indices = Filling::new::<u32>(gpu, "indices", indices.len(), index);
        let [opaque, masked, blended] = [Coverage::Opaque, Coverage::Mask, Coverage::Blend]
            .map(|coverage| chunks_with(&chunks, &materials, coverage));
        let bounds = (chunks.iter()).fold(copies.bounds(), |bounds: Aabb, chunk| {
            bounds.union(chunk.bounds)
        });
        let props = (chunks.into_iter()).filter(|chunk| chunk.prop.is_some());
        let scene = Scene {
            vertices: filling_vertices.buffer.clone(),
            indices: filling_indices.buffer.clone(),
            moving: MovingVertices::of(level, &retained),
            bounds,
            materials,
            opaque,
            masked,
            blended,
            props: props.collect(),
            copies,
            lamps: level.lighting.lights.clone(),
        };
        Ok(Self {
            scene,
            retained,
            indices,
            filling_vertices,
            filling_indices,
        })
    }

    /// Writes the next values, as long as `may_go_on` says so; true once all is written. The level is
    /// the one that was begun with.
    pub(crate) fn advance(
        &mut self,
        gpu: &Gpu,
        level: &Level,
        may_go_on: &dyn Fn() -> bool,
    ) -> bool {
        let mut runs = self.retained.vertices(&level.mesh.vertices);
        runs.extend(InstancedSurfaces::vertices(level, &self.scene.materials));
        let vertex = |vertex: &Vertex| DeviceVertex::from(vertex);
        (self.filling_vertices).write(gpu, &runs, vertex, may_go_on)
            && (self.filling_indices).write(gpu, &[&self.indices], |index| *index, may_go_on)
    }

    /// The part that is written, 0..1.
    pub(crate) fn done(&self) -> f32 {
        // Vertices have more bytes to write than indices.
        0.8 * self.filling_vertices.done() + 0.2 * self.filling_indices.done()
    }

    /// The scene, once all is written.
    pub(crate) fn finish(self) -> Scene {
        self.scene
    }
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
