//! The screens above play: start, pause, levels, results and the rest, as a stack of plain values. A screen
//! receives [`Facts`] about the game and returns [`Wish`]es; it opens no file, uses no device and changes
//! nothing by itself.

mod answer;
mod facts;
mod focus;
mod input;
mod layout;
mod pad;
mod page;
mod paint;
mod screen;
mod screens;
mod view;
mod wish;

use glam::Vec2;

pub use facts::{
    Facts, FindingFact, Folder, LevelFact, MethodFacts, MethodFigures, Results, RunFacts, Shelf,
    UnfinishedFact,
};
pub use input::{Input, Step};
pub use pad::PadSteps;
pub use screen::Screen;
pub use wish::Wish;

use layout::Layout;
use page::Page;
use view::OpenScreen;

use hexbound_audio::SoundKind;
use hexbound_canvas::{Painter, Rect};

/// The stack of open screens, and the player's input since the last frame.
#[derive(Debug, Default)]
pub struct Shell {
    views: Vec<OpenScreen>,
    inputs: Vec<Input>,
    /// The wishes from the inputs handled so far.
    wishes: Vec<Wish>,
    /// The position of the pointer in the window, pixels.
    pointer: Option<Vec2>,
    /// The control on which the mouse button was pressed.
    pressed: Option<usize>,
    /// True if the button was pressed beside a card, which closes if it is released there, too.
    is_pressed_beside: bool,
    /// The setting whose knob is dragged.
    held: Option<usize>,
    /// The row of the methods screen that had the focus last.
    method_row: Option<usize>,
    /// The areas covered by a screen beside live play, points.
    covered: Vec<Rect>,
    /// The sound of the last input.
    sound: Option<SoundKind>,
}

impl Shell {
    /// Returns whether any screen is open.
    pub fn is_open(&self) -> bool {
        !self.views.is_empty()
    }

    /// Returns whether the open screen leaves play running beside it.
    pub fn is_live(&self) -> bool {
        matches!(&self.views[..], [view] if view.screen == Screen::Methods)
    }

    /// Returns whether an open screen pauses play.
    pub fn stops_play(&self) -> bool {
        self.is_open() && !self.is_live()
    }

    /// The areas covered by a screen beside live play when it was last shown, points.
    pub fn covered(&self) -> &[Rect] {
        &self.covered
    }

    /// The screen on top.
    pub fn top(&self) -> Option<&Screen> {
        self.views.last().map(|view| &view.screen)
    }

    /// The screen at the bottom of the stack.
    pub fn root(&self) -> Option<&Screen> {
        self.views.first().map(|view| &view.screen)
    }

    /// Opens a screen above the others. A screen of the same kind on top is replaced.
    pub fn open(&mut self, screen: Screen) {
        let is_alike =
            |top: &Screen| std::mem::discriminant(top) == std::mem::discriminant(&screen);
        if self.top().is_some_and(is_alike) {
            self.views.pop();
        }
        self.pressed = None;
        let first = match screen {
            Screen::Methods => self.method_row,
            _ => None,
        };
        self.views.push(OpenScreen::new(screen, first));
    }

    /// Closes one screen, if it is open.
    pub fn close(&mut self, screen: &Screen) {
        self.views.retain(|view| view.screen != *screen);
    }

    /// Resets the focus, after the content of the screen has changed entirely.
    pub fn reset_focus(&mut self) {
        if let Some(view) = self.views.last_mut() {
            view.focus = None;
        }
    }

    /// Closes all screens.
    pub fn close_all(&mut self) {
        self.views.clear();
        self.inputs.clear();
        (self.pressed, self.held) = (None, None);
    }

    /// Queues an input, which is handled when the screen is shown next.
    pub fn feed(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Takes the sound of the input since the last call, if there is one.
    pub fn take_sound(&mut self) -> Option<SoundKind> {
        self.sound.take()
    }

    /// Handles the queued input, draws the top screen in `area`, and returns the wishes.
    pub fn show(&mut self, painter: &Painter, area: Rect, facts: &Facts<'_>) -> Vec<Wish> {
        for input in std::mem::take(&mut self.inputs) {
            self.answer(painter, area, facts, input);
        }
        self.covered.clear();
        if let Some((page, layout)) = self.lay_out(painter, area, facts) {
            self.keep_in_view(&page, &layout);
            if self.is_live() {
                let card = layout.card.as_ref().map(|(rect, _)| *rect);
                self.covered
                    .extend([Some(layout.panel), card].into_iter().flatten());
            }
            if let Some(view) = self.views.last() {
                let focus = view.focus.unwrap_or(page.first());
                paint::paint(painter, area, &page, &layout, focus, view.scroll);
            }
        }
        std::mem::take(&mut self.wishes)
    }

    /// The focused row.
    fn focus(&self, page: &Page) -> usize {
        (self.views.last()).map_or(page.first(), |view| view.focus_on(page))
    }

    fn keep_in_view(&mut self, page: &Page, layout: &Layout) {
        if let Some(view) = self.views.last_mut() {
            view.keep_in(page, layout);
            if view.screen == Screen::Methods {
                self.method_row = view.focus;
            }
        }
    }

    /// The top page and its layout.
    fn lay_out(&self, painter: &Painter, area: Rect, facts: &Facts<'_>) -> Option<(Page, Layout)> {
        let root = &self.views.first()?.screen;
        let mut page = screens::page(self.top()?, root, facts);
        if !layout::has_card(area, page.shape) {
            page.rows.append(&mut page.beside);
        }
        let layout = Layout::new(painter, area, &page, facts);
        Some((page, layout))
    }
}

#[cfg(test)]
mod test_facts;
#[cfg(test)]
mod tests;
