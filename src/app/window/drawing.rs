//! The graphics device of the window. After its loss the game stands still until another device is open,
//! with everything that was on the old one.

use std::time::{Duration, Instant};

use super::{input::InputDevices, measurement::Measurement};
use crate::app::{
    AppError, Startup,
    graphics::Graphics,
    injected_faults::{Fault, InjectedFaults},
};
use hexbound_base::words::Phrase;
use hexbound_render::RenderError;
use hexbound_ui::settings::Settings;

/// The time between two attempts to open a device: one whose driver is reset is away for a while.
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);
/// The number of attempts after which the game gives up.
const MAX_ATTEMPTS: u32 = 20;

/// The device that draws in the window, and how well it does.
#[derive(Default)]
pub(super) struct Drawing {
    pub graphics: Option<Graphics>,
    /// The lost device, while it can't be opened again.
    reopening: Option<Reopening>,
    /// The reason for which the last picture could not be shown.
    no_picture: Option<String>,
    /// The quality of the pictures, in words.
    pub quality: Phrase,
    /// True if the settings may ask for another quality than the pictures have.
    pub quality_changed: bool,
    /// The measurement of the best quality, while there is one.
    pub measurement: Option<Measurement>,
    /// The preloaded device, until the window is there.
    pub preload: Option<Startup>,
    /// True once there was a graphics device to draw with.
    pub had_graphics: bool,
    injected_faults: InjectedFaults,
}

/// A lost device that could not be opened again yet.
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

    /// Follows the settings from now on.
    pub(super) fn apply(&mut self, settings: &Settings) {
        if let Some(graphics) = &mut self.graphics {
            graphics.apply(settings);
        }
        self.quality_changed = true;
    }

    /// The size of pictures, pixels; some size before there are any.
    pub(super) fn size(&self) -> [u32; 2] {
        (self.graphics.as_ref()).map_or([16, 9], |graphics| graphics.surface.size())
    }

    /// Returns whether a part of the level is still on its way to the device.
    pub(super) fn is_streaming(&self) -> bool {
        (self.graphics.as_ref()).is_some_and(|graphics| graphics.renderer.arriving().is_some())
    }

    /// Shows the next picture even if it is the one that is shown: the window may have lost that.
    pub(super) fn show_anew(&mut self) {
        if let Some(graphics) = &mut self.graphics {
            graphics.show_anew();
        }
    }

    /// Returns whether the device is lost, and not open again.
    pub(super) fn is_lost(&self) -> bool {
        (self.graphics.as_ref()).map_or(self.reopening.is_some(), |it| it.gpu.is_lost())
    }

    /// Returns whether it is too early for another attempt to open a lost device.
    pub(super) fn waits(&self, now: Instant) -> bool {
        (self.reopening.as_ref()).is_some_and(|reopening| now < reopening.next)
    }

    /// Takes the outcome of an attempt to open a lost device. It is an error if that was the last.
    pub(super) fn reopened(
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
            next: now + BETWEEN_ATTEMPTS,
        });
        Ok(())
    }

    /// Takes the outcome of a picture. The message says why it could not be shown, once for all that follow each
    /// other; a device without memory is an error.
    pub(super) fn note_drawn(
        &mut self,
        drawn: Result<bool, RenderError>,
    ) -> Result<Option<Phrase>, RenderError> {
        if let Err(error @ RenderError::OutOfMemory(_)) = drawn {
            return Err(error);
        }
        let problem = drawn.err().map(|error| error.to_string());
        let is_new = self.no_picture != problem;
        self.no_picture.clone_from(&problem);
        Ok(problem.filter(|_| is_new).map(Phrase::plain))
    }

    /// Lets the faults happen that a test asks for.
    pub(super) fn let_faults_happen(&mut self, input: &mut InputDevices) {
        for fault in self.injected_faults.take() {
            match (fault, &mut self.graphics) {
                (Fault::DeviceLost, Some(graphics)) => graphics.gpu.lose(),
                (Fault::Surface(state), Some(graphics)) => graphics.surface.inject(state),
                (Fault::PointerRefused, _) => input.pointer_is_refused = true,
                (_, None) => {}
            }
        }
    }
}
