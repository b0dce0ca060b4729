//! Loads levels in background threads, so that the window stays responsive.

use std::{
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    thread,
    time::{Duration, SystemTime},
};

use winit::event_loop::EventLoopProxy;

use super::{
    game::Rival,
    user_event::{Loaded, LoadedLevel, Reason, UserEvent},
};
use hexbound_base::injected_fault;
use hexbound_level::{Level, LevelError, Reading, Reporter};
use hexbound_render::GeometryPlan;
use hexbound_scenes::catalog;

/// The number of attempts to read a saved file, which may be half written at first.
const ATTEMPTS_AFTER_SAVE: u32 = 5;
const ATTEMPT_INTERVAL: Duration = Duration::from_millis(200);

/// The loader of levels, which numbers the requests and starts their threads.
pub(super) struct Loader {
    proxy: EventLoopProxy<UserEvent>,
    /// The number of the newest request.
    pub newest: u64,
    /// The time of the newest request.
    pub began: Option<SystemTime>,
    /// The share of the newest request that is done, in thousandths.
    done: Arc<AtomicU32>,
}

impl Loader {
    /// A loader that sends its answers to `proxy`.
    pub(crate) fn new(proxy: EventLoopProxy<UserEvent>) -> Self {
        Self {
            proxy,
            newest: 0,
            began: None,
            done: Arc::default(),
        }
    }

    /// Starts loading a file with the options `reading`, and the recording of a run to race, if there is
    /// one. The answer arrives as [`Loaded`]. Earlier requests without an answer are superseded.
    pub(crate) fn start(
        &mut self,
        path: PathBuf,
        reading: Reading,
        rival: Option<PathBuf>,
        reason: Reason,
    ) {
        self.newest += 1;
        self.began = Some(SystemTime::now());
        let number = self.newest;
        let proxy = self.proxy.clone();
        // Earlier threads keep counters of their own.
        self.done = Arc::default();
        let done = Arc::clone(&self.done);
        let thread = thread::Builder::new().name(String::from("loader"));
        let spawned = thread.spawn(move || {
            let report = |share: f32| {
                done.fetch_max((share * 1000.0) as u32, Relaxed);
            };
            let read = || {
                injected_fault::at("loader");
                let level = load(&path, &reading, &report, reason)?;
                let rival = rival.map(|run| Rival::new(&level, hexbound_replay::read(&run)?));
                Ok(LoadedLevel {
                    rival: rival.map(Box::new),
                    plan: Some(GeometryPlan::of(&level)),
                    level: Arc::new(level),
                })
            };
            // The report of a panic was written when it happened.
            let result = panic::catch_unwind(AssertUnwindSafe(read))
                .unwrap_or_else(|_| Err(LevelError::Mistake { file: path.clone() }));
            let loaded = Loaded {
                number,
                path,
                reason,
                result,
            };
            // An event loop that has ended needs no level.
            let _ = proxy.send_event(UserEvent::Loaded(loaded));
        });
        if let Err(error) = spawned {
            log::warn!("no thread to load a level: {error}");
        }
    }

    /// The share of the newest request that is done, 0..1.
    pub(crate) fn progress(&self) -> f32 {
        self.done.load(Relaxed) as f32 / 1000.0
    }
}

fn load(
    path: &Path,
    reading: &Reading,
    report: Reporter,
    reason: Reason,
) -> Result<Level, LevelError> {
    let mut tries = match reason {
        Reason::Saved => ATTEMPTS_AFTER_SAVE,
        Reason::Open | Reason::Awaited | Reason::Chosen => 1,
    };
    if let Some(scene) = path.to_str().filter(|name| catalog::is_scene(name)) {
        return catalog::open_reporting(scene, reading.clone(), report);
    }
    loop {
        tries -= 1;
        match hexbound_level::load_cached(path, reading, report) {
            Err(_) if tries > 0 => thread::sleep(ATTEMPT_INTERVAL),
            result => return result,
        }
    }
}
