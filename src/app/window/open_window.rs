//! The window on its desktop: its shape, its attention, and the pace of its frames.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use winit::window::Window;

use super::shape::WindowShape;
use crate::app::pace::{Attention, Averages, Pace};
use hexbound_ui::settings::Settings;

/// The delay of a redraw after which a window counts as hidden. A Wayland desktop reports a hidden window
/// in no other way.
const REDRAW_DELAY: Duration = Duration::from_millis(500);
/// The time without the focus after which play is paused. Some desktops take the focus for a moment.
const ABSENCE_TIME: Duration = Duration::from_millis(150);

/// The window, once it is open, and the state that its desktop reports.
pub(super) struct OpenWindow {
    pub window: Option<Arc<Window>>,
    pub shape: WindowShape,
    pub focused: bool,
    /// The time when the window lost the focus, until play is paused.
    pub left_at: Option<Instant>,
    pub occluded: bool,
    /// The time of the last request for a redraw, until it happens.
    pub requested_at: Option<Instant>,
    pub pace: Pace,
    pub averages: Averages,
}

impl OpenWindow {
    pub(super) fn new(settings: &Settings, now: Instant) -> Self {
        Self {
            window: None,
            shape: WindowShape::of(settings),
            focused: false,
            left_at: None,
            occluded: false,
            requested_at: None,
            pace: Pace::new(now),
            averages: Averages::new(now),
        }
    }

    /// The window, once it is open.
    pub(super) fn get(&self) -> Option<&Window> {
        self.window.as_deref()
    }

    /// The desktop's scale factor.
    pub(super) fn scale(&self) -> f32 {
        self.get()
            .map_or(1.0, |window| window.scale_factor() as f32)
    }

    /// Makes the next frame due at once.
    pub(super) fn hurry(&mut self) {
        self.pace.hurry(Instant::now());
    }

    /// Records that the focus was gained or lost.
    pub(super) fn focus(&mut self, focused: bool) {
        self.focused = focused;
        self.left_at = (!focused).then(Instant::now);
    }

    /// Returns whether the window has been without the focus for a while.
    pub(super) fn is_left(&self, now: Instant) -> bool {
        self.left_at.is_some_and(|at| now - at > ABSENCE_TIME)
    }

    /// Returns the attention of the player. `stops_play` is true while a screen pauses play.
    /// `stands_still` is true while only the player's input changes the frame.
    pub(super) fn attention(&self, stops_play: bool, stands_still: bool) -> Attention {
        let is_held_back = (self.requested_at).is_some_and(|asked| asked.elapsed() > REDRAW_DELAY);
        let unseen = self.occluded
            || is_held_back
            || self.window.as_ref().is_none_or(|window| {
                let size = window.inner_size();
                size.width == 0 || size.height == 0 || window.is_minimized() == Some(true)
            });
        match (unseen, self.focused) {
            (true, _) => Attention::Hidden,
            (false, false) if stops_play => Attention::Idle,
            (false, false) => Attention::Background,
            (false, true) if stands_still => Attention::Paused,
            (false, true) => Attention::Played,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_has_left_once_the_focus_stays_away() {
        let now = Instant::now();
        let mut window = OpenWindow::new(&Settings::default(), now);
        let later = now + 2 * ABSENCE_TIME;
        assert!(!window.is_left(later));
        window.focus(false);
        assert!(!window.is_left(now) && window.is_left(later));
        window.focus(true);
        assert!(!window.is_left(later));
        assert_eq!(window.attention(false, false), Attention::Hidden);
    }
}
