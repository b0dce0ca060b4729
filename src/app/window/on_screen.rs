//! The answers to keys, mouse and pads while a screen is open.

use std::time::Instant;

use glam::vec2;
use winit::{
    dpi::PhysicalPosition,
    event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta},
    keyboard::{KeyCode, ModifiersState, PhysicalKey},
    platform::modifier_supplement::KeyEventExtModifierSupplement,
};

use super::App;
use crate::{
    input::{Action, BINDABLES, Device, Effect, PadButton, Source},
    shell::{Input, Screen, Step},
};

/// The pixels of a wheel that tells them instead of lines, to a line.
const WHEEL_PIXELS: f64 = 40.0;
/// The way that a pointer may drift while the pad is used, pixels.
const LEFT_POINTER: f64 = 6.0;

impl App {
    /// Answers a key while a screen is open.
    pub(super) fn key_on_screen(&mut self, event: &KeyEvent) {
        let PhysicalKey::Code(code) = event.physical_key else {
            return;
        };
        if event.state != ElementState::Pressed {
            return;
        }
        (self.input.key_labels).learn(code, &event.key_without_modifiers());
        self.input.device = Device::Keys;
        if code != KeyCode::Escape && !event.repeat && self.bind(Source::Key(code)) {
            return;
        }
        let bindings = self.input.controls.bindings();
        let window = bindings.effects(Source::Key(code)).find_map(of_the_window);
        let leaves = (self.screens.shell.top()).is_some_and(|top| {
            let mut effects = bindings.effects(Source::Key(code));
            effects.any(|it| opens(it, top))
        });
        let step = step(code, self.input.modifiers)
            .filter(|_| !is_of_action(self.screens.shell.top(), code))
            .or_else(|| leaves.then_some(Step::Back));
        if let Some(action) = window {
            if !event.repeat {
                self.act(action);
            }
        } else if let Some(step) = step
            && (!event.repeat || is_repeated(step))
        {
            self.screens.shell.feed(Input::Step(step));
        }
        self.window.pace.hurry(Instant::now());
    }

    /// Binds a key or button to the action that waits for one; false if none of its device does.
    fn bind(&mut self, source: Source) -> bool {
        let Some(Screen::Bind(name, device, slot)) = self.screens.shell.top().cloned() else {
            return false;
        };
        if source.device() != device {
            return false;
        }
        if let Some(item) = BINDABLES.iter().find(|item| item.name == name) {
            (self.preferences.settings.bindings).rebind(item, device, slot, Some(source));
            self.settings_changed();
        }
        self.screens.shell.leave(&Screen::Bind(name, device, slot));
        true
    }

    /// Answers a button of a pad while a screen is open.
    pub(super) fn pad_on_screen(&mut self, button: PadButton, is_down: bool) {
        // Start leaves everything as it is, since it opens the menu whatever it is bound to.
        if is_down && button != PadButton::Start && self.bind(Source::Pad(button)) {
            return;
        }
        if let Some(step) = self.input.pad_steps.button(button, is_down) {
            self.screens.shell.feed(Input::Step(step));
        }
        self.window.pace.hurry(Instant::now());
    }

    /// Lets the stick that walks lead through the screens for `seconds`; beside play that goes on it
    /// walks.
    pub(super) fn stick_on_screen(&mut self, seconds: f64) {
        let stick = self.input.sticks.walking(&self.preferences.settings.sticks);
        if !self.screens.shell.stops_play() || !self.window.focused {
            return self.input.pad_steps.wait_for_rest();
        }
        for step in self.input.pad_steps.pass(stick, seconds as f32) {
            self.screens.shell.feed(Input::Step(step));
        }
    }

    /// Notes where the pointer is, for the screens and for picking.
    pub(super) fn pointer_moved(&mut self, at: PhysicalPosition<f64>) {
        self.input.pointer_at = vec2(at.x as f32, at.y as f32);
        if !self.screens.shell.is_open() || self.is_pointer_left(at) {
            return;
        }
        self.input.device = Device::Keys;
        let at = vec2(at.x as f32, at.y as f32);
        self.screens.shell.feed(Input::Point(at));
        self.window.pace.hurry(Instant::now());
    }

    /// Returns whether the pointer only stands where it was left when the pad was taken up, and so
    /// points at nothing.
    fn is_pointer_left(&mut self, at: PhysicalPosition<f64>) -> bool {
        if self.input.device == Device::Keys {
            self.input.pointer_left = None;
            return false;
        }
        let left = *self.input.pointer_left.get_or_insert(at);
        (at.x - left.x).hypot(at.y - left.y) < LEFT_POINTER
    }

