//! The upload of a level's geometry: planned without a device, then written in portions, so that frames can
//! be drawn in between.

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
use crate::{Gpu, RenderError, device::upload::BufferUpload};
use hexbound_base::logs::span;
use hexbound_level::{Level, Vertex};

/// The order of a level's geometry on the device. A plan takes a moment to compute for a large level, but
/// needs no device.
pub struct GeometryPlan {
    retained: RetainedRanges,
    /// The indices of all chunks in sequence.
    indices: Vec<u32>,
    chunks: Vec<Chunk>,
}

/// A scene whose vertices and indices are not all written yet.
pub(crate) struct SceneUpload {
    scene: Scene,
    retained: RetainedRanges,
    indices: Vec<u32>,
    vertex_upload: BufferUpload,
    index_upload: BufferUpload,
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
    /// Begins the upload of a level's geometry. Fails if the device can't hold it.
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
        let vertex_upload = BufferUpload::new::<DeviceVertex>(gpu, "vertices", count, vertex);
        let index_upload = BufferUpload::new::<u32>(gpu, "indices", indices.len(), index);
        let [opaque, masked, blended] = [Coverage::Opaque, Coverage::Mask, Coverage::Blend]
            .map(|coverage| chunks_with(&chunks, &materials, coverage));
        let bounds = (chunks.iter()).fold(copies.bounds(), |bounds: Aabb, chunk| {
            bounds.union(chunk.bounds)
        });
        let props = (chunks.into_iter()).filter(|chunk| chunk.prop.is_some());
        let scene = Scene {
            vertices: vertex_upload.buffer.clone(),
            indices: index_upload.buffer.clone(),
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
            vertex_upload,
            index_upload,
        })
    }

    /// Writes the next values until `may_continue` returns false; returns true once all are written. `level`
    /// must be the one of `begin`.
    pub(crate) fn advance(
        &mut self,
        gpu: &Gpu,
        level: &Level,
        may_continue: &dyn Fn() -> bool,
    ) -> bool {
        let mut runs = self.retained.vertices(&level.mesh.vertices);
        runs.extend(InstancedSurfaces::vertices(level, &self.scene.materials));
        let vertex = |vertex: &Vertex| DeviceVertex::from(vertex);
        (self.vertex_upload).write(gpu, &runs, vertex, may_continue)
            && (self.index_upload).write(gpu, &[&self.indices], |index| *index, may_continue)
    }

    /// The written share, 0..1.
    pub(crate) fn progress(&self) -> f32 {
        // Vertices have more bytes than indices.
        0.8 * self.vertex_upload.progress() + 0.2 * self.index_upload.progress()
    }

    /// The scene; must be called once all is written.
    pub(crate) fn finish(self) -> Scene {
        self.scene
    }
}

/// The chunks of a coverage without a prop.
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
