//! Ends the game in order when the system or the terminal asks for it (Ctrl+C, SIGTERM, a closed
//! terminal): the recording gets its end, and settings are kept. Asked a second time, it ends at once.

use std::{
    process,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use winit::event_loop::EventLoopProxy;

use super::UserEvent;

/// The exit code of a game that was ended at once, as shells have it for one that was interrupted.
const INTERRUPTED: i32 = 130;

/// Heeds such requests from now on; each becomes [`UserEvent::Leave`].
#[expect(
    clippy::exit,
    reason = "whoever asks twice is not to wait for an event loop that hears nothing"
)]
pub(super) fn heed(proxy: EventLoopProxy<UserEvent>) {
    let was_asked = AtomicBool::new(false);
    let asked = move || {
        if was_asked.swap(true, Relaxed) || proxy.send_event(UserEvent::Leave).is_err() {
            process::exit(INTERRUPTED);
        }
    };
    if let Err(error) = ctrlc::set_handler(asked) {
        log::warn!("Ctrl+C ends the game without an end to its recording: {error}");
    }
}
