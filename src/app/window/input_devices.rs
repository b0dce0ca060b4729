//! Keys, mouse and pads of the player, and how the window holds the pointer.

use glam::Vec2;
use winit::{dpi::PhysicalPosition, keyboard::ModifiersState};

use crate::{
    input::{Controls, Device, KeyLabels, Pads, Pointer, Sticks, Wheel},
    settings::Settings,
    shell::PadSteps,
};

/// The devices that the player gives commands by.
pub(super) struct InputDevices {
    pub controls: Controls,
    pub key_labels: KeyLabels,
    pub wheel: Wheel,
    pub pads: Pads,
    pub sticks: Sticks,
    pub pad_steps: PadSteps,
    /// The device that was used last.
    pub device: Device,
    /// The place at which the pointer was left when the pad was taken up.
    pub pointer_left: Option<PhysicalPosition<f64>>,
    pub pointer: Pointer,
    /// The place of the pointer while it is free, pixels from the window's upper left corner.
    pub pointer_at: Vec2,
    /// The way in which the pointer was held last.
    pub held_pointer: Option<Pointer>,
    pub modifiers: ModifiersState,
    /// True if a test wants a desktop that does not hold the pointer.
    pub pointer_is_refused: bool,
}

impl InputDevices {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            controls: Controls::new(settings.radians_per_count(), settings.invert_y),
            key_labels: KeyLabels::default(),
            wheel: Wheel::default(),
            pads: Pads::open(),
            sticks: Sticks::default(),
            pad_steps: PadSteps::default(),
            device: Device::Keys,
            pointer_left: None,
            pointer: Pointer::default(),
            pointer_at: Vec2::ZERO,
            held_pointer: None,
            modifiers: ModifiersState::default(),
            pointer_is_refused: false,
        }
    }
}
