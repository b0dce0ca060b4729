//! The device's part of the occlusion test: the reduction of depth to tiles, the test of boxes against
//! them, and the readback of the result.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use glam::{Mat4, Vec3};

use super::groups::{CHUNKS_A_GROUP, TILE_SIDE, TILES_A_GROUP};
use crate::{
    Gpu,
    buffer_struct::buffer_struct,
    device::{
        bindings,
        pipeline::{pipeline_layout, shader_module},
        upload,
    },
    frame::targets::Targets,
    scene::chunks::Chunk,
    shaders,
};

buffer_struct! {
    /// The uniforms of the test; shaders/occlusion.wgsl explains each field.
    pub(crate) struct OcclusionView {
        view_projection: Mat4,
        size: [u32; 2],
        chunks: u32,
        padding: u32,
    }
}

buffer_struct! {
    /// The box around a chunk, meters.
    pub(crate) struct ChunkBox {
        low: Vec3,
        padding_1: f32,
        high: Vec3,
        padding_2: f32,
    }
}

buffer_struct! {
    /// The arguments of an indirect indexed draw.
    pub(crate) struct DrawArguments {
        index_count: u32,
        instance_count: u32,
        first_index: u32,
        base_vertex: i32,
        first_instance: u32,
    }
}

pub(crate) struct OcclusionTester {
    layout: wgpu::BindGroupLayout,
    tile: wgpu::ComputePipeline,
    block: wgpu::ComputePipeline,
    test: wgpu::ComputePipeline,
    view: wgpu::Buffer,
    boxes: wgpu::Buffer,
    /// The arguments of an indexed draw for each chunk.
    pub draws: wgpu::Buffer,
    shown: wgpu::Buffer,
    group: wgpu::BindGroup,
    size: [u32; 2],
    chunks: u32,
    /// The visibility of each chunk, read back once per requested test.
    pub readback: VisibilityReadback,
}

impl OcclusionTester {
    pub(crate) fn new<'a>(
        gpu: &Gpu,
        chunks: impl Iterator<Item = &'a Chunk> + Clone,
        targets: &Targets,
    ) -> Self {
        let multisampled = targets.samples > 1;
        let layout = layout(gpu, multisampled);
        let shader = match multisampled {
            true => &shaders::OCCLUSION_MULTISAMPLED,
            false => &shaders::OCCLUSION,
        };
        let module = shader_module(gpu, shader, &[]);
        let pipeline = |entry| pipeline(gpu, &layout, &module, entry);
        let boxes: Vec<ChunkBox> = chunks.clone().map(ChunkBox::of).collect();
        let draws: Vec<DrawArguments> = chunks.map(DrawArguments::of).collect();
        let count = draws.len() as u32;
        let storage = wgpu::BufferUsages::STORAGE;
        let filled = |label, contents: &[u8], usage| upload::filled(gpu, label, contents, usage);
        let boxes = filled("chunks", bytemuck::cast_slice(&boxes), storage);
        let indirect = storage | wgpu::BufferUsages::INDIRECT;
        let draws = filled("chunks' draws", bytemuck::cast_slice(&draws), indirect);
        let readback = storage | wgpu::BufferUsages::COPY_SRC;
        let shown = bindings::buffer(gpu, "chunks that show", u64::from(count) * 4, readback);
        let view = bindings::uniform_buffer::<OcclusionView>(gpu, "occlusion");
        let buffers = [&view, &boxes, &draws, &shown];
        Self {
            group: group(gpu, &layout, buffers, targets),
            tile: pipeline("tile"),
            block: pipeline("block"),
            test: pipeline("test"),
            readback: VisibilityReadback::new(gpu, u64::from(count) * 4),
            size: targets.size,
            chunks: count,
            layout,
            view,
            boxes,
            draws,
            shown,
        }
    }

    pub(crate) fn resize(&mut self, gpu: &Gpu, targets: &Targets) {
        let buffers = [&self.view, &self.boxes, &self.draws, &self.shown];
        self.group = group(gpu, &self.layout, buffers, targets);
        self.size = targets.size;
    }

    pub(crate) fn test(
        &self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        view_projection: &Mat4,
    ) {
        let view = OcclusionView {
            view_projection: *view_projection,
            size: self.size,
            chunks: self.chunks,
            padding: 0,
        };
        gpu.queue
            .write_buffer(&self.view, 0, bytemuck::bytes_of(&view));
        let tiles = tile_count(self.size);
        let blocks = tile_count(tiles);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: Some("occlusion"),
            timestamp_writes: None,
        });
        pass.set_bind_group(0, &self.group, &[]);
        for (pipeline, [x, y]) in [(&self.tile, tiles), (&self.block, blocks)] {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(x.div_ceil(TILES_A_GROUP), y.div_ceil(TILES_A_GROUP), 1);
        }
        pass.set_pipeline(&self.test);
        pass.dispatch_workgroups(self.chunks.div_ceil(CHUNKS_A_GROUP), 1, 1);
        drop(pass);
        self.readback.copy(encoder, &self.shown);
    }
}

