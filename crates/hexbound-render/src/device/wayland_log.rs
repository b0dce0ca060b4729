//! Graphics drivers ask for a Wayland desktop wherever they are, by a library that writes to the
//! terminal what it tried in vain. Whatever of it matters reaches the player in our own words.

#[cfg(target_os = "linux")]
use std::{os::unix::net::UnixStream, sync::Once};

#[cfg(target_os = "linux")]
use wayland_backend::client::Backend;

/// Sends what the Wayland library says to the log from now on, where it is silent unless asked for.
#[cfg(target_os = "linux")]
pub(super) fn silence_wayland_log() {
    static LOG_ONCE: Once = Once::new();
    // The library takes its log along with the first connection; this one leads nowhere.
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
