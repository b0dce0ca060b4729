//! Keys, mouse buttons, the wheel and the buttons of a pad: their names in files, and their labels
//! for the player. Keys are physical positions, named after the US layout, so that they are at the
//! same place on other layouts.

use winit::{event::MouseButton, keyboard::KeyCode};

/// Something that can be pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    Key(KeyCode),
    Mouse(MouseButton),
    /// One notch of the wheel away from the hand.
    WheelUp,
    /// One notch of the wheel toward the hand.
    WheelDown,
    Pad(PadButton),
}

/// The two devices of which each has its own bindings: keyboard and mouse, or the pad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Device {
    Keys,
    Pad,
}

/// A button of a pad, named by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PadButton {
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

impl PadButton {
    pub(crate) const ALL: [PadButton; 16] = [
        PadButton::South,
        PadButton::East,
        PadButton::West,
        PadButton::North,
        PadButton::LeftShoulder,
        PadButton::RightShoulder,
        PadButton::LeftTrigger,
        PadButton::RightTrigger,
        PadButton::LeftStick,
        PadButton::RightStick,
        PadButton::Up,
        PadButton::Down,
        PadButton::Left,
        PadButton::Right,
        PadButton::Select,
        PadButton::Start,
    ];

    fn label(self) -> &'static str {
        match self {
            PadButton::South => "A / Cross",
            PadButton::East => "B / Circle",
            PadButton::West => "X / Square",
            PadButton::North => "Y / Triangle",
            PadButton::LeftShoulder => "Left shoulder",
            PadButton::RightShoulder => "Right shoulder",
            PadButton::LeftTrigger => "Left trigger",
            PadButton::RightTrigger => "Right trigger",
            PadButton::LeftStick => "Left stick pressed",
            PadButton::RightStick => "Right stick pressed",
            PadButton::Up => "Cross pad up",
            PadButton::Down => "Cross pad down",
            PadButton::Left => "Cross pad left",
            PadButton::Right => "Cross pad right",
            PadButton::Select => "Select",
            PadButton::Start => "Start",
        }
    }
}

impl Source {
    /// The device whose bindings it belongs to.
    pub(crate) fn device(self) -> Device {
        match self {
            Source::Pad(_) => Device::Pad,
            _ => Device::Keys,
        }
    }

    /// The name in files, such as `KeyW`, `MouseLeft`, `WheelUp` or `South`.
    pub(crate) fn name(self) -> String {
        match self {
            Source::Key(key) => format!("{key:?}"),
            Source::Mouse(MouseButton::Other(number)) => format!("Mouse{number}"),
            Source::Mouse(button) => format!("Mouse{button:?}"),
            Source::WheelUp | Source::WheelDown => format!("{self:?}"),
            Source::Pad(button) => format!("{button:?}"),
        }
    }

