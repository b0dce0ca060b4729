//! The bake of a level's light on threads of its own during play. The light comes from the cache at once, or
//! from a quick bake and then a full one.

use std::{
    io,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    thread::{Builder, JoinHandle},
};

use rayon::ThreadPoolBuilder;

use super::{BakeProgress, BakeQuality, BakeScene, Baked, Sky, SurfaceColor, key_of, light_cache};
use hexbound_level::Level;

/// The approximate share of the quick bake in the work of both bakes, 0 to 1.
const QUICK_SHARE: f32 = 0.1;

/// The progress of a quick bake, and of the full one after it.
#[derive(Default)]
struct Progress {
    quick: BakeProgress,
    full: BakeProgress,
}

/// A bake in the background. Dropping it stops the bake.
pub struct BackgroundBake {
    /// The receiver of the lights, each better than the one before.
    lights: Receiver<Baked>,
    thread: Option<JoinHandle<()>>,
    progress: Arc<Progress>,
}

impl BackgroundBake {
    /// Starts a bake for a level whose materials have the colors `colors`. The light comes from the cache, or
    /// from a quick bake and then a full one, which is cached. Fails if no thread can be started.
    pub fn start(
        level: Arc<Level>,
        colors: Vec<SurfaceColor>,
        sky: Sky,
        max_texture_side: u32,
    ) -> io::Result<Self> {
        Self::spawn(move |lights, progress| {
            let scene = BakeScene::new(&level, &colors);
            let key = key_of(&scene, &sky, max_texture_side);
            if let Some(baked) = light_cache::find(key, max_texture_side, &level.lighting.lights) {
                let _ = lights.send(baked);
                return;
            }
            let bake = |quality, progress: &BakeProgress| {
                Baked::bake(&scene, &sky, max_texture_side, quality, progress)
            };
            if let Some(quick) = bake(&BakeQuality::QUICK, &progress.quick) {
                let _ = lights.send(quick);
            }
            if let Some(baked) = bake(&BakeQuality::FULL, &progress.full) {
                light_cache::store(key, &level.cache_label(), &baked);
                let _ = lights.send(baked);
            }
        })
    }

    fn spawn(bake: impl FnOnce(&Sender<Baked>, &Progress) + Send + 'static) -> io::Result<Self> {
        let progress = Arc::new(Progress::default());
        let shared = Arc::clone(&progress);
        let (sender, lights) = channel();
        let work = move || {
            // The bake has its own threads: in the common pool, short work would wait for its end.
            match ThreadPoolBuilder::new().build() {
                Ok(pool) => pool.install(|| bake(&sender, &shared)),
                Err(error) => {
                    log::warn!("the light is worked out beside other work: {error}");
                    bake(&sender, &shared);
                }
            }
        };
        let thread = Builder::new().name("light".into()).spawn(work)?;
        Ok(Self {
            lights,
            thread: Some(thread),
            progress,
        })
    }

    /// The completed share of the first light's work, 0 to 1.
    pub fn first_progress(&self) -> f32 {
        self.progress.quick.share()
    }

    /// The completed share of all work, 0 to 1.
    pub fn progress(&self) -> f32 {
        let (quick, full) = (self.progress.quick.share(), self.progress.full.share());
        QUICK_SHARE * quick + (1.0 - QUICK_SHARE) * full
    }

    /// Returns the next light once it is ready. Each light is returned once.
    pub fn take(&mut self) -> Option<Baked> {
        match self.lights.try_recv() {
            Ok(baked) => Some(baked),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                if self.thread.take().is_some_and(|it| it.join().is_err()) {
                    log::warn!("the light could not be worked out; it stays coarse");
                }
                None
            }
        }
    }

    /// Returns whether no better light will come. Only `take` notices the end of the bake, so call it first.
    pub fn is_over(&self) -> bool {
        self.thread.is_none()
    }
}

impl Drop for BackgroundBake {
    fn drop(&mut self) {
        for progress in [&self.progress.quick, &self.progress.full] {
            progress.stop();
        }
    }
}
