//! Faults of drivers and desktops for tests, during the game: words in the file named by
//! `HEXBOUND_FAULT_FILE`, which is removed after reading. The base package's `injected_fault` has
//! the game's own.

use std::{env, fs, path::PathBuf};

use winit::window::CursorGrabMode;

use hexbound_render::Acquired;
use hexbound_ui::input::PointerWindow;

/// The environment variable that names the file. It is for tests only.
const FAULT_VARIABLE: &str = "HEXBOUND_FAULT_FILE";

/// A fault that a test requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InjectedFault {
    /// The graphics device is lost, with everything on it.
    DeviceLost,
    /// The next texture of the window has this state.
    Surface(Acquired),
    /// The desktop refuses to lock, confine or move the pointer from now on.
    PointerRefused,
}

/// The faults that tests request.
#[derive(Default)]
pub(super) struct InjectedFaults {
    /// The file with the requested faults; `None` outside tests.
    path: Option<PathBuf>,
}

impl InjectedFaults {
    /// The faults of the file that the environment names.
    pub(crate) fn from_environment() -> Self {
        Self {
            path: env::var_os(FAULT_VARIABLE).map(PathBuf::from),
        }
    }

    /// Removes and returns the faults that are requested at the moment.
    pub(crate) fn take(&self) -> Vec<InjectedFault> {
        let Some(path) = &self.path else {
            return Vec::new();
        };
        let Ok(words) = fs::read_to_string(path) else {
            return Vec::new();
        };
        if let Err(error) = fs::remove_file(path) {
            log::warn!("{} stays: {error}", path.display());
        }
        words.split_whitespace().filter_map(fault).collect()
    }
}

fn fault(word: &str) -> Option<InjectedFault> {
    Some(match word {
        "device-lost" => InjectedFault::DeviceLost,
        "surface-timeout" => InjectedFault::Surface(Acquired::Timeout),
        "surface-occluded" => InjectedFault::Surface(Acquired::Occluded),
        "surface-outdated" => InjectedFault::Surface(Acquired::Outdated),
        "surface-lost" => InjectedFault::Surface(Acquired::Lost),
        "surface-validation" => InjectedFault::Surface(Acquired::Validation),
        "pointer-refused" => InjectedFault::PointerRefused,
        _ => {
            log::warn!("{FAULT_VARIABLE}: there is no fault called {word}");
            return None;
        }
    })
}

/// A window on a desktop that refuses every request about the pointer.
pub(super) struct RefusingWindow;

impl PointerWindow for RefusingWindow {
    fn grab(&self, _: CursorGrabMode) -> bool {
        false
    }

    fn show_cursor(&self, _: bool) {}

    fn warp_to_center(&self) -> bool {
        false
    }

    fn is_x11(&self) -> bool {
        false
    }
}
