//! The screens above play: start, pause, levels, results and the rest, as a stack of plain values. A
//! screen is given [`Facts`] about the game and answers with [`Wish`]es; it opens no file, draws on
//! no device and changes nothing by itself.

mod facts;
mod focus;
mod input;
mod layout;
mod page;
mod paint;
mod screen;
mod screens;
mod wish;
mod words;

use egui::{Painter, Pos2, Rect};

pub(crate) use facts::{Facts, LevelFact, Results, Shelf};
pub(crate) use input::{Input, Step};
pub(crate) use screen::Screen;
pub(crate) use wish::Wish;

use layout::Layout;
use page::{Act, Page, Row};

/// A line of the wheel, points.
const WHEEL: f32 = 48.0;

/// The stack of open screens, and what the player has done since they were shown last.
#[derive(Debug, Default)]
pub(crate) struct Shell {
    views: Vec<View>,
    inputs: Vec<Input>,
    /// The place of the pointer in the window, pixels.
    pointer: Option<Pos2>,
    /// The control on which the mouse button went down.
    pressed: Option<usize>,
    /// The setting whose knob is held.
    held: Option<usize>,
}

/// An open screen, and where the player is on it.
#[derive(Debug)]
struct View {
    screen: Screen,
    /// The row in focus; `None` until it was shown first.
    focus: Option<usize>,
    /// The distance that the rows are scrolled by, points.
    scroll: f32,
}

impl View {
    fn new(screen: Screen) -> Self {
        Self {
            screen,
            focus: None,
            scroll: 0.0,
        }
    }
}

impl Shell {
    /// Returns whether any screen is open, so that play stands still.
    pub(crate) fn is_open(&self) -> bool {
        !self.views.is_empty()
    }

    /// The screen that is seen.
    pub(crate) fn top(&self) -> Option<&Screen> {
        self.views.last().map(|view| &view.screen)
    }

    /// Opens a screen above those that are open. One of the same kind on top is replaced.
    pub(crate) fn open(&mut self, screen: Screen) {
        let is_alike =
            |top: &Screen| std::mem::discriminant(top) == std::mem::discriminant(&screen);
        if self.top().is_some_and(is_alike) {
            self.views.pop();
        }
        self.pressed = None;
        self.views.push(View::new(screen));
    }

    /// Leaves the screen on top if it is that one.
    pub(crate) fn leave(&mut self, screen: &Screen) {
        if self.top() == Some(screen) {
            self.views.pop();
        }
    }

    /// Puts the focus where it is at first, after what the screen shows has changed altogether.
    pub(crate) fn focus_anew(&mut self) {
        if let Some(view) = self.views.last_mut() {
            view.focus = None;
        }
    }

    /// Leaves all screens for play.
    pub(crate) fn close(&mut self) {
        self.views.clear();
        self.inputs.clear();
        (self.pressed, self.held) = (None, None);
    }

    /// Takes what the player does, to be answered when the screen is shown next.
    pub(crate) fn feed(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Answers what the player has done, draws the screen on top in `area`, and returns the wishes.
    pub(crate) fn show(&mut self, painter: &Painter, area: Rect, facts: &Facts<'_>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        for input in std::mem::take(&mut self.inputs) {
            self.answer(painter, area, facts, (input, &mut wishes));
        }
        if let Some((page, layout)) = self.lay_out(painter, area, facts) {
            self.keep_in_view(&page, &layout);
            if let Some(view) = self.views.last() {
                let focus = view.focus.unwrap_or(page.first);
                paint::paint(painter, area, (&page, &layout), focus, view.scroll);
            }
        }
        wishes
    }

    /// The page on top, laid out.
    fn lay_out(&self, painter: &Painter, area: Rect, facts: &Facts<'_>) -> Option<(Page, Layout)> {
        let root = &self.views.first()?.screen;
        let page = screens::page(self.top()?, root, facts);
        let layout = Layout::new(painter, area, &page, facts.message);
        Some((page, layout))
    }

