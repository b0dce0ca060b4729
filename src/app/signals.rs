//! Ends the game in order when the system or the terminal requests it (Ctrl+C, SIGTERM, a closed
//! terminal): the recording gets its end, and settings are kept. A later second request ends it at once.

use std::{
    process,
    sync::OnceLock,
    time::{Duration, Instant},
};

use winit::event_loop::EventLoopProxy;

use super::user_event::UserEvent;

/// The exit code of a game that was ended at once, as in shells for an interrupted program.
const INTERRUPTED_CODE: i32 = 130;

/// The time after the first request in which others count as the same. A closed terminal and a
/// session that ends send several signals.
const SAME_REQUEST_TIME: Duration = Duration::from_secs(1);

/// Handles requests to end the game from now on. The first becomes [`UserEvent::Leave`]; a later
/// one exits at once.
#[expect(
    clippy::exit,
    reason = "whoever asks twice is not to wait for an event loop that hears nothing"
)]
pub(super) fn install(proxy: EventLoopProxy<UserEvent>) {
    let first = OnceLock::new();
    let asked = move || {
        if first.get_or_init(Instant::now).elapsed() > SAME_REQUEST_TIME {
            process::exit(INTERRUPTED_CODE);
        }
        // If the event loop has ended, the game is already ending.
        let _ = proxy.send_event(UserEvent::Leave);
    };
    if let Err(error) = ctrlc::set_handler(asked) {
        log::warn!("Ctrl+C ends the game without an end to its recording: {error}");
    }
}
