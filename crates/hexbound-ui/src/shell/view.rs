//! The player's position on an open screen: the focused row and the scroll distance.

use super::{
    layout::Layout,
    page::{Page, Row},
    screen::Screen,
};
use hexbound_canvas::Rect;

/// An open screen with the player's position on it.
#[derive(Debug)]
pub(super) struct OpenScreen {
    pub screen: Screen,
    /// The focused row; `None` before the screen is first shown.
    pub focus: Option<usize>,
    /// The row with the initial focus, if it differs from the page's own.
    pub first: Option<usize>,
    /// The scroll distance of the rows, points.
    pub scroll: f32,
}

impl OpenScreen {
    pub(super) fn new(screen: Screen, first: Option<usize>) -> Self {
        Self {
            screen,
            focus: None,
            first,
            scroll: 0.0,
        }
    }

    /// The focused row of a page.
    pub(super) fn focus_on(&self, page: &Page) -> usize {
        self.focus.or(self.first).unwrap_or(page.first())
    }

    /// Limits the scroll distance and focus to a page that may have become shorter.
    pub(super) fn keep_in(&mut self, page: &Page, layout: &Layout) {
        let focus = self.focus_on(page);
        let has_focus = page.rows.get(focus).and_then(Row::act).is_some();
        let is_new = self.focus.is_none();
        self.focus = match has_focus {
            true => Some(focus),
            false => page.first_control(),
        };
        self.scroll_by(0.0, layout);
        if is_new {
            self.scroll_to_focus(page, layout);
        }
    }

    /// Scrolls just enough to show the focused row, and the rows above the first control.
    pub(super) fn scroll_to_focus(&mut self, page: &Page, layout: &Layout) {
        let focus = self.focus_on(page);
        let Some(rect) = layout.rows.get(focus).map(|row| row.rect) else {
            return;
        };
        let top = match page.first_control() == Some(focus) {
            true => 0.0,
            false => rect.top() - layout.fade(),
        };
        let lowest = rect.bottom() + layout.fade() - layout.viewport.height();
        self.scroll = self.scroll.max(lowest).min(top.max(lowest));
        self.scroll_by(0.0, layout);
    }

    /// Scrolls down by `by` points (up if negative), within the page.
    pub(super) fn scroll_by(&mut self, by: f32, layout: &Layout) {
        self.scroll = (self.scroll + by).clamp(0.0, layout.max_scroll());
    }

    /// Moves the focus to the first visible control after scrolling.
    pub(super) fn focus_in_view(&mut self, page: &Page, layout: &Layout) {
        let is_seen = |rect: &Rect| {
            rect.top() >= self.scroll - 0.5
                && rect.bottom() <= self.scroll + layout.viewport.height() + 0.5
        };
        let seen = controls(page, layout)
            .into_iter()
            .find(|(_, rect)| is_seen(rect));
        self.focus = seen.map(|(index, _)| index).or(self.focus);
    }
}

/// The controls of a page with their rectangles, before scrolling.
pub(super) fn controls(page: &Page, layout: &Layout) -> Vec<(usize, Rect)> {
    let all = page.rows.iter().zip(&layout.rows).enumerate();
    all.filter(|(_, (row, _))| row.act().is_some())
        .map(|(index, (_, placed))| (index, placed.rect))
        .collect()
}
