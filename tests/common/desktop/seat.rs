//! The seats at which desktops stand: a machine draws so many at a time.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    thread,
};

/// The least number of processors that a desktop and its game ask for, one for a game whose frames
/// are capped.
const PROCESSORS: usize = 1;

static TAKEN: Mutex<usize> = Mutex::new(0);
static LEFT: Condvar = Condvar::new();

/// A seat that is given back when it is dropped.
pub struct Seat(());

impl Seat {
    /// Waits until a seat is free, and takes it.
    pub fn take() -> Self {
        let all = thread::available_parallelism().map_or(1, |it| it.get() / PROCESSORS);
        let taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = LEFT.wait_while(taken, |taken| *taken >= all.max(1));
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
