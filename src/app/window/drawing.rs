//! The graphics device of the window and the quality of its pictures.

use super::device_loss::Reopening;
use crate::{
    app::{GpuPreload, graphics::Graphics, injected_faults::InjectedFaults},
    words::Phrase,
};

/// The device that draws in the window, and how well it does.
pub(super) struct Drawing {
    pub graphics: Option<Graphics>,
    /// The lost device, while it can't be opened again.
    pub reopening: Option<Reopening>,
    /// The reason for which the last picture could not be shown.
    pub no_picture: Option<String>,
    /// The quality of the pictures, in words.
    pub quality: Phrase,
    /// True if the settings may ask for another quality than the pictures have.
    pub quality_changed: bool,
    /// The preloaded device, until the window is there.
    pub preload: Option<GpuPreload>,
    /// True once there was a graphics device to draw with.
    pub had_graphics: bool,
    pub injected_faults: InjectedFaults,
}

impl Drawing {
    pub(super) fn new(preload: GpuPreload) -> Self {
        Self {
            graphics: None,
            reopening: None,
            no_picture: None,
            quality: Phrase::default(),
            quality_changed: false,
            preload: Some(preload),
            had_graphics: false,
            injected_faults: InjectedFaults::from_environment(),
        }
    }
}
