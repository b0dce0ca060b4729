//! The connection to the desktop, and then the device and all that draws, made in a thread of their
//! own while the level is still being read. Where the window turns out to need another device, this one is given up and nothing is
//! lost but the head start.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

use winit::{error::EventLoopError, event_loop::EventLoop, window::Window};

use super::Wake;
use crate::render::{Gpu, RenderError, Renderer, WindowSurface};

type Opened = Result<(Gpu, Renderer), RenderError>;

/// A device on its way.
pub struct Ahead {
    /// Until it is taken.
    event_loop: Option<Result<EventLoop<Wake>, EventLoopError>>,
    thread: Option<JoinHandle<Opened>>,
}

impl Ahead {
    /// For a window that will probably have this size, in pixels. On the main thread, and once in
    /// a process: both are the desktop's conditions.
    pub fn begin(size: [u32; 2]) -> Self {
        // First of all: drivers, too, ask the desktop for a moment, and an X server that nobody
        // else uses starts anew when they leave, and refuses whoever comes meanwhile.
        let event_loop = EventLoop::with_user_event().build();
        let open = move || {
            let gpu = Gpu::headless()?;
            let renderer = Renderer::new(&gpu, WindowSurface::USUAL_FORMAT, size)?;
            Ok((gpu, renderer))
        };
        let spawn = || {
            let thread = thread::Builder::new().name(String::from("ahead"));
            let spawned = thread.spawn(open);
            spawned
                .map_err(|error| log::debug!("no thread to open the device ahead: {error}"))
                .ok()
        };
        let thread = Gpu::may_precede_window().then(spawn).flatten();
        Self {
            event_loop: Some(event_loop),
            thread,
        }
    }

    /// Tells whether a desktop was found that a window can be opened on.
    pub fn has_desktop(&self) -> bool {
        matches!(self.event_loop, Some(Ok(_)))
    }

    /// The connection to the desktop, the first time.
    pub(super) fn event_loop(&mut self) -> Result<EventLoop<Wake>, EventLoopError> {
        let taken = self.event_loop.take();
        taken.unwrap_or(Err(EventLoopError::RecreationAttempt))
    }

    /// What has been made, for `window`; `None` where that can't be presented there.
    pub(super) fn finish(mut self, window: &Arc<Window>) -> Option<(Gpu, WindowSurface, Renderer)> {
        let (gpu, renderer) = match self.thread.take()?.join() {
            Ok(Ok(opened)) => opened,
            Ok(Err(error)) => return given_up(&error),
            Err(_) => {
                log::debug!("opening the device ahead has panicked");
                return None;
            }
        };
        let surface = match gpu.surface_of(Arc::clone(window)) {
            Ok(surface) => surface,
            Err(error) => return given_up(&error),
        };
        if surface.format() == WindowSurface::USUAL_FORMAT {
            return Some((gpu, surface, renderer));
        }
        log::debug!("the window wants {:?}", surface.format());
        match Renderer::new(&gpu, surface.format(), surface.size()) {
            Ok(renderer) => Some((gpu, surface, renderer)),
            Err(error) => given_up(&error),
        }
    }
}

/// The usual way says again what is wrong, if anything is.
fn given_up<T>(error: &RenderError) -> Option<T> {
    log::debug!("the device opened ahead is of no use: {error}");
    None
}

impl Drop for Ahead {
    /// A program must not end while its driver is still being opened.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            // What it ends with is nobody's any more.
            let _ = thread.join();
        }
    }
}
