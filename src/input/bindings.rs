//! The bindings of keys and mouse buttons. Keys are physical positions, named after the US layout,
//! so that they are at the same place on other layouts.

use winit::{event::MouseButton, keyboard::KeyCode};

use crate::sim::Buttons;

/// An action on the game rather than of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Releases the pointer, or leaves when it is free.
    Escape,
    /// Lists all keys.
    Keys,
    /// Shows figures.
    Figures,
    /// Shows the next view of collision.
    CollisionView,
    /// Shows larger boxes of the tree.
    Shallower,
    /// Shows smaller boxes of the tree.
    Deeper,
    /// Changes to the next collision mode.
    CollisionMode,
    /// Changes what finds the ground.
    Ground,
    Fullscreen,
    Screenshot,
    Pause,
    /// Runs one tick and pauses.
    Step,
    Slower,
    Faster,
    /// Shows where the other collision modes would have gone.
    Ghosts,
    /// Changes to the next camera.
    Camera,
    /// Begins the level again.
    Again,
    /// Goes on to the next level, once this one is finished.
    Next,
}

/// The action of a key, if it has one.
pub(crate) fn action(key: KeyCode) -> Option<Action> {
    match key {
        KeyCode::Escape => Some(Action::Escape),
        KeyCode::F1 => Some(Action::Keys),
        KeyCode::F3 => Some(Action::Figures),
        KeyCode::F4 => Some(Action::CollisionView),
        KeyCode::BracketLeft | KeyCode::PageUp => Some(Action::Shallower),
        KeyCode::BracketRight | KeyCode::PageDown => Some(Action::Deeper),
        KeyCode::F5 => Some(Action::CollisionMode),
        KeyCode::F7 => Some(Action::Ground),
        KeyCode::F6 => Some(Action::Ghosts),
        KeyCode::F11 => Some(Action::Fullscreen),
        KeyCode::F12 => Some(Action::Screenshot),
        KeyCode::KeyP => Some(Action::Pause),
        KeyCode::KeyV => Some(Action::Camera),
        KeyCode::Backspace => Some(Action::Again),
        KeyCode::Enter | KeyCode::NumpadEnter => Some(Action::Next),
        KeyCode::Period => Some(Action::Step),
        KeyCode::Minus => Some(Action::Slower),
        KeyCode::Equal => Some(Action::Faster),
        _ => None,
    }
}

/// The key that runs time backwards while it is held.
pub(crate) const REWIND: KeyCode = KeyCode::KeyR;

/// A key or mouse button that can be held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Key(KeyCode),
    Mouse(MouseButton),
}

/// The player's button that a key or mouse button stands for.
pub(super) fn button(source: Source) -> Option<Buttons> {
    match source {
        Source::Key(KeyCode::KeyW) => Some(Buttons::FORWARD),
        Source::Key(KeyCode::KeyS) => Some(Buttons::BACK),
        Source::Key(KeyCode::KeyA) => Some(Buttons::LEFT),
        Source::Key(KeyCode::KeyD) => Some(Buttons::RIGHT),
        Source::Key(KeyCode::ArrowUp) => Some(Buttons::RISE),
        Source::Key(KeyCode::ArrowDown) => Some(Buttons::DESCEND),
        Source::Key(KeyCode::ArrowLeft) => Some(Buttons::TURN_LEFT),
        Source::Key(KeyCode::ArrowRight) => Some(Buttons::TURN_RIGHT),
        Source::Key(KeyCode::Space) | Source::Mouse(MouseButton::Right) => Some(Buttons::JUMP),
        Source::Mouse(MouseButton::Left) => Some(Buttons::THROW),
        Source::Key(KeyCode::ShiftLeft | KeyCode::ShiftRight) => Some(Buttons::SPRINT),
        Source::Key(KeyCode::ControlLeft | KeyCode::ControlRight | KeyCode::KeyC) => {
            Some(Buttons::CROUCH)
        }
        Source::Key(KeyCode::KeyE) => Some(Buttons::SELECT),
        Source::Key(KeyCode::KeyI) => Some(Buttons::PUSH_FORWARD),
        Source::Key(KeyCode::KeyK) => Some(Buttons::PUSH_BACK),
        Source::Key(KeyCode::KeyJ) => Some(Buttons::PUSH_LEFT),
        Source::Key(KeyCode::KeyL) => Some(Buttons::PUSH_RIGHT),
        Source::Key(KeyCode::KeyU) => Some(Buttons::PUSH_UP),
        Source::Key(KeyCode::KeyO) => Some(Buttons::PUSH_DOWN),
        Source::Key(KeyCode::KeyG) => Some(Buttons::STOP_PROPS),
        _ => None,
    }
}
