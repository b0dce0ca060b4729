//! A level's light, worked out on threads of its own during play: at once from the cache, else by a
//! quick bake and then the full one.

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

/// The share of the quick bake in the work of both bakes, roughly, 0..1.
const QUICK_SHARE: f32 = 0.1;

/// The progress of a quick bake, and of the full one after it.
#[derive(Default)]
struct Progress {
    quick: BakeProgress,
    full: BakeProgress,
}

/// Light that is worked out. It stops when this is dropped.
pub struct BackgroundBake {
    /// One light after the other, each better than the one before.
    lights: Receiver<Baked>,
    thread: Option<JoinHandle<()>>,
    progress: Arc<Progress>,
}

impl BackgroundBake {
    /// Starts to give a level with materials of these colors its light: that of the cache, or a
    /// quick one and then the full one, which is stored there. It is an error if no thread can be
    /// started.
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
        let told = Arc::clone(&progress);
        let (sender, lights) = channel();
        let work = move || {
            // Its threads are its own: in the common pool, short work would wait for the bake to
            // end.
            match ThreadPoolBuilder::new().build() {
                Ok(pool) => pool.install(|| bake(&sender, &told)),
                Err(error) => {
                    log::warn!("the light is worked out beside other work: {error}");
                    bake(&sender, &told);
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

    /// The part of the first light's work that is done, 0 to 1.
    pub fn first_done(&self) -> f32 {
        self.progress.quick.done()
    }

    /// The part of the work that is done, 0 to 1.
    pub fn done(&self) -> f32 {
        let (quick, full) = (self.progress.quick.done(), self.progress.full.done());
        QUICK_SHARE * quick + (1.0 - QUICK_SHARE) * full
    }

    /// The next light, once, as soon as there is one.
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

    /// Returns whether no better light comes.
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
