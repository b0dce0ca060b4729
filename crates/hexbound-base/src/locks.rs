//! Locks that stay open after a panic: what they hold makes sense at any time.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The content of a lock.
pub fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The content of a lock, unless somebody holds it.
pub fn try_lock<T>(lock: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match lock.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}
