//! Numbers that cross from one thread to another without locks.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A number that one thread sets and another reads.
#[derive(Debug, Default)]
pub(crate) struct Shared(AtomicU32);

impl Shared {
    pub(crate) fn new(number: f32) -> Self {
        Self(AtomicU32::new(number.to_bits()))
    }

    /// Sets the number, unless it is none.
    pub(crate) fn set(&self, number: f32) {
        if number.is_finite() {
            self.0.store(number.to_bits(), Relaxed);
        }
    }

    pub(crate) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }
}