    fn answer(
        &mut self,
        painter: &Painter,
        area: Rect,
        facts: &Facts<'_>,
        (input, wishes): (Input, &mut Vec<Wish>),
    ) {
        let Some((page, layout)) = self.lay_out(painter, area, facts) else {
            return;
        };
        self.keep_in_view(&page, &layout);
        let under = |pointer: Option<Pos2>, shell: &Self| {
            let at = pointer? / painter.pixels_per_point();
            shell.control_at(&page, &layout, at)
        };
        if self.slide(&page, &layout, painter.pixels_per_point(), (input, wishes)) {
            return;
        }
        match input {
            Input::Step(step) => self.step(&page, &layout, (step, wishes)),
            Input::Point(at) => {
                self.pointer = Some(at);
                if let Some(index) = under(self.pointer, self)
                    && let Some(view) = self.views.last_mut()
                {
                    view.focus = Some(index);
                }
            }
            Input::Press => self.pressed = under(self.pointer, self),
            Input::Release => {
                let pressed = self.pressed.take();
                if let Some(index) = under(self.pointer, self).filter(|it| Some(*it) == pressed) {
                    self.act(page.rows[index].act().cloned(), wishes);
                }
            }
            Input::Wheel(lines) => {
                if let Some(view) = self.views.last_mut() {
                    let to = view.scroll - lines * WHEEL;
                    view.scroll = to.clamp(0.0, layout.most_scroll());
                }
            }
        }
    }

    /// Moves the knob of a number; true if the mouse did nothing else.
    fn slide(
        &mut self,
        page: &Page,
        layout: &Layout,
        pixels_per_point: f32,
        (input, wishes): (Input, &mut Vec<Wish>),
    ) -> bool {
        if let Input::Point(at) = input {
            self.pointer = Some(at);
        }
        let Some(at) = self.pointer.map(|at| at / pixels_per_point) else {
            return false;
        };
        let scroll = self.views.last().map_or(0.0, |view| view.scroll);
        let zone = |index: usize| {
            let Row::Setting(setting) = page.rows.get(index)? else {
                return None;
            };
            Some((setting.scale?, layout.row(index, scroll)?.inset?))
        };
        match input {
            Input::Press => {
                let under = self.control_at(page, layout, at);
                let is_hit =
                    |index: &usize| zone(*index).is_some_and(|(_, zone)| zone.contains(at));
                self.held = under.filter(is_hit);
            }
            Input::Point(_) => {}
            Input::Release => return self.held.take().is_some(),
            _ => return false,
        }
        let Some((scale, zone)) = self.held.and_then(zone) else {
            return false;
        };
        let line = paint::scale_line(zone);
        let share = (at.x - line.left()) / line.width().max(1.0);
        let wish = scale.wish(share);
        if wishes.last() != Some(&wish) {
            wishes.push(wish);
        }
        true
    }

    fn step(&mut self, page: &Page, layout: &Layout, (step, wishes): (Step, &mut Vec<Wish>)) {
        let focus = self.focus(page);
        match step {
            Step::Accept => self.act(
                page.rows.get(focus).and_then(|row| row.act()).cloned(),
                wishes,
            ),
            Step::Again if self.top() == Some(&Screen::Results) => {
                self.act(Some(Act::Leave(Wish::Again)), wishes);
            }
            Step::Back | Step::Again => self.act(Some(page.back.clone()), wishes),
            Step::Left | Step::Right if let Some(Row::Setting(setting)) = page.rows.get(focus) => {
                let act = match step {
                    Step::Left => &setting.less,
                    _ => &setting.more,
                };
                self.act(Some(act.clone()), wishes);
            }
            Step::PageUp | Step::PageDown => {
                let sign = if step == Step::PageUp { -1.0 } else { 1.0 };
                let Some(view) = self.views.last_mut() else {
                    return;
                };
                let to = view.scroll + sign * layout.viewport.height() * 0.9;
                view.scroll = to.clamp(0.0, layout.most_scroll());
                self.focus_in_view(page, layout);
            }
            _ => {
                let controls = controls(page, layout);
                let to = focus::moved(&controls, focus, step).unwrap_or(focus);
                let stays = to == focus;
                let Some(view) = self.views.last_mut() else {
                    return;
                };
                view.focus = Some(to);
                match step {
                    // A page without controls in that direction may still go on.
                    Step::Up | Step::Down if stays => {
                        let sign = if step == Step::Up { -1.0 } else { 1.0 };
                        let to = view.scroll + sign * WHEEL;
                        view.scroll = to.clamp(0.0, layout.most_scroll());
                    }
                    _ => self.scroll_to_focus(page, layout),
                }
            }
        }
    }

