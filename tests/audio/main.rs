//! Tests of what is heard: the mixer without a device, and processes that play through the real
//! output into a sound card that records.

#[cfg(target_os = "linux")]
#[path = "../common/desktop/mod.rs"]
mod desktop;
mod device;
#[cfg(target_os = "linux")]
mod game;
mod mixer;
mod places;
mod recording;
mod shipped;

use test_support::skip;
