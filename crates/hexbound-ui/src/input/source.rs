//! Keys, mouse buttons, the wheel and the buttons of a pad: their names in files, and their labels for the
//! player. Keys are physical positions, named after the US layout, so that they keep their positions in other
//! layouts.

use strum::{EnumIter, IntoEnumIterator};
use winit::{event::MouseButton, keyboard::KeyCode};

use hexbound_base::words::{Phrase, phrase, phrase_of};

/// A key, button or notch of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    Key(KeyCode),
    Mouse(MouseButton),
    /// One notch of the wheel away from the hand.
    WheelUp,
    /// One notch of the wheel toward the hand.
    WheelDown,
    Pad(PadButton),
}

/// The two devices with separate bindings: keyboard and mouse, or the pad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    Keys,
    Pad,
}

/// A button of a pad, named by its position.
#[derive(Clone, Copy, Debug, EnumIter, PartialEq, Eq, Hash)]
pub enum PadButton {
    South,
    East,
    West,
    North,
    LeftShoulder,
    RightShoulder,
    LeftTrigger,
    RightTrigger,
    /// A press of the stick itself.
    LeftStick,
    RightStick,
    Up,
    Down,
    Left,
    Right,
    Select,
    Start,
}

impl Source {
    /// The device of the key or button.
    pub fn device(self) -> Device {
        match self {
            Source::Pad(_) => Device::Pad,
            _ => Device::Keys,
        }
    }

    /// The name in files, such as `KeyW`, `MouseLeft`, `WheelUp` or `South`.
    pub fn name(self) -> String {
        match self {
            Source::Key(key) => format!("{key:?}"),
            Source::Mouse(MouseButton::Other(number)) => format!("Mouse{number}"),
            Source::Mouse(button) => format!("Mouse{button:?}"),
            Source::WheelUp | Source::WheelDown => format!("{self:?}"),
            Source::Pad(button) => format!("{button:?}"),
        }
    }

    /// The key or button called `name` on a device, if there is one.
    pub fn named(name: &str, device: Device) -> Option<Self> {
        let known = Self::all(device).find(|source| source.name() == name);
        match device {
            Device::Keys => known.or_else(|| {
                let number = name.strip_prefix("Mouse")?.parse().ok()?;
                Some(Source::Mouse(MouseButton::Other(number)))
            }),
            Device::Pad => known,
        }
    }

    /// All keys or buttons of a device that can be bound, without mouse buttons beyond the fifth.
    pub fn all(device: Device) -> Box<dyn Iterator<Item = Source>> {
        let mouse = {
            use MouseButton::{Back, Forward, Left, Middle, Right};
            [Left, Right, Middle, Back, Forward].map(Source::Mouse)
        };
        let keys = BINDABLE_KEYS.iter().copied().map(Source::Key);
        let wheel = [Source::WheelUp, Source::WheelDown];
        match device {
            Device::Keys => Box::new(keys.chain(mouse).chain(wheel)),
            Device::Pad => Box::new(PadButton::iter().map(Source::Pad)),
        }
    }

    /// The label for the player, with keys of the US layout.
    pub fn label(self) -> Phrase {
        let name = self.name();
        match self {
            Source::Key(key) if !BINDABLE_KEYS.contains(&key) => Phrase::plain(name),
            Source::Key(key) if let Some(sign) = sign(key, &name) => Phrase::plain(sign),
            Source::Mouse(MouseButton::Other(number)) => {
                phrase("mouse-button").with("number", u32::from(number))
            }
            _ => phrase_of("key", &name),
        }
    }
}

/// The keys that can be bound.
#[rustfmt::skip]
const BINDABLE_KEYS: &[KeyCode] = &{
    use KeyCode::*;
    [
         KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO,
         KeyP, KeyQ, KeyR, KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
         Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9,
         Backquote, Minus, Equal, BracketLeft, BracketRight, Backslash, Semicolon, Quote, Comma,
         Period, Slash,
         IntlBackslash, IntlRo, IntlYen, Space, Enter, Tab, Backspace, Escape,
         ShiftLeft, ShiftRight, ControlLeft, ControlRight, AltLeft, AltRight, SuperLeft, SuperRight,
         CapsLock, ContextMenu,
         ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Insert, Delete, Home, End, PageUp, PageDown,
         PrintScreen, ScrollLock, Pause, NumLock,
         Numpad0, Numpad1, Numpad2, Numpad3, Numpad4, Numpad5, Numpad6, Numpad7, Numpad8, Numpad9,
         NumpadAdd, NumpadSubtract, NumpadMultiply, NumpadDivide, NumpadDecimal, NumpadEnter,
         F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12,
    ]
};

/// The short label of a key of the US layout, such as `A`, `;`, `Esc` or `F1`, by the key's name in files.
/// `None` for all other keys.
fn sign(key: KeyCode, name: &str) -> Option<&str> {
    Some(match key {
        KeyCode::Backquote => "`",
        KeyCode::Minus => "-",
        KeyCode::Equal => "=",
        KeyCode::BracketLeft => "[",
        KeyCode::BracketRight => "]",
        KeyCode::Backslash => "\\",
        KeyCode::Semicolon => ";",
        KeyCode::Quote => "'",
        KeyCode::Comma => ",",
        KeyCode::Period => ".",
        KeyCode::Slash => "/",
        KeyCode::Tab => name,
        KeyCode::Escape => "Esc",
        _ if name.starts_with('F') => name,
        _ => return name.strip_prefix("Key").or(name.strip_prefix("Digit")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_base::words::check_family;

    #[test]
    fn every_key_without_a_sign_has_a_name() {
        let sources = Source::all(Device::Keys).chain(Source::all(Device::Pad));
        let named = sources.filter(|source| source.label() == phrase_of("key", &source.name()));
        check_family("key", named.map(Source::name));
    }

    #[test]
    fn every_name_leads_back_to_its_key() {
        for source in Source::all(Device::Keys).chain(Source::all(Device::Pad)) {
            let name = source.name();
            let again = Source::named(&name, source.device());
            assert_eq!(again, Some(source), "{name}");
        }
        let eighth = Source::Mouse(MouseButton::Other(8));
        assert_eq!(Source::named("Mouse8", Device::Keys), Some(eighth));
        assert_eq!(eighth.name(), "Mouse8");
        for wrong in ["", "keyw", "W", "Mouse", "South"] {
            assert_eq!(Source::named(wrong, Device::Keys), None, "{wrong}");
        }
        assert_eq!(Source::named("KeyW", Device::Pad), None);
    }
}
