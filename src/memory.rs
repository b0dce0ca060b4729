//! How the program's allocator asks the system for memory and gives it back: set once, at the
//! program's start. Nothing is allocated here.

/// Few heaps, and large pieces given back at once. Must come before other threads are there.
///
/// The GNU allocator otherwise has heaps for each thread, none of which gives back what lies
/// under something that is still needed: what a level's loading and the driver's threads
/// leave there adds up.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep_little() {
    // SAFETY: before other threads run nobody allocates meanwhile; a value that the allocator
    // refuses changes nothing.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, HEAPS) };
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HEAPS: libc::c_int = 1;

/// Other systems' allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_little() {}
