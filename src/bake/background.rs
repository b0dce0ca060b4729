//! The full bake on threads of its own, while one already plays by a quick one's light.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread::{Builder, JoinHandle},
};

use rayon::ThreadPoolBuilder;

use super::{BakeQuality, BakeScene, Baked, Sky, light_cache};

/// The progress of a bake, and whether anybody still waits for it.
#[derive(Default)]
pub(crate) struct BakeProgress {
    /// The part that is done, in thousandths.
    done: AtomicU32,
    stopped: AtomicBool,
}

impl BakeProgress {
    /// Notes that this part of the work is done, 0 to 1.
    pub(crate) fn at(&self, part: f32) {
        self.done
            .fetch_max((part * 1000.0) as u32, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub(crate) fn done(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / 1000.0
    }
}

/// A bake that is under way. It stops when this is dropped.
pub(crate) struct BackgroundBake {
    thread: Option<JoinHandle<Option<Baked>>>,
    progress: Arc<BakeProgress>,
}

impl BackgroundBake {
    /// Starts a full bake. Its result is also stored in the cache under `key`, as the light of a level
    /// of that name. Fails when there is no thread to be had.
    pub(crate) fn start(
        scene: BakeScene,
        sky: Sky,
        max_texture_side: u32,
        (key, level): (u64, String),
    ) -> io::Result<Self> {
        let progress = Arc::new(BakeProgress::default());
        let told = Arc::clone(&progress);
        let work = move || {
            let bake = || Baked::bake(&scene, &sky, max_texture_side, &BakeQuality::FULL, &told);
            // Its threads are its own: in the common pool, short work would wait for the bake to
            // end.
            let baked = match ThreadPoolBuilder::new().build() {
                Ok(pool) => pool.install(bake)?,
                Err(error) => {
                    log::warn!("the light is worked out beside other work: {error}");
                    bake()?
                }
            };
            light_cache::store(key, &level, &baked);
            Some(baked)
        };
        let thread = Builder::new().name("light".into()).spawn(work)?;
        Ok(Self {
            thread: Some(thread),
            progress,
        })
    }

    /// The part of the work that is done, 0 to 1.
    pub(crate) fn done(&self) -> f32 {
        self.progress.done()
    }

    /// The result, once, as soon as there is one.
    pub(crate) fn take(&mut self) -> Option<Baked> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        thread.join().unwrap_or_else(|_| {
            log::warn!("the light could not be worked out; it stays coarse");
            None
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.thread.is_none()
    }
}

impl Drop for BackgroundBake {
    fn drop(&mut self) {
        self.progress.stopped.store(true, Ordering::Relaxed);
    }
}
