//! The player's keys, mouse and pads, and the window's hold on the pointer.

use glam::{Vec2, Vec3, vec2};
use winit::{
    dpi::PhysicalPosition,
    event::{ElementState, KeyEvent},
    keyboard::{KeyCode, ModifiersState},
    platform::modifier_supplement::KeyEventExtModifierSupplement,
    window::Window,
};

use super::screen_keys::is_play_key;
use crate::app::{game::Game, injected_faults::RefusingWindow};
use hexbound_base::words::{Phrase, phrase};
use hexbound_sim::{Buttons, Event};
use hexbound_ui::{
    input::{
        Bindable, Controls, Device, Effect, KeyLabels, PadEvent, Pads, Pointer, Rumble, Source,
        Sticks, Wheel,
    },
    settings::Settings,
    shell::PadSteps,
};

/// The distance by which the pointer may drift while the pad is used, pixels.
const MAX_POINTER_DRIFT: f64 = 6.0;

/// The devices of the player.
pub(super) struct InputDevices {
    pub controls: Controls,
    pub key_labels: KeyLabels,
    pub wheel: Wheel,
    pub pads: Pads,
    pub sticks: Sticks,
    pub pad_steps: PadSteps,
    /// The device that was used last.
    pub device: Device,
    /// The position of the pointer when the player took up the pad, pixels.
    parked_at: Option<PhysicalPosition<f64>>,
    pub pointer: Pointer,
    /// The position of the free pointer, pixels from the window's upper left corner.
    pub pointer_at: Vec2,
    /// The kind of the last capture, whose message is not repeated.
    last_capture: Option<Pointer>,
    pub modifiers: ModifiersState,
    /// True if a test wants a desktop that refuses to hold the pointer.
    pub pointer_is_refused: bool,
}

impl InputDevices {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            controls: Controls::new(settings.mouse.radians_per_count(), settings.mouse.invert),
            key_labels: KeyLabels::default(),
            wheel: Wheel::default(),
            pads: Pads::open(),
            sticks: Sticks::default(),
            pad_steps: PadSteps::default(),
            device: Device::Keys,
            parked_at: None,
            pointer: Pointer::default(),
            pointer_at: Vec2::ZERO,
            last_capture: None,
            modifiers: ModifiersState::default(),
            pointer_is_refused: false,
        }
    }

    /// Applies the settings.
    pub(super) fn apply(&mut self, settings: &Settings) {
        self.controls.sensitivity = settings.mouse.radians_per_count();
        self.controls.invert_y = settings.mouse.invert;
        self.controls.set_bindings(&settings.bindings);
    }

    /// The keys that have an effect, or the buttons of the pad if it was used last.
    pub(super) fn key_names(&self, effect: Effect) -> Phrase {
        let bindings = self.controls.bindings();
        Bindable::with(effect).map_or_else(
            || Phrase::plain(""),
            |item| bindings.label_for(item, self.device, &self.key_labels),
        )
    }

    /// Records the label of a key on the present keyboard.
    pub(super) fn key_used(&mut self, code: KeyCode, event: &KeyEvent) {
        self.key_labels.learn(code, &event.key_without_modifiers());
        if event.state == ElementState::Pressed {
            self.device = Device::Keys;
        }
    }

    /// Captures the pointer for looking around. The message reports a new failure.
    pub(super) fn capture_pointer(&mut self, window: &Window) -> Option<Phrase> {
        match self.pointer_is_refused {
            true => self.pointer.capture(&RefusingWindow),
            false => self.pointer.capture(window),
        }
        self.controls.set_looking(true);
        if self.last_capture.replace(self.pointer) == Some(self.pointer) {
            return None;
        }
        log::info!("the pointer is {}", self.pointer.name());
        let [left, right] = [Buttons::TURN_LEFT, Buttons::TURN_RIGHT]
            .map(|button| self.key_names(Effect::Hold(button)));
        let said = phrase("pointer-is-loose").with("left", left);
        (self.pointer == Pointer::Loose).then(|| said.with("right", right))
    }

    pub(super) fn release_pointer(&mut self, window: Option<&Window>) {
        if let Some(window) = window {
            self.pointer.release(window);
        }
        self.controls.set_looking(false);
    }

    /// Frees the pointer for picking, in the middle of a picture of the size `size`.
    pub(super) fn free_pointer(&mut self, window: Option<&Window>, size: Vec2) {
        if let Some(window) = window {
            self.pointer.release_in_middle(window);
        }
        self.controls.set_looking(false);
        self.pointer_at = 0.5 * size;
    }

    /// Returns whether the pointer is free for picking.
    pub(super) fn is_pointing(&self, game: &Game) -> bool {
        self.controls.is_pointing() && !game.is_playback()
    }

    /// Records the pointer's position. Returns false outside screens, and while the pointer rests
    /// where it was when the player took up the pad.
    pub(super) fn pointer_moved(&mut self, at: PhysicalPosition<f64>, is_on_screen: bool) -> bool {
        self.pointer_at = vec2(at.x as f32, at.y as f32);
        if !is_on_screen {
            return false;
        }
        if self.device == Device::Keys {
            self.parked_at = None;
            return true;
        }
        let parked = *self.parked_at.get_or_insert(at);
        let points = (at.x - parked.x).hypot(at.y - parked.y) >= MAX_POINTER_DRIFT;
        if points {
            self.device = Device::Keys;
        }
        points
    }

    /// Releases all held input. If play continues beside a screen, the keys of play stay held.
    pub(super) fn release_held(&mut self, stops_play: bool) {
        if stops_play {
            self.controls.release_all();
        } else {
            let is_kept = |source| matches!(source, Source::Key(key) if is_play_key(key));
            self.controls.release_unless(is_kept);
        }
    }

    /// Handles an event of a pad. It counts as used only while the window has the focus.
    pub(super) fn pad_used(&mut self, event: &PadEvent, is_focused: bool) {
        let is_used = match event {
            PadEvent::Button(_, is_down) => *is_down,
            PadEvent::Axis(axis, value) => {
                self.sticks.set_axis(*axis, *value);
                self.sticks.is_pushed()
            }
            PadEvent::Connected(_) | PadEvent::Disconnected(_) => false,
        };
        if is_used && is_focused {
            self.device = Device::Pad;
        }
    }

    /// Releases the input of a pad that was disconnected.
    pub(super) fn pad_gone(&mut self) {
        self.sticks.release(&mut self.controls);
        self.pad_steps.release();
    }

    /// Lets the pad vibrate after events near the player's eye.
    pub(super) fn shake_pad(&mut self, events: &[Event], eye: Vec3, strength: f32) {
        if strength <= 0.0 {
            return;
        }
        if let Some(mut rumble) = Rumble::of(events, eye) {
            rumble.strength *= strength;
            self.pads.shake(rumble);
        }
    }
}
