//! The game after the loss of the graphics device: it stands still until another device is open, with
//! everything that was on the old one.

use std::time::{Duration, Instant};

use winit::event_loop::ActiveEventLoop;

use super::App;
use crate::{
    app::{AppError, graphics::Graphics, pace::Attention},
    words::phrase,
};

/// The time between two attempts to open a device: one whose driver is reset is away for a while.
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);
/// The number of attempts after which the game gives up.
const ATTEMPTS: u32 = 20;

/// A lost device that could not be opened again yet.
pub(super) struct Reopening {
    attempts: u32,
    next: Instant,
}

impl App {
    /// Opens a lost device again, if it is time to, and returns whether there is one to go on with.
    pub(super) fn has_device(&mut self, event_loop: &ActiveEventLoop, now: Instant) -> bool {
        let is_lost = (self.drawing.graphics.as_ref())
            .map_or(self.drawing.reopening.is_some(), Graphics::is_lost);
        if !is_lost {
            return true;
        }
        // A window that is not seen may have no surface.
        let is_early = (self.drawing.reopening.as_ref()).is_some_and(|it| now < it.next);
        if is_early || self.attention() == Attention::Hidden {
            return false;
        }
        match self.make_graphics(event_loop) {
            Ok(graphics) if graphics.is_lost() => self.try_later(event_loop, now, None),
            Ok(graphics) => {
                self.drawing.graphics = Some(graphics);
                self.drawing.reopening = None;
                self.news(phrase("device-is-back"));
                true
            }
            Err(error) => self.try_later(event_loop, now, Some(error)),
        }
    }

    /// Waits until the next attempt, or gives up. Returns false always: there is no device.
    fn try_later(
        &mut self,
        event_loop: &ActiveEventLoop,
        now: Instant,
        error: Option<AppError>,
    ) -> bool {
        let attempts = self.drawing.reopening.as_ref().map_or(0, |it| it.attempts) + 1;
        if let Some(error) = error {
            if attempts >= ATTEMPTS {
                self.fail(event_loop, error);
                return false;
            }
            log::warn!("the graphics device can't be opened again yet: {error}");
        }
        self.drawing.reopening = Some(Reopening {
            attempts,
            next: now + BETWEEN_ATTEMPTS,
        });
        false
    }
}
