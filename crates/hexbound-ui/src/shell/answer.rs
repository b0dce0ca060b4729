//! The responses of an open screen to input. The focus moves, values change, screens open and close, and
//! requests to the game become wishes.

use glam::Vec2;

use super::{
    Facts, Shell, focus,
    input::{Input, Step},
    layout::Layout,
    page::{Act, Page, Row, Shape},
    paint,
    screen::Screen,
    screens,
    view::controls,
    wish::Wish,
};
use hexbound_audio::SoundKind;
use hexbound_canvas::{Painter, Rect};

/// The scroll distance per line of the wheel, points.
const WHEEL_LINE: f32 = 48.0;
/// The share of a value's width that belongs to its left arrow.
const LEFT_ARROW: f32 = 0.25;

impl Shell {
    pub(super) fn answer(
        &mut self,
        painter: &Painter,
        area: Rect,
        facts: &Facts<'_>,
        input: Input,
    ) {
        let Some((page, layout)) = self.lay_out(painter, area, facts) else {
            return;
        };
        self.keep_in_view(&page, &layout);
        if let Input::Point(at) = input {
            self.pointer = Some(at);
        }
        let at = self.pointer.map(|at| at / painter.pixels_per_point());
        let under = at.and_then(|at| self.control_at(&page, &layout, at));
        // A click beside a card closes it if it is above another screen.
        let is_above = page.back == Act::Back && matches!(page.shape, Shape::Card | Shape::Wide);
        let is_beside = is_above && at.is_some_and(|at| !layout.panel.contains(at));
        if self.slide(&page, &layout, at, input) {
            return;
        }
        match input {
            Input::Step(step) => self.step(&page, &layout, step),
            Input::Point(_) => {
                if let Some(index) = under {
                    self.set_focus(&page, index);
                }
            }
            Input::Press => (self.pressed, self.is_pressed_beside) = (under, is_beside),
            Input::Release => {
                let pressed = self.pressed.take();
                let was_beside = std::mem::take(&mut self.is_pressed_beside);
                if let Some(index) = under.filter(|it| Some(*it) == pressed) {
                    self.act(self.act_at(&page, &layout, index, at));
                } else if was_beside && is_beside {
                    self.act(Some(Act::Back));
                }
            }
            Input::Wheel(lines) => {
                if let Some(view) = self.views.last_mut() {
                    view.scroll_by(-lines * WHEEL_LINE, &layout);
                }
            }
        }
    }

    /// Returns the action of a click on a row. A click on the left arrow of a value decreases the value.
    fn act_at(&self, page: &Page, layout: &Layout, index: usize, at: Option<Vec2>) -> Option<Act> {
        let row = &page.rows[index];
        if let (Row::Setting(setting), Some(at)) = (row, at) {
            let scroll = self.views.last().map_or(0.0, |view| view.scroll);
            let zone = layout.row(index, scroll)?.inset?;
            let is_arrow = zone.contains(at) && at.x < zone.left() + zone.width() * LEFT_ARROW;
            if is_arrow && setting.scale.is_none() {
                return Some(setting.less.clone());
            }
        }
        row.act().cloned()
    }

    /// Drags the knob of a slider. Returns true if the slider consumed the input.
    fn slide(&mut self, page: &Page, layout: &Layout, at: Option<Vec2>, input: Input) -> bool {
        let Some(at) = at else {
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
        if self.wishes.last() != Some(&wish) {
            self.wishes.push(wish);
        }
        true
    }

    fn step(&mut self, page: &Page, layout: &Layout, step: Step) {
        let focus = self.focus(page);
        let row = page.rows.get(focus);
        match step {
            Step::Accept => self.act(row.and_then(Row::act).cloned()),
            Step::Clear | Step::Again if let Some(clear) = row.and_then(Row::clear) => {
                self.act(Some(clear.clone()));
            }
            Step::Clear => {}
            Step::Again if self.top() == Some(&Screen::Results) => {
                self.act(Some(Act::Leave(Wish::Again)));
            }
            Step::SectionBefore | Step::SectionAfter => self.step_to_section(page, layout, step),
            Step::Back | Step::Again => self.act(Some(page.back.clone())),
            Step::Left if let Some(Row::Setting(setting)) = row => {
                self.act(Some(setting.less.clone()));
            }
            Step::Right if let Some(Row::Setting(setting)) = row => {
                self.act(Some(setting.more.clone()));
            }
            Step::PageUp | Step::PageDown => {
                let sign = if step == Step::PageUp { -1.0 } else { 1.0 };
                if let Some(view) = self.views.last_mut() {
                    view.scroll_by(sign * layout.viewport.height() * 0.9, layout);
                    view.focus_in_view(page, layout);
                }
            }
            _ => {
                let controls = controls(page, layout);
                let to = focus::step_target(&controls, focus, step).unwrap_or(focus);
                let stays = to == focus;
                self.set_focus(page, to);
                let Some(view) = self.views.last_mut() else {
                    return;
                };
                match step {
                    // If the page has no control in that direction, it may still scroll.
                    Step::Up | Step::Down if stays => {
                        let sign = if step == Step::Up { -1.0 } else { 1.0 };
                        view.scroll_by(sign * WHEEL_LINE, layout);
                    }
                    _ => view.scroll_to_focus(page, layout),
                }
            }
        }
    }

    /// Moves to another section: a screen of its own, or the next heading of a long page.
    fn step_to_section(&mut self, page: &Page, layout: &Layout, step: Step) {
        let is_back = step == Step::SectionBefore;
        if let Some([before, after]) = self.top().and_then(screens::neighbors) {
            return self.act(Some(Act::Open(if is_back { before } else { after })));
        }
        match focus::section(&page.rows, self.focus(page), is_back) {
            Some(to) => {
                self.set_focus(page, to);
                if let Some(view) = self.views.last_mut() {
                    view.scroll_to_focus(page, layout);
                }
            }
            None if is_back => self.step(page, layout, Step::PageUp),
            None => self.step(page, layout, Step::PageDown),
        }
    }

    /// Moves the focus to a row, with a sound if the focus changes.
    fn set_focus(&mut self, page: &Page, row: usize) {
        if self.focus(page) != row {
            self.sound = Some(SoundKind::InterfaceMove);
        }
        if let Some(view) = self.views.last_mut() {
            view.focus = Some(row);
        }
    }

    fn act(&mut self, act: Option<Act>) {
        self.sound = match act {
            None | Some(Act::Stay) => self.sound,
            Some(Act::Back) => Some(SoundKind::InterfaceBack),
            Some(Act::Open(_) | Act::Leave(_) | Act::Do(_)) => Some(SoundKind::InterfaceChoose),
        };
        match act {
            None | Some(Act::Stay) => {}
            Some(Act::Open(screen)) => self.open(screen),
            Some(Act::Back) => {
                self.views.pop();
                if self.views.is_empty() {
                    self.wishes.push(Wish::Resume);
                }
            }
            Some(Act::Leave(wish)) => {
                self.close_all();
                self.wishes.push(wish);
            }
            Some(Act::Do(wish)) => self.wishes.push(wish),
        }
        self.pressed = None;
    }

    /// The control at a position in the window, points.
    fn control_at(&self, page: &Page, layout: &Layout, at: Vec2) -> Option<usize> {
        let scroll = self.views.last()?.scroll;
        let is_hit = |index: &usize| {
            let row = layout.row(*index, scroll);
            row.is_some_and(|row| row.rect.contains(at)) && layout.viewport.contains(at)
        };
        let mut controls = (0..page.rows.len()).filter(|index| page.rows[*index].act().is_some());
        controls.find(is_hit)
    }
}
