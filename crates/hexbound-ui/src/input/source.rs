//! Keys, mouse buttons, the wheel and the buttons of a pad: their names in files, and their labels
//! for the player. Keys are physical positions, named after the US layout, so that they are at the
//! same place on other layouts.

use strum::{EnumIter, IntoEnumIterator};
use winit::{event::MouseButton, keyboard::KeyCode};

use hexbound_base::words::{Phrase, phrase, phrase_of};

/// Something that can be pressed.
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

/// The two devices of which each has its own bindings: keyboard and mouse, or the pad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    Keys,
    Pad,
}

/// A button of a pad, named by its place.
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
    /// The stick itself, pressed.
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
    /// The device whose bindings it belongs to.
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

    /// The key or button of a name on a device, if there is one.
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

    /// Every key or button of a device that has a name of its own.
    pub fn all(device: Device) -> Box<dyn Iterator<Item = Source>> {
        match device {
            Device::Keys => Box::new(keys_and_mouse()),
            Device::Pad => Box::new(PadButton::iter().map(Source::Pad)),
        }
    }

    /// The label for the player on a keyboard of the US layout.
    pub fn label(self) -> Phrase {
        match self {
            Source::Key(key) => match BINDABLE_KEYS.iter().find(|(other, _)| *other == key) {
                Some((_, None)) => phrase_of("key", &self.name()),
                Some((_, Some(sign))) => Phrase::plain(*sign),
                None => Phrase::plain(self.name()),
            },
            Source::Mouse(MouseButton::Other(number)) => {
                phrase("mouse-button").with("number", u32::from(number))
            }
            _ => phrase_of("key", &self.name()),
        }
    }
}

/// Every key and mouse button that has a name of its own.
fn keys_and_mouse() -> impl Iterator<Item = Source> {
    let mouse = [
        MouseButton::Left,
        MouseButton::Right,
        MouseButton::Middle,
        MouseButton::Back,
        MouseButton::Forward,
    ];
    let keys = BINDABLE_KEYS.iter().map(|(key, _)| Source::Key(*key));
    keys.chain(mouse.map(Source::Mouse))
        .chain([Source::WheelUp, Source::WheelDown])
}

/// The keys that can be bound, with the sign on each on the US layout; those without one have names.
const BINDABLE_KEYS: &[(KeyCode, Option<&str>)] = &[
    (KeyCode::KeyA, Some("A")),
    (KeyCode::KeyB, Some("B")),
    (KeyCode::KeyC, Some("C")),
    (KeyCode::KeyD, Some("D")),
    (KeyCode::KeyE, Some("E")),
    (KeyCode::KeyF, Some("F")),
    (KeyCode::KeyG, Some("G")),
    (KeyCode::KeyH, Some("H")),
    (KeyCode::KeyI, Some("I")),
    (KeyCode::KeyJ, Some("J")),
    (KeyCode::KeyK, Some("K")),
    (KeyCode::KeyL, Some("L")),
    (KeyCode::KeyM, Some("M")),
    (KeyCode::KeyN, Some("N")),
    (KeyCode::KeyO, Some("O")),
    (KeyCode::KeyP, Some("P")),
    (KeyCode::KeyQ, Some("Q")),
    (KeyCode::KeyR, Some("R")),
    (KeyCode::KeyS, Some("S")),
    (KeyCode::KeyT, Some("T")),
    (KeyCode::KeyU, Some("U")),
    (KeyCode::KeyV, Some("V")),
    (KeyCode::KeyW, Some("W")),
    (KeyCode::KeyX, Some("X")),
    (KeyCode::KeyY, Some("Y")),
    (KeyCode::KeyZ, Some("Z")),
    (KeyCode::Digit0, Some("0")),
    (KeyCode::Digit1, Some("1")),
    (KeyCode::Digit2, Some("2")),
    (KeyCode::Digit3, Some("3")),
    (KeyCode::Digit4, Some("4")),
    (KeyCode::Digit5, Some("5")),
    (KeyCode::Digit6, Some("6")),
    (KeyCode::Digit7, Some("7")),
    (KeyCode::Digit8, Some("8")),
    (KeyCode::Digit9, Some("9")),
    (KeyCode::Backquote, Some("`")),
    (KeyCode::Minus, Some("-")),
    (KeyCode::Equal, Some("=")),
    (KeyCode::BracketLeft, Some("[")),
    (KeyCode::BracketRight, Some("]")),
    (KeyCode::Backslash, Some("\\")),
    (KeyCode::Semicolon, Some(";")),
    (KeyCode::Quote, Some("'")),
    (KeyCode::Comma, Some(",")),
    (KeyCode::Period, Some(".")),
    (KeyCode::Slash, Some("/")),
    (KeyCode::IntlBackslash, None),
    (KeyCode::IntlRo, None),
    (KeyCode::IntlYen, None),
    (KeyCode::Space, None),
    (KeyCode::Enter, None),
    (KeyCode::Tab, Some("Tab")),
    (KeyCode::Backspace, None),
    (KeyCode::Escape, Some("Esc")),
    (KeyCode::ShiftLeft, None),
    (KeyCode::ShiftRight, None),
    (KeyCode::ControlLeft, None),
    (KeyCode::ControlRight, None),
    (KeyCode::AltLeft, None),
    (KeyCode::AltRight, None),
    (KeyCode::SuperLeft, None),
    (KeyCode::SuperRight, None),
    (KeyCode::CapsLock, None),
    (KeyCode::ContextMenu, None),
    (KeyCode::ArrowUp, None),
    (KeyCode::ArrowDown, None),
    (KeyCode::ArrowLeft, None),
    (KeyCode::ArrowRight, None),
    (KeyCode::Insert, None),
    (KeyCode::Delete, None),
    (KeyCode::Home, None),
    (KeyCode::End, None),
    (KeyCode::PageUp, None),
    (KeyCode::PageDown, None),
    (KeyCode::PrintScreen, None),
    (KeyCode::ScrollLock, None),
    (KeyCode::Pause, None),
    (KeyCode::NumLock, None),
    (KeyCode::Numpad0, None),
    (KeyCode::Numpad1, None),
    (KeyCode::Numpad2, None),
    (KeyCode::Numpad3, None),
    (KeyCode::Numpad4, None),
    (KeyCode::Numpad5, None),
    (KeyCode::Numpad6, None),
    (KeyCode::Numpad7, None),
    (KeyCode::Numpad8, None),
    (KeyCode::Numpad9, None),
    (KeyCode::NumpadAdd, None),
    (KeyCode::NumpadSubtract, None),
    (KeyCode::NumpadMultiply, None),
    (KeyCode::NumpadDivide, None),
    (KeyCode::NumpadDecimal, None),
    (KeyCode::NumpadEnter, None),
    (KeyCode::F1, Some("F1")),
    (KeyCode::F2, Some("F2")),
    (KeyCode::F3, Some("F3")),
    (KeyCode::F4, Some("F4")),
    (KeyCode::F5, Some("F5")),
    (KeyCode::F6, Some("F6")),
    (KeyCode::F7, Some("F7")),
    (KeyCode::F8, Some("F8")),
    (KeyCode::F9, Some("F9")),
    (KeyCode::F10, Some("F10")),
    (KeyCode::F11, Some("F11")),
    (KeyCode::F12, Some("F12")),
];

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
