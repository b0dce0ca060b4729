//! Ends the game in order when the system or the terminal asks for it (Ctrl+C, SIGTERM, a closed
//! terminal): the recording gets its end, and settings are kept. Asked again after a while, it ends at
//! once.

use std::{
    process,
    sync::OnceLock,
    time::{Duration, Instant},
};

use winit::event_loop::EventLoopProxy;

use super::user_event::UserEvent;

/// The exit code of a game that was ended at once, as shells have it for one that was interrupted.
const INTERRUPTED_CODE: i32 = 130;

/// Requests so soon after the first are the same one: a terminal that is closed, and a session that ends,
/// send several signals.
const SAME_REQUEST: Duration = Duration::from_secs(1);

/// Heeds such requests from now on; each becomes [`UserEvent::Leave`].
#[expect(
    clippy::exit,
    reason = "whoever asks twice is not to wait for an event loop that hears nothing"
)]
pub(super) fn heed(proxy: EventLoopProxy<UserEvent>) {
    let first = OnceLock::new();
    let asked = move || {
        if first.get_or_init(Instant::now).elapsed() > SAME_REQUEST {
            process::exit(INTERRUPTED_CODE);
        }
        // Where the event loop has ended, the game is ending already.
        let _ = proxy.send_event(UserEvent::Leave);
    };
    if let Err(error) = ctrlc::set_handler(asked) {
        log::warn!("Ctrl+C ends the game without an end to its recording: {error}");
    }
}
