//! The seats at which desktops stand: a machine draws so many at a time, one for each processor.

use std::{
    num::NonZero,
    sync::{Condvar, Mutex, PoisonError},
    thread,
};

static TAKEN: Mutex<usize> = Mutex::new(0);
static LEFT: Condvar = Condvar::new();

/// A seat that is given back when it is dropped.
pub struct Seat(());

impl Seat {
    /// Waits until a seat is free, and takes it.
    pub fn take() -> Self {
        let all = thread::available_parallelism().map_or(1, NonZero::get);
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = LEFT.wait_while(taken, |taken| *taken >= all);
        *waited.unwrap_or_else(PoisonError::into_inner) += 1;
        Self(())
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        LEFT.notify_one();
    }
}
