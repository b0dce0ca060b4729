//! The start of the window while the level is still being read: its log and the connection to the
//! desktop. The graphics device with its pipelines is opened in a background thread. A device that does
//! not suit the window is dropped, and only the head start is lost.

use std::{
    fmt,
    sync::Arc,
    thread::{self, JoinHandle},
};

use winit::{error::EventLoopError, event_loop::EventLoop, window::Window};

use super::user_event::UserEvent;
use hexbound_base::logs::{self, KeptLog};
use hexbound_render::{AdapterChoice, Gpu, PictureOptions, RenderError, Renderer, WindowSurface};

type Opened = Result<(Gpu, Renderer), RenderError>;

/// A connection to the desktop, and a graphics device that is being opened.
pub struct Startup {
    /// The connection to the desktop, until it is taken.
    event_loop: Option<Result<EventLoop<UserEvent>, EventLoopError>>,
    thread: Option<JoinHandle<Opened>>,
    /// The log of the run. It begins before any library can write to it.
    pub(super) log: Option<KeptLog>,
}

impl Startup {
    /// Starts the log, connects to the desktop, and opens a device for pictures of the probable size and
    /// quality. Must be called once in a process, on its main thread, as desktops require.
    pub fn begin(options: &PictureOptions) -> Self {
        let log = Some(logs::keep());
        // Before the device: drivers connect to the desktop for a moment, too. An X server without other
        // clients restarts when they leave, and refuses connections meanwhile.
        let event_loop = EventLoop::with_user_event().build();
        let PictureOptions {
            size,
            quality,
            adapter,
        } = options.clone();
        let open = move || {
            let gpu = Gpu::headless(&adapter)?;
            let renderer = Renderer::new(&gpu, WindowSurface::USUAL_FORMAT, size, quality)?;
            Ok((gpu, renderer))
        };
        let spawn = || {
            let thread = thread::Builder::new().name(String::from("gpu-preload"));
            let spawned = thread.spawn(open);
            spawned
                .inspect_err(|error| {
                    log::debug!("no thread to open the device ahead of the window: {error}");
                })
                .ok()
        };
        let thread = Gpu::may_precede_window().then(spawn).flatten();
        Self {
            event_loop: Some(event_loop),
            thread,
            log,
        }
    }

    /// Returns whether there is a desktop on which a window can be opened.
    pub fn has_desktop(&self) -> bool {
        matches!(self.event_loop, Some(Ok(_)))
    }

    /// Takes the connection to the desktop. A second call returns an error, as does a failed connection.
    pub(super) fn event_loop(&mut self) -> Result<EventLoop<UserEvent>, String> {
        let taken = self.event_loop.take();
        let taken = taken.unwrap_or(Err(EventLoopError::RecreationAttempt));
        taken.map_err(|error| why_no_window(&error))
    }

    /// Waits for the device and creates a surface of `window`. Returns `None` if the device failed or
    /// can't present to it.
    pub(super) fn finish(
        mut self,
        window: &Arc<Window>,
        wanted: &AdapterChoice,
    ) -> Option<(Gpu, WindowSurface, Renderer)> {
        let Ok(opened) = self.thread.take()?.join() else {
            log::debug!("opening the device ahead has panicked");
            return None;
        };
        let suited = opened.and_then(|(gpu, renderer)| suited(gpu, renderer, window, wanted));
        suited.unwrap_or_else(|error| {
            // Opening one for the window reports the same fault, if it lasts.
            log::debug!("the device opened ahead is of no use: {error}");
            None
        })
    }
}

/// A device with a surface of `window`; `None` if it is not the wanted one.
fn suited(
    gpu: Gpu,
    mut renderer: Renderer,
    window: &Arc<Window>,
    wanted: &AdapterChoice,
) -> Result<Option<(Gpu, WindowSurface, Renderer)>, RenderError> {
    if !gpu.is_wanted(wanted) {
        log::debug!("another adapter is wanted than the one that was opened ahead");
        return Ok(None);
    }
    let surface = gpu.create_surface(Arc::<Window>::clone(window), window.inner_size().into())?;
    if surface.format() != WindowSurface::USUAL_FORMAT {
        log::debug!("the window wants {:?}", surface.format());
        let quality = *renderer.quality();
        renderer = Renderer::new(&gpu, surface.format(), surface.size(), quality)?;
    }
    Ok(Some((gpu, surface, renderer)))
}

impl Drop for Startup {
    /// Waits for the thread: a program must not end while its driver is still being opened.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // The result is discarded.
            let _ = thread.join();
        }
    }
}

/// The reason why no window can be opened, in words for a player. The source location inside a library is
/// left out.
pub(super) fn why_no_window(error: &impl fmt::Display) -> String {
    let said = error.to_string();
    let refused = said.strip_prefix("os error at ");
    let reason = refused.and_then(|it| it.split_once(".rs:")?.1.split_once(": "));
    let reason = reason.map_or(said.as_str(), |(_, reason)| reason);
    reason.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_librarys_source_is_left_out() {
        let said =
            "os error at C:\\winit-0.30.13\\src\\mod.rs:765: neither DISPLAY: nor that is set.";
        assert_eq!(why_no_window(&said), "neither DISPLAY: nor that is set");
        assert_eq!(why_no_window(&"not supported"), "not supported");
    }
}
