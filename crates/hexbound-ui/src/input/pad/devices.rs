//! The connected pads, their events and motors. Only this module uses their library.

use std::path::Path;

use gilrs::{
    Axis, Button, EventType, Gilrs, GilrsBuilder,
    ev::filter::{Filter, axis_dpad_to_button},
    ff::{BaseEffect, BaseEffectType, Effect, EffectBuilder, Repeat, Replay, Ticks},
};

use super::{PadAxis, PadEvent, Rumble, script::PadScript};
use crate::input::PadButton;

/// The environment variable that names a file of pad events to use instead of devices.
const SCRIPT_VARIABLE: &str = "HEXBOUND_PAD";

/// All pads, combined into one.
#[derive(Default)]
pub struct Pads {
    /// The library; `None` if it does not support the system.
    library: Option<Gilrs>,
    /// The file of events that replaces devices, if one was requested.
    script: Option<PadScript>,
    /// The last rumble effect, which ends when it is dropped.
    shake: Option<Effect>,
}

impl Pads {
    /// Opens the pads. Without pads or system support there are no events, and no error either.
    pub fn open() -> Self {
        if let Some(path) = std::env::var_os(SCRIPT_VARIABLE) {
            return Self::scripted(Path::new(&path));
        }
        // The library's own dead zones are square and differ between pads.
        let library = GilrsBuilder::new().with_default_filters(false).build();
        Self {
            library: library
                .map_err(|error| log::debug!("no pads: {error}"))
                .ok(),
            ..Self::default()
        }
    }

    /// Reads the events of a pad from a file instead of from devices.
    fn scripted(path: &Path) -> Self {
        let script = PadScript::open(path);
        Self {
            script: script
                .map_err(|error| log::warn!("{SCRIPT_VARIABLE}={}: {error}", path.display()))
                .ok(),
            ..Self::default()
        }
    }

    /// The next event; `None` if there are no more for now.
    pub fn next_event(&mut self) -> Option<PadEvent> {
        if let Some(script) = &mut self.script {
            return script.next_event();
        }
        let library = self.library.as_mut()?;
        loop {
            let event = library
                .next_event()
                .filter_ev(&axis_dpad_to_button, library)?;
            // The filter changes the event, so the library is updated with the result.
            library.update(&event);
            let name = library.gamepad(event.id).name().to_owned();
            if let Some(event) = plain(event.event, name) {
                return Some(event);
            }
        }
    }

    /// Starts a rumble on every capable pad, replacing an earlier one.
    pub fn shake(&mut self, rumble: Rumble) {
        let Some(library) = &mut self.library else {
            return;
        };
        let able: Vec<_> = (library.gamepads())
            .filter_map(|(id, pad)| pad.is_ff_supported().then_some(id))
            .collect();
        if able.is_empty() {
            return;
        }
        let magnitude = (rumble.strength.clamp(0.0, 1.0) * f32::from(u16::MAX)) as u16;
        let play_for = Ticks::from_ms(rumble.milliseconds);
        let effect = EffectBuilder::new()
            .add_effect(BaseEffect {
                kind: BaseEffectType::Strong { magnitude },
                scheduling: Replay {
                    play_for,
                    ..Default::default()
                },
                ..Default::default()
            })
            .repeat(Repeat::For(play_for))
            .gamepads(&able)
            .finish(library);
        let played = effect.and_then(|effect| effect.play().map(|()| effect));
        match played {
            Ok(effect) => self.shake = Some(effect),
            Err(error) => log::debug!("no rumble: {error}"),
        }
    }
}

/// Converts an event into our own type, if it is relevant here. `name` is the pad's name.
fn plain(event: EventType, name: String) -> Option<PadEvent> {
    match event {
        EventType::Connected => Some(PadEvent::Connected(name)),
        EventType::Disconnected => Some(PadEvent::Disconnected(name)),
        EventType::ButtonPressed(it, _) => Some(PadEvent::Button(plain_button(it)?, true)),
        EventType::ButtonReleased(it, _) => Some(PadEvent::Button(plain_button(it)?, false)),
        EventType::AxisChanged(axis, value, _) => Some(PadEvent::Axis(plain_axis(axis)?, value)),
        _ => None,
    }
}

fn plain_axis(axis: Axis) -> Option<PadAxis> {
    match axis {
        Axis::LeftStickX => Some(PadAxis::LeftX),
        Axis::LeftStickY => Some(PadAxis::LeftY),
        Axis::RightStickX => Some(PadAxis::RightX),
        Axis::RightStickY => Some(PadAxis::RightY),
        _ => None,
    }
}

fn plain_button(button: Button) -> Option<PadButton> {
    Some(match button {
        Button::South => PadButton::South,
        Button::East => PadButton::East,
        Button::West => PadButton::West,
        Button::North => PadButton::North,
        Button::LeftTrigger => PadButton::LeftShoulder,
        Button::RightTrigger => PadButton::RightShoulder,
        Button::LeftTrigger2 => PadButton::LeftTrigger,
        Button::RightTrigger2 => PadButton::RightTrigger,
        Button::LeftThumb => PadButton::LeftStick,
        Button::RightThumb => PadButton::RightStick,
        Button::DPadUp => PadButton::Up,
        Button::DPadDown => PadButton::Down,
        Button::DPadLeft => PadButton::Left,
        Button::DPadRight => PadButton::Right,
        Button::Select => PadButton::Select,
        Button::Start => PadButton::Start,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    const SHAKE: Rumble = Rumble {
        strength: 1.0,
        milliseconds: 50,
    };

    #[test]
    fn a_system_without_the_library_hears_nothing_and_shakes_nothing() {
        let mut pads = Pads {
            library: None,
            script: None,
            shake: None,
        };
        assert_eq!(pads.next_event(), None);
        pads.shake(SHAKE);
        assert!(pads.shake.is_none());
    }

    #[test]
    fn nothing_shakes_where_no_pad_can() {
        let mut pads = Pads::open();
        while pads.next_event().is_some() {}
        let can_shake = |library: &Gilrs| library.gamepads().any(|(_, pad)| pad.is_ff_supported());
        if pads.library.as_ref().is_some_and(can_shake) {
            return;
        }
        pads.shake(SHAKE);
        assert!(pads.shake.is_none());
    }

    #[test]
    fn every_button_of_ours_is_one_of_the_librarys() {
        use Button::{East, North, Select, South, Start, West};
        let mut theirs = vec![South, East, West, North];
        theirs.extend([Button::LeftTrigger, Button::RightTrigger]);
        theirs.extend([Button::LeftTrigger2, Button::RightTrigger2]);
        theirs.extend([Button::LeftThumb, Button::RightThumb]);
        theirs.extend([Button::DPadUp, Button::DPadDown]);
        theirs.extend([Button::DPadLeft, Button::DPadRight, Select, Start]);
        let ours = theirs.into_iter().map(|it| plain_button(it).unwrap());
        assert!(ours.eq(PadButton::iter()));
        assert_eq!(plain_button(Button::Unknown), None);
    }

    #[test]
    fn pads_that_come_and_go_are_named() {
        let name = || String::from("Pad");
        let came = plain(EventType::Connected, name());
        assert_eq!(came, Some(PadEvent::Connected(name())));
        let gone = plain(EventType::Disconnected, name());
        assert_eq!(gone, Some(PadEvent::Disconnected(name())));
        assert_eq!(plain(EventType::Dropped, name()), None);
    }
}