    /// Answers a mouse button while a screen is open.
    pub(super) fn mouse_on_screen(&mut self, button: MouseButton, state: ElementState) {
        self.input.device = Device::Keys;
        if state == ElementState::Pressed && self.bind(Source::Mouse(button)) {
            return;
        }
        if button == MouseButton::Left {
            self.screens.shell.feed(match state {
                ElementState::Pressed => Input::Press,
                ElementState::Released => Input::Release,
            });
            self.window.pace.hurry(Instant::now());
        }
    }

    /// Answers the wheel while a screen is open.
    pub(super) fn wheel_on_screen(&mut self, delta: MouseScrollDelta) {
        if matches!(self.screens.shell.top(), Some(Screen::Bind(..))) {
            let notch = self.input.wheel.notches(delta).next();
            notch.map(|notch| self.bind(notch));
            return;
        }
        self.screens.shell.feed(Input::Wheel(match delta {
            MouseScrollDelta::LineDelta(_, up) => up,
            MouseScrollDelta::PixelDelta(at) => (at.y / WHEEL_PIXELS) as f32,
        }));
        self.window.pace.hurry(Instant::now());
    }
}

/// The action of an effect that is of use on screens, too.
fn of_the_window(effect: Effect) -> Option<Action> {
    match effect {
        Effect::Act(action @ (Action::Fullscreen | Action::Screenshot)) => Some(action),
        _ => None,
    }
}

/// Returns whether an effect opens that screen: what opened a screen closes it too.
fn opens(effect: Effect, screen: &Screen) -> bool {
    matches!(
        (effect, screen),
        (Effect::Act(Action::Keys), Screen::Keys)
            | (Effect::Act(Action::Findings), Screen::Findings)
    )
}

/// Returns whether a key is one that somebody may mean for the action whose keys are listed, and no way
/// through that list.
fn is_of_action(top: Option<&Screen>, key: KeyCode) -> bool {
    use KeyCode::{KeyA, KeyD, KeyS, KeyW};
    matches!(top, Some(Screen::ActionKeys(_))) && matches!(key, KeyW | KeyA | KeyS | KeyD)
}

/// The step on a screen that a key stands for.
fn step(key: KeyCode, modifiers: ModifiersState) -> Option<Step> {
    let (is_shift, is_control) = (modifiers.shift_key(), modifiers.control_key());
    Some(match key {
        KeyCode::ArrowUp | KeyCode::KeyW => Step::Up,
        KeyCode::ArrowDown | KeyCode::KeyS => Step::Down,
        KeyCode::ArrowLeft | KeyCode::KeyA => Step::Left,
        KeyCode::ArrowRight | KeyCode::KeyD => Step::Right,
        KeyCode::Tab if is_control && is_shift => Step::SectionBefore,
        KeyCode::Tab if is_control => Step::SectionAfter,
        KeyCode::Tab if is_shift => Step::Previous,
        KeyCode::Tab => Step::Next,
        KeyCode::PageUp if is_control => Step::SectionBefore,
        KeyCode::PageDown if is_control => Step::SectionAfter,
        KeyCode::PageUp => Step::PageUp,
        KeyCode::PageDown => Step::PageDown,
        KeyCode::Home => Step::First,
        KeyCode::End => Step::Last,
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Step::Accept,
        KeyCode::Escape => Step::Back,
        KeyCode::Delete => Step::Clear,
        KeyCode::Backspace => Step::Again,
        _ => return None,
    })
}

/// Returns whether a key is the player's while a screen is open beside play: all but those that lead
/// through the screen.
pub(super) fn is_of_play(key: KeyCode) -> bool {
    !matches!(
        key,
        KeyCode::ArrowUp
            | KeyCode::ArrowDown
            | KeyCode::ArrowLeft
            | KeyCode::ArrowRight
            | KeyCode::Tab
            | KeyCode::PageUp
            | KeyCode::PageDown
            | KeyCode::Home
            | KeyCode::End
            | KeyCode::Enter
            | KeyCode::NumpadEnter
            | KeyCode::Escape
    )
}

/// Returns whether holding a key down goes on with its step.
fn is_repeated(step: Step) -> bool {
    !matches!(step, Step::Accept | Step::Back | Step::Again | Step::Clear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lead_through_every_list_but_that_of_an_actions_keys() {
        let keys = Screen::ActionKeys("jump");
        for key in [KeyCode::KeyW, KeyCode::KeyA, KeyCode::KeyS, KeyCode::KeyD] {
            assert!(is_of_action(Some(&keys), key));
            assert!(!is_of_action(Some(&Screen::Keys), key));
            assert!(step(key, ModifiersState::empty()).is_some());
        }
        assert!(!is_of_action(Some(&keys), KeyCode::ArrowDown));
    }
}
