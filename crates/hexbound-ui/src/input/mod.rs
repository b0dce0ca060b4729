//! From window events to commands: bindings, held buttons, clicks shorter than a tick, raw mouse motion and
//! the capture of the pointer. This module opens no window and simulates nothing.

mod actions;
mod bindings;
mod controls;
mod key_labels;
mod pad;
mod pointer;
mod source;
mod wheel;

pub use actions::{Action, ActionGroup, BINDABLES, Bindable, Effect};
pub use bindings::{BINDING_SLOTS, Bindings, Conflict, Slots};
pub use controls::Controls;
pub use key_labels::KeyLabels;
pub use pad::{PadEvent, Pads, Rumble, Sticks};
pub use pointer::{Pointer, PointerWindow};
pub use source::{Device, PadButton, Source};
pub use wheel::Wheel;
