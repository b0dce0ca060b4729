//! From window events to commands: what keys and buttons are bound to, held buttons, clicks shorter
//! than a tick, raw mouse motion and the capture of the pointer. No window is opened and nothing is
//! simulated here.

mod actions;
mod bindings;
mod controls;
mod key_labels;
mod pad;
mod pointer;
mod source;
mod wheel;

pub(crate) use actions::{Action, ActionGroup, BINDABLES, Bindable, Effect};
pub(crate) use bindings::{Bindings, Conflict, SLOTS, Slots};
pub(crate) use controls::Controls;
pub(crate) use key_labels::KeyLabels;
pub(crate) use pad::{PadEvent, Pads, Rumble, StickSettings, Sticks};
pub(crate) use pointer::{Pointer, PointerWindow};
pub(crate) use source::{Device, PadButton, Source};
pub(crate) use wheel::Wheel;