impl ChunkBox {
    fn of(chunk: &Chunk) -> Self {
        Self {
            low: chunk.bounds.min,
            padding_1: 0.0,
            high: chunk.bounds.max,
            padding_2: 0.0,
        }
    }
}

impl DrawArguments {
    /// The arguments that draw a whole chunk once.
    fn of(chunk: &Chunk) -> Self {
        Self {
            index_count: chunk.count,
            instance_count: 1,
            first_index: chunk.first,
            base_vertex: 0,
            first_instance: 0,
        }
    }
}

/// Returns the number of tiles of [`TILE_SIDE`] that cover a size.
fn tile_count(size: [u32; 2]) -> [u32; 2] {
    size.map(|side| side.div_ceil(TILE_SIDE))
}

/// The result of a test during its readback.
pub(crate) struct VisibilityReadback {
    buffer: wgpu::Buffer,
    state: Arc<AtomicU8>,
}

/// The state of a readback's buffer without a result.
const BUFFER_FREE: u8 = 0;
/// The state of a readback's buffer after a copy was recorded.
const BUFFER_COPIED: u8 = 1;
/// The state of a readback's buffer while the device copies and maps it.
const BUFFER_MAPPING: u8 = 2;
/// The state of a readback's buffer with a result to read.
const BUFFER_READY: u8 = 3;

impl VisibilityReadback {
    fn new(gpu: &Gpu, bytes: u64) -> Self {
        let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ;
        Self {
            buffer: bindings::buffer(gpu, "chunks that show, read", bytes, usage),
            state: Arc::default(),
        }
    }

    /// Records the copy of a result, unless an earlier one is being read back.
    fn copy(&self, encoder: &mut wgpu::CommandEncoder, from: &wgpu::Buffer) {
        if self.state.load(Ordering::Acquire) == BUFFER_FREE {
            encoder.copy_buffer_to_buffer(from, 0, &self.buffer, 0, None);
            self.state.store(BUFFER_COPIED, Ordering::Release);
        }
    }

    pub(crate) fn request(&self) {
        if self.state.load(Ordering::Acquire) != BUFFER_COPIED {
            return;
        }
        self.state.store(BUFFER_MAPPING, Ordering::Release);
        let state = Arc::clone(&self.state);
        self.buffer
            .map_async(wgpu::MapMode::Read, .., move |result| {
                let next = result.map_or(BUFFER_FREE, |()| BUFFER_READY);
                state.store(next, Ordering::Release);
            });
    }

    pub(crate) fn take(&self, gpu: &Gpu) -> Option<Vec<bool>> {
        if self.state.load(Ordering::Acquire) == BUFFER_MAPPING {
            // This poll does not wait; the next wait for the device reports an error.
            let _ = gpu.poll(wgpu::PollType::Poll);
        }
        if self.state.load(Ordering::Acquire) != BUFFER_READY {
            return None;
        }
        let words = (self.buffer.get_mapped_range(..).ok())
            .map(|bytes| bytemuck::pod_collect_to_vec::<u8, u32>(&bytes));
        self.buffer.unmap();
        self.state.store(BUFFER_FREE, Ordering::Release);
        Some(words?.into_iter().map(|word| word != 0).collect())
    }
}

fn layout(gpu: &Gpu, multisampled: bool) -> wgpu::BindGroupLayout {
    let buffer =
        |read_only| bindings::buffer_binding(wgpu::BufferBindingType::Storage { read_only });
    let (written, read) = (buffer(false), buffer(true));
    let depth = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Depth,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled,
    };
    let kinds = [
        bindings::UNIFORM_BINDING,
        depth,
        written,
        written,
        read,
        written,
        written,
    ];
    bindings::layout(
        gpu,
        "occlusion",
        wgpu::ShaderStages::COMPUTE,
        (0..).zip(kinds),
    )
}

fn group(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    [view, boxes, draws, shown]: [&wgpu::Buffer; 4],
    targets: &Targets,
) -> wgpu::BindGroup {
    let tiles = tile_count(targets.size);
    let of = |[x, y]: [u32; 2]| {
        let bytes = u64::from(x) * u64::from(y) * 4;
        bindings::buffer(gpu, "furthest depth", bytes, wgpu::BufferUsages::STORAGE)
    };
    let [tiles, blocks] = [of(tiles), of(tile_count(tiles))];
    let depth = wgpu::BindingResource::TextureView(&targets.depth);
    let resources = [
        view.as_entire_binding(),
        depth,
        tiles.as_entire_binding(),
        blocks.as_entire_binding(),
        boxes.as_entire_binding(),
        draws.as_entire_binding(),
        shown.as_entire_binding(),
    ];
    bindings::group(gpu, "occlusion", layout, (0..).zip(resources))
}

fn pipeline(
    gpu: &Gpu,
    layout: &wgpu::BindGroupLayout,
    module: &wgpu::ShaderModule,
    entry: &'static str,
) -> wgpu::ComputePipeline {
    let layout = pipeline_layout(gpu, "occlusion", &[layout]);
    gpu.compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry),
        layout: Some(&layout),
        module,
        entry_point: Some(entry),
        compilation_options: Default::default(),
        cache: None,
    })
}
