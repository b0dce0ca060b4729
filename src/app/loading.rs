//! Loading a level in a thread of its own, so that the window lives on meanwhile.

use std::{
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use winit::event_loop::EventLoopProxy;

use super::Wake;
use crate::level::{self, Level, LevelError, Scale};

/// A file that is being saved may be half written when it is read first.
const TRIES_AFTER_SAVE: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A file was dropped on the window: a new run.
    Dropped,
    /// The open file was saved: the same place, reloaded.
    Saved,
}

/// What a loading thread ends with.
pub(super) struct Loaded {
    /// Of the request; an older one than the newest is not wanted any more.
    pub number: u64,
    pub path: PathBuf,
    pub reason: Reason,
    pub result: Result<Box<Level>, LevelError>,
}

/// Numbers the requests and starts their threads.
pub(super) struct Loader {
    proxy: EventLoopProxy<Wake>,
    newest: u64,
}

impl Loader {
    pub fn new(proxy: EventLoopProxy<Wake>) -> Self {
        Self { proxy, newest: 0 }
    }

    /// Starts loading `path` by a scale; the answer comes as [`Wake::Loaded`]. Earlier requests that have
    /// not answered yet are superseded.
    pub fn start(&mut self, path: PathBuf, scale: Scale, reason: Reason) {
        self.newest += 1;
        let number = self.newest;
        let proxy = self.proxy.clone();
        thread::spawn(move || {
            let result = load(&path, scale, reason).map(Box::new);
            let loaded = Loaded {
                number,
                path,
                reason,
                result,
            };
            // A loop that has ended has no use for a level.
            let _ = proxy.send_event(Wake::Loaded(loaded));
        });
    }

    pub fn is_newest(&self, loaded: &Loaded) -> bool {
        loaded.number == self.newest
    }
}

fn load(path: &Path, scale: Scale, reason: Reason) -> Result<Level, LevelError> {
    let mut tries = match reason {
        Reason::Dropped => 1,
        Reason::Saved => TRIES_AFTER_SAVE,
    };
    loop {
        tries -= 1;
        match level::load_scaled(path, scale) {
            Err(_) if tries > 0 => thread::sleep(BETWEEN_TRIES),
            result => return result,
        }
    }
}