    fn act(&mut self, act: Option<Act>, wishes: &mut Vec<Wish>) {
        match act {
            None | Some(Act::Stay) => {}
            Some(Act::Open(screen)) => self.open(screen),
            Some(Act::Back) => {
                self.views.pop();
                if self.views.is_empty() {
                    wishes.push(Wish::Resume);
                }
            }
            Some(Act::Leave(wish)) => {
                self.close();
                wishes.push(wish);
            }
            Some(Act::Do(wish)) => wishes.push(wish),
        }
        self.pressed = None;
    }

    /// The control at a place in the window, in points.
    fn control_at(&self, page: &Page, layout: &Layout, at: Pos2) -> Option<usize> {
        let scroll = self.views.last()?.scroll;
        let is_hit = |index: &usize| {
            let row = layout.row(*index, scroll);
            row.is_some_and(|row| row.rect.contains(at)) && layout.viewport.contains(at)
        };
        let controls = (0..page.rows.len()).filter(|index| page.rows[*index].act().is_some());
        controls.into_iter().find(is_hit)
    }

    /// The row in focus.
    fn focus(&self, page: &Page) -> usize {
        self.views
            .last()
            .and_then(|view| view.focus)
            .unwrap_or(page.first)
    }

    /// Brings scrolling and focus back within a page that may have become shorter.
    fn keep_in_view(&mut self, page: &Page, layout: &Layout) {
        let focus = self.focus(page);
        let has_focus = page.rows.get(focus).is_some_and(|row| row.act().is_some());
        let first = page.rows.iter().position(|row| row.act().is_some());
        let Some(view) = self.views.last_mut() else {
            return;
        };
        let is_new = view.focus.is_none();
        view.focus = if has_focus { Some(focus) } else { first };
        view.scroll = view.scroll.clamp(0.0, layout.most_scroll());
        if is_new {
            self.scroll_to_focus(page, layout);
        }
    }

    /// Scrolls as little as shows the row in focus, with what stands above the first control.
    fn scroll_to_focus(&mut self, page: &Page, layout: &Layout) {
        let focus = self.focus(page);
        let Some(rect) = layout.rows.get(focus).map(|row| row.rect) else {
            return;
        };
        let first = page.rows.iter().position(|row| row.act().is_some());
        let top = if first == Some(focus) {
            0.0
        } else {
            rect.top()
        };
        if let Some(view) = self.views.last_mut() {
            let lowest = rect.bottom() - layout.viewport.height();
            view.scroll = view.scroll.max(lowest).min(top.max(lowest));
            view.scroll = view.scroll.clamp(0.0, layout.most_scroll());
        }
    }

    /// Moves the focus to the first control that is seen after the page was scrolled.
    fn focus_in_view(&mut self, page: &Page, layout: &Layout) {
        let Some(view) = self.views.last_mut() else {
            return;
        };
        let is_seen = |rect: &Rect| {
            rect.top() >= view.scroll - 0.5
                && rect.bottom() <= view.scroll + layout.viewport.height() + 0.5
        };
        let seen = controls(page, layout)
            .into_iter()
            .find(|(_, rect)| is_seen(rect));
        view.focus = seen.map(|(index, _)| index).or(view.focus);
    }
}

/// The controls of a page with their places, before scrolling.
fn controls(page: &Page, layout: &Layout) -> Vec<(usize, Rect)> {
    let all = page.rows.iter().zip(&layout.rows).enumerate();
    all.filter(|(_, (row, _))| row.act().is_some())
        .map(|(index, (_, placed))| (index, placed.rect))
        .collect()
}

#[cfg(test)]
mod tests;