    /// The key or button of a name on a device, if there is one.
    pub(crate) fn named(name: &str, device: Device) -> Option<Self> {
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
    pub(crate) fn all(device: Device) -> Box<dyn Iterator<Item = Source>> {
        match device {
            Device::Keys => Box::new(keys_and_mouse()),
            Device::Pad => Box::new(PadButton::ALL.into_iter().map(Source::Pad)),
        }
    }

    /// The label for the player on a keyboard of the US layout.
    pub(crate) fn us_label(self) -> String {
        match self {
            Source::Key(key) => KEYS
                .iter()
                .find(|(other, _)| *other == key)
                .map_or_else(|| self.name(), |(_, label)| (*label).to_owned()),
            Source::Mouse(MouseButton::Left) => String::from("Left button"),
            Source::Mouse(MouseButton::Right) => String::from("Right button"),
            Source::Mouse(MouseButton::Middle) => String::from("Middle button"),
            Source::Mouse(MouseButton::Back) => String::from("Back button"),
            Source::Mouse(MouseButton::Forward) => String::from("Forward button"),
            Source::Mouse(MouseButton::Other(number)) => format!("Button {number}"),
            Source::WheelUp => String::from("Wheel up"),
            Source::WheelDown => String::from("Wheel down"),
            Source::Pad(button) => button.label().to_owned(),
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
    let keys = KEYS.iter().map(|(key, _)| Source::Key(*key));
    keys.chain(mouse.map(Source::Mouse))
        .chain([Source::WheelUp, Source::WheelDown])
}

/// The keys that can be bound, with their labels on the US layout.
const KEYS: &[(KeyCode, &str)] = &[
    (KeyCode::KeyA, "A"),
    (KeyCode::KeyB, "B"),
    (KeyCode::KeyC, "C"),
    (KeyCode::KeyD, "D"),
    (KeyCode::KeyE, "E"),
    (KeyCode::KeyF, "F"),
    (KeyCode::KeyG, "G"),
    (KeyCode::KeyH, "H"),
    (KeyCode::KeyI, "I"),
    (KeyCode::KeyJ, "J"),
    (KeyCode::KeyK, "K"),
    (KeyCode::KeyL, "L"),
    (KeyCode::KeyM, "M"),
    (KeyCode::KeyN, "N"),
    (KeyCode::KeyO, "O"),
    (KeyCode::KeyP, "P"),
    (KeyCode::KeyQ, "Q"),
    (KeyCode::KeyR, "R"),
    (KeyCode::KeyS, "S"),
    (KeyCode::KeyT, "T"),
    (KeyCode::KeyU, "U"),
    (KeyCode::KeyV, "V"),
    (KeyCode::KeyW, "W"),
    (KeyCode::KeyX, "X"),
    (KeyCode::KeyY, "Y"),
    (KeyCode::KeyZ, "Z"),
    (KeyCode::Digit0, "0"),
    (KeyCode::Digit1, "1"),
    (KeyCode::Digit2, "2"),
    (KeyCode::Digit3, "3"),
    (KeyCode::Digit4, "4"),
    (KeyCode::Digit5, "5"),
    (KeyCode::Digit6, "6"),
    (KeyCode::Digit7, "7"),
    (KeyCode::Digit8, "8"),
    (KeyCode::Digit9, "9"),
    (KeyCode::Backquote, "`"),
    (KeyCode::Minus, "-"),
    (KeyCode::Equal, "="),
    (KeyCode::BracketLeft, "["),
    (KeyCode::BracketRight, "]"),
    (KeyCode::Backslash, "\\"),
    (KeyCode::Semicolon, ";"),
    (KeyCode::Quote, "'"),
    (KeyCode::Comma, ","),
    (KeyCode::Period, "."),
    (KeyCode::Slash, "/"),
    (KeyCode::IntlBackslash, "Key beside the left Shift"),
    (KeyCode::IntlRo, "Key beside the right Shift"),
    (KeyCode::IntlYen, "Yen"),
    (KeyCode::Space, "Space"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Escape, "Esc"),
    (KeyCode::ShiftLeft, "Left Shift"),
    (KeyCode::ShiftRight, "Right Shift"),
    (KeyCode::ControlLeft, "Left Ctrl"),
    (KeyCode::ControlRight, "Right Ctrl"),
    (KeyCode::AltLeft, "Left Alt"),
    (KeyCode::AltRight, "Right Alt"),
    (KeyCode::SuperLeft, "Left Super"),
    (KeyCode::SuperRight, "Right Super"),
    (KeyCode::CapsLock, "Caps Lock"),
    (KeyCode::ContextMenu, "Menu"),
    (KeyCode::ArrowUp, "Up"),
    (KeyCode::ArrowDown, "Down"),
    (KeyCode::ArrowLeft, "Left"),
    (KeyCode::ArrowRight, "Right"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Delete, "Delete"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "Page up"),
    (KeyCode::PageDown, "Page down"),
    (KeyCode::PrintScreen, "Print"),
    (KeyCode::ScrollLock, "Scroll Lock"),
    (KeyCode::Pause, "Pause"),
    (KeyCode::NumLock, "Num Lock"),
    (KeyCode::Numpad0, "Keypad 0"),
    (KeyCode::Numpad1, "Keypad 1"),
    (KeyCode::Numpad2, "Keypad 2"),
    (KeyCode::Numpad3, "Keypad 3"),
    (KeyCode::Numpad4, "Keypad 4"),
    (KeyCode::Numpad5, "Keypad 5"),
    (KeyCode::Numpad6, "Keypad 6"),
    (KeyCode::Numpad7, "Keypad 7"),
    (KeyCode::Numpad8, "Keypad 8"),
    (KeyCode::Numpad9, "Keypad 9"),
    (KeyCode::NumpadAdd, "Keypad +"),
    (KeyCode::NumpadSubtract, "Keypad -"),
    (KeyCode::NumpadMultiply, "Keypad *"),
    (KeyCode::NumpadDivide, "Keypad /"),
    (KeyCode::NumpadDecimal, "Keypad ."),
    (KeyCode::NumpadEnter, "Keypad Enter"),
    (KeyCode::F1, "F1"),
    (KeyCode::F2, "F2"),
    (KeyCode::F3, "F3"),
    (KeyCode::F4, "F4"),
    (KeyCode::F5, "F5"),
    (KeyCode::F6, "F6"),
    (KeyCode::F7, "F7"),
    (KeyCode::F8, "F8"),
    (KeyCode::F9, "F9"),
    (KeyCode::F10, "F10"),
    (KeyCode::F11, "F11"),
    (KeyCode::F12, "F12"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_key() {
        for source in Source::all(Device::Keys).chain(Source::all(Device::Pad)) {
            let name = source.name();
            assert_eq!(
                Source::named(&name, source.device()),
                Some(source),
                "{name}"
            );
            assert!(!source.us_label().is_empty(), "{name}");
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
