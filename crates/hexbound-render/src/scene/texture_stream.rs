//! The textures of a level that is shown already: thumbnails stand in for them until a thread has computed
//! their mipmaps.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    materials::{GpuMaterial, Uploader},
    textures::{Mip, TextureUse, Textures, finest, mip_chain, uses, uses_of},
};
use crate::Gpu;
use hexbound_level::Level;

/// The largest number of textures whose mipmaps wait for the upload; all of a level would take much memory.
const MAX_WAITING_TEXTURES: usize = 2;

/// The longest upload of textures between two frames.
const PORTION_TIME: Duration = Duration::from_millis(8);

/// An image in one of its uses, with its mipmaps; a broken image has none.
type Ready = ((usize, TextureUse), Vec<Mip>);

/// The textures that are not uploaded yet.
pub(crate) struct TextureStream {
    uploader: Uploader,
    level: Arc<Level>,
    ready: Receiver<Ready>,
    taken: usize,
    count: usize,
}

impl TextureStream {
    /// Creates a level's materials with thumbnails for textures, and the stream of the textures.
    pub(crate) fn begin(
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        level: &Arc<Level>,
    ) -> (Vec<GpuMaterial>, Self) {
        let uses = uses(&level.images, &level.materials);
        let mut uploader = Uploader::new(
            gpu,
            Textures::thumbnails(gpu, &level.images, &level.materials),
        );
        let materials = (level.materials.iter())
            .map(|material| uploader.material(gpu, layout, material))
            .collect();
        let (sender, ready) = sync_channel(MAX_WAITING_TEXTURES);
        let stream = Self {
            uploader,
            level: Arc::clone(level),
            ready,
            taken: 0,
            count: uses.len(),
        };
        let (level, largest) = (Arc::clone(level), gpu.max_texture_side());
        let work = move || make(&level, uses, largest, &sender);
        if let Err(error) = thread::Builder::new().name("textures".into()).spawn(work) {
            log::warn!("no thread to make textures, which stay coarse: {error}");
        }
        (materials, stream)
    }

    /// Uploads textures that are ready, for [`PORTION_TIME`], and recreates the materials that use them.
    /// Returns true once all textures are uploaded.
    pub(crate) fn take(
        &mut self,
        gpu: &Gpu,
        layout: &wgpu::BindGroupLayout,
        materials: &mut [GpuMaterial],
    ) -> bool {
        let began = Instant::now();
        while began.elapsed() < PORTION_TIME {
            let (key, chain) = match self.ready.try_recv() {
                Ok(ready) => ready,
                Err(error) => return error == TryRecvError::Disconnected,
            };
            self.taken += 1;
            if chain.is_empty() {
                continue;
            }
            let level = &self.level;
            let name = &level.images[key.0].name;
            (self.uploader.textures).insert_as_memory_allows(gpu, key.0, key.1, name, &chain);
            for (material, on_device) in level.materials.iter().zip(materials.iter_mut()) {
                if uses_of(material).any(|used| used == key) {
                    *on_device = self.uploader.material(gpu, layout, material);
                }
            }
        }
        false
    }

    /// The uploaded share of the textures, 0..1.
    pub(crate) fn progress(&self) -> f32 {
        self.taken as f32 / self.count.max(1) as f32
    }

    /// The level of the textures.
    pub(crate) fn level(&self) -> &Arc<Level> {
        &self.level
    }
}

/// Computes the mipmaps of images one by one, until the receiver is dropped.
fn make(level: &Level, uses: Vec<(usize, TextureUse)>, max_side: u32, sender: &SyncSender<Ready>) {
    for key in uses {
        let finest = finest(&level.images[key.0]);
        let chain = finest.map_or_else(Vec::new, |mip| mip_chain(mip, key.1, max_side));
        if sender.send((key, chain)).is_err() {
            return;
        }
    }
}
