//! What is heard: processes play through the real output into a sound card that records.

mod device;
#[cfg(target_os = "linux")]
mod game;
mod recording;
#[path = "../skip/mod.rs"]
mod skip;
