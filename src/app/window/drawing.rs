//! The graphics device of the window. After its loss the game is paused until another device is open,
//! with everything that was on the old one.

use std::time::{Duration, Instant};

use super::{input::InputDevices, measurement::Measurement};
use crate::app::{
    AppError, Startup,
    graphics::Graphics,
    injected_faults::{InjectedFault, InjectedFaults},
};
use hexbound_base::words::Phrase;
use hexbound_render::RenderError;
use hexbound_ui::settings::Settings;

/// The time between two attempts to open a device, since a reset driver takes a while to return.
const ATTEMPT_INTERVAL: Duration = Duration::from_secs(1);
/// The number of attempts after which the game gives up.
const MAX_ATTEMPTS: u32 = 20;

/// The device that draws in the window, and the quality of its pictures.
#[derive(Default)]
pub(super) struct Drawing {
    pub graphics: Option<Graphics>,
    /// The state of reopening a lost device, until it is open.
    reopening: Option<Reopening>,
    /// The reason why the last frame could not be presented.
    present_error: Option<String>,
    /// The quality of the pictures, as text.
    pub quality: Phrase,
    /// True if the quality wanted by the settings may have changed.
    pub quality_changed: bool,
    /// The measurement of the best quality, while there is one.
    pub measurement: Option<Measurement>,
    /// The preloaded device, until the window is open.
    pub preload: Option<Startup>,
    /// True once a graphics device was open.
    pub had_graphics: bool,
    injected_faults: InjectedFaults,
}

/// A lost device that is not open again.
struct Reopening {
    attempts: u32,
    next: Instant,
}

impl Drawing {
    pub(super) fn new(preload: Startup) -> Self {
        Self {
            preload: Some(preload),
            injected_faults: InjectedFaults::from_environment(),
            ..Self::default()
        }
    }

    /// Applies the settings.
    pub(super) fn apply(&mut self, settings: &Settings) {
        if let Some(graphics) = &mut self.graphics {
            graphics.apply(settings);
        }
        self.quality_changed = true;
    }

    /// The size of frames, pixels; an arbitrary size before there are any.
    pub(super) fn size(&self) -> [u32; 2] {
        (self.graphics.as_ref()).map_or([16, 9], |graphics| graphics.surface.size())
    }

    /// Returns whether a part of the level is still being uploaded to the device.
    pub(super) fn is_streaming(&self) -> bool {
        (self.graphics.as_ref()).is_some_and(|graphics| graphics.renderer.arriving().is_some())
    }

    /// Presents the next frame even if it is unchanged, since the window may have lost it.
    pub(super) fn force_present(&mut self) {
        if let Some(graphics) = &mut self.graphics {
            graphics.force_present();
        }
    }

    /// Returns whether the device is lost and not open again.
    pub(super) fn is_lost(&self) -> bool {
        (self.graphics.as_ref()).map_or(self.reopening.is_some(), |it| it.gpu.is_lost())
    }

    /// Returns whether the next attempt to open a lost device is not due yet.
    pub(super) fn is_waiting(&self, now: Instant) -> bool {
        (self.reopening.as_ref()).is_some_and(|reopening| now < reopening.next)
    }

    /// Records the outcome of an attempt to open a lost device. Fails if it was the last attempt.
    pub(super) fn note_reopened(
        &mut self,
        opened: Result<Graphics, AppError>,
        now: Instant,
    ) -> Result<(), AppError> {
        let attempts = self.reopening.as_ref().map_or(0, |it| it.attempts) + 1;
        match opened {
            Ok(graphics) if !graphics.gpu.is_lost() => {
                self.graphics = Some(graphics);
                self.reopening = None;
                return Ok(());
            }
            Ok(_) => {}
            Err(error) if attempts >= MAX_ATTEMPTS => return Err(error),
            Err(error) => log::warn!("the graphics device can't be opened again yet: {error}"),
        }
        self.reopening = Some(Reopening {
            attempts,
            next: now + ATTEMPT_INTERVAL,
        });
        Ok(())
    }

    /// Records the outcome of a frame. The message has the reason why it could not be presented, once for
    /// a series of failures. A device without memory is an error.
    pub(super) fn note_drawn(
        &mut self,
        drawn: Result<bool, RenderError>,
    ) -> Result<Option<Phrase>, RenderError> {
        if let Err(error @ RenderError::OutOfMemory(_)) = drawn {
            return Err(error);
        }
        let problem = drawn.err().map(|error| error.to_string());
        let is_new = self.present_error != problem;
        self.present_error.clone_from(&problem);
        Ok(problem.filter(|_| is_new).map(Phrase::plain))
    }

    /// Injects the faults that a test requests.
    pub(super) fn inject_faults(&mut self, input: &mut InputDevices) {
        for fault in self.injected_faults.take() {
            match (fault, &mut self.graphics) {
                (InjectedFault::DeviceLost, Some(graphics)) => graphics.gpu.lose(),
                (InjectedFault::Surface(state), Some(graphics)) => graphics.surface.inject(state),
                (InjectedFault::PointerRefused, _) => input.pointer_is_refused = true,
                (_, None) => {}
            }
        }
    }
}
