//! The meaning of keys and of the wheel while a screen is open.

use winit::{
    event::MouseScrollDelta,
    keyboard::{KeyCode, ModifiersState},
};

use hexbound_ui::{
    input::{Action, Effect},
    shell::{Screen, Step},
};

/// The wheel movement that counts as one line, for wheels that report pixels.
const WHEEL_PIXELS: f64 = 40.0;

/// The action of an effect on the window, which works on screens, too.
pub(super) fn window_action(effect: Effect) -> Option<Action> {
    match effect {
        Effect::Act(action @ (Action::Fullscreen | Action::Screenshot)) => Some(action),
        _ => None,
    }
}

/// Returns whether an effect opens `screen`. The effect that opened a screen also closes it.
pub(super) fn opens(effect: Effect, screen: &Screen) -> bool {
    matches!(
        (effect, screen),
        (Effect::Act(Action::Keys), Screen::Keys)
            | (Effect::Act(Action::Findings), Screen::Findings)
    )
}

/// Returns whether a key on the screen of an action's keys belongs to that action, and makes no
/// step.
pub(super) fn is_action_key(top: Option<&Screen>, key: KeyCode) -> bool {
    use KeyCode::{KeyA, KeyD, KeyS, KeyW};
    matches!(top, Some(Screen::ActionKeys(_))) && matches!(key, KeyW | KeyA | KeyS | KeyD)
}

/// The step on a screen that a key stands for.
pub(super) fn step(key: KeyCode, modifiers: ModifiersState) -> Option<Step> {
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

/// Returns whether a key acts on play while a screen is open beside it: all keys but those that move
/// through the screen.
pub(super) fn is_play_key(key: KeyCode) -> bool {
    use KeyCode::{Backspace, Delete, KeyA, KeyD, KeyS, KeyW, Space};
    let is_of_both = matches!(key, KeyW | KeyA | KeyS | KeyD | Space | Delete | Backspace);
    is_of_both || step(key, ModifiersState::empty()).is_none()
}

/// The distance by which a wheel scrolls a screen.
pub(super) fn scrolled(delta: MouseScrollDelta) -> f32 {
    match delta {
        MouseScrollDelta::LineDelta(_, up) => up,
        MouseScrollDelta::PixelDelta(at) => (at.y / WHEEL_PIXELS) as f32,
    }
}

/// Returns whether holding a key down repeats its step.
pub(super) fn is_repeated(step: Step) -> bool {
    !matches!(step, Step::Accept | Step::Back | Step::Again | Step::Clear)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lead_through_every_list_but_that_of_an_actions_keys() {
        let keys = Screen::ActionKeys("jump");
        for key in [KeyCode::KeyW, KeyCode::KeyA, KeyCode::KeyS, KeyCode::KeyD] {
            assert!(is_action_key(Some(&keys), key));
            assert!(!is_action_key(Some(&Screen::Keys), key));
            assert!(step(key, ModifiersState::empty()).is_some());
        }
        assert!(!is_action_key(Some(&keys), KeyCode::ArrowDown));
    }
}
