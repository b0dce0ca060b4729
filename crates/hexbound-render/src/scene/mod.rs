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
pub(crate) mod texture_stream;
pub(crate) mod textures;
mod upload;
pub(crate) mod vertex;

use hexbound_collide::geom::Aabb;

pub use self::upload::GeometryPlan;
pub(crate) use self::upload::SceneUpload;
use self::{
    chunks::Chunk,
    instances::InstancedSurfaces,
    materials::{Coverage, GpuMaterial},
    moving::{MotionState, MovingVertices},
    target_glow::TargetColors,
};
use crate::{Gpu, RenderError, device::upload::BufferUpload};
use hexbound_level::{Level, Light};
use hexbound_sim::View;

pub(crate) struct Scene {
    pub vertices: wgpu::Buffer,
    pub indices: wgpu::Buffer,
    pub materials: Vec<GpuMaterial>,
    /// The opaque chunks.
    pub opaque: Vec<Chunk>,
    /// The chunks cut out by alpha.
    pub masked: Vec<Chunk>,
    /// The chunks blended by alpha.
    pub blended: Vec<Chunk>,
    /// The chunks of all props, with any coverage.
    pub props: Vec<Chunk>,
    /// The repeated opaque and cut-out surfaces.
    pub copies: InstancedSurfaces,
    pub lamps: Vec<Light>,
    pub bounds: Aabb,
    moving: MovingVertices,
}

impl Scene {
    /// A scene with nothing to draw.
    pub(crate) fn empty(gpu: &Gpu) -> Self {
        let nothing = |usage| BufferUpload::new::<u32>(gpu, "nothing", 0, usage).buffer;
        Self {
            vertices: nothing(wgpu::BufferUsages::VERTEX),
            indices: nothing(wgpu::BufferUsages::INDEX),
            materials: Vec::new(),
            opaque: Vec::new(),
            masked: Vec::new(),
            blended: Vec::new(),
            props: Vec::new(),
            copies: InstancedSurfaces::empty(gpu),
            lamps: Vec::new(),
            bounds: Aabb::EMPTY,
            moving: MovingVertices::default(),
        }
    }

    /// Uploads a level at once.
    pub(crate) fn upload(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        level: &Level,
    ) -> Result<Self, RenderError> {
        let materials = materials::upload(gpu, layout, level);
        let mut upload = SceneUpload::begin(gpu, level, GeometryPlan::of(level), materials)?;
        while !upload.advance(gpu, level, &|| true) {}
        Ok(upload.finish())
    }

    /// The opaque chunks, followed by the cut-out ones, which hide other chunks.
    pub(crate) fn solid(&self) -> impl Iterator<Item = &Chunk> + Clone {
        self.opaque.iter().chain(&self.masked)
    }

    /// The state of a moving chunk; `None` for any other.
    pub(crate) fn motion_state(&self, chunk: &Chunk) -> Option<MotionState> {
        (chunk.moves).then(|| self.moving.of_part(chunk.part))?
    }

    /// Returns whether any surface is cut out by its texture.
    pub(crate) fn has_cut_outs(&self) -> bool {
        let mut materials = self.materials.iter();
        materials.any(|material| material.variant.coverage == Coverage::Mask)
    }

    /// Returns whether any part moves or is deformed.
    pub(crate) fn moves(&self) -> bool {
        !self.moving.is_empty()
    }

    /// Writes the vertices of moving parts at their positions in the view.
    pub(crate) fn write_moving(&mut self, gpu: &Gpu, view: &View) {
        self.moving.write(gpu, &self.vertices, view);
    }

    /// Writes the brightness of the targets in the view.
    pub(crate) fn light_targets(&mut self, gpu: &Gpu, view: &View, colors: TargetColors) {
        let glows = self.materials.iter_mut();
        for glow in glows.filter_map(|material| material.glow.as_mut()) {
            glow.write(gpu, view, colors);
        }
    }

    /// Binds the buffers that all chunks index.
    pub(crate) fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
    }
}
