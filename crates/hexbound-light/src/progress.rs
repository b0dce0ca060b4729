//! The progress of a bake.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The progress of a bake, and whether it should stop.
#[derive(Default)]
pub struct BakeProgress {
    /// The completed share of the work, in thousandths.
    done: AtomicU32,
    stopped: AtomicBool,
}

impl BakeProgress {
    /// Records that `share` of the work is complete, 0 to 1.
    pub fn report(&self, share: f32) {
        self.done
            .fetch_max((share * 1000.0) as u32, Ordering::Relaxed);
    }

    /// Requests an early end of the bake.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    pub fn share(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / 1000.0
    }
}
