//! The log of the Wayland library. Graphics drivers look for a Wayland desktop everywhere, and the library
//! prints its failed attempts. Relevant errors reach the player in our own words.

#[cfg(target_os = "linux")]
use std::{os::unix::net::UnixStream, sync::Once};

#[cfg(target_os = "linux")]
use wayland_backend::client::Backend;

/// Redirects the messages of the Wayland library to the log, where they are hidden by default.
#[cfg(target_os = "linux")]
pub(super) fn silence_wayland_log() {
    static LOG_ONCE: Once = Once::new();
    // The library installs its log with the first connection; this one leads nowhere.
    LOG_ONCE.call_once(|| match UnixStream::pair() {
        Ok((here, _there)) => {
            if Backend::connect(here).is_err() {
                log::debug!("there is no Wayland library here, so nothing to keep quiet");
            }
        }
        Err(error) => log::debug!("the Wayland library's messages can't be caught: {error}"),
    });
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn silence_wayland_log() {}
