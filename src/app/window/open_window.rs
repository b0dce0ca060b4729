//! The window on its desktop: its shape, the attention that it has, and the pace of its pictures.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use winit::window::Window;

use super::shape::WindowShape;
use crate::app::pace::{Attention, Averages, Pace};
use hexbound_ui::settings::Settings;

/// The time after which a window with its redraw still held back is taken for an unseen one. A
/// Wayland desktop says in no other way that it shows none of it.
const HELD_BACK: Duration = Duration::from_millis(500);
/// The time without the focus after which play stands still; some desktops take it for a moment.
const ABSENCE_TIME: Duration = Duration::from_millis(150);

/// The window, once it is open, and what its desktop says of it.
pub(super) struct OpenWindow {
    pub window: Option<Arc<Window>>,
    pub shape: WindowShape,
    pub focused: bool,
    /// When the focus went elsewhere, until play stands still.
    pub left_at: Option<Instant>,
    pub occluded: bool,
    /// When the window was asked to be redrawn, until it is.
    pub redraw_asked: Option<Instant>,
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
            redraw_asked: None,
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

    /// Lets the next picture come at once.
    pub(super) fn hurry(&mut self) {
        self.pace.hurry(Instant::now());
    }

    /// Notes that the focus has come or gone.
    pub(super) fn focus(&mut self, focused: bool) {
        self.focused = focused;
        self.left_at = (!focused).then(Instant::now);
    }

    /// Returns whether the player has looked elsewhere for a while.
    pub(super) fn is_left(&self, now: Instant) -> bool {
        self.left_at.is_some_and(|at| now - at > ABSENCE_TIME)
    }

    /// Returns whether the player looks at the window. `stops_play` is true while a screen stops play, and
    /// `stands_still` while nothing but an answer to the player changes the picture.
    pub(super) fn attention(&self, stops_play: bool, stands_still: bool) -> Attention {
        let is_held_back = (self.redraw_asked).is_some_and(|asked| asked.elapsed() > HELD_BACK);
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
            (false, true) if stands_still => Attention::Still,
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
