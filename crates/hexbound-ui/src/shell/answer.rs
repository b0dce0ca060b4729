//! The answers of an open screen to what the player does on it. The focus moves, values change,
//! screens open and go, and what the game has to do becomes wishes.

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

/// A line of the wheel, points.
const WHEEL_LINE: f32 = 48.0;
/// The part of a value's width that belongs to the arrow on its left.
const LEFT_ARROW: f32 = 0.25;

impl Shell {
    pub(super) fn answer(
        &mut self,
        painter: &Painter,
        area: Rect,
        facts: &Facts<'_>,
        input: Input,
        wishes: &mut Vec<Wish>,
    ) {
        let Some((page, layout)) = self.lay_out(painter, area, facts) else {
            return;
        };
        self.keep_in_view(&page, &layout);
        let under = |pointer: Option<Vec2>, shell: &Self| {
            let at = pointer? / painter.pixels_per_point();
            shell.control_at(&page, &layout, at)
        };
        // A card above another screen goes when somebody clicks beside it.
        let is_above = page.back == Act::Back && matches!(page.shape, Shape::Card | Shape::Wide);
        let is_beside = |pointer: Option<Vec2>| {
            let at = pointer.map(|at| at / painter.pixels_per_point());
            is_above && at.is_some_and(|at| !layout.panel.contains(at))
        };
        if self.slide(&page, &layout, painter.pixels_per_point(), input, wishes) {
            return;
        }
        match input {
            Input::Step(step) => self.step(&page, &layout, step, wishes),
            Input::Point(at) => {
                self.pointer = Some(at);
                if let Some(index) = under(self.pointer, self) {
                    self.set_focus(&page, index);
                }
            }
            Input::Press => {
                self.pressed = under(self.pointer, self);
                self.is_pressed_beside = is_beside(self.pointer);
            }
            Input::Release => {
                let pressed = self.pressed.take();
                let was_beside = std::mem::take(&mut self.is_pressed_beside);
                if let Some(index) = under(self.pointer, self).filter(|it| Some(*it) == pressed) {
                    let at = self.pointer.map(|at| at / painter.pixels_per_point());
                    self.act(self.act_at(&page, &layout, index, at), wishes);
                } else if was_beside && is_beside(self.pointer) {
                    self.act(Some(Act::Back), wishes);
                }
            }
            Input::Wheel(lines) => {
                if let Some(view) = self.views.last_mut() {
                    let to = view.scroll - lines * WHEEL_LINE;
                    view.scroll = to.clamp(0.0, layout.most_scroll());
                }
            }
        }
    }

    /// The answer when a row is clicked: on the arrow on the left of a value it is that arrow's.
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

    /// Moves the knob of a number; true if the mouse did nothing else.
    fn slide(
        &mut self,
        page: &Page,
        layout: &Layout,
        pixels_per_point: f32,
        input: Input,
        wishes: &mut Vec<Wish>,
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

    fn step(&mut self, page: &Page, layout: &Layout, step: Step, wishes: &mut Vec<Wish>) {
        let focus = self.focus(page);
        match step {
            Step::Accept => self.act(
                page.rows.get(focus).and_then(|row| row.act()).cloned(),
                wishes,
            ),
            Step::Clear | Step::Again
                if let Some(clear) = page.rows.get(focus).and_then(Row::clear) =>
            {
                self.act(Some(clear.clone()), wishes);
            }
            Step::Clear => {}
            Step::Again if self.top() == Some(&Screen::Results) => {
                self.act(Some(Act::Leave(Wish::Again)), wishes);
            }
            Step::SectionBefore | Step::SectionAfter => {
                self.step_to_section(page, layout, step, wishes);
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
                view.focus_in_view(page, layout);
            }
            _ => {
                let controls = controls(page, layout);
                let to = focus::moved(&controls, focus, step).unwrap_or(focus);
                let stays = to == focus;
                self.set_focus(page, to);
                let Some(view) = self.views.last_mut() else {
                    return;
                };
                match step {
                    // A page without controls in that direction may still go on.
                    Step::Up | Step::Down if stays => {
                        let sign = if step == Step::Up { -1.0 } else { 1.0 };
                        let to = view.scroll + sign * WHEEL_LINE;
                        view.scroll = to.clamp(0.0, layout.most_scroll());
                    }
                    _ => view.scroll_to_focus(page, layout),
                }
            }
        }
    }

    /// Goes on to another section: a screen of its own, or the next heading of a long page.
    fn step_to_section(
        &mut self,
        page: &Page,
        layout: &Layout,
        step: Step,
        wishes: &mut Vec<Wish>,
    ) {
        let is_back = step == Step::SectionBefore;
        if let Some([before, after]) = self.top().and_then(screens::beside) {
            return self.act(
                Some(Act::Open(if is_back { before } else { after })),
                wishes,
            );
        }
        match focus::section(&page.rows, self.focus(page), is_back) {
            Some(to) => {
                self.set_focus(page, to);
                if let Some(view) = self.views.last_mut() {
                    view.scroll_to_focus(page, layout);
                }
            }
            None => {
                let step = if is_back {
                    Step::PageUp
                } else {
                    Step::PageDown
                };
                self.step(page, layout, step, wishes);
            }
        }
    }

    /// Moves the focus to a row, which is heard where it was elsewhere before.
    fn set_focus(&mut self, page: &Page, row: usize) {
        if self.focus(page) != row {
            self.sound = Some(SoundKind::InterfaceMove);
        }
        if let Some(view) = self.views.last_mut() {
            view.focus = Some(row);
        }
    }

    fn act(&mut self, act: Option<Act>, wishes: &mut Vec<Wish>) {
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
    fn control_at(&self, page: &Page, layout: &Layout, at: Vec2) -> Option<usize> {
        let scroll = self.views.last()?.scroll;
        let is_hit = |index: &usize| {
            let row = layout.row(*index, scroll);
            row.is_some_and(|row| row.rect.contains(at)) && layout.viewport.contains(at)
        };
        let controls = (0..page.rows.len()).filter(|index| page.rows[*index].act().is_some());
        controls.into_iter().find(is_hit)
    }
}
