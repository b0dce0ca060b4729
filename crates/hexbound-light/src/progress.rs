//! The progress of a bake.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The progress of a bake, and whether anybody still waits for it.
#[derive(Default)]
pub struct BakeProgress {
    /// The part that is done, in thousandths.
    done: AtomicU32,
    stopped: AtomicBool,
}

impl BakeProgress {
    /// Notes that this part of the work is done, 0 to 1.
    pub fn at(&self, part: f32) {
        self.done
            .fetch_max((part * 1000.0) as u32, Ordering::Relaxed);
    }

    /// Ends the bake early: nobody waits for it any more.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub fn done(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / 1000.0
    }
}
